"""Which stories are the same, told again in other words: vectors in which two tellings of one event lie near.

A matrix that was taught with pairs of tellings (lab/training/retold.py) turns what MPNet (mpnet.py) makes of a text after three of
its layers. The card stands in models/retold.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import ModelDamaged
from voice_agent.language.arrays import MEND, arrays
from voice_agent.language.mpnet import WIDTH, opened

FILE = "turn.npz"


class Turn:
    """The matrix that was taught, and what goes with it."""

    def __init__(
        self, mean: NDArray[np.float32], spread: NDArray[np.float32], turn: NDArray[np.float32]
    ) -> None:
        """`mean` and `spread`, (WIDTH,), make rows alike; `turn` is (WIDTH, any). Raises ValueError where the shapes do not fit."""
        if mean.shape != (WIDTH,) or spread.shape != (WIDTH,):
            raise ValueError("the shapes do not fit MPNet")
        if turn.ndim != 2 or len(turn) != WIDTH:
            raise ValueError("the shapes do not fit MPNet")
        self.mean, self.spread, self.turn = mean, spread, turn

    @property
    def size(self) -> int:
        """Length of a vector."""
        return self.turn.shape[1]

    def of_rows(self, rows: NDArray[np.floating]) -> NDArray[np.float32]:
        """Return unit vectors, (n, size), for `rows` as mpnet.Mpnet reads them."""
        made = ((rows.astype(np.float32) - self.mean) / self.spread @ self.turn).astype(np.float32)
        return made / np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-9)

    def save(self, folder: Path) -> None:
        """Write what `read` reads."""
        folder.mkdir(parents=True, exist_ok=True)
        kept = {"mean": self.mean, "spread": self.spread, "turn": self.turn}
        small = {name: each.astype(np.float16) for name, each in kept.items()}
        np.savez_compressed(folder / FILE, **small)  # pyright: ignore[reportArgumentType]


def read(folder: Path) -> Turn:
    """Read what `save` wrote. Raises ModelMissing, ModelDamaged."""
    file = folder / FILE
    parts = arrays(file, ("mean", "spread", "turn"))
    try:
        return Turn(*parts)
    except ValueError as error:
        raise ModelDamaged(f"{file} cannot be used: {error}.", mend=MEND) from None


class Retold:
    """An Embedder. Safe to call from several threads."""

    def __init__(self, turn: Turn, mpnet: Path, *, threads: int = 1) -> None:
        """`turn`: of models/retold; `mpnet`: MPNet's weights. Raises EngineUnavailable."""
        self._turn = turn
        self._mpnet = opened(mpnet, threads)

    @property
    def size(self) -> int:
        """Length of a vector."""
        return self._turn.size

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), size), unit rows; an empty text has a vector too."""
        return self._turn.of_rows(self._mpnet.read(texts))
