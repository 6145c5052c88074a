"""The answer to "shall I erase it?" and "may your family hear that after all?": whether what was put away comes back. Pure."""

import re

from voice_agent.reading.wishes import openly
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
    r"\b(?:not|never|no|keep|kept|stays?|private|between us|leave|but|only|about|one|none|nobody)\b"
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
    """May everybody know it after all? "What after all? Yes, of course." Whatever else is said in it may take that back."""
    sentences = at_stops(said)
    says = [each for each in sentences[:2] if _lets_it_out(each) and not _for_one(each)]
    others = [plain(each) for each in sentences if each not in says]
    return bool(says) and not any(map(_TAKES_BACK.search, others)) and not _but_somebody(said)


def _for_one(sentence: str) -> bool:
    """Does it ask, or let in one person alone: "Yes, Tom may." ?"""
    return sentence.endswith("?") or bool(whom(sentence) and not _ALL.search(plain(sentence)))


_ALL = re.compile(r"\b(?:family|they|them|all|children|every\w*|any\w*)\b")
_TAKES_BACK = re.compile(
    r"\b(?:keep\w*|kept|stays?|private|between us|nobody|no one|none|else|ashamed|said|but|just you|only (?:you|us)|you and me|the two of us)\b|"
    r"^(?:\w+ ){0,2}(?:no|not|never)\W*$"
)
