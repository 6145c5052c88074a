"""A line on which others send, read with limits: how much may come at once, and how long it may take."""

import asyncio
from collections.abc import Coroutine
from typing import Any

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
"""Seconds for what was announced to come. A guess."""


class Bounded:
    """What wyoming's reader is asked for, within limits."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self.idle = IDLE
        """Seconds that it may be silent from now on."""

        self.ended = False
        """The other side has hung up."""

    async def readline(self) -> bytes:
        """One line; b"" at the end. Raises NotLent, ValueError for one that is too long."""
        line = await self._within(self.idle, self._reader.readline())
        self.ended = not line
        return line

    async def readexactly(self, count: int) -> bytes:
        """So many bytes. Raises NotLent, IncompleteReadError."""
        if count > AT_ONCE:
            raise unclear(f"No more than {AT_ONCE // 1_000_000} MB are taken at once.")
        return await self._within(RESTS, self._reader.readexactly(count))

    async def leave(self) -> None:
        """Take in what still comes, and throw it away, until the other side has hung up too; not for long."""
        with anyio.move_on_after(LEAVES):
            while await self._reader.read(LINE):
                pass

    def feed_eof(self) -> None:
        """Read no more."""
        self._reader.feed_eof()

    async def _within(self, seconds: float, reading: Coroutine[Any, Any, bytes]) -> bytes:
        try:
            with anyio.fail_after(seconds):
                return await reading
        except TimeoutError:
            raise too_slow() from None
