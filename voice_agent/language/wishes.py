"""Reads which command a short turn may be: a head over what MiniLM makes of it, halfway and in the end, and over its words.

What training/wishes.py made stands in models/wishes, with its card. The engine behind interview/wish_by_meaning.py.
"""

import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.interview.plain_words import plain
from voice_agent.language.halfway import Halfway

PLACES = 8192
"""Of runs of one to three words; two runs may share one."""

KEPT = 512
"""Turns remembered, in memory only; the oldest go first."""

Rows = NDArray[np.floating[Any]]


class WishReader:
    """Passes the interview.wish_by_meaning.Reader contract. Safe to call from several threads."""

    def __init__(self, folder: Path, minilm: Path, *, threads: int = 1) -> None:
        """`folder`: models/wishes; `minilm`: MiniLM's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        mend = "Restore the file from the package."
        try:
            table = json.loads((folder / "classes.json").read_text(encoding="utf-8"))
            self._classes: tuple[str, ...] = tuple(table["classes"])
            self.bars: Mapping[str, float] = dict(table["bars"])
            with np.load(folder / "head.npz") as kept:
                self._head = {name: _matrix(kept, name) for name in HEAD}
        except FileNotFoundError as error:
            raise ModelMissing(f"{error.filename} is missing.", mend=mend) from None
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise ModelDamaged(f"A file in {folder} cannot be read: {error}.", mend=mend) from None
        self._halfway = Halfway(minilm, threads=threads)
        self._read = dict[str, Mapping[str, float]]()

    def shares(self, sentences: Sequence[str]) -> list[Mapping[str, float]]:
        """Return, for each sentence, class -> probability."""
        said = [spoken(each) for each in sentences]
        fresh = [each for each in dict.fromkeys(said) if each not in self._read]
        known = {each: self._read[each] for each in said if each in self._read}
        if fresh:
            for each, row in zip(fresh, self._shares(fresh), strict=True):
                known[each] = dict(zip(self._classes, map(float, row), strict=True))
        # changed in one step: the recogniser's thread and the session's may both be here
        self._read = dict(list({**self._read, **known}.items())[-KEPT:])
        return [known[each] for each in said]

    def _shares(self, said: list[str]) -> Rows:
        head = self._head
        seen = features(self._halfway, said)
        inner = seen @ head["inner"] + head["inner_bias"]
        # gelu in its tanh form: numpy has no erf
        inner *= 0.5 * (1 + np.tanh(0.7978845608 * (inner + 0.044715 * inner**3)))
        scores = inner @ head["outer"] + seen[:, : len(head["straight"])] @ head["straight"]
        scores += head["bias"]
        for row, each in zip(scores, said, strict=True):
            places = runs(each)
            row += head["runs"][places].sum(axis=0) / np.float32(len(places) ** 0.5)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=1, keepdims=True)


HEAD = ("inner", "inner_bias", "outer", "straight", "bias", "runs")
"""Of head.npz: matrices (in, out), and the biases as one row."""


def spoken(said: str) -> str:
    """`said` in plain words without any marks: written text and a recogniser's become nearly alike."""
    return plain(said).replace(" . ", " ").strip(" .")


def runs(said: str) -> list[int]:
    """Places of the runs of one, two and three words of `said`, which is in plain words."""
    words = ["^", *said.split(), "$"]
    found = words[1:-1]
    for many in (2, 3):
        found += [" ".join(words[n : n + many]) for n in range(len(words) - many + 1)]
    return [zlib.crc32(each.encode()) % PLACES for each in found]


def features(halfway: Halfway, said: Sequence[str]) -> NDArray[np.float32]:
    """What MiniLM makes of each: its finished meaning, and the mean of its pieces halfway; (texts, 768), near 1."""
    hidden, meanings = halfway.both(said)
    means = np.stack([row.mean(axis=0) if len(row) else np.zeros(384) for row in hidden])
    return np.concatenate([meanings * 8, means * 5], axis=1).astype(np.float32)


def _matrix(kept: "np.lib.npyio.NpzFile", name: str) -> Rows:
    rows = kept[name].astype(np.float32)
    return rows * kept[f"{name}.scale"].astype(np.float32) if f"{name}.scale" in kept else rows
