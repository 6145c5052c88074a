"""How many requests of others are in hand at once: what each has sent lies in memory."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio

from voice_agent.lending.refusals import too_many

MOST = 4
"""A guess: a house has few programs that hear or speak, and 4 of the largest files take 100 MB."""

PATIENCE = 10.0
"""Seconds that one more waits for its turn; nothing of it is read meanwhile."""


class Turns:
    """Requests in hand, of all doors together."""

    def __init__(self, most: int = MOST, *, patience: float = PATIENCE) -> None:
        self._most, self._patience = most, patience
        self._free = anyio.Semaphore(most)

    @asynccontextmanager
    async def one(self) -> AsyncGenerator[None]:
        """Hold one, once it is free. Raises NotLent where that takes too long."""
        try:
            with anyio.fail_after(self._patience):
                await self._free.acquire()
        except TimeoutError:
            raise too_many(self._most) from None
        try:
            yield
        finally:
            self._free.release()
