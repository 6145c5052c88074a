"""MiniLM read halfway: what its first layers make of a sentence, piece by piece.

The eight-bit network computes it anyhow on the way to a meaning; layers trained for something else can go on from
there. Feelings need that after the third of its six: the finished meaning has forgotten most of them.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi import (
    onnxruntime_pybind11_state as state,  # pyright: ignore[reportAttributeAccessIssue]
)

from voice_agent.language.embedding import SIZE, batches, pieces, pooled, unreadable

HALF = 3
"""Layers of MiniLM's six."""

LAST = "last_hidden_state"
"""What it calls the result of its sixth."""


class Halfway:
    """Reads sentences as rows of word pieces. Safe to call from several threads."""

    def __init__(
        self, weights: Path, *, threads: int = 1, longest: int = 96, layers: int = HALF
    ) -> None:
        """`weights` is MiniLM's folder (model.onnx, tokenizer.json); pieces after `longest` do not count.

        Read after so many `layers`, 0 to 5; 0: the word pieces alone. Raises EngineUnavailable.
        """
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 4
        # what the network calls the result of that layer; each has two
        self._named = f"layer_norm_{2 * layers}" if layers else "layer_norm"
        # no layer above it is run
        self._only = onnxruntime.RunOptions()
        self._only.only_execute_path_to_fetches = True
        self._pieces = pieces(weights)
        self._pieces.enable_truncation(longest)
        try:
            network = (weights / "model.onnx").read_bytes() + _output(self._named)
            self._session: Any = onnxruntime.InferenceSession(
                network, options, providers=["CPUExecutionProvider"]
            )
        except (OSError, state.InvalidProtobuf, state.InvalidGraph, state.Fail):
            raise unreadable(weights) from None

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


def _output(name: str) -> bytes:
    """Return bytes that, after a network's own, make its inner value `name` an output.

    Two serialised messages in a row are their merger: here a ModelProto whose graph (field 7) has one more
    output (field 12), a ValueInfoProto with a name (field 1).
    """
    value = b"\x0a" + bytes([len(name)]) + name.encode()
    graph = b"\x62" + bytes([len(value)]) + value
    return b"\x3a" + bytes([len(graph)]) + graph
