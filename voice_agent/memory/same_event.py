"""Do two strands tell of one event? The odds, by rule (`comparing.compare`) and by meaning.

Rules know what is told again in like words. What is told again in quite other words ("Dad went in forty-seven"; "the doctor
shook his head") is known by its meaning: vectors that were taught to lie near one another where they tell of one event
(models/retold), weighed together with what can be read off: dates, places, people, sorts and words. The weights were fitted
by logistic regression (lab/training/retold.py).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voice_agent.memory import comparing
from voice_agent.memory.claims import ClaimId
from voice_agent.memory.comparing import SLIP
from voice_agent.memory.figures import Match
from voice_agent.memory.strands import Strand

Vectors = Mapping[ClaimId, NDArray[np.float32]]
"""Two unit vectors of each claim, one behind the other, shape (2n,): of what is said around it, and of its own words."""

SAME = -0.5
"""From these odds on, on average, strands tell of one event. Chosen on the open and practice templates of
`python -m lab retold` and on lives by six writers; the held-back ones are not looked at."""

RULED, UNRULED = 1.5, -2.5
"""Odds of what is just alike enough by rule, and, where nothing is known of its meaning, of what is not."""

WEIGHTS: Mapping[str, float] = {
    "any": -3.57,
    "around": 4.63,
    "words": 2.33,
    "shared": 0.35,
    "same time": 2.03,
    "same years": 1.04,
    "same decades": 0.41,
    "slip": -0.79,
    "other time": -2.78,
    "same place": 1.39,
    "other place": -0.47,
    "same people": 0.72,
    "other people": -0.17,
    "same sort": 0.15,
    "other sort": -1.47,
    "same principal": 0.48,
    "other principal": -1.21,
    "rivals": -1.08,
}
"""What each trait adds to the logarithm of the odds."""


class Meant(NamedTuple):
    """What a strand means: two unit vectors of shape (n,)."""

    around: NDArray[np.float32]
    words: NDArray[np.float32]


def meant(one: Strand, vectors: Vectors | None) -> Meant | None:
    """The mean of what its claims mean; None where no vector stands for any, or nothing in it happened."""
    if not vectors or not one.embedded or not one.happened:
        return None
    rows = np.stack([vectors[each] for each in one.embedded])
    size = rows.shape[1] // 2
    return Meant(_mean(rows[:, :size]), _mean(rows[:, size:]))


def _mean(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    total = rows.sum(axis=0)
    return total / max(float(np.linalg.norm(total)), 1e-9)


def near(some: Sequence[Meant], every: Sequence[Meant]) -> NDArray[np.float32]:
    """How much meaning speaks for one event, (len(some), len(every)): `loom` knows how much is worth a look."""
    return (_weighed(some) @ _weighed(every).T).astype(np.float32)


def _weighed(some: Sequence[Meant]) -> NDArray[np.float32]:
    around, words = WEIGHTS["around"] ** 0.5, WEIGHTS["words"] ** 0.5
    rows = [np.concatenate([each.around * around, each.words * words]) for each in some]
    return np.stack(rows) if rows else np.empty((0, 1), np.float32)


def odds(one: Strand, other: Strand, mine: Meant | None, theirs: Meant | None) -> float | None:
    """Return the logarithm of the odds that both tell of one event; None where they cannot. Symmetrical."""
    met = comparing.met(one, other)
    if met is None or not _anchored(one, other, met):
        return None
    alike_by_rule = comparing.compare(one, other, met)
    if alike_by_rule is None:
        return None
    ruled = alike_by_rule >= comparing.SAME
    by_rule = RULED * (1 + 2 * (alike_by_rule - comparing.SAME)) if ruled else UNRULED
    if mine is None or theirs is None:
        return by_rule
    found = _weighed_traits(one, other, mine, theirs, met)
    by_meaning = 0.0
    for say, value in zip(_SAY, found, strict=True):
        by_meaning += say * value
    if ruled:
        return max(by_rule, by_meaning)
    # what means much the same is one event where it is of one time; of the breath it was told in nothing follows
    dated = met.time > 0
    return (
        by_meaning if dated and not comparing.one_breath(one, other) else min(by_meaning, UNRULED)
    )


def _anchored(one: Strand, other: Strand, met: comparing.Met) -> bool:
    """Do they share who or where, or has each a time of its own? What is paid, washed or laughed at in both is of any story."""
    _, whose, _, place, people, _, _ = met
    return (
        bool(one.dates and other.dates)
        or place > 0
        or Match.YES in (whose, people)
        or not one.names.isdisjoint(other.names)
    )


def traits(one: Strand, other: Strand, mine: Meant, theirs: Meant) -> dict[str, float]:
    """What `WEIGHTS` weighs. Symmetrical."""
    met = comparing.meeting(one, other)
    return dict(zip(WEIGHTS, _weighed_traits(one, other, mine, theirs, met), strict=True))


_SAY = tuple(WEIGHTS.values())


def _weighed_traits(
    one: Strand, other: Strand, mine: Meant, theirs: Meant, met: comparing.Met
) -> tuple[float, ...]:
    """In the order of `WEIGHTS`."""
    same_sort, whose, time, place, people, shared, rival = met
    return (
        1.0,
        float(mine.around @ theirs.around),
        float(mine.words @ theirs.words),
        min(shared, 3.0),
        float(time >= 1),
        float(0.5 < time < 1),
        float(0 < time < 0.5),
        float(time == SLIP),
        float(time < SLIP),
        float(place > 0),
        float(place < 0),
        float(people is Match.YES),
        float(people is Match.NO),
        float(same_sort),
        float(bool(one.sort) and bool(other.sort) and not same_sort),
        float(whose is Match.YES),
        float(whose is Match.NO),
        float(rival),
    )
