"""How a reply says back what was told: whole sentences, not the whole story, and nobody's things or doings changed. Pure."""

import re
from collections.abc import Iterator

from voice_agent.heavy_words import has_heavy_words
from voice_agent.interview.seat.own_words import LISTENERS, anchored, root, stated, waits, words
from voice_agent.reading.words.asking import parts
from voice_agent.reading.words.vocabulary import SayableWords

_POSSESSED = re.compile(
    r"\b(?P<whose>my|our|your|yer|his|her|their) (?P<what>\w{3,})(?: (?P<more>\w{3,}))?",
    re.IGNORECASE,
)
_MINE = frozenset({"my", "our"})


def anothers(statement: str, turn: str) -> bool:
    """Does it give what was said to be one person's to another? Said back, "my lamp" becomes "your lamp"."""
    owners = dict[str, set[str]]()
    for whose, things in _possessed(turn):
        for each in things:
            owners.setdefault(each, set()).add(whose)
    for whose, things in _possessed(statement):
        theirs = next((owners[each] for each in things if each in owners), None)
        if theirs and whose not in theirs and not (whose == "your" and theirs & _MINE):
            return True
    return False


def _possessed(text: str) -> Iterator[tuple[str, list[str]]]:
    """Whose, and the words behind it."""
    for found in _POSSESSED.finditer(text):
        things = [each for each in (found["what"], found["more"]) if each]
        yield found["whose"].casefold(), [root(each.casefold()) for each in things]


_OF_ITSELF = re.compile(r"\bI\b")
_NOT = r"\b(?:not|never|no|nobody|nothing|without|nor|\w+n't)"
_DENIED = re.compile(_NOT + r"(?P<what>(?: \w+){1,4})", re.IGNORECASE)
_DENIES = re.compile(_NOT + r" (?:a |an |the |any )?(?P<what>\w{3,})\b", re.IGNORECASE)


def denies(statement: str, turn: str) -> bool:
    """Does it say that something was not which was said to be? Of itself, it may have done none of it."""
    if _OF_ITSELF.search(statement):
        return False
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


CLIPPED = 4
"""Words; in so many that are said there is a small one among them."""


def clipped(statement: str) -> bool:
    """Is it a string of words, as in a telegram?"""
    every = words(statement)
    return len(every) >= CLIPPED and not any(each in LISTENERS for each in every)


_YES_OR_NO = re.compile(
    r"^(?:and |so |but |then |well,? )*(?:was|were|is|are|did|do|does|had|has|have)\b",
    re.IGNORECASE,
)
_OPEN = frozenset(
    [
        "ever",
        "else",
        "again",
        "any",
        "anybody",
        "anyone",
        "anything",
        "anywhere",
        "somebody",
        "someone",
        "something",
        "still",
        "yet",
        "or",
        "other",
    ]
)


def just_told(question: str, turn: str) -> bool:
    """Is it to be answered with yes or no, and has the turn answered it, word for word?"""
    if not _YES_OR_NO.match(question):
        return False
    every, heard = words(question), {root(each) for each in words(turn)}
    about = [each for each in every if each not in LISTENERS]
    return bool(about) and _OPEN.isdisjoint(every) and all(root(each) in heard for each in about)
