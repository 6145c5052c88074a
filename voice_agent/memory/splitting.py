"""Cutting a long text where its meaning changes, not where a length runs out.

Each gap between two sentences is scored by how unlike the few sentences before and after it are; the text
is cut at gaps that are unusually deep for this text.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.memory.clauses import sentences

WINDOW = 2
"""Sentences on each side of a gap."""

DEEP = 0.5
"""Standard deviations above this text's own mean from which a gap is a cut. A guess, as is WINDOW."""

SHORTEST_PIECE_WORDS, LONGEST_PIECE_WORDS = 25, 160
"""Words of a piece: below, it is no memory; above, its vector means everything and nothing."""


def split(sentences: Sequence[str], vectors: NDArray[np.float32]) -> list[tuple[int, int]]:
    """Return [first, last) sentence ranges that cover all of `sentences`, in order.

    `vectors` (n, size) are unit rows. Raises nothing.
    """
    count = len(sentences)
    if count == 0:
        return []
    depth = gaps(vectors)
    cut = float(depth.mean() + DEEP * depth.std()) if count > 2 else np.inf
    lengths = [len(each.split()) for each in sentences]
    pieces: list[tuple[int, int]] = []
    first, size = 0, 0
    for place in range(count):
        size += lengths[place]
        if place == count - 1:
            break
        too_long = size + lengths[place + 1] > LONGEST_PIECE_WORDS
        if too_long or (size >= SHORTEST_PIECE_WORDS and depth[place] >= cut):
            pieces.append((first, place + 1))
            first, size = place + 1, 0
    if pieces and size < SHORTEST_PIECE_WORDS // 2:
        begun, _ = pieces.pop()
        return [*pieces, (begun, count)]
    return [*pieces, (first, count)]


def pieces(text: str, embedder: Embedder) -> list[str]:
    """Cut `text` into stretches of one subject each; together they are all of it. Raises EngineError.

    Some 5 ms a sentence.
    """
    spans = sentences(text)
    if len(spans) < 2:
        return [text.strip()] if text.strip() else []
    told = [text[first:last] for first, last in spans]
    cut = split(told, embedder.embed(told))
    return [text[spans[first][0] : spans[last - 1][1]] for first, last in cut]


def gaps(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how unlike both sides of each gap are, shape (n - 1,), 0 alike .. 1 and above."""
    out = np.zeros(max(0, len(vectors) - 1), np.float32)
    for place in range(len(out)):
        before = vectors[max(0, place + 1 - WINDOW) : place + 1].mean(axis=0)
        after = vectors[place + 1 : place + 1 + WINDOW].mean(axis=0)
        norm = float(np.linalg.norm(before) * np.linalg.norm(after))
        out[place] = 1 - float(before @ after) / norm if norm else 1.0
    return out
