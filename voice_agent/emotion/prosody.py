"""How a turn sounded, beside how this narrator usually sounds. Pure, numpy only.

A loud voice is no anger and a slow one no grief: old voices are low, hoarse, quick or quiet by nature. So
nothing is read from a voice by itself, only from how far it is from the narrator's own usual, and that
only moves what the words say (`fuse`); it never makes a feeling of its own.

Pitch is the strongest peak of the autocorrelation, divided by that of the window (Boersma, 1993). Tried on
synthetic voices and the public-domain clips (tests/emotion/test_prosody.py); never on a verified elderly voice.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voice_agent.sound import RATE, Samples
from voice_agent.story import Emotion, Feeling

LOWEST, HIGHEST = 65.0, 420.0
"""Hertz of a speaking voice, men and women."""

CLEAR = 0.55
"""Height of the peak from which a frame is voiced, 0..1. A guess between breath (.3) and vowels (.9)."""

ENOUGH_VOICE_SECONDS = 1.0
"""Seconds of voice below which nothing is said about how a turn sounded."""

LONGEST_HEARD_SECONDS = 20.0
"""Seconds from the end of a turn that are listened to: how it is told now."""

FEW = 4
"""Turns before a narrator's usual is known."""

WEIGHT = 0.15
"""How much one turn moves the usual. A guess; a sitting has about thirty turns."""

FARTHEST = 3.0
"""Nobody is farther from their usual than this many standard deviations, for us."""

DIP = 2.0
"""Decibels between one syllable and the next."""

_STEP = RATE // 2 // 50  # 20 ms at half the rate, which is enough for pitch
_WINDOW = 3 * _STEP  # three periods of 50 Hz
_FFT = 1024


@dataclass(frozen=True, slots=True)
class Manner:
    """How one turn sounded."""

    loudness: float
    """Mean level of its voiced frames, dB below full scale."""

    pitch: float
    """Median, semitones above 55 Hz."""

    liveliness: float
    """How far pitch ranges: from its tenth to its ninetieth percentile, semitones."""

    pace: float
    """Syllables a second of voice, counted as peaks of loudness (de Jong and Wempe, 2009)."""


MEASURES = ("loudness", "pitch", "liveliness", "pace")

LEAST = {"loudness": 2.0, "pitch": 0.8, "liveliness": 1.0, "pace": 0.4}
"""A narrator's spread is never taken to be smaller than this: microphones and sentences differ too."""


