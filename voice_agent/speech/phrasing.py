"""Where a voice takes breath: a reply cut into the phrases a person would say in one go.

Pure. A phrase is what is sent to the engine at once, so the first one is short enough to be heard
early, and between phrases there is a rest whose length pace.py chooses.
"""

import re
from dataclasses import dataclass
from enum import Enum

_SENTENCE = re.compile(r"(?<=[.!?…])[\"”’')\]]*\s+")
_CLAUSE = re.compile(r"(?<=[,;:—–])\s+")
_WORD = re.compile(r"\S*\w\S*")

_BEFORE = re.compile(
    r"and|but|or|so|because|when|where|who|which|while|before|after|until|if|than|with|without"
    r"|from|into|about|in|on|at|by|for|that",
    re.IGNORECASE,
)
"""Words a speaker of English readily takes breath before."""

_HOLDS = re.compile(
    r"am|is|are|was|were|be|been|the|an?|my|your|his|her|our|their|of|to|not",
    re.IGNORECASE,
)
"""Words that lean on the next one: no breath after them."""

SHORTEST_CLAUSE_WORDS = 3
"""Words; a shorter clause ("Oh,") is said in one breath with the next."""

HALF = 3
"""Words either side of a breath taken where there is no punctuation."""


class Break(Enum):
    """What ends a phrase."""

    BREATH = "breath"
    CLAUSE = "clause"
    SENTENCE = "sentence"


@dataclass(frozen=True, slots=True)
class Phrase:
    """Said in one breath."""

    text: str
    ends: Break
    words: int


def words(text: str) -> int:
    """How many words `text` has: whatever stands between spaces and holds a letter or digit."""
    return len(_WORD.findall(text))


def phrases(text: str, *, longest: int = 12) -> tuple[Phrase, ...]:
    """Cut `text` into phrases of at most about `longest` words. Empty where there is no word.

    Joined by spaces the phrases give the text back, but for a comma where a breath was put in.
    """
    found: list[Phrase] = []
    for sentence in _SENTENCE.split(text.strip()):
        clauses = _clauses(sentence)
        for number, clause in enumerate(clauses):
            last = number == len(clauses) - 1
            breaths = _breaths(clause, longest)
            for place, breath in enumerate(breaths):
                inner = place < len(breaths) - 1
                ends = Break.BREATH if inner else Break.SENTENCE if last else Break.CLAUSE
                found.append(Phrase(f"{breath}," if inner else breath, ends, words(breath)))
    return tuple(found)


def _clauses(sentence: str) -> list[str]:
    """Cut at commas, dashes and colons; join what is too short to stand alone."""
    joined: list[str] = []
    for part in _CLAUSE.split(sentence):
        if joined and words(joined[-1]) < SHORTEST_CLAUSE_WORDS:
            joined[-1] = f"{joined[-1]} {part}"
        elif part:
            joined.append(part)
    if len(joined) > 1 and words(joined[-1]) < SHORTEST_CLAUSE_WORDS:
        tail = joined.pop()
        joined[-1] = f"{joined[-1]} {tail}"
    return [part for part in joined if words(part)]


def _breaths(clause: str, longest: int) -> list[str]:
    """Cut a clause that is too long for one breath before a joining word nearest its middle."""
    tokens = clause.split()
    if len(tokens) <= longest:
        return [clause]
    places = [place for place in range(HALF, len(tokens) - HALF + 1) if _breath(tokens, place)]
    if not places:
        return [clause]
    cut = min(places, key=lambda place: abs(place - len(tokens) / 2))
    return [
        *_breaths(" ".join(tokens[:cut]), longest),
        *_breaths(" ".join(tokens[cut:]), longest),
    ]


def _breath(tokens: list[str], place: int) -> bool:
    """Can a speaker take breath before the word at `place`?"""
    before, here, after = tokens[place - 1 : place + 2]
    if not _BEFORE.fullmatch(here) or _HOLDS.fullmatch(before):
        return False
    # neither inside "from under" nor before the "in" of "in for it"
    if _BEFORE.fullmatch(before) or _BEFORE.fullmatch(after):
        return False
    # "you and your brother" is one breath, "he came in, and his brother laughed" two
    return here.lower() not in {"and", "or"} or HALF < place < len(tokens) - HALF
