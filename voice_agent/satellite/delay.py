"""How long after we send it our voice comes back into a satellite's microphone. Pure.

On the way lie two networks and a buffer of which nobody tells us: with `aplay`, half a second. The echo canceller finds
an echo 0-400 ms after its far end, so it must be told to within some tens of milliseconds when our voice was in the air.
"""

import numpy as np

from voice_agent.sound import FRAME, RATE, Samples, Sound

LONGEST = round(1.5 * RATE)
"""An echo that comes later is not looked for."""

WINDOW = 4 * RATE
"""Sound that is compared at once."""

EVERY = RATE // 2
"""Samples between two looks."""

ENOUGH = RATE * 3 // 2
"""Samples of our voice in the window that make a look worth while."""

AUDIBLE = 1e-3
"""Peak of a frame from which our voice counts."""

BAND = (300.0, 3400.0)
"""Hertz: what a small loudspeaker gives and a voice has."""

SURE = 14.0
"""Standard deviations by which a peak must stand out. In simulated rooms an echo stands out by 36 to 46, however faint; hiss by

3.5 to 4.8; the same synthetic voice saying something else by up to 7.9 (27 looks each, 4 s of sound).
"""
AGREE = round(0.01 * RATE)
"""Two looks in a row must not differ by more."""

MOVED = round(0.06 * RATE)
"""A delay known before is left alone until it is off by more: each change is a jump for the canceller."""


class Delay:
    """Of one satellite."""

    def __init__(self, known: int | None = None) -> None:
        """`known`: samples, from an earlier talk."""
        self.samples = known
        """None: not known yet."""

        self._near = np.zeros(WINDOW, np.float32)
        self._far = np.zeros(WINDOW, np.float32)
        self._since = 0
        self._before: int | None = None

    def hear(self, frame: Sound, sent: Samples) -> None:
        """One frame of the microphone, and what we sent during it."""
        self._near = _push(self._near, frame.samples)
        self._far = _push(self._far, sent)
        self._since += len(frame.samples)
        if self._since < EVERY:
            return
        self._since = 0
        voiced = np.abs(self._far.reshape(-1, FRAME)).max(axis=1) > AUDIBLE
        if voiced.sum() * FRAME < ENOUGH:
            return
        found = between(self._near, self._far)
        if found is None:
            return
        before, self._before = self._before, found
        if before is None or abs(before - found) > AGREE:
            return
        if self.samples is None or abs(self.samples - found) > MOVED:
            self.samples = found


def between(near: Samples, far: Samples) -> int | None:
    """By how many samples `near` follows `far`; None: nothing stands out. Lengths equal."""
    size = 2 * len(near)
    hertz = np.fft.rfftfreq(size, 1 / RATE)
    band = (hertz > BAND[0]) & (hertz < BAND[1])
    cross = np.fft.rfft(near, size) * np.conj(np.fft.rfft(far, size)) * band
    cross /= np.abs(cross) + 1e-9
    likeness = np.fft.irfft(cross, size)[:LONGEST]
    peak = int(np.argmax(likeness))
    spread = float(likeness.std())
    return peak if spread > 0 and float(likeness[peak]) > SURE * spread else None


def _push(window: Samples, samples: Samples) -> Samples:
    return np.concatenate((window[len(samples) :], samples))
