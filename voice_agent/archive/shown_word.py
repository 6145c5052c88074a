"""A word that whoever asks is shown, and tells the narrator themselves: so nobody else has asked in their place.

The narrator says which of three it was. It is not tried out: the second that was not the word is a no. Pure.
"""

import hashlib
from enum import StrEnum

from voice_agent.archive.called import WORDS

WRONG = 2
"""Wrong words that are a no. A guess: one may be misheard."""


class WordAnswer(StrEnum):
    """What it is to whoever asks that the narrator has said a word."""

    RIGHT = "right"
    WRONG = "wrong"
    NO = "no"
    """Wrong once more."""

    TO_NOBODY = "to nobody"
    """Nobody asks any more."""


def among(word: str, whose: str) -> tuple[str, ...]:
    """The word among two others, for one account always the same ones; none where there is no word."""
    others = sorted((each for each in WORDS if each != word), key=lambda each: _mixed(whose, each))
    return tuple(sorted((word, *others[:2]))) if word else ()


def said(word: str, shown: str, wrong: int) -> WordAnswer:
    """Is `word` what was `shown`, where `wrong` were said before? Where none was shown, any is."""
    if shown in ("", word):
        return WordAnswer.RIGHT
    return WordAnswer.NO if wrong + 1 >= WRONG else WordAnswer.WRONG


def _mixed(whose: str, word: str) -> str:
    return hashlib.sha256(f"{whose} {word}".encode()).hexdigest()
