"""The ranker fitted to one narrator, from the topics that were offered and taken up, or passed over.

    weights = refit(shipped, [Offered(...), ...])       # pure; no offers, no change
    for each in changes(shipped, weights): print(each.says)

Bounded: one offer moves no weight by more than a twentieth of it, and no number of them beyond half to twice
what it was, so that a few talks cannot make the ranker somebody else's. Forgetting the offers forgets all of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voice_agent.memory.topics.topic_fitting import Choice, fit
from voice_agent.memory.topics.topic_measures import MEASURES

LEAST_WEIGHT, MOST_WEIGHT = 0.5, 2.0
"""Bounds of a weight, as factors of what it was."""

LITTLE = 0.1
"""A weight that was less may grow to this all the same, and moves as if it were this: 0 is not 0 for ever."""

SLOW = 20.0
"""How strongly what was trained draws, in offers: about as many have to agree to move it half the way. A guess.

One offer moves a weight by at most 1 / SLOW of it.
"""


@dataclass(frozen=True, slots=True)
class Offered:
    """One topic that was offered."""

    measures: tuple[tuple[float, ...], ...]
    """Of the candidates, the offered one among them; columns MEASURES."""

    place: int
    """Of the offered one."""

    welcome: bool
    """Was it taken up?"""


def refit(weights: Mapping[str, float], offers: Sequence[Offered]) -> dict[str, float]:
    """Return the narrator's own weights. Raises nothing."""
    before = np.array([weights.get(name, 0.0) for name in MEASURES])
    # a step is a share of the weight: the same one would be nothing to one weight and all of another
    scale = np.maximum(before, LITTLE)
    choices = [made for offer in offers if (made := _choice(offer, scale)) is not None]
    if not choices:
        return dict(zip(MEASURES, before.tolist(), strict=True))
    found = scale * fit(choices, before / scale, penalty=SLOW / len(choices))
    bounded = np.clip(found, LEAST_WEIGHT * before, np.maximum(MOST_WEIGHT * before, LITTLE))
    return dict(zip(MEASURES, bounded.tolist(), strict=True))


def _choice(offer: Offered, scale: NDArray[np.float64]) -> Choice | None:
    """Taken up, it was better than the others; passed over, the two next best would have been better.

    The measures in points of the score, where no measure says more than one point: what one offer can say is bounded.
    """
    rows = np.array(offer.measures, np.float64) * scale
    if len(rows) < 2:
        return None
    own = rows[offer.place]
    if offer.welcome:
        return Choice(own + np.clip(rows - own, -1, 1), offer.place)
    others = np.delete(offer.measures, offer.place, axis=0)
    order = np.argsort(-others.sum(axis=1), kind="stable")[:2]
    next_best = np.delete(rows, offer.place, axis=0)[order].mean(axis=0)
    return Choice(np.stack([own + np.clip(next_best - own, -1, 1), own]), 0)


@dataclass(frozen=True, slots=True)
class Change:
    """One weight that is not as it was."""

    name: str
    before: float
    after: float
    says: str


_NAMES = {
    "last": "the meaning of what was just said",
    "before": "the meaning of the turn before",
    "context": "the meaning of the whole talk",
    "turns": "the meaning of any of the last turns",
    "line": "how near the topic's line is",
    "words": "shared words",
    "said": "words shared with what was just said",
    "agree": "meaning and words agreeing",
    "people": "the same people",
    "named": "somebody being spoken of just now",
    "places": "the same places",
    "periods": "the same time of life",
    "samples": "what such talk usually calls to mind",
    "affect": "a like mood",
    "recency": "having been told lately",
    "tellings": "having been told often",
    "saliency": "standing out",
    "own": "being of their own life",
}


def changes(before: Mapping[str, float], after: Mapping[str, float]) -> tuple[Change, ...]:
    """What differs by a twentieth or more, the most changed first."""
    found: list[Change] = []
    for name in MEASURES:
        old, new = before.get(name, 0.0), after.get(name, 0.0)
        share = _share(old, new)
        if share < 0.05:
            continue
        how = f"{round(100 * share)} % {'more' if new > old else 'less'} than at first"
        little = "a little, which it did not at first"
        found.append(Change(name, old, new, f"{_NAMES[name]} counts {how if old else little}"))
    return tuple(sorted(found, key=lambda each: -_share(each.before, each.after)))


def _share(before: float, after: float) -> float:
    """How far a weight has moved, as a share of it."""
    return abs(after - before) / max(before, LITTLE)
