"""Mel spectrograms, as Whisper, Smart Turn and GE2E were trained on them: 25 ms windows every 10 ms.

Slaney's mel scale: linear up to 1 kHz, logarithmic above (M. Slaney, Auditory Toolbox, 1998).
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from voice_agent.sound import RATE, Samples

WINDOW = RATE // 40
"""Samples in one window: 25 ms."""

HOP = RATE // 100
"""Samples between two windows: 10 ms."""


def mel(samples: Samples, bands: int) -> NDArray[np.float32]:
    """Return the power in each mel band, shape (bands, n // HOP); needs more than WINDOW // 2 samples.

    Not a logarithm. Windows are centred on their moment; the ends are mirrored.
    """
    padded = np.pad(samples, WINDOW // 2, mode="reflect")
    windows = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP]
    windows = windows[: len(samples) // HOP]
    hann = np.hanning(WINDOW + 1)[:-1].astype(np.float32)
    power = np.square(np.abs(np.fft.rfft(windows * hann, axis=1))).astype(np.float32)
    return filters(bands) @ power.T


@cache
def filters(bands: int) -> NDArray[np.float32]:
    """Return triangles of equal area from 0 Hz to RATE / 2, shape (bands, WINDOW // 2 + 1)."""
    edges = _hertz(np.linspace(0.0, float(_mel(np.array(RATE / 2))), bands + 2))
    frequencies = np.fft.rfftfreq(WINDOW, 1 / RATE)
    rising = (frequencies - edges[:-2, None]) / np.diff(edges)[:-1, None]
    falling = (edges[2:, None] - frequencies) / np.diff(edges)[1:, None]
    triangles = np.maximum(0.0, np.minimum(rising, falling))
    return (triangles * (2.0 / (edges[2:] - edges[:-2]))[:, None]).astype(np.float32)


_KNEE = 1000.0  # Hz
_LINEAR = 200.0 / 3  # Hz per mel below the knee
_STEP = np.log(6.4) / 27  # natural log of Hz per mel above it


def _mel(hertz: NDArray[np.float64]) -> NDArray[np.float64]:
    above = _KNEE / _LINEAR + np.log(np.maximum(hertz, _KNEE) / _KNEE) / _STEP
    return np.where(hertz < _KNEE, hertz / _LINEAR, above)


def _hertz(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    above = _KNEE * np.exp(_STEP * (np.maximum(mels, _KNEE / _LINEAR) - _KNEE / _LINEAR))
    return np.where(mels < _KNEE / _LINEAR, mels * _LINEAR, above)
