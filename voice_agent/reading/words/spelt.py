"""A name that is spelt out: "That is C, A, O, I, M, H, E." Letters mean nothing to a reader of meanings, and nobody says them back. Pure."""

import re

from voice_agent.reading.words.plain_words import at_stops

BESIDE = 5
"""Words around the letters that only lead to them: "you spell it", "that is with a". A guess."""

_LETTERS = re.compile(
    r"(?<![\w'’])[A-Za-z](?:(?:\s*[,–-]\s*|\s+)(?:then |and |double )?[A-Za-z](?![\w'’])){2,}\.?"
)


def spells(sentence: str) -> bool:
    """Does a sentence spell something, and tell nothing besides?"""
    rest, found = _LETTERS.subn(_unless_stuttered, sentence)
    return found > 0 and rest != sentence and len(re.findall(r"\w+", rest)) <= BESIDE


def without(said: str) -> str:
    """`said` without the sentences that only spell; as it is where nothing else was said."""
    told = [each for each in at_stops(said) if not spells(each)]
    return " ".join(told) if told else said


def _unless_stuttered(found: re.Match[str]) -> str:
    """ "I, I, I" is somebody looking for words."""
    letters = set(re.findall(r"\b[a-z]\b", found[0].lower()))
    return " " if len(letters) > 1 and letters - {"i", "a"} else found[0]
