"""The words of a clause around its date: the date itself, the part it stands in, and what is said of nothing else. Pure."""

import re
from collections.abc import Sequence

from voice_agent.memory.dates.dates import When
from voice_agent.memory.dates.stretches import Span, contents
from voice_agent.memory.terms import terms
from voice_agent.verbs import whole as finite

_THE_WAS = re.compile(
    r"\W*(?:(?:I|and|but|so|no|well|oh|think|believe|reckon)\W+)*(?P<thing>(?:the|my|our|his|her|their) [\w'’ -]+?)"
    r" (?:it )?(?:was|were|wis|is|must have been|would be)(?: \w+)?\s*",
    re.IGNORECASE,
)
_COMMA = re.compile(r"[,;]\s+")
_AND = re.compile(r"[,;]?\s+(?:and|but)\s+")
_LEADS = re.compile(
    r"(?:(?:in|on|at|about|around|by|since|during|back|the|year|of|it|was|must|have|been)\s+)+",
    re.IGNORECASE,
)


def value(date: When) -> Span:
    """The characters of a date without the words that lead to it: "about 1951"."""
    leads = _LEADS.match(date.words)
    return date.first + (leads.end() if leads else 0), date.last


def thing_of(text: str, start: int, used: Sequence[When]) -> frozenset[str]:
    """The terms of "the cabins" in "the cabins were 1957"; none where a clause says anything else of them."""
    if len(used) != 1:
        return frozenset()
    before = _COMMA.split(text[start : value(used[0])[0]])[-1]
    found = _THE_WAS.fullmatch(before)
    return terms(found["thing"]) if found else frozenset()


def sentence_of(text: str, start: int, last: int, used: Sequence[When]) -> str:
    """The part between commas that a date stands in, where it is a sentence: "he died in 1945", whatever never happened."""
    for date in used:
        joints = [m.span() for m in _AND.finditer(text, start, last)]
        after = next((a for a, _ in joints if a >= date.last), last)
        if after < last and finite(text[start:after]):
            last = after  # "they sent us to Korea in 1952 and I was never so cold"
        stops = [m.span() for m in _COMMA.finditer(text, start, last)]
        first = max((b for _, b in stops if b <= date.first), default=start)
        end = min((a for a, _ in stops if a >= date.last), default=last)
        if contents(text, first, end, [(date.first, date.last)]):
            return text[first:end]
    return text[start:last]
