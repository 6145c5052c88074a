"""“Mm”: a hum in the voice's own sound.

Neither engine can be asked for one: written "mm", piper reads two letters ("em em"), and hibari's is
taken for a word. So the closing m of a word the voice can say is measured, and a longer, softer one
with a melody of its own is built from its overtones. Pure but for the word that is asked of the voice.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import EngineError
from voice_agent.sound import Samples
from voice_agent.speech.pace import Articulator, levelled

WORDS = ("Home.", "Time.", "Hum.")
"""Words that end on a long m."""

STRETCH = 1.5

OVERTONES = 24
"""As many as an m can be told by; the highest lies near 2.4 kHz in a man's voice."""

WINDOW = 0.09
"""Seconds over which pitch and overtones are measured: eight periods of a low voice."""


@dataclass(frozen=True, slots=True)
class Breath:
    """One swell of a hum."""

    seconds: float
    rises: float
    """Pitch at its end over pitch at its beginning."""

    height: float = 1.0
    """Pitch in its middle over the voice's own."""

    loudness: float = 1.0


MM = (Breath(0.42, 0.88),)
MM_LOW = (Breath(0.50, 0.84, 0.94),)
MM_HM = (Breath(0.22, 0.96, 0.94, 0.8), Breath(0.36, 0.94, 1.16))
MM_HM_LEVEL = (Breath(0.20, 0.98, 0.92, 0.75), Breath(0.38, 0.98, 1.10))
HUMS = {"mm": MM, "mm low": MM_LOW, "mm-hm": MM_HM, "mm-hm level": MM_HM_LEVEL}
"""A falling mm says "go on"; the second swell of mm-hm lies higher: "yes, I am with you"."""


@dataclass(frozen=True, slots=True)
class Timbre:
    """What an m of this voice is made of."""

    pitch: float
    """Hertz: the voice's middle, for a word's last m lies below it and may creak."""

    overtones: NDArray[np.float64]
    """Amplitudes of the fundamental and its multiples, shape (OVERTONES,), loudest 1."""


def timbre(voice: Articulator) -> Timbre:
    """Measure the m of `voice`: the most even hum at the end of a few words. Raises EngineError."""
    best: tuple[float, NDArray[np.float64]] | None = None
    pitches: list[float] = []
    for word in WORDS:
        said = voice.utter(word, STRETCH).astype(np.float64)
        width = round(WINDOW * voice.rate)
        for first in range(0, len(said) - width, voice.rate // 100):
            window = said[first : first + width]
            if np.sqrt(np.mean(window**2)) < 0.008:
                continue
            pitch, evenness = _pitch(window, voice.rate)
            if evenness > 0.85:
                pitches.append(pitch)
            score = evenness + _lowness(window, voice.rate)
            if first > len(said) // 2 and (best is None or score > best[0]):
                best = (score, _overtones(window, pitch, voice.rate))
    if best is None or best[0] < 1.5 or not pitches:
        raise EngineError(voice.name, "its m could not be found.", retryable=False)
    return Timbre(float(np.median(pitches)), best[1])


def hum(timbre: Timbre, breaths: tuple[Breath, ...], rate: int) -> Samples:
    """Hum. Shape (n,), at `rate`, levelled a little below speech; starts and ends at silence."""
    swells: list[NDArray[np.float64]] = []
    for breath in breaths:
        count = round(breath.seconds * rate)
        along = np.linspace(0, 1, count)
        wander = 1 + 0.006 * np.sin(2 * np.pi * 5.1 * along * breath.seconds)
        pitch = timbre.pitch * breath.height * breath.rises ** (along - 0.5) * wander
        turn = 2 * np.pi * np.cumsum(pitch) / rate
        swell = np.zeros(count)
        for number, amplitude in enumerate(timbre.overtones, start=1):
            # small loudspeakers lose the fundamental: the overtones carry the hum there
            bright = amplitude * number**0.6
            swell += bright * np.where(pitch * number < 0.45 * rate, np.sin(number * turn), 0)
        shape = np.minimum(along / 0.25, 1) ** 1.5 * np.minimum((1 - along) / 0.45, 1) ** 1.5
        swells.append(breath.loudness * shape * swell / np.abs(swell).max())
    joined = swells[0]
    for swell in swells[1:]:
        lap = round(0.01 * rate)  # the breath between the swells is short: the lips stay closed
        joined = np.concatenate((joined, np.zeros(len(swell) - lap)))
        joined[-len(swell) :] += swell
    edge = np.zeros(round(0.02 * rate))
    return levelled(np.concatenate((edge, joined, edge)).astype(np.float32), rms=0.06)


def _pitch(window: NDArray[np.float64], rate: int) -> tuple[float, float]:
    """Return (hertz, evenness 0..1) by autocorrelation; the shortest lag that is nearly the best."""
    half = len(window) // 2
    head = window[:half]
    lags = range(round(rate / 320), min(round(rate / 70), half))
    likeness = np.array(
        [
            head
            @ window[lag : lag + half]
            / np.sqrt((head @ head) * (window[lag : lag + half] @ window[lag : lag + half]) + 1e-12)
            for lag in lags
        ]
    )
    near = np.flatnonzero(likeness > 0.95 * likeness.max())[0]
    while near + 1 < len(likeness) and likeness[near + 1] > likeness[near]:
        near += 1
    return rate / lags[int(near)], float(likeness[near])


def _overtones(window: NDArray[np.float64], pitch: float, rate: int) -> NDArray[np.float64]:
    spectrum = np.abs(np.fft.rfft(window * np.hanning(len(window)), 1 << 15))
    bins = pitch * np.arange(1, OVERTONES + 1) * (1 << 15) / rate
    found = [
        float(spectrum[round(at * 0.97) : round(at * 1.03) + 1].max(initial=0.0))
        for at in bins
        if round(at) < len(spectrum)
    ]
    amplitudes = np.array(found + [0.0] * (OVERTONES - len(found)))
    return amplitudes / max(amplitudes.max(), 1e-9)


def _lowness(window: NDArray[np.float64], rate: int) -> float:
    """Share of the energy below 450 Hz: nearly all of it in an m, half or less in a vowel."""
    power = np.abs(np.fft.rfft(window * np.hanning(len(window)))) ** 2
    low = np.fft.rfftfreq(len(window), 1 / rate) < 450
    return float(power[low].sum() / max(power.sum(), 1e-12))
