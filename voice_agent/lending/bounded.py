"""A line on which others send and are sent to, with limits: how much may come at once, and how long it may take."""

import asyncio
import math
import time
from collections.abc import Coroutine, Generator
from contextlib import contextmanager
from typing import TypeVar

import anyio

from voice_agent.lending.refusals import too_slow, unclear

LINE = 64_000
"""Bytes of a line; asyncio ends one there by itself."""

AT_ONCE = 2_000_000
"""Bytes of what may follow a line: ten seconds of the largest sound."""

IDLE = 120.0
"""Seconds that a line may be silent. A guess."""

LEAVES = 2.0
"""Seconds for the other side to read why, and to hang up."""

RESTS = 10.0
"""Seconds for what was announced to come, or for what is sent to be taken. A guess."""

SLOWEST = 0.5
"""Seconds of sound a second that whoever holds a turn must send or take on the whole. A guess: microphones send one."""

T = TypeVar("T")


class Bounded:
    """What wyoming's reader is asked for, within limits."""

    def __init__(self, reader: asyncio.StreamReader, *, rests: float = RESTS) -> None:
        self._reader, self._rests = reader, rests
        self._idle = IDLE
        self._left = math.inf
        """Seconds that the other side may still be waited for in this turn."""

        self.ended = False
        """The other side has hung up."""

    async def readline(self) -> bytes:
        """One line; b"" at the end. Raises NotLent, ValueError for one that is too long."""
        line = await self._within(self._idle, self._reader.readline())
        self.ended = not line
        return line

    async def readexactly(self, count: int) -> bytes:
        """So many bytes. Raises NotLent, IncompleteReadError."""
        if count > AT_ONCE:
            raise unclear(f"No more than {AT_ONCE // 1_000_000} MB are taken at once.")
        return await self._within(self._rests, self._reader.readexactly(count))

    async def leave(self) -> None:
        """Take in what still comes, and throw it away, until the other side has hung up too; not for long."""
        with anyio.move_on_after(LEAVES):
            while await self._reader.read(LINE):
                pass

    def feed_eof(self) -> None:
        """Read no more."""
        self._reader.feed_eof()

    @contextmanager
    def turn(self) -> Generator[None]:
        """Others wait for a turn meanwhile: no more than `rests` seconds are lost here, beyond those that `sound` gives."""
        before = self._idle, self._left
        self._idle = self._left = self._rests
        try:
            yield
        finally:
            self._idle, self._left = before

    def sound(self, seconds: float) -> None:
        """So much sound came, or was taken."""
        self._left += seconds / SLOWEST

    async def taken(self, sending: Coroutine[None, None, None]) -> None:
        """Wait until what is sent is taken. Raises NotLent."""
        await self._within(self._rests, sending)

    async def _within(self, seconds: float, doing: Coroutine[None, None, T]) -> T:
        began = time.monotonic()
        try:
            with anyio.fail_after(min(seconds, self._left)):
                return await doing
        except TimeoutError:
            raise too_slow() from None
        finally:
            self._left -= time.monotonic() - began
