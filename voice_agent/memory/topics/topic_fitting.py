"""Fit the ranker's weights to choices: of two topics, the one that was right should score higher.

The pairwise loss of Bradley and Terry (1952) on readable measures, drawn towards weights that are known to
be sensible, so that what the choices do not speak of stays as it was. No weight falls below 0: that the
same people are in it never speaks against a topic. Convex; the same choices give the same weights.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Candidates of one moment and which of them was right."""

    measures: NDArray[np.float64]
    """Shape (candidates, measures)."""

    right: int


def pairs(choices: Sequence[Choice]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return right minus wrong for every pair, and its weight: each choice counts 1 in all."""
    rows: list[NDArray[np.float64]] = []
    shares: list[NDArray[np.float64]] = []
    for each in choices:
        wrong = np.delete(each.measures, each.right, axis=0)
        if len(wrong):
            rows.append(each.measures[each.right] - wrong)
            shares.append(np.full(len(wrong), 1 / len(wrong)))
    if not rows:
        return np.zeros((0, 0)), np.zeros(0)
    return np.concatenate(rows), np.concatenate(shares)


def fit(
    choices: Sequence[Choice],
    prior: NDArray[np.float64],
    *,
    penalty: float = 0.01,
    least: float = 0.0,
    fixed: NDArray[np.bool_] | None = None,
    rounds: int = 2000,
) -> NDArray[np.float64]:
    """Return the weights, shape of `prior`, none below `least`; `prior` itself where there are no choices.

    `penalty` is how strongly `prior` draws, per choice; where `fixed`, a weight stays. Projected gradient
    descent.
    """
    differences, shares = pairs(choices)
    if not len(differences):
        return prior.copy()
    count = float(shares.sum())
    steep = 0.25 * float(np.linalg.norm(differences * np.sqrt(shares)[:, None], 2) ** 2) / count
    step = 1 / (steep + penalty)
    weights = prior.copy()
    ahead, momentum = weights, 1.0
    for _ in range(rounds):
        wrong = 1 / (1 + np.exp(np.clip(differences @ ahead, -50, 50)))
        slope = -(differences.T @ (shares * wrong)) / count + penalty * (ahead - prior)
        new = np.maximum(least, ahead - step * slope)
        if fixed is not None:
            new = np.where(fixed, prior, new)
        following = (1 + (1 + 4 * momentum**2) ** 0.5) / 2
        ahead = new + (momentum - 1) / following * (new - weights)
        moved = float(np.abs(new - weights).max())
        weights, momentum = new, following
        if moved < 1e-7:
            break
    return weights
