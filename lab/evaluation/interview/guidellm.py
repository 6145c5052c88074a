"""Extract, merge, insert, extrapolate, as the GuideLLM paper has it: what a language model writes at each step, and what of it stands.

A talk is told to it in rounds of a few answers. Each round it reads events, which are held against those known and inserted
where they are new; then questions are extrapolated from them all. Nothing else of the program takes part: this asks what the
model can do at these steps under our checks, not how a talk goes.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from voice_agent.backends import Health, JsonSchema, LanguageModel, Message
from voice_agent.errors import EngineError
from voice_agent.interview.known import Known
from voice_agent.interview.wording import extraction
from voice_agent.language import extracting, extrapolating

PATIENT = 900.0
"""Seconds for each step: this asks what the model can do, not how long it takes."""


@dataclass(slots=True)
class Overheard:
    """A LanguageModel, and what it answered."""

    model: LanguageModel
    wrote: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])
    weighed: list[bool] = field(default_factory=list[bool])
    """For each doubt whether two events are one: were they?"""

    failed: int = 0

    @property
    def name(self) -> str:
        """As the one inside."""
        return self.model.name

    def stream(
        self,
        messages: Sequence[Message],
        *,
        limit: int = 120,
        seed: int | None = None,
        schema: JsonSchema | None = None,
    ) -> AsyncGenerator[str, None]:
        """As the one inside."""
        return self.model.stream(messages, limit=limit, seed=seed, schema=schema)

    async def read(self, messages: Sequence[Message]) -> None:
        """As the one inside."""
        await self.model.read(messages)

    async def json(
        self, messages: Sequence[Message], schema: JsonSchema, *, limit: int = 400
    ) -> Mapping[str, Any]:
        """As the one inside, and kept."""
        try:
            answer = await self.model.json(messages, schema, limit=limit)
        except EngineError:
            self.failed += 1
            raise
        self.wrote.append(answer)
        return answer

    async def score(self, messages: Sequence[Message], choices: Sequence[str]) -> list[float]:
        """As the one inside, and kept."""
        shares = await self.model.score(messages, choices)
        self.weighed.append(shares[0] >= shares[1])
        return shares

    async def health(self) -> Health:
        """As the one inside."""
        return await self.model.health()


@dataclass(frozen=True, slots=True)
class Round:
    """What a few answers gave. Counts."""

    told: int
    """Words."""

    asked: int
    """Requests."""

    failed: int
    events: int
    """Events that the model wrote."""

    stand: int
    """Of those, the ones that stand word for word in what was told."""

    merged: int
    """Of those, the ones that are known already."""

    known: int
    """Events in the graph now."""

    questions: int
    """Questions that the model wrote."""

    kept: int
    """Of those, the ones that may be asked."""

    lines: tuple[str, ...] = ()
    """What was kept, for people: events, then questions."""


async def rounds(
    model: LanguageModel, talk: Sequence[Sequence[str]]
) -> AsyncGenerator[Round, None]:
    """Tell the model one talk, round by round. Raises nothing: what fails is counted."""
    read, more, life = extracting.prompt(), extrapolating.prompt(), Known()
    for told in talk:
        heard = Overheard(model)
        new = await extracting.extract(heard, read, told, life, patience=PATIENT)
        events = [len(each.get("events", ())) for each in heard.wrote]
        stand = _standing(heard.wrote, told)
        life = replace(life, events=(*life.events, *new))
        asked = Overheard(model)
        questions = await extrapolating.extrapolate(asked, more, life, patience=PATIENT)
        yield Round(
            sum(len(each.split()) for each in told),
            len(heard.wrote) + len(heard.weighed) + len(asked.wrote) + heard.failed + asked.failed,
            heard.failed + asked.failed,
            sum(events),
            stand,
            stand - len(new),
            len(life.events),
            sum(len(each.get("questions", ())) for each in asked.wrote),
            len(questions),
            (*(each.line for each in new), *(each.ask for each in questions)),
        )


def _standing(wrote: Sequence[Mapping[str, Any]], told: Sequence[str]) -> int:
    """How many of the events stand in the telling that the model was shown."""
    shown = extraction.tellings(told)
    return sum(
        len(extraction.kept(answer, telling)) for answer, telling in zip(wrote, shown, strict=False)
    )


def cut(told: Sequence[str], many: int) -> list[list[str]]:
    """A talk in rounds of `many` answers."""
    return [[*told[at : at + many]] for at in range(0, len(told), many)]
