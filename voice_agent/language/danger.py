"""Reads danger from a sentence, and from a turn as a whole, with seven classes (classifier.py). The engine behind cries.Meaning.

What lab/training/danger.py made stands in models/danger, with its card; in models/danger/turns what lab/training/danger_turns.py
made, which has a turn written and as a recogniser gives it become nearly alike first (spoken_kinds.py).
"""

from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path

from voice_agent.language.classifier import Classifier
from voice_agent.language.spoken_kinds import spoken
from voice_agent.reading.danger.cries import Reading


class DangerByMeaning:
    """Passes the cries.Meaning contract. Safe to call from several threads."""

    def __init__(self, folder: Path, mpnet: Path, *, threads: int = 1) -> None:
        """`folder`: models/danger; `mpnet`: MPNet's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        self._kinds = Classifier(folder, mpnet, threads=threads)
        self._turns = Classifier(folder / "turns", mpnet, threads=threads)

    def afresh(self) -> "DangerByMeaning":
        """The same, which remembers nothing yet: for another session."""
        other = copy(self)
        other._kinds = self._kinds.afresh()
        other._turns = self._turns.afresh()
        return other

    @property
    def agrees(self) -> Mapping[str, float]:
        """Class -> probability from which it is believed, where a rule hints at the same."""
        return self._kinds.bars

    def read(self, sentences: Sequence[str]) -> Sequence[Reading]:
        """Return, for each sentence, class -> probability."""
        return self._kinds.shares(sentences)

    def whole(self, said: str) -> Reading:
        """Return class -> probability for a turn."""
        return self._turns.shares([spoken(said)])[0]
