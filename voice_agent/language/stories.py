"""What a story has to do with another, and whether it weighs on the heart: MPNet with upper layers that were taught both.

Stories that belong together lie near, though they share no word. What weighs is read from those layers, and from MPNet as it is
beside them: each misses what the other knows. What lab/training/stories.py made stands in models/stories, with
its card.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import ModelDamaged
from voice_agent.language.adapted import PRODUCTS, Adapted, Added, layers
from voice_agent.language.arrays import MEND, arrays
from voice_agent.language.mpnet import SIZE, WIDTH
from voice_agent.memory.weight import stretches

FILE = "stories.npz"

BESIDE = 1 / 3
"""Say of MPNet as it is in what weighs."""

MORE = ("middle", "head", "bias", "plain", "plain_bias")
"""What is kept beside the branches: what all vectors share, and what reads weight from the taught layers and from MPNet as it is."""


class Stories:
    """Passes the Embedder and the memory.weight.WeightReader contracts. Safe to call from several threads."""

    def __init__(self, folder: Path, mpnet: Path, *, threads: int = 1) -> None:
        """`folder`: models/stories; `mpnet`: MPNet's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        added, more = read(folder / FILE)
        self._middle, self._head = more["middle"], more["head"]
        self._plain = more["plain"]
        self._bias = (1 - BESIDE) * float(more["bias"]) + BESIDE * float(more["plain_bias"])
        shapes = [self._middle.shape, self._head.shape, self._plain.shape]
        if shapes != [(SIZE,), (SIZE,), (WIDTH,)]:
            raise ModelDamaged(f"{folder / FILE} does not fit MPNet.", mend=MEND)
        try:
            self._reader = Adapted(added, mpnet, threads=threads)
        except ValueError as error:
            raise ModelDamaged(f"{folder / FILE} cannot be used: {error}.", mend=MEND) from None

    @property
    def size(self) -> int:
        """Length of a vector."""
        return SIZE

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), size), unit rows; an empty text has a vector too."""
        rows = self._reader.read(texts) - self._middle
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)

    def read(self, text: str) -> float:
        """Return what its heaviest stretch weighs, 0..1, likelier than not from memory.weight.BELIEVED on; nothing weighs 0."""
        found = stretches(text)
        if not found:
            return 0.0
        taught, plain = self._reader.both(found)
        out = (1 - BESIDE) * (taught @ self._head) + BESIDE * (plain @ self._plain) + self._bias
        return float((1 / (1 + np.exp(-out.astype(np.float64)))).max())


@cache
def opened(folder: Path, mpnet: Path) -> Stories:
    """The one reader of these files: what belongs and what weighs are asked of the same. Raises as `Stories`."""
    return Stories(folder, mpnet)


def save(folder: Path, added: Added, more: Mapping[str, NDArray[np.floating]]) -> None:
    """Write what `Stories` reads. `more`: MORE by name."""
    kept = {name: each.astype(np.float16) for name, each in more.items()}
    # a sum of two thousand small numbers and a large one
    kept |= {name: more[name].astype(np.float32) for name in ("plain", "plain_bias")}
    for name, (into, out) in added.items():
        kept |= {f"{name}.in": into.astype(np.float16), f"{name}.out": out.astype(np.float16)}
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / FILE, **kept)  # pyright: ignore[reportArgumentType]


def read(file: Path) -> tuple[Added, Mapping[str, NDArray[np.float32]]]:
    """The branches, and MORE by name. Raises ModelMissing, ModelDamaged."""
    names = [f"{layer}.{product}" for layer in layers() for product in PRODUCTS]
    sides = [f"{name}.{side}" for name in names for side in ("in", "out")]
    found = dict(zip((*sides, *MORE), arrays(file, (*sides, *MORE)), strict=True))
    added = {name: (found[f"{name}.in"], found[f"{name}.out"]) for name in names}
    return added, {name: found[name] for name in MORE}
