"""A room with one clock: the microphone ticks it, the loudspeaker waits on it. No test sleeps."""

from collections.abc import AsyncIterator, Sequence

import anyio
import anyio.lowlevel
import numpy as np

from voice_agent.audio.clock import SoundClock
from voice_agent.audio.room import HOPS, TapedLoudspeaker
from voice_agent.sound import FRAME, RATE, Clip, Sound


def sound(seconds: float, level: float = 1.0, start: int = 0) -> Sound:
    """Return `seconds` of one constant value, so that a mean tells speech from silence."""
    return Sound(np.full(round(seconds * RATE), level, np.float32), start)


def clip(seconds: float, text: str = "", rate: int = RATE) -> Clip:
    """Return `seconds` of the interviewer's voice, as loud as it gets."""
    return Clip(np.full(round(seconds * rate), 0.5, np.float32), rate, text)


class Room:
    """One narrator, one interviewer, one clock; closes when the script has ended."""

    def __init__(self, script: str | Sequence[Sound]) -> None:
        """`script`: one character per 100 ms ('#' the narrator speaks, '.' silence), or real sounds."""
        self.clock = SoundClock()
        self.loudspeaker = TapedLoudspeaker(self.clock)
        self.microphone = self
        self._script = script

    async def __aiter__(self) -> AsyncIterator[Sound]:
        samples = self._samples()
        while self.clock.now + FRAME <= len(samples):
            start = self.clock.now
            self.clock.advance(start + FRAME)
            for _ in range(HOPS):
                await anyio.lowlevel.checkpoint()
            await anyio.wait_all_tasks_blocked()
            yield Sound(samples[start : start + FRAME], start)

    async def wait(self, seconds: float) -> None:
        """Let `seconds` of room time go by."""
        await self.clock.sleep(seconds)

    def _samples(self) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        if isinstance(self._script, str):
            marks = np.array([mark == "#" for mark in self._script], np.float32)
            return np.repeat(marks, RATE // 10)
        return np.concatenate([piece.samples for piece in self._script])
