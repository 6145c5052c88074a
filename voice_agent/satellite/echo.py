"""Our voice taken out of a satellite's microphone, though at first nobody knows how late it comes back.

Until that is measured nothing is believed while we speak: a canceller that is told the wrong time takes nothing away, and
our first words would interrupt themselves.
"""

from collections.abc import Callable

import numpy as np

from voice_agent.audio.echo import AUDIBLE
from voice_agent.backends import EchoCanceller
from voice_agent.satellite.delay import LONGEST
from voice_agent.sound import RATE, Samples

NO_ECHO = 6 * RATE
"""Samples of our voice after which an echo that was not found is too faint to matter."""


class LateEcho:
    """An EchoCanceller for a satellite."""

    def __init__(self, made: Callable[[], EchoCanceller], known: Callable[[], bool]) -> None:
        """`made`: makes the canceller that does the work. `known`: is the delay measured?"""
        self._made, self._known = made, known
        self._inner = made()
        self._sure = known()
        self._spoken = self._tail = 0

    def cancel(self, near: Samples, far: Samples) -> Samples:
        """`near` without `far`; silence while both are unsure."""
        if not self._sure and self._known():
            self._sure = True
            self._inner = self._made()  # it begins to learn, now that it is told the right time
        if self._sure or self._spoken >= NO_ECHO:
            return self._inner.cancel(near, far)
        if np.abs(far).max(initial=0.0) > AUDIBLE:
            self._spoken += len(near)
            self._tail = LONGEST
        elif self._tail <= 0:
            return near
        else:
            self._tail -= len(near)
        return np.zeros_like(near)
