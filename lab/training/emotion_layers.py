"""The layers and the head that are trained to read feelings, and how a turn is meant, and the file they are kept in.

They begin as MiniLM's own upper three, or as many as are asked for. In layers.npz their matrices have eight bits a
number; language/layers.py reads it.
"""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import BertModel  # pyright: ignore[reportPrivateImportUsage]

from lab.training.emotion_lessons import Lesson, batches
from voice_agent.language.feeling import EMOTIONS

LAYERS = 3


class Upper(torch.nn.Module):
    """The upper layers and the head, as they are trained."""

    def __init__(
        self, minilm: Path, *, outputs: int = len(EMOTIONS) + 4, layers: int = LAYERS
    ) -> None:
        """Begin with MiniLM's own upper `layers`, of six."""
        super().__init__()
        whole: Any = BertModel.from_pretrained(
            minilm,
            local_files_only=True,
            add_pooling_layer=False,
            hidden_act="gelu_pytorch_tanh",
            attn_implementation="eager",
        )
        self.layers = torch.nn.ModuleList(list(whole.encoder.layer)[-layers:])
        size = int(whole.config.hidden_size)
        self.drop = torch.nn.Dropout(0.2)
        self.head = torch.nn.Linear(size * (layers + 1), outputs)

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """`hidden` (n, pieces, size), `mask` (n, pieces) of 0 and 1; returns (n, outputs)."""
        return self.head(self.drop(self.means(hidden, mask)))

    def means(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """What the head sees: the mean over word pieces, halfway and after each layer."""
        shares = (mask / mask.sum(dim=1, keepdim=True)).unsqueeze(-1)
        aside = (1 - mask)[:, None, None, :] * -1e9
        means = [(hidden * shares).sum(dim=1)]
        for layer in self.layers:
            found = layer(hidden, attention_mask=aside)
            hidden = found[0] if isinstance(found, tuple) else found
            means.append((hidden * shares).sum(dim=1))
        return torch.cat(means, dim=1)


def padded(lesson: Lesson, group: NDArray[np.int64]) -> tuple[torch.Tensor, torch.Tensor]:
    """The sentences at `group`, filled up to the longest, and which word pieces are theirs: `Upper`'s input."""
    longest = int((lesson.begins[group + 1] - lesson.begins[group]).max())
    hidden = np.zeros((len(group), longest, lesson.hidden.shape[1]), np.float32)
    mask = np.zeros((len(group), longest), np.float32)
    for row, place in enumerate(group):
        piece = lesson.hidden[lesson.begins[place] : lesson.begins[place + 1]]
        hidden[row, : len(piece)] = piece
        mask[row, : len(piece)] = 1
    return torch.from_numpy(hidden), torch.from_numpy(mask)


def answers(model: Upper, lesson: Lesson) -> NDArray[np.float64]:
    """What `model` says of every sentence: (sentences, 16), emotions and intensity as 0..1."""
    found = np.zeros((len(lesson.begins) - 1, len(EMOTIONS) + 4))
    with torch.inference_mode():
        for places in batches(lesson, np.random.default_rng(0)):
            out = model(*padded(lesson, places))
            out[:, :13] = torch.sigmoid(out[:, :13])
            found[places] = out.numpy()
    return found


def shares(model: Upper, lesson: Lesson) -> NDArray[np.float64]:
    """What a `model` of kinds says of every sentence: (sentences, kinds), rows that sum to 1."""
    model.eval()
    found = np.zeros((len(lesson.begins) - 1, model.head.out_features))
    with torch.inference_mode():
        for places in batches(lesson, np.random.default_rng(0)):
            found[places] = torch.softmax(model(*padded(lesson, places)).float(), dim=1).numpy()
    return found


def pooled(model: Upper, lesson: Lesson) -> NDArray[np.float64]:
    """What the head of `model` sees of every sentence: (sentences, 1536)."""
    found = np.zeros((len(lesson.begins) - 1, model.head.in_features))
    with torch.inference_mode():
        for places in batches(lesson, np.random.default_rng(0)):
            found[places] = model.means(*padded(lesson, places)).numpy()
    return found


def quantised(matrix: torch.Tensor) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Eight bits a number and a scale a column; `matrix` (out, in) becomes (in, out)."""
    grid = matrix.detach().numpy().T
    scale = np.maximum(np.abs(grid).max(axis=0), 1e-8) / 127
    return np.round(grid / scale).astype(np.int8), scale.astype(np.float32)


def restore(model: Upper, file: Path) -> None:
    """Give `model` the weights that `save` wrote, as exact as eight bits are."""
    with np.load(file) as kept, torch.no_grad():

        def put(to: Any, name: str) -> None:
            rows = kept[name].astype(np.float32)
            if f"{name}.scale" in kept:
                rows = (rows * kept[f"{name}.scale"]).T
            to.copy_(torch.from_numpy(rows.copy()))

        for number, layer in enumerate(model.layers):
            parts: Any = layer
            own, out = parts.attention.self, parts.attention.output
            size = own.query.weight.shape[0]
            qkv, bias = torch.empty(3 * size, size), torch.empty(3 * size)
            put(qkv, f"{number}.qkv")
            put(bias, f"{number}.qkv_bias")
            for one, rows, vector in zip(
                (own.query, own.key, own.value), qkv.chunk(3), bias.chunk(3), strict=True
            ):
                one.weight.copy_(rows)
                one.bias.copy_(vector)
            for one, name in (
                (out.dense, "out"),
                (parts.intermediate.dense, "wide"),
                (parts.output.dense, "narrow"),
            ):
                put(one.weight, f"{number}.{name}")
                put(one.bias, f"{number}.{name}_bias")
            for one, name in ((out.LayerNorm, "norm"), (parts.output.LayerNorm, "last_norm")):
                one.weight.copy_(torch.from_numpy(kept[f"{number}.{name}"][0]))
                one.bias.copy_(torch.from_numpy(kept[f"{number}.{name}"][1]))
        model.head.weight.copy_(torch.from_numpy(kept["head"].T.copy()))
        model.head.bias.copy_(torch.from_numpy(kept["bias"]))


def save(model: Upper, file: Path, **more: NDArray[np.float32]) -> None:
    """Write layers.npz as language/layers.py reads it, and what `more` it is to hold."""
    kept: dict[str, Any] = {"layers": len(model.layers), **more}
    for number, layer in enumerate(model.layers):
        parts: Any = layer
        own, put = parts.attention.self, parts.attention.output
        qkv = torch.cat([own.query.weight, own.key.weight, own.value.weight])
        bias = torch.cat([own.query.bias, own.key.bias, own.value.bias])
        matrices = {
            "qkv": (qkv, bias),
            "out": (put.dense.weight, put.dense.bias),
            "wide": (parts.intermediate.dense.weight, parts.intermediate.dense.bias),
            "narrow": (parts.output.dense.weight, parts.output.dense.bias),
        }
        for name, (matrix, vector) in matrices.items():
            kept[f"{number}.{name}"], kept[f"{number}.{name}.scale"] = quantised(matrix)
            kept[f"{number}.{name}_bias"] = vector.detach().numpy().astype(np.float32)
        for name, norm in (("norm", put.LayerNorm), ("last_norm", parts.output.LayerNorm)):
            both = torch.stack([norm.weight, norm.bias])
            kept[f"{number}.{name}"] = both.detach().numpy().astype(np.float32)
    kept["head"] = model.head.weight.detach().numpy().T.astype(np.float32)
    kept["bias"] = model.head.bias.detach().numpy().astype(np.float32)
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, **kept)
