"""Reads whether a story weighs on the heart: a head (classifier.py) on what MPNet makes of it.

The engine behind memory's WeightReader. What training/weight.py made stands in models/weight, with its card.
"""

from pathlib import Path

from voice_agent.errors import ModelDamaged
from voice_agent.language.arrays import MEND
from voice_agent.language.classifier import Classifier
from voice_agent.memory.weight import BELIEVED, stretches

HEAVY = "heavy"
"""The class of models/weight whose probability is read."""


class WeightByMeaning:
    """Passes the memory.weight.WeightReader contract. Safe to call from several threads."""

    def __init__(self, folder: Path, mpnet: Path, *, threads: int = 1) -> None:
        """`folder`: models/weight; `mpnet`: MPNet's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        self._head = Classifier(folder, mpnet, threads=threads)
        self._bar = self._head.bars.get(HEAVY, 0.0)
        if not 0 < self._bar < 1:
            raise ModelDamaged(f"{folder} does not say from where something weighs.", mend=MEND)

    def read(self, text: str) -> float:
        """Return what its heaviest stretch weighs, 0..1; nothing at all weighs 0."""
        found = stretches(text)
        if not found:
            return 0.0
        return from_bar(max(each[HEAVY] for each in self._head.shares(found)), self._bar)


def from_bar(share: float, bar: float) -> float:
    """Move a probability so that `bar` comes to lie where one just believes it."""
    if share >= bar:
        return BELIEVED + (1 - BELIEVED) * (share - bar) / (1 - bar)
    return BELIEVED * share / bar
