"""How good an ordered list is. Relevance is a number per item, 0 for what is not listed.

Conventions: nDCG with gain 2^relevance - 1 and discount log2(rank + 1) (Järvelin and Kekäläinen, 2002;
Burges, 2005); recall@k divides by min(k, relevant), so that 1 can be reached; the reciprocal rank of
nothing found is 0. Intervals are percentile bootstraps over questions; of plain shares see measuring/shares.py.
"""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T", bound=Hashable)


def ndcg(found: Sequence[T], wanted: Mapping[T, int], k: int = 5) -> float:
    """0..1; 0 where nothing is wanted."""
    best = sum(_gain(each, n) for n, each in enumerate(sorted(wanted.values(), reverse=True)[:k]))
    if not best:
        return 0.0
    return sum(_gain(wanted.get(each, 0), n) for n, each in enumerate(found[:k])) / best


def recall(found: Sequence[T], wanted: Mapping[T, int], k: int = 5) -> float:
    """0..1."""
    relevant = {each for each, grade in wanted.items() if grade > 0}
    return len(relevant & set(found[:k])) / min(k, len(relevant)) if relevant else 0.0


def reciprocal(found: Sequence[T], wanted: Mapping[T, int]) -> float:
    """1 / the rank of the first that is wanted."""
    return next((1 / n for n, each in enumerate(found, 1) if wanted.get(each, 0) > 0), 0.0)


def interval(values: Sequence[float], seed: int, rounds: int = 1000) -> tuple[float, float]:
    """95 % of the means of resampled `values`."""
    if not values:
        return 0.0, 0.0
    chance = np.random.default_rng(seed)
    drawn = chance.choice(np.asarray(values), (rounds, len(values))).mean(axis=1)
    low, high = np.percentile(drawn, [2.5, 97.5])
    return float(low), float(high)


def differs(ours: Sequence[float], theirs: Sequence[float], seed: int) -> float:
    """The share of paired resamples in which ours is not ahead: a one-sided p."""
    return _share(np.asarray(ours) - np.asarray(theirs), seed, lambda mean: mean <= 0)


def _share(
    values: "np.ndarray[tuple[int], np.dtype[np.float64]]", seed: int, test: Callable[[float], bool]
) -> float:
    chance = np.random.default_rng(seed)
    drawn = chance.choice(values, (1000, len(values))).mean(axis=1)
    return sum(test(float(mean)) for mean in drawn) / len(drawn)


def _gain(grade: int, place: int) -> float:
    return (2**grade - 1) / math.log2(place + 2)
