"""The same meaning in full precision: MiniLM-L6-v2 through transformers and torch.

For training and for checking the eight-bit one (cosine .9995 between them); twice its work. This is
the one module here that imports torch.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import BertModel  # pyright: ignore[reportPrivateImportUsage]

from voice_agent.language.embedding import SIZE, batches, pieces, pooled
from voice_agent.language.minilm import unreadable


class MiniLMFloat:
    """An Embedder."""

    def __init__(self, weights: Path) -> None:
        """`weights` is a folder with model.safetensors, config.json and tokenizer.json."""
        self._pieces = pieces(weights)
        try:
            self._model: Any = BertModel.from_pretrained(
                weights, local_files_only=True, add_pooling_layer=False
            )
        except (OSError, ValueError, RuntimeError):
            raise unreadable(weights) from None
        self._model.eval()

    @property
    def size(self) -> int:
        """Length of a vector."""
        return SIZE

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), 384), unit rows."""
        out = np.empty((len(texts), SIZE), np.float32)
        for places, ids, mask in batches(self._pieces, texts):
            with torch.inference_mode():
                hidden = self._model(
                    input_ids=torch.from_numpy(ids), attention_mask=torch.from_numpy(mask)
                ).last_hidden_state
            out[places] = pooled(hidden.numpy(), mask)
        return out
