"""MPNet (all-mpnet-base-v2) with eight-bit weights: what it makes of a text after some of its twelve layers.

Twice as deep as MiniLM and twice as wide: it tells apart what MiniLM takes for the same. Opened once for all who read with
it, and what several of them read of one turn is computed once; no text is kept for that, only its digest.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi import (
    onnxruntime_pybind11_state as state,  # pyright: ignore[reportAttributeAccessIssue]
)

from voice_agent.language.embedding import batches, pieces
from voice_agent.language.minilm import frugal, unreadable

SIZE = 768

DEPTHS = ("layer_6", "layer_9", "layer_12")
"""Layers whose mean over the word pieces is read: what is asked for, or felt, is half forgotten after the last."""

WIDTH = SIZE * len(DEPTHS)

LONGEST_TEXT_PIECES = 128
"""Word pieces, about 95 words; what comes after does not count."""

PAD = 1
"""Fills up the shorter texts of a batch, and is masked."""

KEPT = 256
"""Texts whose rows are remembered, in memory only; the oldest go first."""


class Kept:
    """What was read of the last texts, by their digests. Safe to call from several threads."""

    def __init__(self, read: Callable[[Sequence[str]], NDArray[np.float32]]) -> None:
        """`read` makes one row of each text."""
        self.most = KEPT
        """Texts whose rows are remembered."""
        self._read = read
        self._lock = threading.Lock()
        self._kept: OrderedDict[bytes, NDArray[np.float32]] = OrderedDict()

    def rows(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a row for each of `texts`; only those that are new are read."""
        marks = [hashlib.blake2b(text.encode(), digest_size=16).digest() for text in texts]
        with self._lock:
            known = {mark: self._kept[mark] for mark in marks if mark in self._kept}
        fresh = {mark: text for mark, text in zip(marks, texts, strict=True) if mark not in known}
        if not marks:
            return self._read(())
        if fresh:
            known |= zip(fresh, self._read(list(fresh.values())), strict=True)
            with self._lock:
                self._kept |= {mark: known[mark] for mark in fresh}
                while len(self._kept) > self.most:
                    self._kept.popitem(last=False)
        return np.stack([known[mark] for mark in marks])


class Mpnet:
    """Safe to call from several threads. Use `opened`, so that there is one of it."""

    def __init__(self, weights: Path, threads: int = 1) -> None:
        """`weights` is a folder with model.onnx and tokenizer.json. Raises EngineUnavailable."""
        self._pieces = pieces(weights)
        self._pieces.enable_truncation(LONGEST_TEXT_PIECES)
        try:
            self._session: Any = onnxruntime.InferenceSession(
                weights / "model.onnx", frugal(threads), providers=["CPUExecutionProvider"]
            )
        except (OSError, state.NoSuchFile, state.InvalidProtobuf, state.InvalidGraph, state.Fail):
            raise unreadable(weights) from None
        self._only = onnxruntime.RunOptions()
        self._only.only_execute_path_to_fetches = True
        self._kept = Kept(self._through)

    def remember(self, texts: int) -> None:
        """Remember so many texts, 9 kB each: for evaluations, where the same are read again and again."""
        self._kept.most = texts

    def read(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), WIDTH): the mean over word pieces after each of DEPTHS. An empty text has a row too."""
        return self._kept.rows(texts)

    def halfway(
        self, texts: Sequence[str]
    ) -> Iterator[tuple[list[int], NDArray[np.int64], NDArray[np.float32]]]:
        """Yield texts that were read together: their places, which pieces are theirs, and the sixth layer, (n, pieces, SIZE).

        Nothing above that layer is run, and nothing is kept.
        """
        for places, ids, mask in batches(self._pieces, texts):
            ids[mask == 0] = PAD
            feed = {"input_ids": ids, "attention_mask": mask}
            (hidden,) = self._session.run(DEPTHS[:1], feed, self._only)
            yield places, mask, hidden

    def whole(
        self, texts: Sequence[str]
    ) -> Iterator[tuple[list[int], NDArray[np.int64], NDArray[np.float32], NDArray[np.float32]]]:
        """Yield the same as `halfway`, and the rows that `read` returns for those texts. Nothing is kept."""
        for places, ids, mask in batches(self._pieces, texts):
            ids[mask == 0] = PAD
            layers = self._session.run(DEPTHS, {"input_ids": ids, "attention_mask": mask})
            share = mask[..., None].astype(np.float32)
            share /= share.sum(axis=1, keepdims=True)
            rows = np.concatenate([(each * share).sum(axis=1) for each in layers], axis=1)
            yield places, mask, layers[0], rows

    def _through(self, texts: Sequence[str]) -> NDArray[np.float32]:
        out = np.empty((len(texts), WIDTH), np.float32)
        for places, _, _, rows in self.whole(texts):
            out[places] = rows
        return out


def opened(weights: Path, threads: int = 1) -> Mpnet:
    """The one reader of these weights. Raises EngineUnavailable."""
    return _opened(weights, threads)


_opened = cache(Mpnet)
"""By all it is given: whoever leaves out the threads is to get the same one."""
