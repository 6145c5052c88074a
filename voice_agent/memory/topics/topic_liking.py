"""The ranker fitted to one narrator, from the topics that were offered and taken up, or passed over.

    weights = refit(shipped, [Offered(...), ...])       # pure; no offers, no change
    for each in changes(shipped, weights): print(each.says)

Bounded: one offer moves no weight by more than a tenth, and none leaves half to twice what it was, so that a few evenings cannot make the ranker
somebody else's. Forgetting the offers forgets all of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from voice_agent.memory.topics.topic_fitting import Choice, fit
from voice_agent.memory.topics.topic_measures import MEASURES

LEAST, MOST = 0.5, 2.0
"""Bounds of a weight, as factors of what it was."""

SLOW = 20.0
"""How strongly what was trained draws, in offers: about as many have to agree to move it half the way. A guess."""


STEP = 0.1
"""Share by which one offer may change a weight at most: who was tired once has not changed what they like. A guess."""


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
    choices = [each for offer in offers for each in _choices(offer)]
    if not choices:
        return dict(zip(MEASURES, before.tolist(), strict=True))
    found = fit(choices, before, penalty=SLOW / len(choices))
    low, high = max(LEAST, (1 - STEP) ** len(offers)), min(MOST, (1 + STEP) ** len(offers))
    bounded = np.clip(found, low * before, high * before)
    return dict(zip(MEASURES, bounded.tolist(), strict=True))


def _choices(offer: Offered) -> list[Choice]:
    """Taken up, it was better than the others; passed over, the two next best would have been better."""
    rows = np.array(offer.measures, np.float64)
    if offer.welcome:
        return [Choice(rows, offer.place)] if len(rows) > 1 else []
    own = rows[offer.place]
    others = np.delete(rows, offer.place, axis=0)
    order = np.argsort(-others.sum(axis=1), kind="stable")[:2]
    return [Choice(np.stack([others[at], own]), 0) for at in order]


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
        if old and abs(new / old - 1) >= 0.05:
            how = "more" if new > old else "less"
            share = round(100 * abs(new / old - 1))
            found.append(
                Change(name, old, new, f"{_NAMES[name]} counts {share} % {how} than at first")
            )
    return tuple(sorted(found, key=lambda each: -abs(each.after / each.before - 1)))
