"""Teach layers in whose vectors texts that belong to each other lie near: an answer, and a question that follows it.

MiniLM's upper three layers learn to know, for each text of a hand, its own among those of the same hand (van den Oord and
others, 2018), so that no way of writing gives one away. language/likeness.py reads with them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from lab.training.emotion_layers import Upper, padded
from lab.training.emotion_lessons import Lesson
from lab.training.steps import halved, steps

SIZE = 384
EPOCHS, RATE, BATCH, HEAT, DROP = 3, 1e-4, 64, 0.05, 0.1


@dataclass(frozen=True, slots=True)
class Hand:
    """What one hand wrote, read halfway: the first of all pairs, and then the second of each."""

    told: Lesson
    meanings: NDArray[np.float32]
    """MiniLM's own, of `told`."""

    @property
    def count(self) -> int:
        """How many pairs."""
        return (len(self.told.begins) - 1) // 2


def firsts(scores: NDArray[np.floating], others: int) -> NDArray[np.float64]:
    """For each row how often its own (the diagonal) is alone at the head among `others` drawn beside it."""
    n = len(scores)
    better = (scores >= np.diag(scores)[:, None]).sum(axis=1) - 1
    return np.array([comb(n - 1 - int(b), others) / comb(n - 1, others) for b in better])


def first_of(scores: NDArray[np.floating], others: int) -> float:
    """The mean of `firsts`."""
    return float(firsts(scores, others).mean())


def halves(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """How near each of the first half is to each of the second."""
    one, other = np.split(rows, 2)
    return one @ other.T


def beginning(minilm: Path) -> Upper:
    """MiniLM as it is: the head hands on what the last layer says."""
    model = Upper(minilm, outputs=SIZE)
    with torch.no_grad():
        model.head.weight.zero_()
        model.head.weight[:, -SIZE:] = torch.eye(SIZE)
        model.head.bias.zero_()
    model.head.requires_grad_(False)
    for part in model.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = DROP
    model.drop.p = 0.0
    return model.eval()


def centre(model: Upper, hands: Sequence[Hand]) -> None:
    """Let the head leave out what the texts of all `hands` have in common: then being near says more."""
    every = np.concatenate([said(model, hand.told) for hand in hands])
    with torch.no_grad():
        model.head.bias.sub_(torch.from_numpy(every.mean(axis=0)))


def said(model: Upper, told: Lesson) -> NDArray[np.float32]:
    """What `model` makes of each text; rows of any length."""
    n = len(told.begins) - 1
    found = np.zeros((n, SIZE), np.float32)
    with torch.inference_mode(), halved():
        for places in np.array_split(np.argsort(np.diff(told.begins)), max(1, n // 32)):
            found[places] = model(*padded(told, places)).float().numpy()
    return found


def middle_of(hands: Iterable[Hand]) -> NDArray[np.float32]:
    """What the meanings of all texts have in common."""
    return np.concatenate([hand.meanings for hand in hands]).mean(axis=0)


def teach(model: Upper, hands: Sequence[Hand], seed: int = 0) -> None:
    """Teach `model`."""
    dice = np.random.default_rng(seed)
    plan: list[tuple[Hand, NDArray[np.int64]]] = []
    for _ in range(EPOCHS):
        some = [
            (hand, group)
            for hand in hands
            for group in np.array_split(
                dice.permutation(hand.count), max(1, round(hand.count / BATCH))
            )
        ]
        plan += [some[int(n)] for n in dice.permutation(len(some))]

    def loss(step: tuple[Hand, NDArray[np.int64]]) -> torch.Tensor:
        hand, group = step
        with halved():
            out = model(*padded(hand.told, np.concatenate([group, group + hand.count])))
        made = f.normalize(out.float(), dim=1)
        near = made[: len(group)] @ made[len(group) :].T / HEAT
        right = torch.arange(len(group))
        return (f.cross_entropy(near, right) + f.cross_entropy(near.T, right)) / 2

    steps(model, plan, loss, rate=RATE, decay=0.01, warm=0.1)
