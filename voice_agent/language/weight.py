"""Reads whether a story weighs on the heart, with two classes (kinds.py). The engine behind memory's WeightReader.

What training/weight.py made stands in models/weight, with its card.
"""

from pathlib import Path

from voice_agent.errors import ModelDamaged
from voice_agent.language.kinds import KindsByMeaning
from voice_agent.memory.weight import BELIEVED, stretches

HEAVY = "heavy"


class WeightByMeaning:
    """Passes the memory.weight.WeightReader contract. Safe to call from several threads."""

    def __init__(self, folder: Path, minilm: Path, *, threads: int = 1) -> None:
        """`folder`: models/weight; `minilm`: MiniLM's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        self._kinds = KindsByMeaning(folder, minilm, threads=threads)
        self._bar = self._kinds.bars.get(HEAVY, 0.0)
        if not 0 < self._bar < 1:
            raise ModelDamaged(
                f"{folder} does not say from where something weighs.",
                mend="Restore the file from the package.",
            )

    def read(self, text: str) -> float:
        """Return what its heaviest stretch weighs, 0..1; nothing at all weighs 0."""
        shares = self._kinds.shares(stretches(text))
        return max((from_bar(each[HEAVY], self._bar) for each in shares), default=0.0)


def from_bar(share: float, bar: float) -> float:
    """Move a probability so that `bar` comes to lie where one just believes it."""
    if share >= bar:
        return BELIEVED + (1 - BELIEVED) * (share - bar) / (1 - bar)
    return BELIEVED * share / bar
