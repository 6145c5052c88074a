"""Let a language model read what happened in a talk, and say whether it is known; nobody waits for it."""

from collections.abc import Iterable

from anyio import move_on_after

from voice_agent.backends import LanguageModel, Message
from voice_agent.errors import EngineError
from voice_agent.interview.known import Event, Known
from voice_agent.interview.wording import extraction
from voice_agent.interview.wording.prompts import Prompt
from voice_agent.resources import resource

LONG = 40.0
"""Seconds for a whole talk, after which what was found is kept and the rest left: a session must be able to end."""

TOKENS = 320

DOUBTS = 6
"""Times a model is asked whether two events are one."""

_CHOICES = ("the same", "another")


def prompt() -> Prompt:
    """Read the shipped prompt. Raises SettingsError."""
    file = resource("config/prompts/extraction.md")
    return extraction.parse(file.read_text(encoding="utf-8"), str(file))


async def extract(
    model: LanguageModel,
    fixed: Prompt,
    turns: Iterable[str],
    known: Known,
    *,
    patience: float = LONG,
) -> tuple[Event, ...]:
    """Return events of `turns` that `known` does not hold, each in the narrator's own words; none on failure."""
    found: dict[str, Event] = {}
    doubts = 0
    with move_on_after(patience):
        for telling in extraction.tellings(turns):
            try:
                asked = extraction.messages(fixed, telling)
                answer = await model.json(asked, extraction.SCHEMA, limit=TOKENS)
                for event in extraction.kept(answer, telling):
                    like, other = extraction.likest(event, (*known.events, *found.values()))
                    if like >= extraction.SAME:
                        continue
                    if other is not None and like >= extraction.OPEN and doubts < DOUBTS:
                        doubts += 1
                        if await _same(model, event, other):
                            continue
                    found[event.id] = event
            except EngineError:
                continue  # the next telling may suit it better
    return tuple(found.values())


async def _same(model: LanguageModel, one: Event, other: Event) -> bool:
    """Are two events one? By the model's own probabilities; an even chance counts as one."""
    asked = (
        Message("system", "Two notes on a life. Do they tell of the same thing that happened, or of another one?"),
        Message("user", f"First note: {one.line}.\nSecond note: {other.line}."),
    )  # fmt: skip
    same, another = await model.score(asked, _CHOICES)
    return same >= another
