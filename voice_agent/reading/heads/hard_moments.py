"""What a turn asks of whoever listens, where it is no story to be asked about: a hard moment. Pure.

    hard = rules.hard(heard.text)

Rules know some by their words (losses.py, safety/). A reader that was taught with lines of many writers knows more of them
(models/hard-moments, made by lab/training/hard_moments.py): it says what the last words of a turn are, if it is sure.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from voice_agent.backends import KindReader
from voice_agent.reading.by_rules.closers import closer
from voice_agent.reading.likeliest import likeliest
from voice_agent.reading.words.plain_words import at_stops
from voice_agent.reading.words.vocabulary import plain

FEWEST_WORDS_READ = 3
"""Words; of one or two nobody knows what they mean."""

FEW, SURELY = 9, 0.8
"""Of fewer words one must be so sure at least: of such ordinary lines of writers whose lines taught nothing (lab/training/hard_moments.py)
12 of 700 are then taken for a hard moment and not 25, and of 677 hard ones 327 are known and not 373."""

TOLD = 6
"""Words that tell something: "I don't know" may be anything, and is not waited for. A guess."""

PERHAPS = 0.7
"""Share of all kinds together from which a turn may be hard, though nobody can say what it is. It is so for four to ten in a
hundred calm turns."""

READ = 45
"""Words of a turn that are read, the last ones: so long were those that taught."""


class Hard(StrEnum):
    """Kinds of hard moments."""

    NEW_GRIEF = "newgrief"
    """Somebody or something dear was lost lately."""

    OLD_GRIEF = "oldgrief"
    """A loss long ago, often told sideways."""

    REFUSAL = "refusal"
    """They will not speak of that."""

    SHAME = "shame"
    """A confession, or a humiliation."""

    CONFUSION = "confusion"
    """The place, the day, the thread or who speaks has gone from them."""

    LIVING = "living"
    """Somebody who may have died is spoken of as near."""

    CROSS = "cross"
    """They are angry with us."""

    LONELY = "lonely"
    TEARS = "tears"
    WORRY = "worry"


ORDINARY = "ordinary"
"""None of these."""


class Tells(Protocol):
    """What knows a hard moment (HardMoments)."""

    def __call__(self, said: str) -> Hard | None:
        """Return what the last words of `said` are, or None: a story, or nobody can be sure."""
        ...

    def perhaps(self, said: str) -> bool:
        """May they be hard, of whatever kind?"""
        ...


class HardMoments:
    """Passes the Tells contract. Blocking, some 25 ms; what was read once is remembered."""

    def __init__(self, reader: KindReader) -> None:
        """`reader`: of models/hard-moments; kind or ORDINARY -> probability."""
        self._reader = reader

    def __call__(self, said: str) -> Hard | None:
        """Return what the last words of `said` are, or None: a story, or nobody can be sure."""
        words = last_words(said)
        return believed(self._shares(words), self._reader.bars, len(words.split()))

    def perhaps(self, said: str) -> bool:
        """May they be hard, of whatever kind?"""
        words = last_words(said)
        told = len(words.split()) >= TOLD
        return told and self._shares(words).get(ORDINARY, 1.0) <= 1 - PERHAPS

    def _shares(self, words: str) -> Mapping[str, float]:
        """Nothing of one or two words, nor of "Well, that is it.", which is the end of whatever was told."""
        words = _told(words)
        if len(words.split()) < FEWEST_WORDS_READ:
            return {}
        return self._reader.shares([words])[0]


def believed(shares: Mapping[str, float], bars: Mapping[str, float], many: int) -> Hard | None:
    """The likeliest kind, if its share reaches its threshold. `many`: the words that were read."""
    return likeliest(Hard, shares, bars, SURELY if many < FEW else 0.0)


def _told(words: str) -> str:
    """Without last sentences that only close a story: "I think that's enough about that" refuses nothing after one."""
    told = at_stops(words)
    while told and len(told[-1].split()) < FEW and closer(told[-1]):
        told.pop()
    return " ".join(told)


def last_words(said: str) -> str:
    """The last whole sentences of `said`, as many as are read; of one that is longer, its last words."""
    kept: list[str] = []
    for sentence in reversed(at_stops(plain(said))):
        words = sentence.split()
        if kept and len(kept) + len(words) > READ:
            break
        kept = [*words[-READ:], *kept]
    return " ".join(kept)
