"""How often somebody may try: counted in memory, forgotten when the service ends."""

from collections import defaultdict, deque
from collections.abc import Callable
from threading import Lock


class Throttle:
    """At most `many` tries within `seconds`, for each key."""

    def __init__(self, many: int, seconds: float, clock: Callable[[], float]) -> None:
        """`clock`: seconds, from anywhere, never backwards."""
        self._many, self._seconds, self._clock = many, seconds, clock
        # guards the tries: pages are made in several threads
        self._one = Lock()
        self._tries: dict[str, deque[float]] = defaultdict(deque)

    def allows(self, key: str) -> bool:
        """Count one try, and say whether it may be made."""
        with self._one:
            tries = self._fresh(key)
            if len(tries) >= self._many:
                return False
            tries.append(self._clock())
            return True

    def forgive(self, key: str) -> None:
        """A try that succeeded clears the earlier ones."""
        with self._one:
            self._tries.pop(key, None)

    def _fresh(self, key: str) -> deque[float]:
        if len(self._tries) > 10_000:  # somebody tries with ten thousand names: forget the oldest
            self._tries.pop(next(iter(self._tries)))
        tries, since = self._tries[key], self._clock() - self._seconds
        while tries and tries[0] <= since:
            tries.popleft()
        return tries
