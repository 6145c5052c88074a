"""Small layers that go on where MiniLM is halfway, and a head: trained here for feelings and for danger.

Eight-bit matrices in one file (training/emotion_layers.py writes it), run in numpy on one sentence, or on several of the
same length: the matrices are then fetched from memory once for all.
"""

import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import ModelDamaged, ModelMissing

HEADS = 12
"""Attention heads of a layer, of 32 numbers each."""

Rows = NDArray[np.floating[Any]]
"""float32 throughout; numpy's types lose count of that."""


class Layer(NamedTuple):
    """One layer's matrices, (in, out), and vectors."""

    qkv: Rows
    qkv_bias: Rows
    out: Rows
    out_bias: Rows
    norm: Rows
    """(2, size): scale and shift after attention."""

    wide: Rows
    wide_bias: Rows
    narrow: Rows
    narrow_bias: Rows
    last_norm: Rows


class Layers:
    """What layers.npz holds, ready to read. Safe to call from several threads."""

    def __init__(self, kept: "np.lib.npyio.NpzFile") -> None:
        """Raises KeyError, ValueError where it is not such a file."""
        self._layers = [_layer(kept, number) for number in range(int(kept["layers"]))]
        self._head: Rows = kept["head"].astype(np.float32)
        self._bias: Rows = kept["bias"].astype(np.float32)

    @property
    def count(self) -> int:
        """How many layers; they begin where so many of MiniLM's six are still to come."""
        return len(self._layers)

    def read(self, hidden: Rows) -> Rows:
        """Return the head's outputs for one sentence read halfway, (its word pieces, 384); or (n, pieces, 384)."""
        means = [hidden.mean(axis=-2)]
        for layer in self._layers:
            hidden = _through(layer, hidden)
            means.append(hidden.mean(axis=-2))
        return np.concatenate(means, axis=-1) @ self._head + self._bias


def load(file: Path) -> Layers:
    """Read layers.npz. Raises ModelMissing, ModelDamaged."""
    mend = "Restore the file from the package."
    try:
        with np.load(file) as kept:
            return Layers(kept)
    except FileNotFoundError:
        raise ModelMissing(f"{file} is missing.", mend=mend) from None
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        EOFError,
        zipfile.BadZipFile,
    ) as error:
        raise ModelDamaged(f"{file} cannot be read: {error}.", mend=mend) from None


def _layer(kept: "np.lib.npyio.NpzFile", number: int) -> Layer:
    def matrix(name: str) -> Rows:
        grid: NDArray[np.int8] = kept[f"{number}.{name}"]
        return grid.astype(np.float32) * kept[f"{number}.{name}.scale"].astype(np.float32)

    def vector(name: str) -> Rows:
        return kept[f"{number}.{name}"].astype(np.float32)

    return Layer(
        matrix("qkv"),
        vector("qkv_bias"),
        matrix("out"),
        vector("out_bias"),
        vector("norm"),
        matrix("wide"),
        vector("wide_bias"),
        matrix("narrow"),
        vector("narrow_bias"),
        vector("last_norm"),
    )


def _through(layer: Layer, hidden: Rows) -> Rows:
    """One layer of a transformer (Vaswani and others, 2017; BERT's order) over (..., pieces, size)."""
    *many, pieces, size = hidden.shape
    parts = (hidden @ layer.qkv + layer.qkv_bias).reshape(*many, pieces, 3, HEADS, size // HEADS)
    q, k, v = np.moveaxis(parts, -3, 0).swapaxes(-3, -2)
    scores: Rows = (q @ k.swapaxes(-1, -2)) / np.float32((size // HEADS) ** 0.5)
    shares: Rows = np.exp(scores - scores.max(axis=-1, keepdims=True), dtype=np.float32)
    shares /= shares.sum(axis=-1, keepdims=True)
    seen: Rows = (shares @ v).swapaxes(-3, -2).reshape(*many, pieces, size)
    hidden = _normed(hidden + seen @ layer.out + layer.out_bias, layer.norm)
    wide = hidden @ layer.wide + layer.wide_bias
    # gelu in its tanh form: numpy has no erf
    wide *= 0.5 * (
        1 + np.tanh(np.float32(0.7978845608) * (wide + np.float32(0.044715) * wide * wide * wide))
    )
    return _normed(hidden + wide @ layer.narrow + layer.narrow_bias, layer.last_norm)


def _normed(rows: Rows, norm: Rows) -> Rows:
    rows = rows - rows.mean(axis=-1, keepdims=True)
    rows /= np.sqrt((rows * rows).mean(axis=-1, keepdims=True) + np.float32(1e-12))
    return rows * norm[0] + norm[1]
