"""Reads of which of a few kinds something that was said is: a command, or what it asks of whoever listens (classifier.py).

Written text and a recogniser's become nearly alike first. The engine behind reading/wishes/wish_by_meaning.py (models/wishes),
reading/heads/hard_moments.py (models/hard-moments), reading/heads/endings.py (models/endings) and reading/heads/offer_response.py
(models/offers); each has its training/ of the same name.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from voice_agent.language.classifier import Classifier
from voice_agent.reading.words.plain_words import plain


class SpokenKinds:
    """Passes the backends.KindReader contract. Safe to call from several threads."""

    def __init__(self, folder: Path, mpnet: Path, *, threads: int = 1) -> None:
        """`folder`: of models/; `mpnet`: MPNet's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        self._kinds = Classifier(folder, mpnet, threads=threads)

    @property
    def bars(self) -> Mapping[str, float]:
        """From which share a kind is believed; more as the contract says."""
        return self._kinds.bars

    def shares(self, sentences: Sequence[str]) -> list[Mapping[str, float]]:
        """Return, for each sentence, kind -> probability."""
        return self._kinds.shares([spoken(each) for each in sentences])


def spoken(said: str) -> str:
    """`said` in plain words without any marks."""
    return plain(said).replace(" . ", " ").strip(" .")
