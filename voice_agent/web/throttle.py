"""How often somebody may try: counted in memory, forgotten when the service ends.

Each key is counted for itself, so that one which is used up holds nobody else back. The memory is bounded, and nobody's
count is pushed out of it: where there is no room left for a new key, it is counted together with others that came too
late.
"""

from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

KEYS = 4096
"""Keys with a count of their own: more than there are addresses in a house. A guess."""

SHARED = 64
"""Counts for those that came too late."""

FADES = 900.0
"""Seconds after which tries that went wrong are forgotten. A guess."""


class _Count(NamedTuple):
    """What is kept for one key."""

    until: float
    """From then on it says nothing any more."""

    missed: int = 0
    free: float = 0.0
    """When the next try may be made."""


class _Counts:
    """Counts by key, of bounded size. Whoever uses it holds its lock."""

    def __init__(self, clock: Callable[[], float], keys: int) -> None:
        self.clock, self._keys = clock, keys
        # guards the counts: pages are made in several threads
        self.one = Lock()
        self._counts: dict[str | int, _Count] = {}
        self._swept = float("-inf")

    def of(self, key: str, now: float) -> _Count:
        found = self._counts.get(self._place(key, now))
        return found if found and found.until > now else _Count(now)

    def keep(self, key: str, count: _Count, now: float) -> None:
        self._counts[self._place(key, now)] = count

    def drop(self, key: str) -> None:
        self._counts.pop(key, None)

    def _place(self, key: str, now: float) -> str | int:
        if key in self._counts or self._room(now):
            return key
        return (
            hash(key) % SHARED
        )  # Python's own hash: nobody outside can choose whom they share with

    def _room(self, now: float) -> bool:
        if len(self._counts) >= self._keys and now - self._swept >= 1:
            self._swept = now
            self._counts = {key: each for key, each in self._counts.items() if each.until > now}
        return len(self._counts) < self._keys


class Throttle:
    """For each key `many` tries at once, and then one more for each `seconds / many` that pass."""

    def __init__(
        self, many: int, seconds: float, clock: Callable[[], float], *, keys: int = KEYS
    ) -> None:
        """`clock`: seconds, from anywhere, never backwards."""
        self._every, self._seconds = seconds / many, seconds
        self._counts = _Counts(clock, keys)

    def allows(self, key: str) -> bool:
        """Count one try, and say whether it may be made; one that may not is not counted."""
        with self._counts.one:
            now = self._counts.clock()
            if self._left(key, now) > 0:
                return False
            self._counts.keep(key, _Count(self._counts.of(key, now).until + self._every), now)
            return True

    def _left(self, key: str, now: float) -> float:
        owed = self._counts.of(key, now).until + self._every - now - self._seconds
        return owed if owed > 1e-6 else 0.0  # less than that is only how floats are rounded


class Waits:
    """Tries that went wrong: the first few cost nothing, then each makes the next wait twice as long, up to `longest`.

    A try is counted under all keys it is made with, or, while one of them must wait, under none: knocking at
    somebody's name lengthens nobody's wait. Only the keys that are asked about matter: from a device that is known, ask
    for the device alone; then strangers who try that name elsewhere keep nobody waiting.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        free: int = 5,
        first: float = 4.0,
        longest: float = 60.0,
        keys: int = KEYS,
    ) -> None:
        """`first`: the seconds to wait after one more than `free` tries."""
        self._free, self._first, self._longest = free, first, longest
        self._counts = _Counts(clock, keys)

    def begin(self, *keys: str) -> float:
        """Count one try; 0: it may be made. Otherwise it may not, and this is how many seconds it must wait."""
        with self._counts.one:
            now = self._counts.clock()
            if (wait := self._left(keys, now)) > 0:
                return wait
            for key in keys:
                missed = self._counts.of(key, now).missed + 1
                self._counts.keep(key, _Count(now + FADES, missed, now + self._after(missed)), now)
            return 0.0

    def forgive(self, *keys: str) -> None:
        """A try that succeeded clears the earlier ones."""
        with self._counts.one:
            for key in keys:
                self._counts.drop(key)

    def _left(self, keys: tuple[str, ...], now: float) -> float:
        return max((self._counts.of(key, now).free - now for key in keys), default=0.0)

    def _after(self, missed: int) -> float:
        if missed < self._free:
            return 0.0
        return min(self._longest, self._first * 2.0 ** min(missed - self._free, 30))
