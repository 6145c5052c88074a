"""MiniLM read halfway: what its first three layers make of a sentence, piece by piece.

The eight-bit network computes it anyhow on the way to a meaning; a small head trained for something else can
go on from there. Feelings need that: the finished meaning has forgotten most of them.
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

HALFWAY = "layer_norm_6"
"""What the network calls the result of its third layer of six."""

LAST = "last_hidden_state"
"""What it calls the result of its sixth."""


class Halfway:
    """Reads sentences as rows of word pieces. Safe to call from several threads."""

    def __init__(self, weights: Path, *, threads: int = 1, longest: int = 96) -> None:
        """`weights` is MiniLM's folder (model.onnx, tokenizer.json); pieces after `longest` do not count.

        Raises EngineUnavailable.
        """
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 4
        self._pieces = pieces(weights)
        self._pieces.enable_truncation(longest)
        try:
            network = (weights / "model.onnx").read_bytes() + _output(HALFWAY)
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
            (hidden,) = self._session.run([HALFWAY], feed)  # the upper three layers are not run
            for row, place in enumerate(places):
                out[place] = hidden[row, : int(mask[row].sum())]
        return out

    def both(self, texts: Sequence[str]) -> tuple[list[NDArray[np.float32]], NDArray[np.float32]]:
        """Return what `read` does, and in the same pass the finished meanings, (texts, 384), unit rows."""
        out: list[NDArray[np.float32]] = [np.zeros((0, SIZE), np.float32)] * len(texts)
        meanings = np.zeros((len(texts), SIZE), np.float32)
        for places, ids, mask in batches(self._pieces, texts):
            feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
            hidden, last = self._session.run([HALFWAY, LAST], feed)
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
