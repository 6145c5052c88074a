"""How many samples a second really come from a satellite, whatever it says. Pure.

A wrong rate makes a voice slow and deep, and every pause longer than it was. A network, or this computer when it is busy,
brings sound late and then in a heap, which is no lie: two stretches of time must agree, and nobody sends too fast who has
not sent too much in all.
"""

STALL = 0.5
"""Seconds without a piece after which counting begins anew."""

QUICK = 1.0
"""Seconds of a short stretch, in which a rate that is GROSS is noticed."""

GROSS = 0.25
"""Share by which it is off then: what a short stretch on a bad network does not feign twice."""

LONG = 8.0
"""Seconds of a long stretch."""

OFF = 0.04
"""Share that a long stretch notices. Clocks of cheap sound cards differ by a ten-thousandth, which is none of this."""

USUAL = (8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000)
"""Hertz; what comes within 1 % of one of these is that."""


class _Stretch:
    """Counts in stretches of one length, and speaks when two of them in a row agree."""

    def __init__(self, seconds: float, off: float) -> None:
        self._seconds, self._off = seconds, off
        self._since: float | None = None
        self._last = 0.0
        self._count = 0
        self._before: float | None = None

    def took(self, count: int, at: float, believed: int) -> float | None:
        """The rate by two stretches, where it is not `believed`."""
        if self._since is None or at - self._last > STALL:
            self._since, self._last, self._count, self._before = at, at, 0, None
            return None
        self._last = at
        self._count += count
        long = at - self._since
        if long < self._seconds:
            return None
        rate = self._count / long
        before, self._before = self._before, rate
        self._since, self._count = at, 0
        if before is None or abs(rate - before) > self._off / 2 * rate:
            return None
        both = (rate + before) / 2
        return both if abs(both - believed) > self._off * believed else None


class Pace:
    """Of one satellite."""

    def __init__(self, announced: int) -> None:
        self.rate = announced
        """Hertz that are believed."""

        self._quick, self._long = _Stretch(QUICK, GROSS), _Stretch(LONG, OFF)
        self._since: float | None = None
        self._total = 0

    def took(self, count: int, at: float) -> bool:
        """`count` samples came, the last of them at steady time `at`. True: `rate` has turned out another."""
        if self._since is None:
            self._since = at
        else:
            self._total += count
        quick, long = (each.took(count, at, self.rate) for each in (self._quick, self._long))
        too_much = self._total > (1 + OFF) * self.rate * (at - self._since)
        rate = long or quick
        if rate is None or (rate > self.rate and not too_much) or (rate < self.rate and not long):
            return False
        near = min(USUAL, key=lambda each: abs(each - rate))
        self.rate = near if abs(near - rate) <= 0.01 * rate else round(rate)
        return True
