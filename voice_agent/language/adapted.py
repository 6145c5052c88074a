"""MPNet whose upper layers were taught something: small matrices beside its own (Hu and others, 2021, LoRA).

Every product of those layers has a narrow side branch, in float, beside the eight-bit weights of mpnet.py, which stay as they
are. What the layers below say is read by the one MPNet of the house; only the upper half is there a second time.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from onnxruntime.capi import (
    onnxruntime_pybind11_state as state,  # pyright: ignore[reportAttributeAccessIssue]
)

from voice_agent.language.minilm import session, unreadable
from voice_agent.language.mpnet import SIZE, WIDTH, Kept, opened

if TYPE_CHECKING:
    from onnx import GraphProto, ModelProto

BELOW, DEPTH = 6, 12
"""Layers that are MPNet's own, and all of them."""

PRODUCTS = ("qkv", "o", "wide", "narrow")
"""The products of a layer, as weights/mpnet.py names them."""

Added = dict[str, tuple[NDArray[np.float32], NDArray[np.float32]]]
"""Name of a product ("7.qkv") -> what it is widened by: (in, few) and (few, out)."""


def layers() -> range:
    """The numbers of the layers that are taught."""
    return range(BELOW + 1, DEPTH + 1)


class Adapted:
    """Reads what a text means to the taught layers. Safe to call from several threads."""

    def __init__(self, added: Added, mpnet: Path, *, threads: int = 1) -> None:
        """`mpnet`: MPNet's folder. Raises EngineUnavailable; ValueError where `added` does not fit."""
        self._below = opened(mpnet, threads)
        self._kept = Kept(self._through)
        try:
            self._session = session(widened(mpnet / "model.onnx", added), threads)
        except (OSError, state.InvalidProtobuf, state.InvalidGraph, state.Fail):
            raise unreadable(mpnet) from None

    def read(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), SIZE): the mean over word pieces after the last layer. An empty text has a row too."""
        return self._kept.rows(texts)

    def both(self, texts: Sequence[str]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return what `read` does, and what MPNet as it is makes of the texts (mpnet.Mpnet.read); the layers below are run once.

        Nothing is kept.
        """
        taught = np.zeros((len(texts), SIZE), np.float32)
        plain = np.zeros((len(texts), WIDTH), np.float32)
        for places, mask, hidden, rows in self._below.whole(texts):
            taught[places], plain[places] = self._above(mask, hidden), rows
        return taught, plain

    def _through(self, texts: Sequence[str]) -> NDArray[np.float32]:
        out = np.zeros((len(texts), SIZE), np.float32)
        for places, mask, hidden in self._below.halfway(texts):
            out[places] = self._above(mask, hidden)
        return out

    def _above(self, mask: NDArray[np.int64], hidden: NDArray[np.float32]) -> NDArray[np.float32]:
        (last,) = self._session.run(
            [f"layer_{DEPTH}"], {f"layer_{BELOW}": hidden, "attention_mask": mask}
        )
        share = mask[..., None].astype(np.float32)
        return (last * (share / share.sum(axis=1, keepdims=True))).sum(axis=1)


def widened(file: Path, added: Added) -> bytes:
    """The upper layers of the ONNX file `file`, from layer_6 on, with `added`. Raises OSError, ValueError."""
    import onnx  # takes half a second, and only talks that remember something need it

    whole = onnx.load(file)
    model = _upper(whole)
    graph = model.graph
    made = {output: node for node in graph.node for output in node.output}
    sizes = {each.name: tuple(each.dims) for each in graph.initializer}
    for name, (narrow, wide) in added.items():
        if name not in made or f"{name}.w" not in sizes:
            raise ValueError(f"{name} is no product of the upper layers.")
        if (*narrow.shape[:1], *wide.shape[1:]) != sizes[f"{name}.w"] or narrow.shape[
            1:
        ] != wide.shape[:1]:
            raise ValueError(f"the shapes of {name} do not fit")
        last = made[name]
        into = f"{name[:-2]}.joined" if name.endswith(".o") else made[f"{name}.evened"].input[0]
        last.output[0] = f"{name}.own"
        _keep(graph, f"{name}.in", narrow)
        _keep(graph, f"{name}.out", wide)
        for operator, takes, gives in (
            ("MatMul", (into, f"{name}.in"), f"{name}.few"),
            ("MatMul", (f"{name}.few", f"{name}.out"), f"{name}.many"),
            ("Add", (f"{name}.own", f"{name}.many"), name),
        ):
            graph.node.add(op_type=operator, input=takes, output=[gives], name=f"{gives} widened")
    _in_order(graph)
    return model.SerializeToString()


def _upper(whole: "ModelProto") -> "ModelProto":
    """Only what lies between layer_6 and the last layer; the length is taken from the mask."""
    from onnx import ModelProto

    made = {output: node for node in whole.graph.node for output in node.output}
    values = {each.name: each for each in whole.graph.initializer}
    wanted, nodes, kept = [f"layer_{DEPTH}"], set[str](), set[str]()
    while wanted:
        name = wanted.pop()
        if name in values:
            kept.add(name)
        elif name not in {f"layer_{BELOW}", "attention_mask", "input_ids"}:
            node = made[name]
            if node.output[0] not in nodes:
                nodes.add(node.output[0])
                wanted += node.input
    model = ModelProto(ir_version=whole.ir_version)
    model.opset_import.extend(whole.opset_import)
    graph = model.graph
    graph.name = "upper"
    for node in whole.graph.node:
        if node.output[0] in nodes:
            graph.node.append(node)
            for place, name in enumerate(node.input):
                if name == "input_ids":
                    graph.node[-1].input[place] = "attention_mask"
    graph.initializer.extend(values[name] for name in sorted(kept))
    outputs = {each.name: each for each in (*whole.graph.output, *whole.graph.input)}
    graph.input.extend([outputs[f"layer_{BELOW}"], outputs["attention_mask"]])
    graph.output.append(outputs[f"layer_{DEPTH}"])
    return model


def _keep(graph: "GraphProto", name: str, values: NDArray[np.float32]) -> None:
    from onnx import numpy_helper

    graph.initializer.append(numpy_helper.from_array(np.ascontiguousarray(values), name))


def _in_order(graph: "GraphProto") -> None:
    """ONNX wants each node after those it takes from."""
    nodes = list(graph.node)
    here = {each.name for each in (*graph.initializer, *graph.input)}
    del graph.node[:]
    while nodes:
        ready = [node for node in nodes if set(node.input) <= here]
        if not ready:
            raise ValueError("the branches do not fit the layers")
        graph.node.extend(ready)
        here |= {output for node in ready for output in node.output}
        nodes = [node for node in nodes if not set(node.output) <= here]
