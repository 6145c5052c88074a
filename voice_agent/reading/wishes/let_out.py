"""The answer to "shall I erase it?" and "may your family hear that after all?": whether what was put away comes back. Pure."""

import re

from voice_agent.reading.wishes import openly
from voice_agent.reading.wishes.subject import SENTENCE_ENDS
from voice_agent.reading.wishes.whom import whom
from voice_agent.reading.words.plain_words import at_stops, plain

_BACK = re.compile(r"\b(?:back|undo|undone|bring|restore|keep it|i want it|show)\b")
"""Said after "shall I erase it?", wants it kept."""

BRIEF = 8
"""Words of a sentence that begins with a yes and is one; a longer one goes on telling. A guess."""

_YES = re.compile(
    r"(?:(?:oh|ah|well|why|yes|yeah|yep|aye|of course|certainly|surely|sure|please|by all means|all right|okay|do|let them|they (?:may|can)|you (?:may|can)) ?)+"
)
_IT = re.compile(r"\b(?:let|hear|know|tell|may|can|they|them|family|all of (?:it|that))\b")
_KEEPS = re.compile(
    r"\b(?:not|never|no|keep|kept|stays?|private|between us|leave|but|only|about|one)\b"
)


def _lets_it_out(sentence: str) -> bool:
    """A yes and nothing else, or one that speaks of what was asked: "Yes, lovely, two sugars, Joan" answers somebody else."""
    text = plain(sentence).strip(" .")
    if _YES.fullmatch(text):
        return True
    agrees = openly.says(sentence) or (_YES.match(text) is not None and len(text.split()) <= BRIEF)
    if openly.says(sentence):
        return not re.search(r"\babout\b|\bone\b", text)
    return agrees and bool(_IT.search(text)) and not _KEEPS.search(text)


def _but_somebody(said: str) -> bool:
    """Is anybody still kept out: "Yes, the funeral. The money not, Teresa not."?"""
    return any(_NOT.search(plain(each)) and whom(each, refused=True) for each in at_stops(said))


_NOT = re.compile(r"\b(?:not|never|no|except|bar)\b")


def wants_back(said: str) -> bool:
    """Is what was put away wanted again?"""
    return bool(_BACK.search(plain(said)))


def lets_out(said: str) -> bool:
    """May everybody know it after all? "What after all? Yes, of course." """
    begins = SENTENCE_ENDS.split(said.strip())[:2]
    return any(map(_lets_it_out, begins)) and not _but_somebody(said)
