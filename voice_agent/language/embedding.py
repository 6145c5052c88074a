"""Meaning as a vector: MiniLM-L6-v2, eight-bit weights, on onnxruntime.

Antonyms lie close together here (cosine about .81): what somebody felt is emotion's business.
Measured: 5 CPU ms a sentence in a batch, 7.5 alone (one thread, two-core machine, 7 to 20 words).
"""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from voice_agent.language.minilm import LAST, opened, unreadable

SIZE = 384

LONGEST_TEXT_PIECES = 256
"""Word pieces, about 190 words; what comes after does not count towards the meaning."""

BATCH = 16
"""Texts at a time, of like length; more gains nothing on two cores."""


class MiniLM:
    """An Embedder. Safe to call from several threads."""

    def __init__(self, weights: Path, *, threads: int = 1, card: bool = False) -> None:
        """`weights` is a folder with model.onnx and tokenizer.json; `card`: on the graphics card.

        Raises EngineUnavailable, ValueError without a card where one is wanted.
        """
        self._pieces = pieces(weights)
        self._session = opened(weights, threads, card=card)

    @property
    def size(self) -> int:
        """Length of a vector."""
        return SIZE

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), 384), unit rows; an empty text has a vector too."""
        out = np.empty((len(texts), SIZE), np.float32)
        for places, ids, mask in batches(self._pieces, texts):
            feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
            out[places] = pooled(self._session.run([LAST], feed)[0], mask)
        return out


def pieces(weights: Path) -> Tokenizer:
    """Read the tokenizer. Raises EngineUnavailable."""
    try:
        text = (weights / "tokenizer.json").read_text(encoding="utf-8")
        json.loads(text)  # tokenizers raises a bare Exception where it is none
    except (OSError, ValueError):
        raise unreadable(weights) from None
    tokenizer = Tokenizer.from_str(text)
    tokenizer.no_padding()  # the file pads everything to 128, which costs four times the work
    tokenizer.enable_truncation(LONGEST_TEXT_PIECES)
    return tokenizer


def batches(
    tokenizer: Tokenizer, texts: Sequence[str]
) -> list[tuple[list[int], NDArray[np.int64], NDArray[np.int64]]]:
    """Return (places in `texts`, ids, mask) for batches of texts of like length.

    ids and mask have shape (texts, longest of them).
    """
    encoded = [one.ids for one in tokenizer.encode_batch(list(texts))]
    order = sorted(range(len(texts)), key=lambda place: len(encoded[place]))
    out: list[tuple[list[int], NDArray[np.int64], NDArray[np.int64]]] = []
    for first in range(0, len(order), BATCH):
        places = order[first : first + BATCH]
        longest = len(encoded[places[-1]])
        ids, mask = np.zeros((2, len(places), longest), np.int64)
        for row, place in enumerate(places):
            ids[row, : len(encoded[place])] = encoded[place]
            mask[row, : len(encoded[place])] = 1
        out.append((places, ids, mask))
    return out


def pooled(hidden: NDArray[np.float32], mask: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the mean over word pieces as unit rows; `hidden` (n, pieces, size), `mask` (n, pieces)."""
    weights = mask[..., None].astype(np.float32)
    means = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
    return (means / np.linalg.norm(means, axis=1, keepdims=True)).astype(np.float32)
