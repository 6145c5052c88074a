"""Is it better to remember single sentences or whole stretches of a book? Any book, read at run time.

The book is cut where its meaning changes, and by length. Of some stretches one sentence is taken out and
said as a cue; what should come to mind is the rest of its stretch. Nothing of the book is kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.evaluation import scores
from voice_agent.backends import Embedder
from voice_agent.memory.clauses import sentences
from voice_agent.memory.imported import parse
from voice_agent.memory.splitting import split

STRETCHES = 80
"""Stretches looked among, evenly taken from the book."""

FEWEST = 4
"""Sentences a stretch must have: one is the cue."""

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Stretch:
    sentences: tuple[str, ...]
    vectors: Vectors
    cue: int
    """Which sentence is taken out."""


def evaluate(book: Path, embedder: Embedder, *, seed: int = 0) -> list[dict[str, Any]]:
    """Rows for `python -m lab graph`. Some 20 s. Raises MemoryRefused."""
    chance = np.random.default_rng(seed)
    turns = [turn for each in parse(book.read_bytes(), book.name) for turn in each.turns]
    step = max(1, len(turns) // STRETCHES)
    by_length, by_meaning = list[_Stretch](), list[_Stretch]()
    for turn in turns[::step]:
        told = tuple(turn.text[first:last] for first, last in sentences(turn.text))
        if len(told) < FEWEST:
            continue
        vectors = embedder.embed(told)
        by_length.append(_Stretch(told, vectors, int(chance.integers(len(told)))))
        for first, last in split(told, vectors):
            if last - first >= FEWEST:
                cue = int(chance.integers(last - first))
                by_meaning.append(_Stretch(told[first:last], vectors[first:last], cue))
    rows: list[dict[str, Any]] = []
    for name, stretches in (("cut by meaning", by_meaning), ("cut by length", by_length)):
        cues = np.stack([each.vectors[each.cue] for each in stretches])
        whole = cues @ _whole(stretches, embedder).T
        single = np.stack([_best_sentence(each, cues) for each in stretches], axis=1)
        mean = cues @ _mean(stretches).T
        for how, near in (
            ("single sentences", single),
            ("bubbles", whole),
            ("bubbles as the mean of their sentences", mean),
        ):
            for k in (1, 5):
                hits = _hits(near, k)
                rows.append(
                    {
                        "what": f"book, {name}: {how}, hit@{k}",
                        "hit or nDCG": float(np.mean(hits)),
                        "95 %": scores.interval(hits, seed),
                        "n": len(hits),
                        "ms an insert": None,
                        "mood distance": None,
                    }
                )
    return rows


def _rest(each: _Stretch) -> str:
    return " ".join(text for place, text in enumerate(each.sentences) if place != each.cue)


def _whole(stretches: Sequence[_Stretch], embedder: Embedder) -> Vectors:
    return embedder.embed([_rest(each) for each in stretches])


def _mean(stretches: Sequence[_Stretch]) -> Vectors:
    means = np.stack([np.delete(each.vectors, each.cue, axis=0).mean(axis=0) for each in stretches])
    return means / np.linalg.norm(means, axis=1, keepdims=True)


def _best_sentence(each: _Stretch, cues: Vectors) -> NDArray[np.float32]:
    """How near the nearest of a stretch's sentences is to every cue."""
    return (cues @ np.delete(each.vectors, each.cue, axis=0).T).max(axis=1)


def _hits(near: NDArray[np.float32], k: int) -> list[float]:
    """Is each cue's own stretch among the `k` nearest? Ties count against it."""
    own = np.diag(near)
    ahead = (near >= own[:, None]).sum(axis=1) - 1
    return [float(count < k) for count in ahead]
