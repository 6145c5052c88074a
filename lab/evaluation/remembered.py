"""An embedder that embeds no text twice: for evaluations and training, where sentences come again and again."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder


class Remembered:
    """An Embedder with a memory; it grows with every new text."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, NDArray[np.float32]] = {}

    @property
    def size(self) -> int:
        """Length of a vector."""
        return self._embedder.size

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """As the embedder does. Raises EngineError."""
        new = list(dict.fromkeys(each for each in texts if each not in self._known))
        for text, vector in zip(new, self._embedder.embed(new) if new else (), strict=True):
            self._known[text] = vector
        rows = [self._known[each] for each in texts]
        return np.stack(rows) if rows else np.zeros((0, self.size), np.float32)
