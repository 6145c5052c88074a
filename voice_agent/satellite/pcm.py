"""Sound as a satellite sends it, brought to ours: mono float32 at 16 kHz, whatever its rate, width and channels."""

from collections.abc import Callable

import numpy as np
import soxr

from voice_agent.satellite.wire import Form
from voice_agent.sound import RATE, Samples

LEAST, MOST = 4_000, 384_000
"""Hertz that can be brought to ours; anything else is no rate."""

CHANNELS = 16
"""More than that is no microphone."""


def _bytes(raw: bytes) -> Samples:
    return (np.frombuffer(raw, np.uint8).astype(np.float32) - 128) / np.float32(128)


def _words(raw: bytes) -> Samples:
    return np.frombuffer(raw, "<i2").astype(np.float32) / np.float32(1 << 15)


def _threes(raw: bytes) -> Samples:
    wide = np.zeros((len(raw) // 3, 4), np.uint8)
    wide[:, 1:] = np.frombuffer(raw, np.uint8).reshape(-1, 3)
    return _longs(wide.tobytes())


def _longs(raw: bytes) -> Samples:
    return (np.frombuffer(raw, "<i4") / (1 << 31)).astype(np.float32)


_READ: dict[int, Callable[[bytes], Samples]] = {1: _bytes, 2: _words, 3: _threes, 4: _longs}
"""By width in bytes; one byte is without a sign, as in a WAV file."""


def readable(form: Form) -> bool:
    """Can sound of this form be brought to ours?"""
    return form.width in _READ and LEAST <= form.rate <= MOST and 1 <= form.channels <= CHANNELS


class Reader:
    """One stream of sound of one form. Keeps state: pieces in order."""

    def __init__(self, form: Form, rate: int) -> None:
        """`form`: a `readable` one. `rate`: how fast it really comes, Hz, whatever the form says."""
        self.form, self.rate = form, rate
        self._rest = b""
        self._resample = soxr.ResampleStream(rate, RATE, 1, "float32") if rate != RATE else None

    def count(self, raw: bytes) -> int:
        """Samples that `raw` brings."""
        return len(raw) // (self.form.width * self.form.channels)

    def read(self, raw: bytes) -> Samples:
        """`raw` as ours; a sample that is cut in two waits for its other half."""
        raw = self._rest + raw
        whole = self.count(raw) * self.form.width * self.form.channels
        self._rest = raw[whole:]
        samples = _READ[self.form.width](raw[:whole])
        mono = samples.reshape(-1, self.form.channels).mean(axis=1, dtype=np.float32)
        if self._resample is not None:
            mono = self._resample.resample_chunk(mono)
        return np.clip(mono, -1.0, 1.0)
