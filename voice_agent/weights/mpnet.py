"""MPNet as one small ONNX file, made from the weights its authors published.

We found nobody who offers it in eight bits with its middle layers, so it is made here when it is fetched.
Sizes and the number of layers are read from the tensors.
"""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from onnx import GraphProto

Array = NDArray[Any]

LONG = 128
"""The longest text, in pieces of words. What somebody says in one breath is shorter, and the table of
distances grows with its square."""

FIRST = 2
"""MPNet counts positions from here: two rows of its table stand before the first word."""

TOP = 64
"""Weights are rounded to -64..64. Two of them times 255 are the most that processors without instructions for it can
add up without an overflow: with more steps they would read otherwise than the others (the sentence's cosine with the
float network is .9960 with 64 steps, .9973 with 100)."""

HALF = 127
"""So many steps has what is multiplied, to either side of zero."""

EVENED = Path(__file__).with_name("mpnet_evened.npz")
"""By how much activations are evened out (lab/training/evening.py): for each product its own, one number for each of
what goes into it."""

EVERY = 3
"""After so many layers the state is given out: readers choose how deep they look."""

EPSILON = 1e-5
"""What MPNet's settings call layer_norm_eps."""

FAR = -1e4
"""Added to the attention paid to padding, of which the softmax then leaves nothing."""

OPSET = 20
"""The first that has Gelu."""

FORMAT = 10
"""ONNX's ir_version that belongs to it."""

OURS = "com.microsoft"
"""The domain of onnxruntime's own operators."""


def make(source: Path, evened: Mapping[str, Array] | None = None) -> bytes:
    """Return the ONNX file for the MPNet in the safetensors file `source`.

    It takes input_ids and attention_mask (int64, [texts, pieces], at most LONG pieces) and gives layer_3,
    layer_6 and so on and the last layer (float32, [texts, pieces, width]). `evened`: as in EVENED, which is
    what None stands for. Raises ValueError when `source` is no MPNet, or not one that `evened` fits. Needs
    memory for three times the result, besides `source`, which is mapped.

    The same source gives the same bytes everywhere: the weights go through maxima and single IEEE
    operations only, whose order no machine changes, and no version or time is written down.
    """
    from onnx import ModelProto  # takes half a second, and most processes never make anything
    from safetensors import SafetensorError, safe_open

    if evened is None:
        with np.load(EVENED) as kept:
            evened = dict(kept)
    model = ModelProto(ir_version=FORMAT)
    for domain, version in (("", OPSET), (OURS, 1)):
        model.opset_import.add(domain=domain, version=version)
    model.graph.name = "mpnet"
    try:
        with safe_open(str(source), framework="numpy") as tensors:
            _Drawing(model.graph, tensors, evened).draw()
    except (SafetensorError, KeyError, ValueError, OSError) as error:
        raise ValueError(f"{source.name} holds no MPNet that is known here: {error}") from None
    # protobuf promises one order of bytes only when asked, and only within a version; the checksum in
    # models.toml would tell. Protobuf 4 to 7 with onnx 1.18 to 1.23 write the same.
    return model.SerializeToString(deterministic=True)


