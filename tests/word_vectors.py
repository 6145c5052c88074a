"""A stand-in for the model of meaning, for tests of whatever works with meanings."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voice_agent.memory.terms import terms


@dataclass(frozen=True)
class WordVectors:
    """An Embedder without weights: texts that share stems are alike, others nearly at right angles."""

    size: int = 64

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit rows."""
        out = np.zeros((len(texts), self.size), np.float32)
        for row, text in zip(out, texts, strict=True):
            for term in terms(text) or {text}:
                seed = int.from_bytes(hashlib.sha256(term.encode()).digest()[:8])
                row += np.random.default_rng(seed).normal(size=self.size)
            row /= np.linalg.norm(row)
        return out
