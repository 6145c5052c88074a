"""What one opened microphone has sent: copied by its thread, mixed and resampled by ours."""

import asyncio
import time
from collections.abc import Callable, Iterator

import numpy as np
import soxr

from voice_agent.audio.ring import Block, Ring
from voice_agent.audio.streams import Moment
from voice_agent.sound import RATE, Samples

YOUNG = 2.0
"""Seconds after its start in which a device is not asked when its sound was in the air: PulseAudio

claims 0.5 s ago at first, and is right to 2 ms afterwards. Until then it counts as just now.
"""


class Capture:
    """One per opened stream. `write` and `died` belong to the device's thread, the rest to the loop."""

    def __init__(self, seconds: float, bell: Callable[[], None], died: Callable[[], None]) -> None:
        """`seconds`: length of the ring. In the event loop: `bell` after each block, `died` at the end."""
        self._seconds, self._bell, self._gone = seconds, bell, died
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ring = Ring(1, 1)
        self._rate = RATE
        self._resample: soxr.ResampleStream | None = None
        self._last: tuple[int, float] | None = None
        self.overflows = 0
        """Times the device ran over before its thread came to copy."""

    def begin(self, rate: int, channels: int, loop: asyncio.AbstractEventLoop) -> None:
        """The device turned out to send `channels` channels at `rate`; it may start now."""
        self._rate, self._loop = rate, loop
        self._ring = Ring(round(self._seconds * rate), channels)
        self._resample = soxr.ResampleStream(rate, RATE, 1, "float32") if rate != RATE else None

    def write(self, block: Block, moment: Moment) -> None:
        """Copy, note the time, ring the bell. Nothing else: this is the device's own thread."""
        self._ring.write(block)
        now = time.monotonic()
        young = self._ring.total < YOUNG * self._rate
        ended = now if young or moment.at is None else moment.at + len(block) / self._rate
        self._last = (self._ring.total, min(ended, now))
        self.overflows += moment.trouble
        self._call(self._bell)

    def died(self) -> None:
        """The stream has stopped of itself: the device is gone."""
        self._call(self._gone)

    @property
    def heard(self) -> tuple[int, float] | None:
        """Samples at RATE captured so far, and the steady time of the last of them."""
        return (
            None
            if self._last is None
            else (round(self._last[0] * RATE / self._rate), self._last[1])
        )

    def take(self) -> Iterator[Samples | int]:
        """Yield what came since, mono at RATE and in [-1, 1]; a number is that many samples dropped."""
        for piece in self._ring.read():
            if isinstance(piece, int):
                yield round(piece * RATE / self._rate)
                continue
            # a driver that fails may send anything, numbers that are none too
            piece = np.clip(np.nan_to_num(piece, copy=False), -1.0, 1.0)
            mono = piece[:, 0] if piece.shape[1] == 1 else piece.mean(axis=1, dtype=np.float32)
            yield mono if self._resample is None else self._resample.resample_chunk(mono)

    def _call(self, what: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what)
