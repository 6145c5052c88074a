"""Texts of others into vectors, a few at a time, so that a talk that begins need not wait for all."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from voice_agent.lending.engines import Lent

AT_ONCE = 16
"""Texts."""


def vectors(
    lent: Lent, texts: Sequence[str], wanted: Callable[[], bool] = lambda: True
) -> NDArray[np.float32]:
    """Return shape (len(texts), size), unit rows; fewer where they are not `wanted` any more. Raises NotLent."""
    mind = lent.mind()
    found = [np.zeros((0, mind.size), np.float32)]
    for first in range(0, len(texts), AT_ONCE):
        if not wanted():
            break
        with lent.piece():
            found.append(mind.embed(texts[first : first + AT_ONCE]))
    return np.concatenate(found)
