"""Which sample was in the air when. Ties the microphone's samples to the computer's steady clock.

Sound cards run a little fast or slow (up to 100 parts in a million) and report their delays with some
jitter: both are followed slowly. A jump is something else: sound was lost, and is asked for back as
silence, so that the session's clock stays true.
"""

from voice_agent.sound import RATE

JUMP = RATE // 4
"""Samples the stream may lag before we call it a loss: 0.25 s, more than any device buffers."""

SURE = 0.3
"""Seconds a lag must last: a burst of late sound makes up for itself sooner."""

FOLLOW = 0.05
"""Share of each deviation that is believed: at 50 blocks a second, 0.4 s to follow."""


class Alignment:
    """Sample index <-> seconds of the steady clock (`time.monotonic`)."""

    def __init__(self) -> None:
        self._zero: float | None = None  # steady time of sample 0
        self._late_since: float | None = None

    @property
    def known(self) -> bool:
        """Has anything been observed yet?"""
        return self._zero is not None

    def index_at(self, at: float) -> int:
        """Return the sample that was in the air at steady time `at`; 0 before anything is known."""
        return 0 if self._zero is None else round((at - self._zero) * RATE)

    def time_of(self, index: int) -> float:
        """Return the steady time at which sample `index` was in the air."""
        return (self._zero or 0.0) + index / RATE

    def observe(self, index: int, at: float) -> int:
        """Sample `index` was just captured, at steady time `at`. Return how many samples are missing

        before it: the caller inserts that much silence and counts it in the next `index`.
        """
        zero = at - index / RATE
        if self._zero is None or zero < self._zero - JUMP / RATE:
            self._zero = zero  # sound cannot come before its time: we had been anchored late
            return 0
        lag = zero - self._zero
        if lag * RATE < JUMP:
            self._late_since = None
            self._zero += FOLLOW * lag
            return 0
        if self._late_since is None:
            self._late_since = at
        if at - self._late_since < SURE:
            return 0
        self._late_since = None
        return round(lag * RATE)
