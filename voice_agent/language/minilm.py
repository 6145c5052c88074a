"""MiniLM-L6-v2 with eight-bit weights, opened once: meanings, feelings, wishes and danger all read with it.

Opened by each of them, it took six times the memory. A session's own store of memory is not used: it keeps the room
that the longest batch ever took (some 200 MB after one imported page) and makes nothing faster here.
"""

from functools import cache
from pathlib import Path
from typing import Any

import onnxruntime
from onnxruntime.capi import (
    onnxruntime_pybind11_state as state,  # pyright: ignore[reportAttributeAccessIssue]
)

from voice_agent.errors import EngineUnavailable

LAST = "last_hidden_state"
"""What the network calls the result of its sixth layer."""

AFTER = ("layer_norm", *(f"layer_norm_{2 * layer}" for layer in range(1, 6)))
"""What it calls the result after none of its layers, one, two ... five; each has two."""


@cache
def opened(weights: Path, threads: int = 1, *, card: bool = False) -> Any:
    """Return an onnxruntime session whose outputs are LAST and all of AFTER. Safe to run from several threads.

    `weights` is a folder with model.onnx; `card`: on the graphics card. Raises EngineUnavailable.
    """
    try:
        network = (weights / "model.onnx").read_bytes() + b"".join(_output(name) for name in AFTER)
        return session(network, threads, card=card)
    except (OSError, state.InvalidProtobuf, state.InvalidGraph, state.Fail):
        raise unreadable(weights) from None


def session(network: bytes, threads: int, *, card: bool = False) -> Any:
    """Return a session of an ONNX file's bytes. Raises what onnxruntime does, ValueError without a card where one is wanted."""
    wanted = ["CUDAExecutionProvider"] if card else []
    if card and wanted[0] not in onnxruntime.get_available_providers():
        raise ValueError("this onnxruntime knows no graphics card")
    made: Any = onnxruntime.InferenceSession(
        network, frugal(threads), providers=[*wanted, "CPUExecutionProvider"]
    )
    if card and wanted[0] not in made.get_providers():
        raise ValueError("the graphics card was not taken")
    # it keeps them to try again with, should another device fail: 21 MB of MiniLM for nothing
    made._model_bytes = None
    return made


def frugal(threads: int) -> Any:
    """Options for a network that reads beside the recogniser, with so many `threads`."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # threads that spin while they wait take the cores from the recogniser
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 4
    options.enable_cpu_mem_arena = False
    return options


def unreadable(weights: Path) -> EngineUnavailable:
    """The weights are missing or damaged."""
    return EngineUnavailable(
        "meaning",
        f"The weights in {weights} cannot be read.",
        retryable=False,
        mend="`voice-agent models verify` says which file is wrong and how to mend it.",
    )


def _output(name: str) -> bytes:
    """Return bytes that, after a network's own, make its inner value `name` an output.

    Two serialised messages in a row are their merger: here a ModelProto whose graph (field 7) has one more
    output (field 12), a ValueInfoProto with a name (field 1).
    """
    value = b"\x0a" + bytes([len(name)]) + name.encode()
    graph = b"\x62" + bytes([len(value)]) + value
    return b"\x3a" + bytes([len(graph)]) + graph
