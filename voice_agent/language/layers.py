"""Small layers that go on where MiniLM is halfway, and a head: trained here for feelings and for danger.

Eight-bit matrices in one file (lab/training/emotion_layers.py writes it), run in numpy on one sentence, or on several of the
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


class Matrix(NamedTuple):
    """Eight bits a number, (in, out), and a scale a column.

    Kept so in memory as well: seven readers of three layers are 37 MB instead of 150, and to widen the numbers whenever
    they are used costs some 3 ms a reading.
    """

    grid: NDArray[np.int8]
    scale: Rows

    def after(self, rows: Rows) -> Rows:
        """`rows` (..., in) times the matrix."""
        return (rows @ self.grid.astype(np.float32)) * self.scale


class Layer(NamedTuple):
    """One layer's matrices and vectors."""

    qkv: Matrix
    qkv_bias: Rows
    out: Matrix
    out_bias: Rows
    norm: Rows
    """(2, size): scale and shift after attention."""

    wide: Matrix
    wide_bias: Rows
    narrow: Matrix
    narrow_bias: Rows
    last_norm: Rows


class Layers:
    """What layers.npz holds, ready to read. Safe to call from several threads."""

    def __init__(self, kept: "np.lib.npyio.NpzFile") -> None:
        """Raises KeyError, ValueError where it is not such a file."""
        self.each = [_layer(kept, number) for number in range(int(kept["layers"]))]
        self.head: Rows = kept["head"].astype(np.float32)
        self.bias: Rows = kept["bias"].astype(np.float32)
        self.whose: Rows | None = kept["whose"].astype(np.float32) if "whose" in kept else None
        """What is added to the word pieces of each of several texts read together, (texts, 384), where there are any."""

    @property
    def count(self) -> int:
        """How many layers; they begin where so many of MiniLM's six are still to come."""
        return len(self.each)

    def read(self, hidden: Rows) -> Rows:
        """Return the head's outputs for one sentence read halfway, (its word pieces, 384); or (n, pieces, 384)."""
        means = [hidden.mean(axis=-2)]
        for layer in self.each:
            hidden = through(layer, hidden)
            means.append(hidden.mean(axis=-2))
        return np.concatenate(means, axis=-1) @ self.head + self.bias


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
    def matrix(name: str) -> Matrix:
        return Matrix(kept[f"{number}.{name}"], kept[f"{number}.{name}.scale"].astype(np.float32))

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


def through(
    layer: Layer, hidden: Rows, before: Rows | None = None, aside: Rows | None = None
) -> Rows:
    """One layer of a transformer (Vaswani and others, 2017; BERT's order) over (..., pieces, size).

    `before`: rows (pieces, size) as they came into this layer, which `hidden` sees beside itself. `aside` (..., pieces): 1
    for pieces that only fill up and are not seen, else 0.
    """
    *many, pieces, size = hidden.shape
    parts = (layer.qkv.after(hidden) + layer.qkv_bias).reshape(
        *many, pieces, 3, HEADS, size // HEADS
    )
    q, k, v = np.moveaxis(parts, -3, 0).swapaxes(-3, -2)
    if before is not None:
        seen = layer.qkv.after(before) + layer.qkv_bias
        seen = np.moveaxis(seen.reshape(len(before), 3, HEADS, size // HEADS), 1, 0).swapaxes(1, 2)
        more = [np.broadcast_to(each, (*many, *each.shape)) for each in seen[1:]]
        k, v = np.concatenate([more[0], k], axis=-2), np.concatenate([more[1], v], axis=-2)
    scores: Rows = (q @ k.swapaxes(-1, -2)) / np.float32((size // HEADS) ** 0.5)
    if aside is not None:
        scores[..., -pieces:] -= np.float32(1e9) * aside[..., None, None, :]
    shares: Rows = np.exp(scores - scores.max(axis=-1, keepdims=True), dtype=np.float32)
    shares /= shares.sum(axis=-1, keepdims=True)
    found: Rows = (shares @ v).swapaxes(-3, -2).reshape(*many, pieces, size)
    hidden = _normed(hidden + layer.out.after(found) + layer.out_bias, layer.norm)
    wide = layer.wide.after(hidden) + layer.wide_bias
    # gelu in its tanh form: numpy has no erf
    wide *= 0.5 * (
        1 + np.tanh(np.float32(0.7978845608) * (wide + np.float32(0.044715) * wide * wide * wide))
    )
    return _normed(hidden + layer.narrow.after(wide) + layer.narrow_bias, layer.last_norm)


def _normed(rows: Rows, norm: Rows) -> Rows:
    rows = rows - rows.mean(axis=-1, keepdims=True)
    rows /= np.sqrt((rows * rows).mean(axis=-1, keepdims=True) + np.float32(1e-12))
    return rows * norm[0] + norm[1]
