"""Reads danger from a sentence, with seven classes (classifier.py). The engine behind cries.Meaning.

What training/danger.py made stands in models/danger, with its card.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path

from voice_agent.interview.safety.cries import Reading
from voice_agent.language.classifier import Classifier


class DangerByMeaning:
    """Passes the cries.Meaning contract. Safe to call from several threads."""

    def __init__(self, folder: Path, mpnet: Path, *, threads: int = 1) -> None:
        """`folder`: models/danger; `mpnet`: MPNet's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        self._kinds = Classifier(folder, mpnet, threads=threads)

    def afresh(self) -> "DangerByMeaning":
        """The same, which remembers nothing yet: for another session."""
        other = copy(self)
        other._kinds = self._kinds.afresh()
        return other

    @property
    def agrees(self) -> Mapping[str, float]:
        """Class -> probability from which it is believed, where a rule hints at the same."""
        return self._kinds.bars

    def read(self, sentences: Sequence[str]) -> Sequence[Reading]:
        """Return, for each sentence, class -> probability."""
        return self._kinds.shares(sentences)
