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
        today back else more day's ordinary used want wanted get got
        """.split()  # noqa: SIM905
    )
)
"""Stems that do not make two questions alike."""


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
    """Return the hashes of what a question is about; empty for "What happened then?"."""
    return frozenset(_hash(each, 4) for each in content(text) - _PLAIN)


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """How much two questions are about the same, 0..1 (Dice); 0 where either is about too little."""
    if min(len(one), len(other)) < 2:
        return 0.0
    return 2 * len(one & other) / (len(one) + len(other))


def _hash(text: str, size: int) -> str:
    return hashlib.blake2s(text.encode(), digest_size=size).hexdigest()
