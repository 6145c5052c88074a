"""How many requests of others are in hand at once: what each has sent lies in memory."""

from collections.abc import Generator
from contextlib import contextmanager

from voice_agent.lending.refusals import too_many

MOST = 4
"""A guess: a house has few programs that hear or speak, and 4 of the largest files take 100 MB."""


class Turns:
    """Requests in hand. For one thread: the loop that takes them in."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._in_hand = most, 0

    @contextmanager
    def one(self) -> Generator[None]:
        """Hold one. Raises NotLent where there are as many as may be."""
        if self._in_hand >= self._most:
            raise too_many(self._most)
        self._in_hand += 1
        try:
            yield
        finally:
            self._in_hand -= 1
