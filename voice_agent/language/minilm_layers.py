"""The lower layers of MiniLM: what they make of a sentence, piece by piece.

The eight-bit network computes it anyhow on the way to a meaning; layers trained for something else can go on from
there. Feelings need that after the third of its six: the finished meaning has forgotten most of them.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from voice_agent.language.embedding import SIZE, batches, pieces, pooled
from voice_agent.language.minilm import AFTER, LAST, opened

HALF = 3
"""Layers of MiniLM's six."""


class MiniLMLayers:
    """Reads sentences as rows of word pieces. Safe to call from several threads."""

    def __init__(
        self, weights: Path, *, threads: int = 1, longest: int = 96, layers: int = HALF
    ) -> None:
        """`weights` is MiniLM's folder (model.onnx, tokenizer.json); pieces after `longest` do not count.

        Read after so many `layers`, 0 to 5; 0: the word pieces alone. Raises EngineUnavailable.
        """
        self._named = AFTER[layers]
        # no layer above it is run
        self._only = onnxruntime.RunOptions()
        self._only.only_execute_path_to_fetches = True
        self._pieces = pieces(weights)
        self._pieces.enable_truncation(longest)
        self._session = opened(weights, threads)

    def read(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """Return, for each text, shape (its word pieces, 384)."""
        out: list[NDArray[np.float32]] = [np.zeros((0, SIZE), np.float32)] * len(texts)
        for places, ids, mask in batches(self._pieces, texts):
            feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
            (hidden,) = self._session.run([self._named], feed, self._only)
            for row, place in enumerate(places):
                out[place] = hidden[row, : int(mask[row].sum())]
        return out

    def both(self, texts: Sequence[str]) -> tuple[list[NDArray[np.float32]], NDArray[np.float32]]:
        """Return what `read` does, and in the same pass the finished meanings, (texts, 384), unit rows."""
        out: list[NDArray[np.float32]] = [np.zeros((0, SIZE), np.float32)] * len(texts)
        meanings = np.zeros((len(texts), SIZE), np.float32)
        for places, ids, mask in batches(self._pieces, texts):
            feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
            hidden, last = self._session.run([self._named, LAST], feed)
            meanings[places] = pooled(last, mask)
            for row, place in enumerate(places):
                out[place] = hidden[row, : int(mask[row].sum())]
        return out, meanings
