"""Reads which command a short turn may be, with a class for each and one for talk that asks for nothing (classifier.py).

What training/wishes.py made stands in models/wishes, with its card. The engine behind interview/steering/wish_by_meaning.py.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from voice_agent.interview.plain_words import plain
from voice_agent.language.classifier import Classifier


class WishReader:
    """Passes the interview.wish_by_meaning.Reader contract. Safe to call from several threads."""

    def __init__(self, folder: Path, mpnet: Path, *, threads: int = 1) -> None:
        """`folder`: models/wishes; `mpnet`: MPNet's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        self._kinds = Classifier(folder, mpnet, threads=threads)

    @property
    def bars(self) -> Mapping[str, float]:
        """From which share a command is believed; "told" and the like as the contract says."""
        return self._kinds.bars

    def shares(self, sentences: Sequence[str]) -> list[Mapping[str, float]]:
        """Return, for each sentence, class -> probability."""
        return self._kinds.shares([spoken(each) for each in sentences])


def spoken(said: str) -> str:
    """`said` in plain words without any marks: written text and a recogniser's become nearly alike."""
    return plain(said).replace(" . ", " ").strip(" .")
