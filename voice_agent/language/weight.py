"""Reads whether a story weighs on the heart: a line between light and heavy in what MPNet (mpnet.py) makes of it.

The engine behind memory's WeightReader. What training/weight.py made stands in models/weight, with its card.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import ModelDamaged
from voice_agent.language.arrays import MEND, arrays
from voice_agent.language.mpnet import WIDTH, opened
from voice_agent.memory.weight import BELIEVED, stretches


class Line(NamedTuple):
    """Where light ends and heavy begins."""

    weights: NDArray[np.float64]
    """(WIDTH,), for what MPNet makes of a text."""

    bias: float
    bar: float
    """0..1, the score from which a story is believed to weigh."""

    def scores(self, rows: NDArray[np.floating]) -> NDArray[np.float64]:
        """0..1 for each of `rows`, (n, WIDTH)."""
        return 1 / (1 + np.exp(-(rows.astype(np.float64) @ self.weights + self.bias)))

    def save(self, file: Path) -> None:
        """Write what `read` reads."""
        file.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(
            file, weights=self.weights.astype(np.float32), bias=self.bias, bar=self.bar
        )


def read(file: Path) -> Line:
    """Read line.npz. Raises ModelMissing, ModelDamaged."""
    turned, bias, bar = arrays(file, ("weights", "bias", "bar"))
    if turned.shape != (WIDTH,) or bias.size != 1 or bar.size != 1 or not 0 < bar.item() < 1:
        raise ModelDamaged(f"{file} does not say from where something weighs.", mend=MEND)
    return Line(turned.astype(np.float64), bias.item(), bar.item())


class WeightByMeaning:
    """Passes the memory.weight.WeightReader contract. Safe to call from several threads."""

    def __init__(self, folder: Path, mpnet: Path, *, threads: int = 1) -> None:
        """`folder`: models/weight; `mpnet`: MPNet's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        self._line = read(folder / "line.npz")
        self._mpnet = opened(mpnet, threads)

    def read(self, text: str) -> float:
        """Return what its heaviest stretch weighs, 0..1; nothing at all weighs 0."""
        found = stretches(text)
        if not found:
            return 0.0
        scores = self._line.scores(self._mpnet.read(found))
        return from_bar(float(scores.max()), self._line.bar)


def from_bar(share: float, bar: float) -> float:
    """Move a probability so that `bar` comes to lie where one just believes it."""
    if share >= bar:
        return BELIEVED + (1 - BELIEVED) * (share - bar) / (1 - bar)
    return BELIEVED * share / bar
