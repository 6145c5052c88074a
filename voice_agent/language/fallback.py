"""Down a rung when a language model fails, up again when it is back; said aloud, never fatal.

The rungs are engines, best first; below the last one lie the interviewer's own words, which need no
engine. During a turn nothing is loaded and nobody is waited for: a request either is answered by a
rung that is ready, or fails at once and the caller uses its own words. Loading and looking whether
a better rung is back happen in `settle`, between turns.
"""

import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from anyio import to_thread

from voice_agent.backends import Health, JsonSchema, LanguageModel, Message
from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.language.wire import Announce, by_server
from voice_agent.language.writer import LastLook, unseen

T = TypeVar("T")

STRIKES = 3
"""Failures in a row that a server is forgiven while it still answers. A guess."""


class Engine(LanguageModel, Protocol):
    """A language model with a background view, which can be made ready."""

    def background(self) -> "Engine":
        """The same model for work nobody waits for."""
        ...

    def looking(self, look: LastLook) -> "Engine":
        """The same model, which awaits `look` each time just before it sends anything."""
        ...

    async def prepare(self, opening: Sequence[Message] = ()) -> None:
        """Load it and read the fixed beginning of the prompts. Raises EngineError."""
        ...

    @property
    def warning(self) -> str:
        """What was noticed when it was made ready, in a sentence for the household; empty: nothing."""
        ...

    def close(self) -> None:
        """Give back its memory; it is asked nothing afterwards. May block a moment; may be called again."""
        ...


NOBODY = "own words"
"""`Fallback.name` while no model answers."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One engine we may stand on."""

    called: str
    """In an announcement: 'the language server at http://…', 'the small language model here'."""

    open: Callable[[], Awaitable[Engine]]
    """Get it; may load weights. Raises EngineError."""

    does: str = "takes over"
    """In an announcement: what it does in a talk."""

    name: str = ""
    """As `LanguageModel.name` says it once it is open; "" where nobody knows yet."""

    opening: Sequence[Message] = ()
    """The fixed beginning of what it will be asked, to be read before the talk."""


@dataclass(slots=True)
class _Ladder:
    """Where we stand; shared by the live and the background view."""

    rungs: Sequence[Rung]
    announce: Announce
    patience: float
    every: float
    clock: Callable[[], float]
    at: int = 0
    ready: dict[int, Engine] = field(default_factory=dict[int, Engine])
    left: list[Engine] = field(default_factory=list[Engine])
    """Given up, and not closed yet: that takes a moment, which a turn does not have."""

    strikes: int = 0
    looked: float = 0.0
    settling: bool = False

    def here(self) -> Engine:
        """The engine we stand on, if it is ready. Raises EngineUnavailable."""
        if self.at in self.ready:
            return self.ready[self.at]
        raise EngineUnavailable(
            "language",
            "No language model is ready at the moment.",
            retryable=True,
            safe="The interviewer goes on in its own words.",
        )

    def stand(self, at: int, engine: "Engine") -> None:
        """A rung is ready."""
        self.ready[at] = engine
        if engine.warning:
            self.announce(engine.warning)

    def tidy(self) -> None:
        """Close what was given up. May block a moment."""
        while self.left:
            self.left.pop().close()

    def down(self) -> None:
        """Give up this rung."""
        left = self.rungs[self.at].called
        if (engine := self.ready.pop(self.at, None)) is not None:
            self.left.append(engine)
        self.at += 1
        self.strikes = 0
        self.looked = self.clock()
        below = (
            f"{self.rungs[self.at].called} {self.rungs[self.at].does}"
            if self.at < len(self.rungs)
            else "the interviewer goes on in its own words"
        )
        self.announce(f"{capital(left)} is not answering; {below}.")

    def failed(self, error: EngineError) -> None:
        """Count a failure against the rung."""
        self.strikes += 1
        if isinstance(error, EngineUnavailable) or self.strikes >= STRIKES:
            self.down()

    def waited(self, since: float) -> None:
        """The caller gave up before the first word: slowness, if it had waited long enough."""
        if self.clock() - since >= self.patience:
            self.strikes += 1
            if self.strikes >= STRIKES:
                self.down()


