"""Vectors in which two texts lie near that were taught to: an answer, and answers after which one would ask the same.

Three layers (lab/training/likeness.py) go on where MiniLM is halfway; MiniLM's own meaning has a share in it as well, because
what is simply about the same thing is alike, too.
"""

import json
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.language.embedding import SIZE
from voice_agent.language.kinds import MINILM
from voice_agent.language.layers import load
from voice_agent.language.minilm_layers import MiniLMLayers

LONGEST_TEXT_PIECES = 128
"""Word pieces, about 95 words: what it was taught with is shorter still."""

OWN = 0.5
"""What a cosine of MiniLM's own meanings counts beside one of the taught vectors."""


class Likeness:
    """An Embedder. Safe to call from several threads."""

    def __init__(self, folder: Path, minilm: Path, *, threads: int = 1) -> None:
        """`folder`: of models/; `minilm`: MiniLM's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        self._layers = load(folder / "layers.npz")
        self._middle = middle(folder / "middle.json")
        under = MINILM - self._layers.count
        self._minilm_layers = MiniLMLayers(
            minilm, threads=threads, longest=LONGEST_TEXT_PIECES, layers=under
        )

    @property
    def size(self) -> int:
        """Length of a vector."""
        return 2 * SIZE

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), 768), unit rows; an empty text has a vector too."""
        halfway, meanings = self._minilm_layers.both(texts)
        taught = np.zeros((len(texts), SIZE), np.float32)

        def long(place: int) -> int:
            return len(halfway[place])

        for _, alike in groupby(sorted(range(len(texts)), key=long), long):
            places = list(alike)
            taught[places] = self._layers.read(np.stack([halfway[place] for place in places]))
        return joined(taught, meanings, self._middle)


def joined(
    taught: NDArray[np.float32], meanings: NDArray[np.float32], middle: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return unit rows whose cosine is that of the `taught` rows and, `OWN` as much, of the `meanings` without their middle."""
    own = _unit(meanings - middle) * np.float32(OWN**0.5)
    return np.concatenate([_unit(taught), own], axis=1) / np.float32((1 + OWN) ** 0.5)


def middle(file: Path) -> NDArray[np.float32]:
    """Read middle.json: what the meanings of all stories have in common. Raises ModelMissing, ModelDamaged."""
    mend = "Restore the file from the package."
    try:
        found = np.asarray(json.loads(file.read_text(encoding="utf-8"))["middle"], np.float32)
    except FileNotFoundError:
        raise ModelMissing(f"{file} is missing.", mend=mend) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelDamaged(f"{file} cannot be read: {error}.", mend=mend) from None
    if found.shape != (SIZE,):
        raise ModelDamaged(f"{file} holds no vector of {SIZE} numbers.", mend=mend)
    return found


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
