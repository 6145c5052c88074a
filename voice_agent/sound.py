"""Sound as the rest of the package sees it: mono float32 at 16 kHz, counted in samples.

The interviewer's own voice leaves its engine at the engine's rate (`Clip`), because a voice taken
down to 16 kHz sounds like a telephone; everything that is heard, recorded or recognised is `Sound`.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

RATE = 16_000
"""Samples per second everywhere inside the package (Silero, Whisper and GE2E all want 16 kHz)."""

FRAME = RATE // 50
"""Samples in one microphone frame: 20 ms, a length webrtcvad and the echo canceller both accept."""

Samples = NDArray[np.float32]
"""Shape (n,), mono, in [-1, 1]."""


@dataclass(frozen=True, slots=True, eq=False)
class Sound:
    """A stretch of mono audio at RATE and where it sits on the session's clock."""

    samples: Samples
    """Shape (n,), in [-1, 1]."""

    start: int = 0
    """Index of the first sample since the session's microphone opened. This is the clock."""

    @property
    def end(self) -> int:
        """Index just after the last sample."""
        return self.start + len(self.samples)

    @property
    def seconds(self) -> float:
        """Length, seconds."""
        return len(self.samples) / RATE


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """A piece of the interviewer's own voice, or a chime, on its way to the loudspeaker."""

    samples: Samples
    """Shape (n,), in [-1, 1]."""

    rate: int
    """Hertz."""

    text: str = ""
    """The words this clip says, so that the record can hold what was actually heard."""

    rest: float = 0.0
    """Seconds of silence at its end, part of `samples`: whoever speaks then has heard every word."""

    @property
    def seconds(self) -> float:
        """Length, seconds."""
        return len(self.samples) / self.rate


class Microphone(Protocol):
    """Frames of FRAME samples, gapless and in order, until it is closed."""

    def __aiter__(self) -> AsyncIterator[Sound]:
        """Iterate over frames. Raises DeviceLost only when the device cannot be brought back."""
        ...


class Loudspeaker(Protocol):
    """Where the interviewer's voice goes."""

    volume: float
    """Factor, 0.1-2; may be changed at any time."""

    async def play(self, clip: Clip) -> None:
        """Return once `clip` has been *heard* (device buffer included).

        Cancelling silences the loudspeaker at once, mid-word, and flushes the device's buffer.
        """
        ...

    def heard(self) -> float:
        """Seconds of the clip now or last played that have reached the air."""
        ...

    def reference(self, start: int, count: int) -> Samples:
        """What the loudspeaker put into the air during microphone samples [start, start + count),

        at RATE, zeros where it was silent. Shape (count,). The echo canceller's far end.
        """
        ...


class Room(Protocol):
    """Where a session takes place, or where the narrator may be when they are called."""

    @property
    def microphone(self) -> Microphone:
        """On the same clock as the loudspeaker."""
        ...

    @property
    def loudspeaker(self) -> Loudspeaker:
        """On the same clock as the microphone."""
        ...
