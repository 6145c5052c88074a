"""The session's clock as something to wait on. It counts microphone samples and nothing else moves it."""

import heapq
from itertools import count

import anyio

from voice_agent.sound import RATE


class SoundClock:
    """Advanced by the microphone, frame by frame; anybody may wait for a moment on it."""

    def __init__(self) -> None:
        self.now = 0
        """Samples since the session's microphone opened."""

        self._waiting: list[tuple[int, int, anyio.Event]] = []
        self._order = count()  # two who wait for the same moment wake in the order they came

    @property
    def seconds(self) -> float:
        """The same in seconds."""
        return self.now / RATE

    def advance(self, now: int) -> None:
        """Let it be `now`; wakes whoever waited for that."""
        self.now = max(self.now, now)
        while self._waiting and self._waiting[0][0] <= self.now:
            heapq.heappop(self._waiting)[2].set()

    async def until(self, index: int) -> None:
        """Return once `now` has reached `index` (samples); at once if it has."""
        if index <= self.now:
            await anyio.lowlevel.checkpoint()
            return
        due = anyio.Event()
        entry = (index, next(self._order), due)
        heapq.heappush(self._waiting, entry)
        try:
            await due.wait()
        finally:
            if entry in self._waiting:  # cancelled before its time
                self._waiting.remove(entry)
                heapq.heapify(self._waiting)

    async def sleep(self, seconds: float) -> None:
        """Return when `seconds` of sound have gone by."""
        await self.until(self.now + round(seconds * RATE))
