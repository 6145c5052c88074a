"""Reads how a turn is meant, with six classes (kinds.py). The engine behind memory's MeaningReader.

What training/meant.py made stands in models/meant, with its card.
"""

from collections.abc import Mapping
from pathlib import Path

from voice_agent.language.kinds import KindsByMeaning
from voice_agent.memory.repairs.meant import Meant


class MeantByMeaning:
    """Passes the memory.meant.MeaningReader contract. Safe to call from several threads."""

    def __init__(self, folder: Path, minilm: Path, *, threads: int = 1) -> None:
        """`folder`: models/meant; `minilm`: MiniLM's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        self._kinds = KindsByMeaning(folder, minilm, threads=threads)

    def read(self, text: str) -> Mapping[Meant, float]:
        """Return kind -> probability for a turn, or as much of one as `meant.stretch` gives."""
        (shares,) = self._kinds.shares([text])
        return {Meant(kind): share for kind, share in shares.items()}
