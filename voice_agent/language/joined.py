"""Two readers of meaning as one: each misses what the other knows.

Taught layers see that two stories are of a kind; MiniLM as it is sees that both are about a horse.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder

SAY = 0.5
"""What a cosine of MiniLM counts beside one of the taught layers (models/stories).

Chosen on lives by two writers that taught nothing, by log loss, among 0, .25, .5, .75, 1 and 1.5 (lab/training/stories.py, --judge): .51, .44, .43,
.44, .47, .55.
"""


class Joined:
    """An Embedder whose cosine is that of `first` and, with the share `say`, that of `second`."""

    def __init__(self, first: Embedder, second: Embedder, say: float = SAY) -> None:
        """`say`: 0 leaves `second` out, 1 lets both count alike."""
        self._first, self._second, self._say = first, second, say

    @property
    def size(self) -> int:
        """Length of a vector."""
        return self._first.size + self._second.size

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), size), unit rows. Raises EngineError."""
        share = np.sqrt(self._say / (1 + self._say), dtype=np.float32)
        first, second = self._first.embed(texts), self._second.embed(texts)
        return np.hstack([np.sqrt(1 - share**2) * first, share * second]).astype(np.float32)
