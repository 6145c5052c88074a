"""What the loudspeaker put into the air, placed on the microphone's clock.

The echo canceller subtracts it, and the interviewer's track of the recording is written from it, so
both hold what was heard and not what was meant to be said.
"""

from collections import deque
from dataclasses import dataclass

import numpy as np
import soxr

from voice_agent.sound import RATE, Clip, Samples

KEPT = 60 * RATE
"""How far back the timeline can be asked: 60 s."""


@dataclass(slots=True, eq=False)
class _Played:
    samples: Samples
    began: int
    ended: int


class Timeline:
    """One clip after the other; never two at once."""

    def __init__(self) -> None:
        self._played: deque[_Played] = deque()

    def begin(self, samples: Samples, at: int) -> None:
        """`samples` (at RATE) sound from sample `at` on, to their end unless `end` says otherwise."""
        while self._played and self._played[0].ended < at - KEPT:
            self._played.popleft()
        self._played.append(_Played(samples, at, at + len(samples)))

    def move(self, at: int, *, tolerance: int = 0) -> None:
        """The last clip really began at sample `at`, as the device now tells us. Small corrections, up

        to `tolerance` samples, are not worth the jump in the echo canceller's far end.
        """
        last = self._played[-1]
        if abs(at - last.began) > tolerance:
            last.began, last.ended = at, at + (last.ended - last.began)

    def end(self, at: int) -> None:
        """The last clip fell silent at sample `at`, if it had not ended before."""
        last = self._played[-1]
        last.ended = max(last.began, min(last.ended, at))

    def sounding(self, at: int) -> bool:
        """Was or is anything in the air at sample `at`?"""
        return any(piece.began <= at < piece.ended for piece in self._played)

    def heard(self, at: int) -> float:
        """Seconds of the last clip that had reached the air at sample `at`."""
        if not self._played:
            return 0.0
        last = self._played[-1]
        return max(0, min(at, last.ended) - last.began) / RATE

    def reference(self, start: int, count: int) -> Samples:
        """Samples [start, start + count) of all of it, zeros where there was nothing."""
        out = np.zeros(count, np.float32)
        for piece in self._played:
            first, last = max(start, piece.began), min(start + count, piece.ended)
            if first < last:
                out[first - start : last - start] = piece.samples[
                    first - piece.began : last - piece.began
                ]
        return out


def at_rate(clip: Clip, rate: int) -> Samples:
    """Return the clip's samples at `rate` Hz."""
    if clip.rate == rate:
        return clip.samples
    return np.asarray(soxr.resample(clip.samples, clip.rate, rate), np.float32)


def loud(samples: Samples, volume: float) -> Samples:
    """Return `samples` times `volume`, but never so loud that they are clipped."""
    peak = float(np.abs(samples).max(initial=0.0))
    factor = min(volume, 0.98 / peak) if peak * volume > 0.98 else volume
    return samples if factor == 1.0 else (samples * np.float32(factor))