@dataclass(frozen=True)
class Fallback:
    """A LanguageModel that is always the best one still answering."""

    ladder: _Ladder
    behind: bool = False
    look: LastLook = unseen

    @property
    def name(self) -> str:
        """Of the model now in use."""
        ready = self.ladder.ready.get(self.ladder.at)
        return ready.name if ready else NOBODY

    def background(self) -> "Fallback":
        """The same for work nobody waits for."""
        return replace(self, behind=True)

    def looking(self, look: LastLook) -> "Fallback":
        """The same, which awaits `look` each time just before it sends anything."""
        return replace(self, look=look)

    async def settle(self) -> None:
        """Between turns: make the rung we stand on ready, or climb to a better one that is back.

        Never raises an EngineError. Takes as long as loading does; cancel it freely.
        """
        ladder = self.ladder
        if ladder.settling:
            return
        ladder.settling = True
        try:
            await to_thread.run_sync(ladder.tidy)
            await self._climb()
            while ladder.at < len(ladder.rungs) and ladder.at not in ladder.ready:
                rung, at = ladder.rungs[ladder.at], ladder.at
                try:
                    engine = await rung.open()
                    await engine.prepare(rung.opening)
                except EngineError:
                    if ladder.at == at:
                        ladder.down()
                else:
                    ladder.stand(at, engine)
        finally:
            ladder.settling = False

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        limit: int = 120,
        seed: int | None = None,
        schema: JsonSchema | None = None,
    ) -> AsyncGenerator[str, None]:
        """As the model in use; where it fails before its first word, as the next one that is ready."""
        while True:
            engine, at, began, said = self._engine(), self.ladder.at, self.ladder.clock(), False
            done = False
            try:
                stream = engine.stream(messages, limit=limit, seed=seed, schema=schema)
                async with aclosing(stream) as pieces:
                    async for piece in pieces:
                        said = True
                        yield piece
                done, self.ladder.strikes = True, 0
                return
            except EngineError as error:
                done = True
                self._count(error, at)
                if said or at == self.ladder.at:
                    raise
            finally:
                if not done and not said and at == self.ladder.at and not self.behind:
                    self.ladder.waited(began)

    async def read(self, messages: Sequence[Message]) -> None:
        """As the model in use; where none is ready, nobody reads."""
        with suppress(EngineUnavailable):
            await self._engine().read(messages)

    async def json(
        self, messages: Sequence[Message], schema: JsonSchema, *, limit: int = 400
    ) -> Mapping[str, Any]:
        """As the model in use."""
        return await self._ask(lambda engine: engine.json(messages, schema, limit=limit))

    async def score(self, messages: Sequence[Message], choices: Sequence[str]) -> list[float]:
        """As the model in use."""
        return await self._ask(lambda engine: engine.score(messages, choices))

    async def health(self) -> Health:
        """Of the model in use."""
        ready = self.ladder.ready.get(self.ladder.at)
        if ready:
            return await ready.health()
        return Health(False, "No language model is ready; the interviewer uses its own words.")

    def close(self) -> None:
        """Close every rung: the talk is over, and what is asked now fails at once. May block a moment."""
        self.ladder.left += self.ladder.ready.values()
        self.ladder.ready.clear()
        self.ladder.tidy()

    async def _ask(self, call: Callable[[LanguageModel], Awaitable[T]]) -> T:
        while True:
            engine, at = self._engine(), self.ladder.at
            try:
                answer = await call(engine)
            except EngineError as error:
                self._count(error, at)
                if at == self.ladder.at:
                    raise
            else:
                self.ladder.strikes = 0
                return answer

    def _engine(self) -> LanguageModel:
        engine = self.ladder.here().looking(self.look)
        return engine.background() if self.behind else engine

    def _count(self, error: EngineError, at: int) -> None:
        # another request may have moved us meanwhile
        if at == self.ladder.at and by_server(error):
            self.ladder.failed(error)

    async def _climb(self) -> None:
        ladder = self.ladder
        if not ladder.at or ladder.clock() - ladder.looked < ladder.every:
            return
        ladder.looked = ladder.clock()
        for at, rung in enumerate(ladder.rungs[: ladder.at]):
            try:
                engine = await rung.open()
                if (await engine.health()).well:
                    await engine.prepare(rung.opening)
                    ladder.at, ladder.strikes = at, 0
                    ladder.announce(f"{capital(rung.called)} is back.")
                    ladder.stand(at, engine)
                    return
            except EngineError:
                continue


def fallback(
    rungs: Sequence[Rung],
    announce: Announce,
    *,
    patience: float = 2.5,
    every: float = 20.0,
    clock: Callable[[], float] = time.monotonic,
) -> Fallback:
    """Stand on the first of `rungs`; call `settle` before the first turn, and between turns.

    A first word later than `patience` seconds counts as a failure; a better rung is looked for
    every `every` seconds at most.
    """
    return Fallback(_Ladder(rungs, announce, patience, every, clock))


def capital(text: str) -> str:
    """`text` as a sentence begins."""
    return text[:1].upper() + text[1:]
