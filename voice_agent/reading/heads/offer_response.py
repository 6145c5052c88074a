"""How an answer meets what was offered: taken up, put off, denied, or not answered at all. Pure.

    met = rules.readers.offer_response(heard.text)

A yes or a no in plain words is heard by rule (leave/consent.py). "She isn't in this one, that's a drawer lower down, where I keep
the best silver" is neither: a reader taught with lines of many writers (models/offers, made by lab/training/offers.py) knows that
they would love to be asked.
"""

from enum import StrEnum
from typing import Protocol

from voice_agent.backends import KindReader
from voice_agent.reading.likeliest import likeliest
from voice_agent.reading.words.vocabulary import plain

READ = 40
"""Words of an answer that are read, the first ones: how an offer is met stands there."""


class OfferResponse(StrEnum):
    """Ways to meet an offer."""

    GLAD = "yes"
    """In few words: they would like to."""

    TELLS = "tells"
    """They tell something: of it, or on with their story as if nothing had been offered."""

    WARM = "warm"
    """It belongs to another time, and they love to think of it."""

    APART = "apart"
    """It has nothing to do with what they tell."""

    UNSURE = "unsure"
    UNFINISHED = "unfinished"
    """It came too early: they had not finished."""

    LATER = "later"
    """Not now, or not today; nothing speaks against it."""

    NO = "no"
    """They will not speak of that."""


DEAR = frozenset({OfferResponse.GLAD, OfferResponse.WARM})
"""They would love to be asked."""


class OfferResponses(Protocol):
    """What knows how an answer meets an offer (MetByMeaning)."""

    def __call__(self, said: str) -> OfferResponse | None:
        """Return how `said` meets what was offered, or None: nobody can be sure."""
        ...


class OfferResponsesByMeaning:
    """Passes the Meets contract. Blocking, some 25 ms; what was read once is remembered."""

    def __init__(self, reader: KindReader) -> None:
        """`reader`: of models/offers; way -> probability. Its thresholds say from where each is believed."""
        self._reader = reader

    def __call__(self, said: str) -> OfferResponse | None:
        """Return how `said` meets what was offered, or None: nobody can be sure."""
        words = beginning(said)
        if not words:
            return None
        (shares,) = self._reader.shares([words])
        return likeliest(OfferResponse, shares, self._reader.bars)


def beginning(said: str) -> str:
    """What of an answer is read."""
    return " ".join(plain(said).split()[:READ])
