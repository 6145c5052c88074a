""" "You remind me about Mr Pettigrew next time": what is to be brought up at the next talk, and "you were supposed to". Pure.

Only what is said to us: "that reminds me of" and "she reminded me about" are stories. The subject is a stretch of the
turn, as it was said, so that it can be kept by its place and goes with the turn.
"""

import re
from collections.abc import Iterator, Sequence

from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.words.plain_words import at_stops

_NEXT = r"(?:next time|next week|tomorrow|another (?:time|day)|some other (?:time|day)|when (?:we|you) (?:next )?(?:talk|speak|come|meet|are back)(?: again| next)?|in the next talk|later on)"
_LEAD = r"(?:(?:and|but|so|now|then|oh|well|please|right|here|you|you must|you will have to|you(?:'|’)ll have to|you can|you could|you(?:'|’)d better|(?:tha|you|yuh|thou) (?:mun|must|fi|should|have to)|tha|yuh|can you|could you|will you|would you|do|just|mind you|mind and|lad|lass|love|honey|son),? )*"
_TO_US = re.compile(
    rf"^{_LEAD}(?:{_NEXT},? {_LEAD})?"
    rf"(?:remind me(?: again)?(?: {_NEXT})?,? (?:about|of|(?:to|and i(?:'|’)?ll) (?:tell|talk to) you (?:about|of)|to (?:talk|tell|speak) (?:about|of)|to (?:come|get|go) back to)"
    rf"|(?:do ?n(?:'|’)?t|do not|never) (?:you )?let me forget(?: to tell you)?(?: about)?"
    rf"|ask me(?: {_NEXT})? about(?=.*\b{_NEXT}))\s+(?P<about>.+)$",
    re.IGNORECASE,
)
_WELL_DO = re.compile(
    rf"^{_LEAD}(?:we|i)(?:'|’| wi)ll (?:do|come to|get to|go on with|talk about|have|leave|keep|save) (?P<about>.+?) (?:for |till |until |to )?{_NEXT}\b",
    re.IGNORECASE,
)
_OUGHT = re.compile(
    r"^(?:(?:and|but|so|now|well|oh|hey|here),? )*(?:were(?:n(?:'|’)t)? you (?:not )?|you (?:were|was|are|had) |you(?:'|’)re )(?:not )?(?:supposed|meant|going|to have) (?:to )?(?:remind(?:ed)?|ask(?:ed)?) me (?:about|of|to (?:tell|talk to) you (?:about|of))\s+(?P<about>.+)$|"
    r"^(?:(?:and|but|so|now|well|oh|hey|here),? )*you (?:said|promised)(?: that)? you(?:(?:'|’)d| would| were going to) (?:remind|ask) me (?:about|of)\s+(?P<also>.+)$|"
    r"^(?:(?:and|but|so|now|well|oh|hey|here),? )*(?:i (?:told|asked) you to|(?:did|have) (?:not )?i (?:ask|tell|told|asked) you to|did(?:n(?:'|’)t)? i (?:not )?(?:ask|tell) you to) (?:remind|ask) me (?:about|of)\s+(?P<told>.+)$|"
    r"^(?:(?:and|but|so|now|well|oh|hey|here),? )*you (?:did(?:n(?:'|’)t| not)|never|forgot to) (?:remind|remind(?:ed)|ask(?:ed)?) me (?:about|of)\s+(?P<never>.+)$",
    re.IGNORECASE,
)
_ENDS = re.compile(
    rf"(?:[,;:]? (?:{_NEXT}|will you|would you|can you|please|then|now|instead|again|do(?:n(?:'|’)t)? (?:you )?forget|mind|love|lad|honey|son|god bless|good ?bye|bye|and)\b.*|[,;:—–] .*)$",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"^(?:it|that|this|them|him|her|those|these|something|anything|what|why|how|when|where|the question|your question)\b(?! \w+ (?:of|about))",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:he|she|they|we|(?:my|our|the) \w+|(?-i:[A-Z])[a-z]+) (?:said|says|told|tells|asked|asks|used to say)\b",
    re.IGNORECASE,
)
"""Somebody else is asked for it, or asks."""

_TASK = re.compile(
    rf"^{_LEAD}remind me(?: {_NEXT})? to (?!tell you|talk|speak|come back|get back|go back|say)\w+.*",
    re.IGNORECASE,
)


_LIKENS = re.compile(
    rf"^(?:and |but |so )?(?:you|tha|yuh) remind me of (?!.*\b{_NEXT})", re.IGNORECASE
)
"""Whom we put them in mind of: asked for nothing."""


def wanted(said: str) -> Iterator[str]:
    """What we are asked to bring up next time, as it was said; the likeliest first."""
    clauses = [each for each in _clauses(said) if not _LIKENS.match(each.strip())]
    for form in (_TO_US, _WELL_DO):
        yield from _subjects(form, clauses)


def ought(said: str) -> Iterator[str]:
    """What they say we should have reminded them of."""
    yield from _subjects(_OUGHT, _sentences(said))


def task(said: str) -> bool:
    """Are we to remind them of something to be done, between our talks? That we cannot."""
    return any(_TASK.match(each) for each in _clauses(said))


def _subjects(form: re.Pattern[str], clauses: Sequence[str]) -> Iterator[str]:
    for clause in clauses:
        match = form.match(clause.strip().rstrip(".!?… "))
        said = next((each for each in match.groupdict().values() if each), "") if match else ""
        found = _ENDS.sub("", said).strip(" ,;:.!?")
        if found and not _EMPTY.match(found):
            yield found


def _sentences(said: str) -> list[str]:
    return at_stops(unquoted(said))


def _clauses(said: str) -> list[str]:
    """Each sentence, and what follows a comma or an "and" in it: "We'll do the lunches next time, you remind me ..."."""
    found: list[str] = []
    for sentence in _sentences(said):
        if _TOLD.search(sentence):
            continue
        found.append(sentence)
        pieces = re.split(r"[,;:—–]\s+|\s+(?=and (?:you )?(?:remind|don))", sentence)
        found += [", ".join(pieces[n:]) for n in range(1, len(pieces))]
    return found
