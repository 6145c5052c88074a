"""Which of a few kinds a sentence is of: small layers that go on where MiniLM is halfway, and a head of classes.

A folder of models/ holds the layers, eight-bit matrices of 2 MB each, and classes.json; its card stands beside them. What
was read once is kept for the session, so that no reply waits for it twice.
"""

import json
from collections.abc import Mapping, Sequence
from copy import copy
from itertools import groupby
from pathlib import Path

import numpy as np

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.language.layers import load
from voice_agent.language.minilm_layers import MiniLMLayers

MINILM = 6
"""Layers of MiniLM."""

KEPT = 512
"""Sentences remembered, in memory only; the oldest go first."""


class KindsByMeaning:
    """Safe to call from several threads."""

    def __init__(self, folder: Path, minilm: Path, *, threads: int = 1) -> None:
        """`folder`: of models/; `minilm`: MiniLM's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        mend = "Restore the file from the package."
        self._layers = load(folder / "layers.npz")
        try:
            table = json.loads((folder / "classes.json").read_text(encoding="utf-8"))
            self._classes: tuple[str, ...] = tuple(table["classes"])
            self.bars: Mapping[str, float] = dict(table.get("agrees", {}))
            """Class -> probability from which it is believed, where the folder gives any."""
        except FileNotFoundError as error:
            raise ModelMissing(f"{error.filename} is missing.", mend=mend) from None
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise ModelDamaged(f"A file in {folder} cannot be read: {error}.", mend=mend) from None
        self._minilm_layers = MiniLMLayers(
            minilm, threads=threads, layers=MINILM - self._layers.count
        )
        self._read = dict[str, Mapping[str, float]]()

    def afresh(self) -> "KindsByMeaning":
        """The same, which remembers nothing yet: for another session."""
        other = copy(self)
        other._read = {}
        return other

    def shares(self, sentences: Sequence[str]) -> list[Mapping[str, float]]:
        """Return, for each sentence, class -> probability."""
        known = {each: self._read[each] for each in sentences if each in self._read}
        fresh = [each for each in dict.fromkeys(sentences) if each not in known]
        halfway = dict(zip(fresh, self._minilm_layers.read(fresh), strict=True))

        def long(each: str) -> int:
            return len(halfway[each])

        for _, alike in groupby(sorted(fresh, key=long), long):
            some = list(alike)
            scores = self._layers.read(np.stack([halfway[each] for each in some])).astype(
                np.float64
            )
            raised = np.exp(scores - scores.max(axis=1, keepdims=True))
            for each, row in zip(some, raised / raised.sum(axis=1, keepdims=True), strict=True):
                known[each] = dict(zip(self._classes, map(float, row), strict=True))
        # changed in one step: the recogniser's thread and the session's may both be here
        self._read = dict(list({**self._read, **known}.items())[-KEPT:])
        return [known[each] for each in sentences]
