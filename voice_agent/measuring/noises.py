"""Sounds of rooms in which nobody tells anything. Made, not recorded; the same seed, the same sound.

All are mono at RATE. Levels are root mean squares in dB full scale, of the kind a microphone on a
kitchen table gives when a person beside it reaches -25. They stand for rooms; they are not rooms.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from voice_agent.sound import RATE, Samples


def silence(seconds: float) -> Samples:
    """A microphone that is switched off: zeros."""
    return np.zeros(round(seconds * RATE), np.float32)


def tone(seconds: float, seed: int = 7, level: float = -60.0) -> Samples:
    """A room with nothing in it: pink noise."""
    return _at(_pink(round(seconds * RATE), np.random.default_rng(seed)), level)


def fan(seconds: float, seed: int = 7, level: float = -35.0) -> Samples:
    """White noise: a fan, rain, a radio between stations."""
    return _at(np.random.default_rng(seed).standard_normal(round(seconds * RATE)), level)


def household(seconds: float, seed: int = 7) -> Samples:
    """A refrigerator's hum, a clock, cups, steps, and now and then a running tap."""
    dice = np.random.default_rng(seed)
    count = round(seconds * RATE)
    time = np.arange(count) / RATE
    hum = sum(np.sin(2 * np.pi * 50 * k * time) / k for k in (1, 2, 3, 5))
    room = _at(np.asarray(hum), -50.0) + _at(_pink(count, dice), -58.0)
    for at in np.arange(0.5, seconds, 1.0):
        _put(room, at, _ring(dice, 3200, 0.004, 0.02))
    for at in dice.uniform(0, seconds, round(seconds / 4)):
        _put(room, at, _ring(dice, dice.uniform(1800, 5200), 0.06, 0.12))  # a cup, a spoon
    for at in dice.uniform(0, seconds, round(seconds / 5)):
        for step in range(int(dice.integers(2, 6))):
            _put(room, at + 0.55 * step, _ring(dice, 70, 0.05, 0.15))
    for at in dice.uniform(0, seconds, max(1, round(seconds / 30))):
        water = np.diff(dice.standard_normal(round(4 * RATE) + 1))
        _put(room, at, _at(water * np.hanning(len(water)), -34.0))
    return np.clip(room, -1, 1).astype(np.float32)


def babble(
    voices: Sequence[Samples], seconds: float, seed: int = 7, level: float = -32.0
) -> Samples:
    """Eight people at once in the next room: nobody can be understood."""
    dice = np.random.default_rng(seed)
    count = round(seconds * RATE)
    crowd = np.zeros(count)
    for _ in range(8):
        order = dice.permutation(len(voices))
        line = np.concatenate([_at(voices[i], -30.0) for i in order])
        crowd += np.roll(np.resize(line, count), int(dice.integers(count)))
    return _at(crowd, level)


def noisy(speech: Samples, decibels: float, seed: int = 7) -> Samples:
    """`speech` with pink noise `decibels` below the level of its spoken parts."""
    frames = speech[: len(speech) // 320 * 320].reshape(-1, 320)
    power = np.square(frames, dtype=np.float64).mean(axis=1)
    spoken = power[power > power.max() / 1000]  # 30 dB below the loudest is a pause
    level = 10 * np.log10(spoken.mean()) - decibels
    noise = _at(_pink(len(speech), np.random.default_rng(seed)), level)
    return np.clip(speech + noise, -1, 1).astype(np.float32)


def _pink(count: int, dice: np.random.Generator) -> NDArray[np.float64]:
    spectrum = np.fft.rfft(dice.standard_normal(count))
    return np.fft.irfft(spectrum / np.sqrt(np.arange(len(spectrum)) + 8.0), count)


def _at(samples: NDArray[np.floating], level: float) -> Samples:
    loud = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
    return (samples * (10 ** (level / 20) / max(loud, 1e-9))).astype(np.float32)


def _ring(
    dice: np.random.Generator, hertz: float, level: float, seconds: float
) -> NDArray[np.float64]:
    """Something struck: a tone with noise that dies away."""
    time = np.arange(round(3 * seconds * RATE)) / RATE
    sound = np.sin(2 * np.pi * hertz * time) + 0.3 * dice.standard_normal(len(time))
    return level * sound * np.exp(-time / (seconds / 3))


def _put(room: Samples, at: float, sound: NDArray[np.floating]) -> None:
    begin = round(at * RATE)
    room[begin : begin + len(sound)] += sound[: max(0, len(room) - begin)].astype(np.float32)
