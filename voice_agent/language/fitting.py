"""How well a reply fits what was just said, as readers marked such replies.

Layers that were taught with those marks (lab/training/fitting.py) go on where MiniLM is halfway. The moment is read once for all
replies; each reply sees it. The card stands in models/fitting.
"""

from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import ModelDamaged
from voice_agent.interview.fitting import MARKS, Fit, moment
from voice_agent.language.embedding import SIZE
from voice_agent.language.kinds import MINILM
from voice_agent.language.layers import Rows, load, through
from voice_agent.language.likeness import LONGEST_TEXT_PIECES
from voice_agent.language.minilm_layers import MiniLMLayers

KEPT = 256
"""Replies whose word pieces are remembered, in memory only; the oldest go first."""


TOGETHER = 12
"""Replies of like length that are computed together: the matrices are then fetched from memory once for all."""


class Fitting:
    """Callable as interview.fitting.Fits. Safe to call from several threads."""

    def __init__(self, folder: Path, minilm: Path, *, threads: int = 1) -> None:
        """`folder`: models/fitting; `minilm`: MiniLM's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        self._layers = load(folder / "layers.npz")
        if self._layers.whose is None or self._layers.head.shape[1] != MARKS:
            raise ModelDamaged(
                f"{folder / 'layers.npz'} does not hold what was taught for this.",
                mend="Restore the file from the package.",
            )
        self._whose = self._layers.whose
        under = MINILM - self._layers.count
        self._minilm_layers = MiniLMLayers(
            minilm, threads=threads, longest=LONGEST_TEXT_PIECES, layers=under
        )
        self._lock = Lock()
        self._kept: OrderedDict[str, NDArray[np.float16]] = OrderedDict()
        self._last: tuple[tuple[str, str], tuple[list[Rows], list[Rows]]] | None = None

    def __call__(self, asked: str, said: str, replies: Sequence[str]) -> Sequence[Fit]:
        """Return how well each of `replies` fits after `said`, the answer to `asked`. Blocking, some 40 ms for ten."""
        if not replies:
            return ()
        below, means = self._moment(asked, said)
        known = [rows + self._whose[2] for rows in self._read(replies)]
        out = np.zeros((len(replies), MARKS), np.float32)
        order = sorted(range(len(replies)), key=lambda place: len(known[place]))
        for first in range(0, len(order), TOGETHER):
            places = order[first : first + TOGETHER]
            out[places] = self._marks([known[place] for place in places], below, means)
        raised = np.exp(out - out.max(axis=1, keepdims=True))
        return [Fit(*map(float, row)) for row in raised / raised.sum(axis=1, keepdims=True)]

    def _marks(self, replies: Sequence[Rows], below: Sequence[Rows], means: Sequence[Rows]) -> Rows:
        """`replies`, each (pieces, 384), together; returns (n, MARKS)."""
        hidden = np.zeros((len(replies), max(map(len, replies)), SIZE), np.float32)
        aside = np.ones(hidden.shape[:2], np.float32)
        for row, each in enumerate(replies):
            hidden[row, : len(each)], aside[row, : len(each)] = each, 0
        shares = (1 - aside)[..., None] / (1 - aside).sum(axis=1)[:, None, None]

        def both(layer: int) -> Rows:
            told = np.broadcast_to(means[layer], (len(hidden), SIZE))
            return np.concatenate([(hidden * shares).sum(axis=1), told], axis=-1)

        found = [both(0)]
        for number, layer in enumerate(self._layers.each):
            hidden = through(layer, hidden, below[number], aside)
            found.append(both(number + 1))
        return np.concatenate(found, axis=-1) @ self._layers.head + self._layers.bias

    def _moment(self, asked: str, said: str) -> tuple[list[Rows], list[Rows]]:
        """What each layer makes of it, (pieces, 384), and the mean over what was said."""
        read = moment(asked, said)
        if (last := self._last) is not None and last[0] == read:
            return last[1]
        before, told = (
            rows + whose
            for rows, whose in zip(self._minilm_layers.read(read), self._whose[:2], strict=True)
        )
        seen = np.concatenate([before, told])
        below, means = [seen], [told.mean(axis=0)]
        for layer in self._layers.each:
            seen = through(layer, seen)
            below.append(seen)
            means.append(seen[len(before) :].mean(axis=0))
        self._last = read, (below, means)
        return below, means

    def _read(self, replies: Sequence[str]) -> list[NDArray[np.float16]]:
        with self._lock:
            known = {each: self._kept[each] for each in replies if each in self._kept}
        fresh = [each for each in dict.fromkeys(replies) if each not in known]
        if fresh:
            known |= zip(
                fresh, (r.astype(np.float16) for r in self._minilm_layers.read(fresh)), strict=True
            )
            with self._lock:
                self._kept |= {each: known[each] for each in fresh}
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        return [known[each] for each in replies]
