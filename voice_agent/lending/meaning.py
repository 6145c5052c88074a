"""Texts of others into vectors, a few at a time, so that a talk that begins need not wait for all."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from voice_agent.lending.engines import Lent

AT_ONCE = 16
"""Texts."""


def vectors(lent: Lent, texts: Sequence[str]) -> NDArray[np.float32]:
    """Return shape (len(texts), size), unit rows. Raises NotLent."""
    mind = lent.mind()
    found = list[NDArray[np.float32]]()
    for first in range(0, len(texts), AT_ONCE):
        lent.free()
        found.append(mind.embed(texts[first : first + AT_ONCE]))
    return np.concatenate(found) if found else np.zeros((0, mind.size), np.float32)