def sounded(samples: Samples) -> Manner | None:
    """Listen to the end of a turn, `samples` (n,) at RATE. None where there is too little voice.

    About 5 CPU ms for 8 s.
    """
    latest = samples[-round(LONGEST_HEARD_SECONDS * RATE) :]
    half = (latest[: len(latest) // 2 * 2].reshape(-1, 2).mean(axis=1)).astype(np.float32)
    if len(half) < _WINDOW:
        return None
    frames = np.lib.stride_tricks.sliding_window_view(half, _WINDOW)[::_STEP]
    level = 10 * np.log10((frames.astype(np.float64) ** 2).mean(axis=1) + 1e-10)
    # what is 25 dB below the loud parts is room, not voice
    loud = level > max(float(np.percentile(level, 95)) - 25.0, -65.0)
    pitch = np.zeros(len(level))
    pitch[loud] = _pitch(frames[loud])
    voiced = pitch > 0
    seconds = float(voiced.sum()) * _STEP / (RATE / 2)
    if seconds < ENOUGH_VOICE_SECONDS:
        return None
    tones = 12 * np.log2(pitch[voiced] / 55.0)
    low, middle, high = (float(each) for each in np.percentile(tones, [10, 50, 90]))
    pace = _peaks(level, voiced) / seconds
    return Manner(float(level[voiced].mean()), middle, high - low, pace)


def _peaks(level: NDArray[np.float64], voiced: NDArray[np.bool_]) -> int:
    """How many syllables: voiced peaks of loudness with a dip of DIP dB before each."""
    smooth = np.convolve(level, np.ones(3) / 3, mode="same")
    count, lowest = 0, float(smooth[0])
    highest, at, rising = lowest, 0, False
    for place, value in enumerate(smooth):
        if rising:
            if value > highest:
                highest, at = float(value), place
            elif highest - value >= DIP:
                count += bool(voiced[at])
                rising, lowest = False, float(value)
        elif value < lowest:
            lowest = float(value)
        elif value - lowest >= DIP:
            rising, highest, at = True, float(value), place
    return count + bool(rising and voiced[at])


def _pitch(frames: NDArray[np.float32]) -> NDArray[np.float64]:
    """Hertz of each frame, 0 where it is not voiced."""
    if not len(frames):
        return np.zeros(0)
    window = np.hanning(_WINDOW)
    own = np.fft.irfft(np.abs(np.fft.rfft(window, _FFT)) ** 2)[: _WINDOW // 2]
    shaped = (frames - frames.mean(axis=1, keepdims=True)) * window
    sums = np.fft.irfft(np.abs(np.fft.rfft(shaped, _FFT)) ** 2)[:, : _WINDOW // 2]
    curve = sums / np.maximum(sums[:, :1], 1e-9) / (own / own[0])
    rate = RATE / 2
    first, last = int(rate / HIGHEST), min(int(rate / LOWEST), _WINDOW // 2 - 1)
    part = curve[:, first : last + 1]
    # of two peaks of like height the shorter period is the voice, the longer its echo an octave down
    fair = part - 0.02 * np.log2(np.arange(first, last + 1) / first)
    best = fair.argmax(axis=1)
    height = part[np.arange(len(part)), best]
    inside = (best > 0) & (best < part.shape[1] - 1)
    return np.where((height >= CLEAR) & inside, rate / (first + best), 0.0)


@dataclass(frozen=True, slots=True)
class Usual:
    """How this narrator usually sounds. Kept from sitting to sitting."""

    turns: int = 0
    mean: tuple[float, ...] = (0.0,) * len(MEASURES)
    spread: tuple[float, ...] = (0.0,) * len(MEASURES)
    """Variance of each."""

    def hear(self, manner: Manner | None) -> "Usual":
        """Take in one more turn."""
        if manner is None:
            return self
        weight = max(1 / (self.turns + 1), WEIGHT)
        values = [getattr(manner, name) for name in MEASURES]
        mean, spread = list[float](), list[float]()
        for value, before, width in zip(values, self.mean, self.spread, strict=True):
            step = value - before
            mean.append(before + weight * step)
            spread.append((1 - weight) * (width + weight * step * step) if self.turns else 0.0)
        return Usual(self.turns + 1, tuple(mean), tuple(spread))

    def beside(self, manner: Manner | None) -> "Unusual":
        """How far `manner` is from the usual; nothing until that is known."""
        if manner is None or self.turns < FEW:
            return Unusual()
        found = dict[str, float]()
        for name, mean, width in zip(MEASURES, self.mean, self.spread, strict=True):
            far = (getattr(manner, name) - mean) / max(width**0.5, LEAST[name])
            found[name] = min(max(far, -FARTHEST), FARTHEST)
        return Unusual(**found)

    def as_json(self) -> list[Any]:
        """For the record."""
        return [[float(self.turns)], list(self.mean), list(self.spread)]

    @classmethod
    def from_json(cls, kept: object) -> "Usual":
        """Read what `as_json` wrote; anything else is nobody's usual."""
        match kept:
            case [[turns], [*mean], [*spread]] if len(mean) == len(spread) == len(MEASURES):
                numbers = [turns, *mean, *spread]
                if all(isinstance(each, int | float) for each in numbers):
                    return cls(int(turns), tuple(map(float, mean)), tuple(map(float, spread)))
            case _:
                pass
        return cls()


@dataclass(frozen=True, slots=True)
class Unusual:
    """Standard deviations from the narrator's usual, -3..3; all 0: as ever, or not known."""

    loudness: float = 0.0
    pitch: float = 0.0
    liveliness: float = 0.0
    pace: float = 0.0

    @property
    def stir(self) -> float:
        """How stirred the voice is, -1 (quiet, low, flat, slow) .. 1. Weights are guesses."""
        whole = 0.35 * self.loudness + 0.2 * self.pitch + 0.25 * self.liveliness + 0.2 * self.pace
        return float(np.tanh(whole / 1.5))


_STIRRED = frozenset((Emotion.ANGER, Emotion.FEAR, Emotion.JOY, Emotion.SURPRISE))
"""Feelings that a raised voice makes stronger."""

_SUBDUED = frozenset((Emotion.SADNESS, Emotion.PESSIMISM, Emotion.LOVE))
"""Feelings that a sunken voice makes stronger."""


def fuse(words: Feeling, voice: Unusual) -> Feeling:
    """Let the voice move what the words say; the category stays the words'. All amounts are guesses.

    A stirred voice raises arousal; it strengthens anger, fear, joy and surprise. A sunken one lowers arousal,
    strengthens sadness, and darkens a little what is told in neutral words: grief often has no others.
    """
    stir = voice.stir
    if stir == 0:
        return words
    intensity, valence = words.intensity, words.valence
    if words.category in _STIRRED:
        intensity += 0.2 * stir
    elif words.category in _SUBDUED:
        intensity += 0.2 * -stir
    elif words.category is Emotion.NEUTRAL and stir < 0:
        valence += 0.15 * stir
    intensity = _within(intensity, 0.05, 1) if words.category is not Emotion.NEUTRAL else 0.0
    return replace(
        words,
        intensity=intensity,
        valence=_within(valence, -1, 1),
        arousal=_within(words.arousal + 0.3 * stir, -1, 1),
    )


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
