"""MPNet's upper layers with a narrow branch beside each of their products, as they are taught (Hu and others, 2021, LoRA).

What MPNet's authors published is not changed: only the branches learn, and language/adapted.py adds them to the eight-bit
network. The lower layers are run once for each text, and what they say is kept.
"""

import copy
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import MPNetModel  # pyright: ignore[reportPrivateImportUsage]

from lab.training.evening import INPUTS
from lab.training.steps import halved
from voice_agent.language.adapted import BELOW, Added
from voice_agent.language.embedding import batches, pieces
from voice_agent.language.mpnet import LONGEST_TEXT_PIECES, PAD, SIZE
from voice_agent.weights.mpnet import EVENED

FEW = 32
"""Width of a branch."""

GAIN = 2.0
"""What a branch counts, as its authors scale it."""

FORGOTTEN = 0.1
"""Share of numbers left out at each step, in the layers and before a branch."""

FAR = -1e4
"""Added to the attention paid to what only fills up."""

Rows = Sequence[NDArray[np.float16]]
"""What the lower layers say of each text: (its word pieces, size)."""


class Branched(torch.nn.Module):
    """A product of the network, which stays as it is, and its branch, which learns."""

    def __init__(self, own: torch.nn.Linear) -> None:
        super().__init__()
        self.own = own
        self.into = torch.nn.Parameter(
            torch.randn(own.in_features, FEW) / math.sqrt(own.in_features)
        )
        self.out = torch.nn.Parameter(torch.zeros(FEW, own.out_features))
        self.drop = torch.nn.Dropout(FORGOTTEN)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Return what both say together."""
        return self.own(rows) + GAIN * ((self.drop(rows) @ self.into) @ self.out)


class Upper(torch.nn.Module):
    """The layers from `BELOW` on, with their branches."""

    def __init__(self, whole: Any) -> None:
        """`whole`: as `published` reads it."""
        super().__init__()
        self.size = int(whole.config.hidden_size)
        self.layers: Any = torch.nn.ModuleList(copy.deepcopy(list(whole.encoder.layer[BELOW:])))
        self.requires_grad_(False)
        for part in self.layers.modules():
            if isinstance(part, torch.nn.Dropout):
                part.p = FORGOTTEN
        for layer in self.layers:
            for name in (each for group in INPUTS.values() for each in group):
                *path, last = name.split(".")
                parent = layer.get_submodule(".".join(path))
                setattr(parent, last, Branched(getattr(parent, last)))
        with torch.no_grad():
            bias = whole.encoder.compute_position_bias(
                torch.zeros(1, LONGEST_TEXT_PIECES, self.size)
            )
        self.bias = torch.nn.Buffer(bias)

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """`hidden` (n, pieces, size), `mask` (n, pieces) of 0 and 1; returns the mean of the last layer, (n, size)."""
        pieces_ = hidden.shape[1]
        bias = self.bias[:, :, :pieces_, :pieces_]
        aside = (1 - mask)[:, None, None, :] * FAR
        for layer in self.layers:
            hidden = layer(hidden, aside, bias)[0]
        return (hidden.float() * (mask / mask.sum(dim=1, keepdim=True)).unsqueeze(-1)).sum(dim=1)

    def of(self, rows: Rows) -> torch.Tensor:
        """Return the means of some texts, filled up to the longest of them."""
        longest = max(len(each) for each in rows)
        hidden = torch.zeros(len(rows), longest, self.size)
        mask = torch.zeros(len(rows), longest)
        for place, each in enumerate(rows):
            hidden[place, : len(each)] = torch.from_numpy(each.astype(np.float32))
            mask[place, : len(each)] = 1
        with halved():
            return self(hidden, mask)

    def said(self, rows: Rows) -> NDArray[np.float32]:
        """What it makes of each text, without learning: (n, size)."""
        learned, found = self.training, np.zeros((len(rows), self.size), np.float32)
        self.eval()
        order = np.argsort([len(each) for each in rows])
        with torch.inference_mode():
            for places in np.array_split(order, max(1, len(rows) // 32)):
                found[places] = self.of([rows[place] for place in places]).numpy()
        self.train(learned)
        return found

    def branches(self) -> list[torch.nn.Parameter]:
        """What learns."""
        return [each for each in self.parameters() if each.requires_grad]

    def added(self, evened: Mapping[str, NDArray[np.float16]] | None = None) -> Added:
        """The branches as the eight-bit network takes them, which evens out what goes into "o" beforehand.

        `evened`: by how much; None: as in weights.mpnet.EVENED.
        """
        if evened is None:
            with np.load(EVENED) as kept:
                return self.added(dict(kept))
        found: Added = {}
        with torch.no_grad():
            for number, layer in enumerate(self.layers, BELOW + 1):
                even = evened[f"{number}.o"].astype(np.float32)
                for name, parts in INPUTS.items():
                    some: list[Any] = [layer.get_submodule(part) for part in parts]
                    into = np.concatenate([each.into.numpy() for each in some], axis=1)
                    out = torch.block_diag(*(GAIN * each.out for each in some)).numpy()
                    if name == "qkv":
                        out[:, -self.size :] /= even
                    found[f"{number}.{name}"] = (into * even[:, None] if name == "o" else into, out)
        return found


def published(mpnet: Path) -> Any:
    """MPNet as its authors published it, in float."""
    return MPNetModel.from_pretrained(
        mpnet, local_files_only=True, add_pooling_layer=False, attn_implementation="eager"
    ).eval()


def below(whole: Any, mpnet: Path, texts: Sequence[str]) -> list[NDArray[np.float16]]:
    """What the lower layers of `whole` say of each text. `mpnet` has its tokenizer.json."""
    tokenizer = pieces(mpnet)
    tokenizer.enable_truncation(LONGEST_TEXT_PIECES)
    found = [np.zeros((0, SIZE), np.float16)] * len(texts)
    with torch.inference_mode(), halved():
        for places, ids, mask in batches(tokenizer, texts):
            ids[mask == 0] = PAD
            hidden = whole.embeddings(torch.from_numpy(ids))
            bias = whole.encoder.compute_position_bias(hidden)
            aside = (1 - torch.from_numpy(mask))[:, None, None, :] * FAR
            for layer in whole.encoder.layer[:BELOW]:
                hidden = layer(hidden, aside, bias)[0]
            rows = hidden.float().numpy().astype(np.float16)
            for row, place in enumerate(places):
                found[place] = rows[row, : int(mask[row].sum())]
    return found
