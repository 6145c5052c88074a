"""Is a question new? Compared with everything ever asked, by its words and by what it is about. Pure.

What is kept of a question is not its text but the hashes of its words' stems: enough to know it again
and to see that another one asks the same, and nothing that "forget that" would have to look for.
"""

import hashlib
import re
from functools import lru_cache

from voice_agent.interview.stems import content, stems

SAME = 0.75
"""From this likeness on two questions are one. Tried on the shipped book, where no two scenes reach it."""

_PLAIN = frozenset(
    stems(
        """
        being best come comes day days ever first go going happen happened kind know life like long look looked
        made make many mind moment most much new now often one other others part people place remember
        say said see still stay stayed story tell thing things think time times way well went year years
        today back else more day's ordinary used want wanted get got after before until since been came could
        around during together use into all between never somebody too also bring brings brought honest picture wonder matter matters mattered
        """.split()  # noqa: SIM905
    )
)
"""Stems that do not make two questions alike."""


_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_FORMS = tuple(
    (name, re.compile(words, re.IGNORECASE))
    for name, words in (
        ("when", r"\bwhen (?:was|were|did|is|do|does|had)\b|\bwhat (?:year|time)\b|\bhow (?:old|long)\b"),
        ("like", r"\bwhat (?:\w+ ){0,3}(?:was|were|is|are|did|does)\b.*\b(?:like|look|sound|smell|taste|feel)\b"),
        ("why", r"\bwhy\b|\bwhat made\b"),
        ("who", r"\b(?:who|whom|whose)\b"),
        ("where", r"\bwhere\b"),
        ("how", r"\bhow\b"),
    )
)  # fmt: skip


def normal(text: str) -> str:
    """Return `text` in lower case, without punctuation; years are all one.

    "What did the years after 1948 bring?" asked again of 1961 is heard as the same question.
    """
    plain = re.sub(r"\b1[5-9]\d\d|20\d\d\b", "year", text.lower())
    return " ".join(re.findall(r"\w+", plain.replace("’", "'").replace("'", "")))


@lru_cache(maxsize=8192)
def key(text: str) -> str:
    """Name a question by its normal form; twelve hex digits."""
    return _hash(normal(text), 6)


@lru_cache(maxsize=8192)
def gist(text: str) -> frozenset[str]:
    """Return the hashes of what a question is about, years included; empty for "What happened then?"."""
    return frozenset(_hash(each, 4) for each in (*(content(text) - _PLAIN), *_YEAR.findall(text)))


@lru_cache(maxsize=8192)
def form(ask: str) -> str:
    """What a question asks for by its words: when, like, why, who, where, how or what."""
    return next((name for name, words in _FORMS if words.search(ask)), "what")


def likeness(one: frozenset[str], other: frozenset[str], *, same_form: bool = False) -> float:
    """How much two questions are about the same, 0..1 (Dice); 0 where either is about too little.

    `same_form`: both ask for the same (`form`); then one word is enough ("What was Leeds like?"), and so is a clause
    that stands whole in both.
    """
    if one.isdisjoint(other):
        return 0.0
    shared, least = len(one & other), min(len(one), len(other))
    if same_form and least and (shared == least > 2 or (least == 1 and one == other)):
        return 1.0
    if least < 2:
        return 0.0
    return 2 * shared / (len(one) + len(other))


def _hash(text: str, size: int) -> str:
    return hashlib.blake2s(text.encode(), digest_size=size).hexdigest()
