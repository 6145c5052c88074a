"""Reads danger from a sentence embedding: the engine behind `cries.Meaning`.

A plain linear head trained by training/safety_head.py; its model card is models/safety-head/README.md. What
was read once is kept for the session, so that the reply never waits for it twice.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from voice_agent.backends import Embedder
from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.interview.cries import Reading

KEPT = 512
"""Sentences remembered, in memory only; the oldest go first."""


class DangerByMeaning:
    """Passes the cries.Meaning contract."""

    def __init__(self, head: Path, embedder: Embedder) -> None:
        """`head`: head.json as the training wrote it. Raises ModelMissing, ModelDamaged."""
        try:
            table: dict[str, Any] = json.loads(head.read_text(encoding="utf-8"))
            self._classes: tuple[str, ...] = tuple(table["classes"])
            self._agrees: Mapping[str, float] = dict(table["agrees"])
            self._weights = np.array(table["weights"], np.float32)
            self._bias = np.array(table["bias"], np.float32)
        except FileNotFoundError:
            raise ModelMissing(
                f"{head} is missing.", mend="Restore the file from the package."
            ) from None
        except (OSError, ValueError, KeyError) as error:
            raise ModelDamaged(
                f"{head} cannot be read: {error}.", mend="Restore the file from the package."
            ) from None
        self._embedder = embedder
        self._read = dict[str, Reading]()

    @property
    def agrees(self) -> Mapping[str, float]:
        """Class -> probability from which it is believed."""
        return self._agrees

    def read(self, sentences: Sequence[str]) -> Sequence[Reading]:
        """Return, for each sentence, class -> probability."""
        known = {each: self._read[each] for each in sentences if each in self._read}
        if fresh := [each for each in dict.fromkeys(sentences) if each not in known]:
            scores = self._embedder.embed(fresh) @ self._weights + self._bias
            raised = np.exp(scores - scores.max(axis=1, keepdims=True))
            shares = raised / raised.sum(axis=1, keepdims=True)
            for each, row in zip(fresh, shares, strict=True):
                known[each] = dict(zip(self._classes, map(float, row), strict=True))
        # changed in one step: the recogniser's thread and the session's may both be here
        self._read = dict(list({**self._read, **known}.items())[-KEPT:])
        return [known[each] for each in sentences]
