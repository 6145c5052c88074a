"""The one way to a language model: nothing that is kept back goes through it, whoever asks.

    gate = Gate(model, look, fixed)
    model = gate.to(Purpose.SUMMARY)          # a LanguageModel for that purpose
    await model.json(messages, schema)        # raises NotSent where something is kept back by now

What is kept back is looked up anew for every single request, at the moment it is sent, however long it waited for its
turn and however often it is made again. Whoever builds a request leaves out
what is not to be in it; this is the last look. A gate itself cannot be asked anything, so nobody asks without a purpose.
"""

from collections.abc import (
    AsyncGenerator,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import aclosing
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Protocol, TypeVar

from anyio import CapacityLimiter, to_thread

from voice_agent.backends import Health, JsonSchema, LanguageModel, Message
from voice_agent.errors import NotSent, RecordError
from voice_agent.language.fallback import NOBODY, Fallback

T = TypeVar("T")


class Purpose(StrEnum):
    """What a language model is asked for; README.md says the same of each."""

    SEAT = "leads the talk"
    READING = "reads what a turn means"
    FINISHED = "hears whether a story is told"
    WEIGHING = "weighs dates and people"
    QUESTIONS = "thinks of further questions"
    EXTRACTION = "reads what happened"
    SUMMARY = "sums up the talk"
    CHAPTERS = "smooths chapters"
    MEASURING = "is measured"
    """With invented narrators only."""


class Private(Protocol):
    """What must not be sent, as of one moment."""

    def holds(self, text: str) -> bool:
        """Would `text` give away what is kept back?"""
        ...

    def closes(self, said: str) -> bool:
        """Is what is being said just now kept back as it is said?"""
        ...


Look = Callable[[], Private]
"""Looks it up. Blocking. Raises RecordError."""


class _Nothing:
    def holds(self, text: str) -> bool:
        return False

    def closes(self, said: str) -> bool:
        return False


def nobody() -> Private:
    """Stands in where no narrator's words are about: invented talks."""
    return _Nothing()


@dataclass(frozen=True)
class Gate:
    """Before a language model."""

    _model: Fallback
    look: Look = nobody
    fixed: Collection[Message] = frozenset[Message]()
    """The examples of our own prompts, in which nothing is anybody's."""

    @property
    def name(self) -> str:
        """Of the model now in use."""
        return self._model.name

    @property
    def ready(self) -> bool:
        """Does a model answer?"""
        return self._model.name != NOBODY

    async def settle(self) -> None:
        """Make the model ready, or climb to a better one that is back."""
        await self._model.settle()

    async def may_show(self, choose: Callable[[Callable[[str], bool]], T]) -> T:
        """What `choose` makes of something when it is told which text may be sent; of nothing where nobody can tell."""

        def chosen() -> T:
            try:
                private = self.look()
            except RecordError:
                return choose(lambda text: False)
            return choose(lambda text: not private.holds(text))

        return await to_thread.run_sync(chosen, limiter=CapacityLimiter(1))

    def close(self) -> None:
        """Nothing is asked any more: give back the memory of a model here. May block a moment."""
        self._model.close()

    def to(
        self, purpose: Purpose, *, said: Sequence[str] = (), reads: str = "", behind: bool = False
    ) -> LanguageModel:
        """The model, for `purpose`. `said`: what is being told just now and is not in the record yet; `behind`: nobody waits."""
        model = self._model.background() if behind else self._model
        return _Passage(model, purpose, self.look, frozenset(self.fixed), tuple(said), reads)


@dataclass(frozen=True)
class _Passage:
    """A LanguageModel through which nothing kept back goes."""

    _model: Fallback
    _purpose: Purpose
    _look: Look
    _fixed: frozenset[Message]
    _said: tuple[str, ...]
    _reads: str = ""

    @property
    def name(self) -> str:
        return self._model.name

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        limit: int = 120,
        seed: int | None = None,
        schema: JsonSchema | None = None,
    ) -> AsyncGenerator[str, None]:
        model = self._watched(messages, _offered(schema))
        stream = model.stream(messages, limit=limit, seed=seed, schema=schema)
        async with aclosing(stream) as pieces:
            async for piece in pieces:
                yield piece

    async def read(self, messages: Sequence[Message]) -> None:
        await self._watched(messages).read(messages)

    async def json(
        self, messages: Sequence[Message], schema: JsonSchema, *, limit: int = 400
    ) -> Mapping[str, Any]:
        model = self._watched(messages, _offered(schema))
        return await model.json(messages, schema, limit=limit)

    async def score(self, messages: Sequence[Message], choices: Sequence[str]) -> list[float]:
        return await self._watched(messages, choices).score(messages, choices)

    async def health(self) -> Health:
        return await self._model.health()

    def _watched(self, messages: Sequence[Message], more: Iterable[str] = ()) -> LanguageModel:
        """The model, which looks whenever it sends. What the system is told is ours, and so are the examples."""
        told = (m.text for m in messages if m.role != "system" and m not in self._fixed)
        shown = (text.replace(self._reads, " ") if self._reads else text for text in told)
        return self._model.looking(partial(self._pass, (*shown, *more)))

    async def _pass(self, texts: Sequence[str]) -> None:
        """Raises NotSent."""

        def kept_back() -> bool:
            private = self._look()
            return any(map(private.closes, self._said)) or any(map(private.holds, texts))

        try:
            # whoever asks may hold the common limiter's token already, so that clocks wait for them
            refused = await to_thread.run_sync(kept_back, limiter=CapacityLimiter(1))
        except RecordError:
            refused = True  # nobody can tell
        if refused:
            raise NotSent(
                "language",
                f"What {self._purpose} would be shown what is kept back.",
                retryable=False,
                safe="Nothing was sent.",
            )


def _offered(schema: object) -> Iterator[str]:
    """What a schema offers for an answer: the words of a turn may be among it."""
    if isinstance(schema, Mapping):
        for key, value in schema.items():  # pyright: ignore[reportUnknownVariableType]
            if key == "enum":
                yield from map(str, value)  # pyright: ignore[reportUnknownArgumentType]
            else:
                yield from _offered(value)
    elif isinstance(schema, list | tuple):
        for each in schema:  # pyright: ignore[reportUnknownVariableType]
            yield from _offered(each)
