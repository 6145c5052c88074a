"""Which of a few kinds a sentence is of: a small head on what MPNet (mpnet.py) makes of it.

A folder of models/ holds the head (head.npz) and classes.json; its card stands beside them, and lab/training/heads.py writes
it. What was read once is kept for the session, so that no reply waits for it twice.
"""

import json
import zipfile
from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.language.mpnet import WIDTH, opened

KEPT = 512
"""Sentences remembered, in memory only; the oldest go first."""


class Classifier:
    """Safe to call from several threads."""

    def __init__(self, folder: Path, mpnet: Path, *, threads: int = 1) -> None:
        """`folder`: of models/; `mpnet`: MPNet's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        mend = "Restore the file from the package."
        try:
            with np.load(folder / "head.npz") as kept:
                self._head = {name: kept[name].astype(np.float32) for name in kept.files}
            table = json.loads((folder / "classes.json").read_text(encoding="utf-8"))
            self._classes: tuple[str, ...] = tuple(table["classes"])
            self.bars: Mapping[str, float] = dict(table.get("agrees", {}))
            """Class -> probability from which it is believed, where the folder gives any."""
            many = scores(self._head, np.zeros((1, WIDTH), np.float32)).shape[1]
        except FileNotFoundError as error:
            raise ModelMissing(f"{error.filename} is missing.", mend=mend) from None
        except (
            OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile,
        ) as error:  # fmt: skip
            raise ModelDamaged(f"A file in {folder} cannot be read: {error}.", mend=mend) from None
        if many != len(self._classes):
            raise ModelDamaged(f"{folder} has not one output for each class.", mend=mend)
        self._mpnet = opened(mpnet, threads)
        self._read = dict[str, Mapping[str, float]]()

    def afresh(self) -> "Classifier":
        """The same, which remembers nothing yet: for another session."""
        other = copy(self)
        other._read = {}
        return other

    def of_rows(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return (n, classes), probabilities, for `rows` as mpnet.Mpnet reads them."""
        return shares(scores(self._head, rows))

    def shares(self, sentences: Sequence[str]) -> list[Mapping[str, float]]:
        """Return, for each sentence, class -> probability."""
        known = {each: self._read[each] for each in sentences if each in self._read}
        fresh = [each for each in dict.fromkeys(sentences) if each not in known]
        if fresh:
            for each, row in zip(fresh, self.of_rows(self._mpnet.read(fresh)), strict=True):
                known[each] = dict(zip(self._classes, map(float, row), strict=True))
        # changed in one step: the recogniser's thread and the session's may both be here
        self._read = dict(list({**self._read, **known}.items())[-KEPT:])
        return [known[each] for each in sentences]


def scores(
    head: Mapping[str, NDArray[np.float32]], rows: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return (n, classes) for `rows`, (n, WIDTH): before the softmax. Raises KeyError, ValueError where `head` is none."""
    inner = (rows - head["mean"]) / head["spread"] @ head["wide"] + head["wide_bias"]
    # gelu in its tanh form: numpy has no erf
    inner *= 0.5 * (
        1 + np.tanh(np.float32(0.7978845608) * (inner + np.float32(0.044715) * inner**3))
    )
    return (inner @ head["narrow"] + head["narrow_bias"]).astype(np.float32)


def shares(scores: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return rows that sum to 1."""
    raised = np.exp(scores.astype(np.float64) - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)
