"""Talks in which somebody has marked where another subject begins, and how well a guess agrees. Pure.

TIAGE's three parts are read (MIT; Xie et al. 2021), or files of its form: for each talk a list of lines with "1" where
the line begins something else, "0" where it does not, and "-1" for the first.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.errors import SettingsError
from voice_agent.reading.heads.shifted import texts


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A chat with labels."""

    lines: tuple[str, ...]
    labels: tuple[int, ...]
    """1: this line begins something else; 0: it does not; -1: the first line."""

    @property
    def turns(self) -> Iterator[tuple[Sequence[str], str, int]]:
        """What was said before, the line, and its label; without the first."""
        for place in range(1, len(self.lines)):
            yield self.lines[:place], self.lines[place], self.labels[place]


@dataclass(frozen=True, slots=True)
class Scored:
    """How a yes or no agrees with the labels."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def read(folder: Path, part: str) -> list[Dialogue]:
    """Read TIAGE's train, dev or test part. Raises SettingsError."""
    file = folder / f"anno_{part}.json"
    try:
        table: dict[str, list[list[Any]]] = json.loads(file.read_text(encoding="utf-8"))
        return [
            Dialogue(tuple(str(text) for text, _ in lines), tuple(int(label) for _, label in lines))
            for lines in table.values()
        ]
    except (OSError, ValueError, TypeError) as error:
        raise SettingsError(f"{file} cannot be read: {error}.") from None


def scored(labels: NDArray[np.int64], said: NDArray[np.bool_]) -> Scored:
    """Precision and recall of the shifts."""
    right = float((said & (labels == 1)).sum())
    return Scored(right / max(float(said.sum()), 1.0), right / max(float((labels == 1).sum()), 1.0))


def auc(labels: NDArray[np.int64], likely: NDArray[np.float64]) -> float:
    """Chance that a shift is thought likelier than a turn that is none; ties count half."""
    shifts, others = likely[labels == 1], likely[labels != 1]
    above = (shifts[:, None] > others[None, :]).mean() + 0.5 * (
        shifts[:, None] == others[None, :]
    ).mean()
    return float(above)


def best(labels: NDArray[np.int64], likely: NDArray[np.float64]) -> float:
    """The threshold with the best F1, among those between two likelihoods."""
    return max(
        np.unique(np.quantile(likely, np.linspace(0.3, 0.98, 120))),
        key=lambda at: scored(labels, likely >= at).f1,
    )


def embedded(dialogues: Sequence[Dialogue], embedder: Embedder) -> "Embedder":
    """An embedder that has read all that the head needs of `dialogues` already. Raises EngineError."""
    wanted = [
        text for each in dialogues for before, said, _ in each.turns for text in texts(before, said)
    ]
    return _Read(list(dict.fromkeys(wanted)), embedder)


class _Read:
    def __init__(self, wanted: list[str], embedder: Embedder) -> None:
        self._place = {text: place for place, text in enumerate(wanted)}
        self._vectors = embedder.embed(wanted)

    @property
    def size(self) -> int:
        return int(self._vectors.shape[1])

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._vectors[[self._place[text] for text in texts]]
