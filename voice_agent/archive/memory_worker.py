"""Memory beside a conversation: it listens in, remembers between turns, and can be asked at any moment.

    worker = MemoryWorker(record, uri, load, labour, tell, session=session.id)
    tasks.start_soon(worker.work)
    worker.wake()                                       # once the greeting sounds
    worker.turn(turn)                                   # each turn that is on disk
    found = await worker.recall("My sister wrote", context, feeling)
    worker.outline                                      # what has been told so far
    worker.close()

Nothing here may hold up or end a conversation: while memory is not open, is busy or has failed, nothing
comes to mind. What fails or comes too late is made up for the next time memory is opened; so is what a long life
(`MemoryStore.long`) leaves to be woven and tidied at the end of a talk.
"""

import math
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import anyio

from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.record import Record
from voice_agent.errors import EngineError, VoiceAgentError
from voice_agent.memory.affect import NEUTRAL, Affect, Steer
from voice_agent.memory.outline import EMPTY, Outline
from voice_agent.memory.recall.memories import MemoryId
from voice_agent.memory.recall.ranking import SAY, Cue
from voice_agent.memory.recall.recall import Labour, in_context
from voice_agent.memory.recall.reminders import Reminder
from voice_agent.story import Feeling, SessionId, Speaker, Turn

Tell = Callable[[str], None]
"""Shows one plain sentence to whoever started the program."""


WAITING = 60
"""Turns that are distilled while a talk is held, where they waited for it, each in some 50 to 200 ms. More wait on: a life that is
to be read anew, or was taken in from outside, takes minutes, in which whoever talks would be answered late."""


After = Callable[[MemoryStore], Awaitable[None]]
"""Told of the open memory whenever what it holds has changed."""


class _Waits(NamedTuple):
    """Somebody waits until all that was put in before is taken in."""

    reached: anyio.Event
    woven: bool
    """And woven into the life, which takes seconds in a long one."""


