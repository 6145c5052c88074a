"""What a sentence tells first, cut out whole and turned to the narrator: "you made six pies for the supper". Pure."""

import re
from collections.abc import Iterator

from voice_agent.reading.by_rules import expression

SHORTEST, LONGEST = 5, 14
"""Words of a clause that is said back."""


def clause(sentence: str) -> str:
    """What a sentence tells first, turned: "you made six pies for the supper"; "" where it cannot be cut out whole.

    What goes before its subject is left out ("The first year I was married I made ..."), and as little as may be of its end.
    """
    for begun in _begun(sentence.strip()):
        another = _ANOTHER.search(begun)  # half of a second clause is no clause
        most = another.start() if another else len(begun)
        ends = sorted({each.start() for each in _ENDS.finditer(begun, 0, most + 1)}, reverse=True)
        for end in (len(begun), most, *ends):
            if len(begun[:end].split()) >= SHORTEST and (
                found := expression.told(begun[:end], LONGEST)
            ):
                return found
    return ""


def _begun(sentence: str) -> Iterator[str]:
    """The sentence, or what follows whatever it begins with before its subject."""
    fronted = _FRONTED.match(sentence)
    if fronted is None:
        yield sentence
        return
    first, comma, rest = sentence.partition(",")
    subjects = list(_SUBJECT.finditer(first))
    if len(subjects) >= (1 if fronted["at"] else 2):
        yield sentence[subjects[-1].start() :]
    if comma and len(rest.split()) >= SHORTEST and _GOES_ON.match(rest):
        yield rest.strip()


_FRONTED = re.compile(
    r"(?:(?P<at>in|at|on|during|once|as|after|before|from|for)|when|while|the (?:first|last|day|night|morning|summer|winter|year)|my first)\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"(?<= )(?:I|we|they|he|she)(?= )")
_GOES_ON = re.compile(r" (?:and )?(?:I|we|they|he|she)(?= )")
_ENDS = re.compile(
    r"[,;:](?= )| (?=(?:when|while|until|till|and|but|because|so|which|who|that|where|in|on|at|with|wi'|from|for|by|after|before|as|like)\b)"
)
_ANOTHER = re.compile(
    r",? (?:and|but|so)(?= (?:I|we|they|he|she|it|the|my|our|you|somebody|nobody|me and)\b)|, ?which\b"
)
