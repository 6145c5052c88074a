"""What a story has to do with another, and whether it weighs on the heart: MPNet with upper layers that were taught both.

Stories that belong together lie near, though they share no word. What training/stories.py made stands in models/stories, with
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
from voice_agent.language.mpnet import SIZE
from voice_agent.memory.weight import stretches

FILE = "stories.npz"


class Stories:
    """Passes the Embedder and the memory.weight.WeightReader contracts. Safe to call from several threads."""

    def __init__(self, folder: Path, mpnet: Path, *, threads: int = 1) -> None:
        """`folder`: models/stories; `mpnet`: MPNet's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        added, more = _read(folder / FILE)
        self._middle, self._head = more["middle"], more["head"]
        self._bias = float(more["bias"])
        if self._middle.shape != (SIZE,) or self._head.shape != (SIZE,):
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
        out = (self._reader.read(found) @ self._head + self._bias).astype(np.float64)
        return float((1 / (1 + np.exp(-out))).max())


@cache
def opened(folder: Path, mpnet: Path) -> Stories:
    """The one reader of these files: what belongs and what weighs are asked of the same. Raises as `Stories`."""
    return Stories(folder, mpnet)


def save(
    folder: Path,
    added: Added,
    *,
    middle: NDArray[np.float32],
    head: NDArray[np.float32],
    bias: float,
) -> None:
    """Write what `Stories` reads."""
    kept: dict[str, NDArray[np.floating]] = {"middle": middle, "head": head}
    kept |= {"bias": np.array(bias)}
    for name, (into, out) in added.items():
        kept |= {f"{name}.in": into, f"{name}.out": out}
    small = {name: each.astype(np.float16) for name, each in kept.items()}
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / FILE, **small)  # pyright: ignore[reportArgumentType]


def _read(file: Path) -> tuple[Added, Mapping[str, NDArray[np.float32]]]:
    names = [f"{layer}.{product}" for layer in layers() for product in PRODUCTS]
    sides = [f"{name}.{side}" for name in names for side in ("in", "out")]
    more = ("middle", "head", "bias")
    found = dict(zip((*sides, *more), arrays(file, (*sides, *more)), strict=True))
    return {name: (found[f"{name}.in"], found[f"{name}.out"]) for name in names}, found
