"""How sure one may be that an old story belongs to today's: among all that somebody told, or none of it.

The weights of conversation/bringing_back.py's choice are those with the least log loss on lives that taught nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.conversation.bringing_back import CERTAINTY, Certainty, sureness
from voice_agent.evaluation.returning.shift_lives import Life

HALF = 0.5
"""From where on `report` calls one sure."""


@dataclass(frozen=True, slots=True)
class Case:
    """A story of today, and all old ones."""

    near: NDArray[np.float32]
    """Cosine with each of them."""

    right: int | None
    """Which belongs; None: none does."""

    heavy: bool = False
    """What belongs is not to be come back to."""


def cases(
    life: Life, reader: Embedder, said: Callable[[str], str] = lambda told: told
) -> list[Case]:
    """Every story of today of one life, as `said` would say it. Raises EngineError."""
    ids = [str(each.topic.id) for each in life.stories]
    topics = reader.embed([each.topic.text for each in life.stories])
    today = reader.embed([said(" ".join(each.tell)) for each in life.talks])
    found: list[Case] = []
    for row, talk in zip(today @ topics.T, life.talks, strict=True):
        right = ids.index(talk.about) if talk.about else None
        found.append(Case(row, right, right is not None and life.stories[right].heavy))
    return found


def sure(case: Case, by: Certainty) -> NDArray[np.float64]:
    """How sure each of them is, 0..1."""
    near = {str(place): float(each) for place, each in enumerate(case.near)}
    found = sureness(near, dict.fromkeys(near, 0.0), by)
    return np.array([found[str(place)] for place in range(len(case.near))])


def loss(every: Sequence[Case], by: Certainty) -> float:
    """Mean log loss."""
    total = 0.0
    for case in every:
        found = sure(case, by)
        share = 1 - found.sum() if case.right is None else found[case.right]
        total -= float(np.log(max(share, 1e-9)))
    return total / len(every)


def fitted(every: Sequence[Case]) -> Certainty:
    """The certainty with the least log loss: its `near` in twos, its `none` in halves."""
    ways = [
        Certainty(near=float(near), none=float(none))
        for near in np.arange(2.0, 44.1, 2.0)
        for none in np.arange(-2.0, 14.1, 0.5)
    ]
    return min(ways, key=lambda by: loss(every, by))


def report(name: str, every: Sequence[Case], by: Certainty = CERTAINTY) -> None:
    """Print how often what belongs comes first, and how sure one may be."""
    calling = [case for case in every if case.right is not None]
    rank = [int((case.near >= case.near[case.right]).sum()) for case in calling]
    first, third = (np.mean([each <= most for each in rank]) for most in (1, 3))
    found = [sure(case, by) for case in every]
    spoke = [n for n, each in enumerate(found) if each.max() >= HALF]
    right = [every[n].right == int(found[n].argmax()) for n in spoke]
    print(
        f"{name}: of {len(calling)} what belongs comes first in {first:.3f}, among three in {third:.3f}; log loss "
        f"{loss(every, by):.3f}; surer than {HALF} in {len(spoke) / len(every):.2f}, right in "
        f"{np.mean(right) if right else 0:.2f} of them",
        flush=True,
    )