def stepped(weights: Array, top: int) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return `weights` (float32) rounded to -top..top and the scale of each row of the last axis."""
    scale = np.abs(weights).max(-1, keepdims=True) / np.float32(top)
    scale[scale == 0] = 1  # a row of nothing but zeros stays one
    return np.round(weights / scale).astype(np.int8), scale.astype(np.float32)


def buckets(long: int) -> NDArray[np.int64]:
    """Return for each pair of positions below `long` the row of MPNet's table of distances, 0 to 31.

    Each direction has sixteen: one for each of the distances 0 to 7, then two for each doubling. In
    whole numbers, for a logarithm's last bit differs between machines.
    """
    ahead = np.arange(long)[None, :] - np.arange(long)[:, None]
    away = np.abs(ahead)
    doublings = [(n * n // 64).bit_length() - 1 for n in range(long)]  # floor(2 * log2(n / 8))
    far = np.minimum(8 + np.array(doublings)[away], 15)
    return np.where(ahead > 0, 16, 0) + np.where(away < 8, away, far)


class _Drawing:
    """Writes MPNet into a graph, node by node; tensors are read when their turn comes.

    By hand and not with onnx.helper: that copies all weights twice more on the way, and its versions
    differ in which empty fields they write.
    """

    def __init__(self, graph: "GraphProto", tensors: Any, evened: Mapping[str, Array]) -> None:
        self._evened = evened
        self._graph = graph
        self._read = tensors.get_tensor
        names = [name.split(".") for name in tensors.keys()]  # noqa: SIM118 - no mapping
        self._layers = 1 + max(int(name[2]) for name in names if name[:2] == ["encoder", "layer"])

    def draw(self) -> None:
        """Write everything."""
        from onnx import TensorProto

        distances = self._read("encoder.relative_attention_bias.weight")
        heads = distances.shape[1]
        width = len(self._read("embeddings.LayerNorm.weight"))
        for name in ("input_ids", "attention_mask"):
            self._declare(self._graph.input, name, TensorProto.INT64, ["texts", "pieces"])
        self._node("Shape", ["input_ids"], "length", start=1, end=2)
        self._tensor("zero", np.array([0], np.int64))
        self._tensor("last", np.array([-1], np.int64))
        self._tensor("step", np.array(1 / HALF, np.float32))
        self._tensor("middle step", np.array(HALF + 1, np.uint8))
        state = self._words()
        self._attention_bias(distances)
        self._tensor("parts", np.array([0, 0, 3 * heads, width // heads], np.int64))
        self._tensor("whole", np.array([0, 0, width], np.int64))
        self._tensor("scale", np.array(1 / math.sqrt(width // heads), np.float32))
        for layer in range(1, self._layers + 1):
            state = self._layer(layer, state)
            if layer % EVERY == 0 or layer == self._layers:
                shape = ["texts", "pieces", width]
                self._declare(self._graph.output, state, TensorProto.FLOAT, shape)

    def _words(self) -> str:
        """Look up the pieces and their positions. The table is most of the file, so its rows are rounded."""
        from onnx import TensorProto

        table, scales = stepped(self._read("embeddings.word_embeddings.weight"), 127)
        self._node("Gather", [self._tensor("words", table), "input_ids"], "word.rounded")
        self._node("Cast", ["word.rounded"], "word.float", to=int(TensorProto.FLOAT))
        self._node("Gather", [self._tensor("words.scale", scales), "input_ids"], "word.scale")
        self._node("Mul", ["word.float", "word.scale"], "word")
        positions = self._read("embeddings.position_embeddings.weight")[FIRST : FIRST + LONG]
        self._tensor("positions", positions)
        self._node("Slice", ["positions", "zero", "length", "zero"], "position")
        self._node("Add", ["word", "position"], "embedded")
        return self._norm("embedded", "embeddings.LayerNorm", "layer_0")

    def _attention_bias(self, distances: Array) -> None:
        """What is added to every layer's attention: the distance's share, and FAR for padding."""
        from onnx import TensorProto

        self._tensor("distances", distances[buckets(LONG)].transpose(2, 0, 1))
        self._tensor("zeros", np.array([0, 0], np.int64))
        self._tensor("middle", np.array([1, 2], np.int64))
        self._node("Concat", ["length", "length"], "square", axis=0)
        self._node("Slice", ["distances", "zeros", "square", "middle"], "distance")
        self._node("Cast", ["attention_mask"], "mask", to=int(TensorProto.FLOAT))
        self._tensor("one", np.array(1, np.float32))
        self._tensor("far", np.array(FAR, np.float32))
        self._node("Sub", ["one", "mask"], "padding")
        self._node("Mul", ["padding", "far"], "unheard")
        self._node("Unsqueeze", ["unheard", "middle"], "unheard.wide")
        self._node("Add", ["distance", "unheard.wide"], "bias")

    def _layer(self, number: int, state: str) -> str:
        """Draw one layer, counted from 1, and return its output."""
        tensors = f"encoder.layer.{number - 1}"
        attention, name = f"{tensors}.attention", f"{number}"
        # asked, offered and given in one product: it is the same multiplications with fewer calls
        asked = self._product(state, [f"{attention}.attn.{part}" for part in "qkv"], f"{name}.qkv")
        self._node("Reshape", [asked, "parts"], f"{name}.heads")
        self._node("Transpose", [f"{name}.heads"], f"{name}.turned", perm=[0, 2, 1, 3])
        q, k, v = (f"{name}.{part}" for part in "qkv")
        self._node("Split", [f"{name}.turned"], q, k, v, axis=1, num_outputs=3)
        self._node("Transpose", [k], f"{name}.across", perm=[0, 1, 3, 2])
        self._node("MatMul", [q, f"{name}.across"], f"{name}.likeness")
        self._node("Mul", [f"{name}.likeness", "scale"], f"{name}.scaled")
        self._node("Add", [f"{name}.scaled", "bias"], f"{name}.biased")
        self._node("Softmax", [f"{name}.biased"], f"{name}.shares", axis=-1)
        self._node("MatMul", [f"{name}.shares", v], f"{name}.heard")
        self._node("Transpose", [f"{name}.heard"], f"{name}.back", perm=[0, 2, 1, 3])
        self._node("Reshape", [f"{name}.back", "whole"], f"{name}.joined")
        told = self._product(f"{name}.joined", [f"{attention}.attn.o"], f"{name}.o")
        self._node("Add", [told, state], f"{name}.attended")
        middle = self._norm(f"{name}.attended", f"{attention}.LayerNorm", f"{name}.middle")
        wide = self._product(middle, [f"{tensors}.intermediate.dense"], f"{name}.wide")
        self._node("Gelu", [wide], f"{name}.gelu")
        narrow = self._product(f"{name}.gelu", [f"{tensors}.output.dense"], f"{name}.narrow")
        self._node("Add", [narrow, middle], f"{name}.added")
        return self._norm(f"{name}.added", f"{tensors}.output.LayerNorm", f"layer_{number}")

    def _product(self, into: str, tensors: Sequence[str], name: str) -> str:
        """Multiply by the weights of all `tensors` side by side and add what they add, in whole numbers.

        Some of MPNet's activations are fifty times the others, and of the others little would be left (the sentence's
        vector had a cosine of .87 with the float network's). So each is divided by a number of its own, by which its
        weights are multiplied; then all of a piece of the text are scaled by the greatest of them. A text is
        read alike whatever else is in its batch.
        """
        weights = np.concatenate([self._read(f"{tensor}.weight") for tensor in tensors])
        added = np.concatenate([self._read(f"{tensor}.bias") for tensor in tensors])
        weights = weights * self._even(name)
        if name.endswith("qkv"):
            # its last third is only mixed before it goes into "o": divided for that here, where it costs nothing
            given = slice(len(weights) // 3 * 2, None)
            weights[given] /= self._even(name.replace("qkv", "o"))[:, None]
            added[given] /= self._even(name.replace("qkv", "o"))
        if not name.endswith("o"):
            even = self._tensor(f"{name}.even", 1 / self._even(name))
            self._node("Mul", [into, even], f"{name}.evened")
            into = f"{name}.evened"
        self._node("Abs", [into], f"{name}.size")
        self._node("ReduceMax", [f"{name}.size", "last"], f"{name}.most", keepdims=1)
        self._node("Div", [into, f"{name}.most"], f"{name}.share")
        self._node("QuantizeLinear", [f"{name}.share", "step", "middle step"], f"{name}.rounded")
        rounded, scale = stepped(weights, TOP)
        inputs = [f"{name}.rounded", self._tensor(f"{name}.w", rounded.T), "step"]
        inputs += [self._tensor(f"{name}.scale", scale[:, 0]), "middle step"]
        self._node("MatMulIntegerToFloat", inputs, f"{name}.product")
        self._node("Mul", [f"{name}.product", f"{name}.most"], f"{name}.full")
        self._node("Add", [f"{name}.full", self._tensor(f"{name}.b", added)], name)
        return name

    def _even(self, name: str) -> Array:
        return self._evened[name].astype(np.float32)

    def _norm(self, into: str, tensor: str, name: str) -> str:
        inputs = [into]
        for part in ("weight", "bias"):
            inputs.append(self._tensor(f"{name}.{part}", self._read(f"{tensor}.{part}")))
        self._node("LayerNormalization", inputs, name, axis=-1, epsilon=EPSILON)
        return name

    def _node(
        self,
        operator: str,
        inputs: Sequence[str],
        *outputs: str,
        **settings: int | float | list[int],
    ) -> None:
        from onnx import AttributeProto

        node = self._graph.node.add(op_type=operator, name=outputs[0], input=inputs, output=outputs)
        if operator == "MatMulIntegerToFloat":
            node.domain = OURS
        for name, value in settings.items():
            setting = node.attribute.add(name=name)
            if isinstance(value, list):
                setting.type = AttributeProto.INTS
                setting.ints.extend(value)
            elif isinstance(value, float):
                setting.type, setting.f = AttributeProto.FLOAT, value
            else:
                setting.type, setting.i = AttributeProto.INT, value

    def _tensor(self, name: str, values: Array) -> str:
        """Keep `values` under `name` in the file, which has the lowest byte first on any machine."""
        from onnx import TensorProto

        types = {
            "f4": TensorProto.FLOAT,
            "i8": TensorProto.INT64,
            "i1": TensorProto.INT8,
            "u1": TensorProto.UINT8,
        }
        kind = values.dtype.str[1:]
        kept = self._graph.initializer.add(name=name, data_type=types[kind], dims=values.shape)
        kept.raw_data = values.astype(values.dtype.newbyteorder("<"), copy=False).tobytes()
        return name

    def _declare(self, where: Any, name: str, kind: int, shape: Sequence[str | int]) -> None:
        """Say what goes in or comes out; a word in `shape` stands for any length."""
        declared = where.add(name=name).type.tensor_type
        declared.elem_type = kind
        for length in shape:
            if isinstance(length, str):
                declared.shape.dim.add(dim_param=length)
            else:
                declared.shape.dim.add(dim_value=length)
