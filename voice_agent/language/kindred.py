"""What a story has to do with another: vectors in which those that belong together lie near, though they share no word.

A matrix that was taught with pairs of stories (training/links.py) turns what MPNet (mpnet.py) makes of a text after three of
its layers; MPNet's own meaning has a share in it as well, because stories that are simply about the same thing belong
together, too. The card stands in models/links.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import ModelDamaged
from voice_agent.language.arrays import MEND, arrays
from voice_agent.language.mpnet import SIZE, WIDTH, opened

OWN = 0.5
"""What a cosine of MPNet's own meanings counts beside one of the taught vectors. Chosen with each hand's links left out."""

TURN = {"mean": (WIDTH,), "spread": (WIDTH,), "middle": (SIZE,)}
"""Vectors beside the matrix "turn", (WIDTH, any): how rows are made alike, and what the meanings of all stories share."""


class Turn:
    """The matrix that was taught, and what goes with it."""

    def __init__(
        self,
        mean: NDArray[np.float32],
        spread: NDArray[np.float32],
        turn: NDArray[np.float32],
        middle: NDArray[np.float32],
        own: float = OWN,
    ) -> None:
        """`own`: what MPNet's own meaning counts beside the taught vector; 0: nothing.

        Raises ValueError where the shapes do not fit.
        """
        shapes = {"mean": mean.shape, "spread": spread.shape, "middle": middle.shape}
        if shapes != TURN or turn.ndim != 2 or len(turn) != WIDTH:
            raise ValueError("the shapes do not fit MPNet")
        self.mean, self.spread, self.turn, self.middle = mean, spread, turn, middle
        self.own = own

    @property
    def size(self) -> int:
        """Length of a vector."""
        return self.turn.shape[1] + (SIZE if self.own else 0)

    def of_rows(self, rows: NDArray[np.floating]) -> NDArray[np.float32]:
        """Return unit vectors, (n, size), for `rows` as mpnet.Mpnet reads them.

        Their cosine is that of the taught vectors and, `own` as much, of the meanings without their middle.
        """
        wide: NDArray[np.float32] = rows.astype(np.float32)
        taught = _unit(((wide - self.mean) / self.spread @ self.turn).astype(np.float32))
        if not self.own:
            return taught
        own = _unit(wide[:, -SIZE:] - self.middle) * np.float32(self.own**0.5)
        return np.concatenate([taught, own], axis=1) / np.float32((1 + self.own) ** 0.5)

    def save(self, file: Path) -> None:
        """Write what `read` reads."""
        file.parent.mkdir(parents=True, exist_ok=True)
        kept = {"mean": self.mean, "spread": self.spread, "turn": self.turn, "middle": self.middle}
        small = {name: each.astype(np.float16) for name, each in kept.items()}
        np.savez_compressed(file, **small)  # pyright: ignore[reportArgumentType]


def read(file: Path, own: float = OWN) -> Turn:
    """Read turn.npz; `own` as `Turn` takes it. Raises ModelMissing, ModelDamaged."""
    parts = arrays(file, ("mean", "spread", "turn", "middle"))
    try:
        return Turn(*parts, own=own)
    except ValueError as error:
        raise ModelDamaged(f"{file} cannot be used: {error}.", mend=MEND) from None


class Kindred:
    """An Embedder. Safe to call from several threads."""

    def __init__(self, turn: Turn, mpnet: Path, *, threads: int = 1) -> None:
        """`turn`: of models/links, or of models/retold; `mpnet`: MPNet's weights. Raises EngineUnavailable."""
        self._turn = turn
        self._mpnet = opened(mpnet, threads)

    @property
    def size(self) -> int:
        """Length of a vector."""
        return self._turn.size

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), size), unit rows; an empty text has a vector too."""
        return self._turn.of_rows(self._mpnet.read(texts))


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
