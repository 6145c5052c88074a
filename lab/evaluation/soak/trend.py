"""Does a row of figures grow? Theil and Sen's slope with its interval, and a verdict by a rule that is written down."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

WARM_UP = 0.2
"""Share of a run at its beginning that is not judged: engines are loaded, tables opened, caches filled."""

ENOUGH = 9
"""Figures that a verdict takes at least: three for each third."""

SURE = 1.96
"""Of a normal distribution: 95 of 100 intervals hold the slope."""

Points = Sequence[tuple[float, float]]


class Verdict(StrEnum):
    """What is said of a quantity."""

    FLAT = "flat"
    MUST = "grows as it must"
    UNEXPLAINED = "grows, unexplained"
    LITTLE = "too little measured"


@dataclass(frozen=True, slots=True)
class Slope:
    """Of a line through the points: the median of all slopes between two of them."""

    each: float
    """Growth for one step along."""

    low: float
    high: float
    """Its interval of 95 %; figures that follow each other closely make it narrower than it should be."""

    at: float
    """Where the line stands in the middle, with `middle` along."""

    middle: float


@dataclass(frozen=True, slots=True)
class Rule:
    """When growth is none."""

    share: float = 0.03
    """Growth from the first third to the last, as a share of the first, that is no growth."""

    least: float = 0.0
    """The same in the quantity's own unit: less is none either."""

    must: bool = False
    """It has to grow with every talk: then its pace may not."""

    most: float = 0.0
    """A wait that grows with a life may do so while it stays below this; 0: it may not grow."""


PACE = 2.0
"""What has to grow may grow so many times faster in its last third than in its first."""


def slope(points: Points) -> Slope:
    """Theil and Sen's, with Sen's interval. Raises ValueError for fewer than two places."""
    x = np.array([each for each, _ in points], float)
    y = np.array([each for _, each in points], float)
    one, other = np.triu_indices(len(x), 1)
    apart = x[other] - x[one]
    every = np.sort((y[other] - y[one])[apart != 0] / apart[apart != 0])
    if not len(every):
        raise ValueError("all at one place")
    spread = SURE * math.sqrt(len(x) * (len(x) - 1) * (2 * len(x) + 5) / 18)
    low = max(0, math.floor((len(every) - spread) / 2))
    high = min(len(every) - 1, math.ceil((len(every) + spread) / 2))
    return Slope(
        float(np.median(every)),
        float(every[low]),
        float(every[high]),
        float(np.median(y)),
        float(np.median(x)),
    )


def warm(points: Points) -> Points:
    """Without the beginning."""
    return points[math.floor(len(points) * WARM_UP) :]


def thirds(points: Points) -> tuple[float, float]:
    """Medians of the first and the last third."""
    many = max(1, len(points) // 3)
    values = [each for _, each in points]
    return statistics.median(values[:many]), statistics.median(values[-many:])


def judged(points: Points, rule: Rule) -> Verdict:
    """Say of `points`, warm-up and all, whether they grow."""
    points = warm(points)
    if len(points) < ENOUGH or len({x for x, _ in points}) < 2:
        return Verdict.LITTLE
    if rule.must:
        return _paced(points, rule.least)
    first, last = thirds(points)
    grown = last - first
    little = grown <= max(abs(first) * rule.share, rule.least)
    if little or slope(points).low < 0:
        return Verdict.FLAT
    return Verdict.MUST if last <= rule.most else Verdict.UNEXPLAINED


def _paced(points: Points, least: float) -> Verdict:
    many = len(points) // 3
    begins = _pace(points[:many])
    ends = _pace(points[-many:])
    if begins <= 0 and ends <= 0:
        return Verdict.FLAT
    whole, grown = _pace(points), points[-1][1] - points[-many][1]
    paced = grown <= least or ends <= PACE * max(begins, whole)
    return Verdict.MUST if paced else Verdict.UNEXPLAINED


def _pace(points: Points) -> float:
    (x, y), (end, last) = points[0], points[-1]
    return (last - y) / (end - x) if end > x else 0.0
