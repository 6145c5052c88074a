"""When a satellite heard what it sends, though a network and a busy computer bring it late and in heaps. Pure.

The one that came soonest says how the clocks lie: sound is heard in time, and only its coming is late.
"""

import math

from voice_agent.sound import RATE

WINDOW = 10.0
"""Seconds; of this stretch and the one before it the soonest counts. Two clocks drift apart by a millisecond in that time."""

MOST = RATE
"""Samples of sound that may be on their way; what is later has gone astray."""


class Arrivals:
    """Of one satellite, since its sound last began."""

    def __init__(self) -> None:
        self._total = 0
        self._soonest = self._before = math.inf
        """Steady time at which sample 0 would have come, by the soonest of this stretch and of the one before."""

        self._since = -math.inf

    def took(self, count: int, at: float) -> None:
        """`count` samples at RATE came, the last of them at steady time `at`."""
        self._total += count
        if at - self._since > WINDOW:
            self._since, self._before, self._soonest = at, self._soonest, math.inf
        self._soonest = min(self._soonest, at - self._total / RATE)

    def on_their_way(self, at: float) -> int:
        """Samples that were heard by steady time `at` and have not come."""
        began = min(self._soonest, self._before)
        if math.isinf(began):
            return 0
        return min(max(0, round((at - began) * RATE) - self._total), MOST)
