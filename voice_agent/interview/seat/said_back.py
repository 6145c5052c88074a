"""How a reply says back what was told: whole sentences, not the whole story, and nobody's things or doings changed. Pure."""

import re

from voice_agent.heavy_words import has_heavy_words
from voice_agent.interview.seat.own_words import LISTENERS, anchored, root, stated, waits, words
from voice_agent.reading.words.asking import parts
from voice_agent.reading.words.vocabulary import SayableWords

_POSSESSED = re.compile(
    r"\b(?P<whose>my|our|your|yer|his|her|their|thy) (?:\w+ )?(?P<what>\w{3,})\b", re.IGNORECASE
)
_MINE = frozenset({"my", "our"})


def anothers(statement: str, turn: str) -> bool:
    """Does it give what was said to be one person's to another? Said back, "my lamp" becomes "your lamp"."""
    owners = dict[str, set[str]]()
    for found in _POSSESSED.finditer(turn):
        owners.setdefault(root(found["what"].casefold()), set()).add(found["whose"].casefold())
    return any(
        whose not in mine and not (whose == "your" and mine & _MINE)
        for found in _POSSESSED.finditer(statement)
        if (mine := owners.get(root(found["what"].casefold())))
        for whose in (found["whose"].casefold(),)
    )


_NOT = r"\b(?:not|never|no|nobody|nothing|without|nor|\w+n't)"
_DENIED = re.compile(_NOT + r"(?P<what>(?: \w+){1,4})", re.IGNORECASE)
_DENIES = re.compile(_NOT + r" (?:a |an |the |any )?(?P<what>\w{3,})\b", re.IGNORECASE)


def denies(statement: str, turn: str) -> bool:
    """Does it say that something was not which was said to be?"""
    denied = {root(each) for found in _DENIED.finditer(turn) for each in words(found["what"])}
    told = {root(each) for each in words(turn)} - denied
    said = (found["what"].casefold() for found in _DENIES.finditer(statement))
    return any(each not in LISTENERS and root(each) in told for each in said)


def sums_up(text: str, own: SayableWords, turn: str) -> bool:
    """Does it tell their story again, sentence by sentence?"""
    said_back = [each for each in stated(text) if anchored(each, own, turn) and not waits(each)]
    return len(said_back) > SAYS_BACK


SAYS_BACK = 3
"""Sentences of theirs that are said back at most."""


def passes_over(text: str, turn: str) -> bool:
    """Does it take up something beside what hurts in the turn, and not wait either?"""
    sentences = parts(turn)
    hurts = next((at for at, each in enumerate(sentences) if has_heavy_words(each)), None)
    if hurts is None or waits(text):
        return False
    before = frozenset(root(each) for each in words(" ".join(sentences[:hurts])))
    after = frozenset(root(each) for each in words(" ".join(sentences[hurts:])))
    back = {root(each) for each in words(text) if each not in LISTENERS}
    return bool(back & before) and not back & after


def over_and_over(text: str) -> bool:
    """Does it say little more than one thing again and again?"""
    every = words(text)
    return len(every) >= AGAIN and len(set(every)) <= len(every) / 2


def unfinished(text: str) -> bool:
    """Does it stop in the middle, as what is cut off at its longest does?"""
    return not re.search(r"[.!?\u2026][\"')]*$", text)


def shouted(text: str) -> bool:
    """Is it written in capitals?"""
    letters = [each for each in text if each.isalpha()]
    return len(letters) > LOUD and sum(map(str.isupper, letters)) > len(letters) / 2


LOUD = 6
"""Letters; fewer may be an abbreviation."""

AGAIN = 4
"""Words from which on a repetition can be told."""
