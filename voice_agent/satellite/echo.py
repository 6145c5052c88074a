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

LEARNS = RATE
"""Samples of our voice that a canceller hears before it is believed: until then it leaves some of it. A guess."""


class LateEcho:
    """An EchoCanceller for a satellite."""

    def __init__(self, made: Callable[[], EchoCanceller], delay: Callable[[], int | None]) -> None:
        """`made`: makes the canceller that does the work. `delay`: samples, as measured; None: not yet."""
        self._made, self._delay = made, delay
        self._inner = made()
        self._told = delay()
        self._spoken = self._tail = self._learnt = 0

    def cancel(self, near: Samples, far: Samples) -> Samples:
        """`near` without `far`; silence while both are unsure."""
        if (now := self._delay()) is not None and now != self._told:
            # it begins to learn, now that it is told the right time, or another
            self._told, self._inner, self._learnt = now, self._made(), 0
        audible = bool(np.abs(far).max(initial=0.0) > AUDIBLE)
        self._tail = LONGEST if audible else max(0, self._tail - len(near))
        if self._told is None:
            self._spoken += len(near) if audible else 0
            sure = self._spoken >= NO_ECHO
        else:
            self._learnt += len(near) if audible else 0
            sure = self._learnt >= LEARNS
        if sure:
            return self._inner.cancel(near, far)
        if self._told is not None:
            self._inner.cancel(near, far)  # it learns
        return np.zeros_like(near) if self._tail else near
