"""One request at a time, and the narrator's turn goes first.

A home machine writes one text at a time (Ollama's OLLAMA_NUM_PARALLEL is 1; two cores are busy with
one model). A reply the narrator is waiting for must not queue behind a summary nobody waits for, so
a live request sends background work away at once; that work starts again when nobody waits any more.
It may be begun several times, so background work has no side effects until it is done.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from typing import TypeVar

from anyio import CancelScope, Event, Semaphore

T = TypeVar("T")


class RequestQueue:
    """One request at a time: live ones first, background work when none waits. For one event loop."""

    def __init__(self) -> None:
        # guards the engine: whoever holds it is the one request under way. A semaphore, not a lock,
        # because a stream may be closed by another task than the one that opened it
        self._free = Semaphore(1)
        self._live = 0
        self._quiet = Event()
        self._gives_way: CancelScope | None = None

    async def enter(self) -> None:
        """Wait for the turn of a live request. Every `enter` needs its `leave`."""
        if self._gives_way is not None:
            self._gives_way.cancel()
        await self._take()

    async def _take(self) -> None:
        self._live += 1
        with ExitStack() as undo:
            undo.callback(self._pass)
            await self._free.acquire()
            undo.pop_all()

    def leave(self) -> None:
        """Let the next request go."""
        self._free.release()
        self._pass()

    @asynccontextmanager
    async def live(self) -> AsyncGenerator[None]:
        """Hold the engine as a live request."""
        await self.enter()
        try:
            yield
        finally:
            self.leave()

    async def background(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do `work` while no live request waits; begin again after each time one did."""
        while True:
            while self._live:
                await self._quiet.wait()
            async with self._free:
                if self._live:
                    continue
                with CancelScope() as scope:
                    self._gives_way = scope
                    try:
                        return await work()
                    finally:
                        self._gives_way = None

    async def ahead(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do `work` before any that is behind, once no live request waits; given up, for good, as soon as one comes."""
        while self._live:
            await self._quiet.wait()
        if self._gives_way is not None:
            self._gives_way.cancel()
        with CancelScope() as scope:
            await self._take()
            self._gives_way = scope
            try:
                if self._alone():  # nobody has come while work behind was giving way
                    await work()
            finally:
                self._gives_way = None
                self.leave()

    def _alone(self) -> bool:
        return self._live == 1

    def _pass(self) -> None:
        self._live -= 1
        if not self._live:
            self._quiet.set()
            self._quiet = Event()
