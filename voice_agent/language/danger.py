"""Reads danger from a sentence: three small layers that go on where MiniLM is halfway. The engine behind cries.Meaning.

What training/danger.py made (models/danger): eight-bit matrices and a head of seven classes, 5 MB; its card stands
beside them. What was read once is kept for the session, so that the reply never waits for it twice.
"""

import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.interview.cries import Reading
from voice_agent.language.halfway import Halfway
from voice_agent.language.layers import Layers

KEPT = 512
"""Sentences remembered, in memory only; the oldest go first."""


class DangerByMeaning:
    """Passes the cries.Meaning contract. Safe to call from several threads."""

    def __init__(self, folder: Path, minilm: Path, *, threads: int = 1) -> None:
        """`folder`: models/danger; `minilm`: MiniLM's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        mend = "Restore the file from the package."
        try:
            with np.load(folder / "layers.npz") as kept:
                self._layers = Layers(kept)
            table = json.loads((folder / "classes.json").read_text(encoding="utf-8"))
            self._classes: tuple[str, ...] = tuple(table["classes"])
            self._agrees: Mapping[str, float] = dict(table["agrees"])
        except FileNotFoundError as error:
            raise ModelMissing(f"{error.filename} is missing.", mend=mend) from None
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise ModelDamaged(f"A file in {folder} cannot be read: {error}.", mend=mend) from None
        self._halfway = Halfway(minilm, threads=threads)
        self._read = dict[str, Reading]()

    @property
    def agrees(self) -> Mapping[str, float]:
        """Class -> probability from which it is believed, where a rule hints at the same."""
        return self._agrees

    def read(self, sentences: Sequence[str]) -> Sequence[Reading]:
        """Return, for each sentence, class -> probability."""
        known = {each: self._read[each] for each in sentences if each in self._read}
        fresh = [each for each in dict.fromkeys(sentences) if each not in known]
        for each, hidden in zip(fresh, self._halfway.read(fresh), strict=True):
            scores = self._layers.read(hidden).astype(np.float64)
            raised = np.exp(scores - scores.max())
            known[each] = dict(zip(self._classes, map(float, raised / raised.sum()), strict=True))
        # changed in one step: the recogniser's thread and the session's may both be here
        self._read = dict(list({**self._read, **known}.items())[-KEPT:])
        return [known[each] for each in sentences]
