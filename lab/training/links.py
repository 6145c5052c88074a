"""Links: a story of today and the old topic that belongs to it, as hands wrote them; training/stories.py teaches with them.

links_*.tsv, one hand a file: "link" or "near", today's story (its turns joined by " | "), an old topic as it was told. A
link shares a meaning and hardly a word; what is near shares words and nothing else, and only the first five hands wrote any.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lab.training.likeness import firsts, halves

OTHERS = 5
"""Topics beside the one that belongs."""


@dataclass(frozen=True, slots=True)
class Link:
    """Today's story and an old topic."""

    today: str
    topic: str
    belongs: bool


def read(path: Path) -> list[Link]:
    """Raises OSError, and ValueError where a line has another form."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    for number, row in enumerate(rows, 1):
        if len(row) != 3 or row[0] not in {"link", "near"}:
            raise ValueError(f"{path}, line {number}: three columns, the first “link” or “near”.")
    return [Link(row[1].replace(" | ", " "), row[2], row[0] == "link") for row in rows]


def interval(each: NDArray[np.float64], seed: int = 0) -> tuple[float, float]:
    """95 % of the mean, by drawing anew."""
    dice = np.random.default_rng(seed)
    means = each[dice.integers(0, len(each), (1000, len(each)))].mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def report(name: str, rows: NDArray[np.float32]) -> None:
    """Print how often a topic comes first of six. `rows`: vectors of all stories, then of the topic of each."""
    each = firsts(halves(rows), OTHERS)
    low, high = interval(each)
    print(
        f"{name}: first of {OTHERS + 1} {each.mean():.3f} (95 % {low:.2f} to {high:.2f}, n {len(each)})",
        flush=True,
    )