class MemoryWorker:
    """The memory of one session. `work` runs beside it; everything else may be called at any time."""

    def __init__(
        self,
        record: Record,
        uri: str,
        load: Callable[[], MemoryEngines],
        labour: Labour,
        tell: Tell,
        *,
        session: SessionId,
        optimise_every: int = 32,
        caches: Sequence[Path] = (),
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        after: After | None = None,
    ) -> None:
        """`load` loads the engines, in some seconds; it runs in `labour`, when they are first needed.

        `after` is awaited when memory is open, and after each turn that it took in.
        """
        self._after = after
        self._record, self._uri, self._load, self._labour = record, uri, load, labour
        self._tell, self._session, self._every, self._now = tell, session, optimise_every, now
        self._caches = caches
        self._send, self._told = anyio.create_memory_object_stream[Turn | _Waits](math.inf)
        self._memory: MemoryStore | None = None
        self.long = False
        """Is it a life of which something is left to be done when the talk is over (`MemoryStore.long`)?"""

    # ---- what the conversation tells us

    def wake(self) -> None:
        """Open memory now if there is something to remember, so that it is open when it is needed.

        Call it where a second's work in another thread disturbs nobody: when the greeting sounds. Only where
        the narrator has said yes before. May be called often; after `close` it does nothing.
        """
        if self._memory is None:
            self._put(_Waits(anyio.Event(), woven=False))

    def turn(self, turn: Turn) -> None:
        """Take in a turn that is on disk."""
        if turn.speaker is Speaker.NARRATOR and turn.text:
            self._put(turn)

    async def caught_up(self) -> None:
        """Open memory and return when everything taken in so far is woven into the life, or cannot be."""
        await self._reached(woven=True)

    async def taken_in(self) -> None:
        """The same as soon as it is on the disk; a long life is not woven for it."""
        await self._reached(woven=False)

    async def _reached(self, *, woven: bool) -> None:
        waits = _Waits(anyio.Event(), woven)
        if self._put(waits):
            await waits.reached.wait()

    def close(self) -> None:
        """No more turns will come."""
        self._send.close()

    def _put(self, item: Turn | _Waits) -> bool:
        try:
            self._send.send_nowait(item)
        except (anyio.ClosedResourceError, anyio.BrokenResourceError):
            return False  # the session is over: what is on disk is made up for the next time
        return True

    # ---- what the conversation may ask

    @property
    def memory(self) -> MemoryStore | None:
        """The open memory, for the narrator's wishes (`hide`, `show`, `erase`); None while it is not open."""
        return self._memory

    @property
    def outline(self) -> Outline:
        """What has been told so far; empty while memory is not open. A frozen value, at once."""
        return self._memory.outline if self._memory is not None else EMPTY

    async def recall(
        self,
        text: str,
        context: Sequence[str] = (),
        mood: Feeling | None = None,
        *,
        limit: int = 3,
        but_not: Collection[str] = frozenset(),
        steer: Steer = Steer.NONE,
        surely: float = SAY,
    ) -> tuple[Reminder, ...]:
        """What comes to mind at `text`, best first; () where nothing is near enough. No side effects.

        `text` is what is being said, perhaps still unfinished; `context` the narrator's turns before it, the
        latest last, heard only where `text` is short. `but_not`: ids brought up already. What only this
        session has told is left out as well: it would be an echo. `surely`: nothing less sure than this comes
        to mind, since silence beats a wrong memory. Raises nothing of ours: an engine that fails is silence.
        """
        memory = self._memory
        if memory is None or not text.strip():
            return ()
        affect = NEUTRAL if mood is None else Affect(mood.valence, mood.arousal, mood.dominance)
        already = memory.told_only_in(self._session) | {MemoryId(id) for id in but_not}
        cue = Cue(in_context(text, context), self._now(), affect, steer, already)
        try:
            found = await memory.remind(cue, limit)
        except EngineError:
            return ()
        return tuple(each for each in found if each.sure >= surely)

    # ---- the task beside the conversation

    async def work(self) -> None:
        """Remember until closed. Never ends a session."""
        try:
            await self._work()
        except VoiceAgentError as error:
            self._memory = None
            self._tell(f"Memory will catch up later: {error.what}")
            async for item in self._told:
                _let_go([item])
        finally:
            self._told.close()

    async def _work(self) -> None:
        memory: MemoryStore | None = None
        try:
            async for first in self._told:
                items = [first, *self._waiting()]
                try:
                    if Record.exists(self._record.state):
                        if memory is None:
                            memory = self._memory = await self._opened()
                            await memory.catch_up(WAITING)
                        if turns := [each for each in items if isinstance(each, Turn)]:
                            await memory.remember(turns)
                        if any(isinstance(each, _Waits) and each.woven for each in items):
                            await memory.woven()  # somebody waits: for a wish, or for a test
                        if self._after is not None:
                            await self._after(memory)
                finally:
                    _let_go(items)
            if memory is not None:
                self.long = memory.long
                if not memory.long:
                    await memory.settle()
        finally:
            self._memory = None
            if memory is not None:
                with anyio.CancelScope(shield=True):
                    await memory.close()

    def _waiting(self) -> list[Turn | _Waits]:
        """What came while we were busy: several turns are woven at the cost of one."""
        found: list[Turn | _Waits] = []
        with suppress(anyio.WouldBlock, anyio.EndOfStream):
            while True:
                found.append(self._told.receive_nowait())
        return found

    async def _opened(self) -> MemoryStore:
        engines = await self._labour(self._load)
        return await MemoryStore.ajar(
            self._record,
            self._uri,
            engines,
            self._labour,
            optimise_every=self._every,
            caches=self._caches,
        )


def _let_go(items: Sequence[Turn | _Waits]) -> None:
    for each in items:
        if isinstance(each, _Waits):
            each.reached.set()
