"""Where somebody was audibly speaking: what every recognised word must answer to.

A recogniser asked about silence answers with words. So the sound is judged a second time by Silero
(it lies inside faster-whisper), a frame at a time, and the judgement travels with the transcript.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voice_agent.sound import RATE, Samples, Sound

FRAME = 512
"""Samples in one judged frame: 32 ms, the only length Silero knows at RATE."""

LOUD = 0.1
"""Root mean square that quiet speech is raised to before it is judged (-20 dBFS)."""

MOST_GAIN = 100.0
"""Quiet speech is raised by at most this factor (40 dB); a room's own hiss stays hiss."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Speech probability and loudness of a stretch, one value per FRAME samples."""

    start: int
    """Sample index of the first frame on the session's clock."""

    voiced: NDArray[np.float32]
    """Shape (n,): probability in [0, 1] that the frame holds speech."""

    level: NDArray[np.float32]
    """Shape (n,): loudness, dBFS, never below -120."""

    def peak(self, begin: float, end: float, *, at_least: float = -120.0) -> float:
        """Highest speech probability between two moments, in seconds on the session's clock.

        Only frames of `at_least` so many dBFS count; 0 where there are none.
        """
        span = self._between(begin, end)
        part = self.voiced[span][self.level[span] >= at_least]
        return float(part.max()) if len(part) else 0.0

    def loudest(self, begin: float, end: float) -> float:
        """Level of the loudest frame between two moments, dBFS; -120 where there are none."""
        part = self.level[self._between(begin, end)]
        return float(part.max()) if len(part) else -120.0

    def seconds(self, begin: float, end: float, threshold: float = 0.5) -> float:
        """How many seconds between two moments are speech with at least `threshold`."""
        part = self.voiced[self._between(begin, end)]
        return float((part >= threshold).sum()) * FRAME / RATE

    def pinned(self, begin: float, end: float, threshold: float) -> tuple[float, float]:
        """Return the span without the silence at its edges; as it is where nothing in it is audible."""
        span = self._between(begin, end)
        hits = np.flatnonzero(self.voiced[span] >= threshold)
        if not len(hits):
            return begin, end
        first = (self.start + (span.start + int(hits[0])) * FRAME) / RATE
        after = (self.start + (span.start + int(hits[-1]) + 1) * FRAME) / RATE
        return max(begin, first), min(end, after)

    def last(self, threshold: float) -> int:
        """Sample index just after the last frame with at least `threshold`; `start` if none has."""
        hits = np.flatnonzero(self.voiced >= threshold)
        return self.start + (int(hits[-1]) + 1) * FRAME if len(hits) else self.start

    def _between(self, begin: float, end: float) -> slice:
        first = int((begin * RATE - self.start) // FRAME)
        after = int(-((self.start - end * RATE) // FRAME))
        return slice(max(0, first), max(0, after))


def weigh(sound: Sound) -> Evidence:
    """Judge `sound` frame by frame. About 2 ms of CPU per second; keeps no state between calls.

    Silero goes deaf to quiet voices: a hoarse speaker is found at -23 dBFS and gone, all of him, at
    -43 (the clip mfa_cold scaled down). So the stretch is first raised to LOUD.
    """
    from faster_whisper.vad import get_vad_model  # 0.4 s to import; only where sound is recognised

    count = -(-len(sound.samples) // FRAME)
    if count == 0:
        nothing = np.zeros(0, np.float32)
        return Evidence(sound.start, nothing, nothing)
    padded = np.pad(sound.samples, (0, count * FRAME - len(sound.samples))).astype(np.float32)
    power = np.square(padded.reshape(count, FRAME)).mean(axis=1)
    voiced = np.asarray(get_vad_model()(padded * _gain(power)), np.float32).reshape(-1)
    level = 10 * np.log10(np.maximum(power, 1e-12))
    return Evidence(sound.start, _believed(voiced), level.astype(np.float32))


def _believed(voiced: NDArray[np.float32]) -> NDArray[np.float32]:
    """A frame is as voiced as its better neighbour agrees: hiss makes lone ones, no word is 32 ms."""
    edged = np.pad(voiced, 1)
    return np.minimum(voiced, np.maximum(edged[:-2], edged[2:]))


def _gain(power: Samples) -> float:
    """The loudest tenth of the frames is what would be speech if any of it is."""
    loud = float(np.sqrt(np.quantile(power, 0.9)))
    return 1.0 if loud >= LOUD else min(LOUD / max(loud, 1e-9), MOST_GAIN)
