"""Whether the last words of an answer end a story, or promise more of it. Pure.

    ending = rules.readers.ending(heard.text)

Rules know the usual ways (closers.py). "You may put the lid on it" is in none of them: a reader taught with lines of several writers, which
taught (models/endings, made by lab/training/endings.py) knows more.
"""

from enum import StrEnum
from typing import Protocol

from voice_agent.backends import KindReader
from voice_agent.reading.heads.hard_moments import last_words
from voice_agent.reading.likeliest import likeliest


class Ending(StrEnum):
    """What last words show."""

    TOLD = "told"
    """The story is told."""

    MORE = "more"
    """More is to come, or they broke off in the middle."""

    EMPTY = "empty"
    """They answer, and tell nothing."""

    GOES = "goes"
    """They tell, and show neither."""


class Endings(Protocol):
    """What knows how an answer ends (EndingsByMeaning)."""

    def __call__(self, said: str) -> Ending | None:
        """Return what the last words of `said` show, or None: nobody can be sure."""
        ...


class EndingsByMeaning:
    """Passes the Endings contract. Blocking, some 25 ms; what was read once is remembered."""

    def __init__(self, reader: KindReader) -> None:
        """`reader`: of models/endings; ending -> probability. Its thresholds say from where each is believed."""
        self._reader = reader

    def __call__(self, said: str) -> Ending | None:
        """Return what the last words of `said` show, or None: nobody can be sure."""
        words = last_words(said)
        if not words:
            return None
        (shares,) = self._reader.shares([words])
        return likeliest(Ending, shares, self._reader.bars)
