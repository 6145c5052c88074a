"""BM25 over a few hundred texts, where no index is at hand (Robertson and Walker, 1994)."""

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from voice_agent.memory.terms import stem

K1, B = 1.2, 0.75
"""The usual ones."""


class Bm25:
    """Texts, counted once."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(_words(text)) for text in texts]
        self._length = np.array([sum(each.values()) for each in self._counts], float)
        seen = Counter(word for each in self._counts for word in each)
        n = len(texts)
        self._rare = {w: float(np.log(1 + (n - df + 0.5) / (df + 0.5))) for w, df in seen.items()}

    def scores(self, query: str) -> NDArray[np.float64]:
        """Shape (texts,); 0 where no word is shared."""
        out = np.zeros(len(self._counts))
        mean = self._length.mean() or 1.0
        norm = K1 * (1 - B + B * self._length / mean)
        for word in set(_words(query)):
            if word in self._rare:
                tf = np.array([each[word] for each in self._counts], float)
                out += self._rare[word] * tf * (K1 + 1) / (tf + norm)
        return out


def _words(text: str) -> list[str]:
    return [stem(word) for word in re.findall(r"[a-z0-9]+", text.lower())]
