"""Whether a question goes from the days that were told of to today. Pure."""

import re

from voice_agent.interview.seat.own_words import unsaid
from voice_agent.reading.words.vocabulary import SayableWords

_TELLS = re.compile(
    r"\b(?:remember|recall|see|hear|smell|taste|picture|still (?:see|hear|smell|taste|have|know|remember|sing|make|got)|mind|lately|think of (?:it|that|them|him|her)|come to|"
    r"(?:like|want|care|sooner) (?:to )?(?:tell|talk|speak|start|begin|say)|gone back|make of (?:it|that)|stayed with|come back)\b",
    re.IGNORECASE,
)
_ASKS_TODAY = re.compile(
    r"\b(?:do|does|is|are|will|can|has|have)(?:n't)? (?:you|he|she|they|it|this|that|your|the|his|her|their|(?-i:[A-Z]\w+))\b|"
    r"\b(?:who|what|which|when|where)(?:'s| is| are| does| do| will| has) (?!it like|there)|\b(?:now|today|tonight|tomorrow)\b",
    re.IGNORECASE,
)
_YOU_TODAY = re.compile(
    r"\b(?:do|are|will|can|have)(?:n't)? you\b|\b(?:is|are) your\b|\byou (?:do|are|have|will|can|feel|think)\b",
    re.IGNORECASE,
)
_TODAY = re.compile(
    r"\b(?:is|are|am|isn't|aren't|i'm|(?:it|he|she|that|there|what|who)'s|(?:they|we|you)'re|does|do|don't|doesn't|has|have|i've|"
    r"can|can't|comes?|goes|lives?|still|now|today|will|i'll)\b",
    re.IGNORECASE,
)


def out_of_today(question: str, own: SayableWords, turn: str) -> bool:
    """Does it ask of today somebody who spoke of other days, or sound them out on what they do, think or have?"""
    if not _ASKS_TODAY.search(question) or _TELLS.search(question):
        return False
    if not _TODAY.search(turn) or _EXAMINES.search(question):
        return True
    strange = len(unsaid(question, own))
    return strange > (0 if _YOU_TODAY.search(question) else 1)


_EXAMINES = re.compile(
    r"\b(?:what|which) (?:year|day|date|month|time) is it\b|\bwho(?:'s| is) the (?:king|queen|president)|\b(?:will|can) you\b|"
    r"\byou (?:ever |often )?(?:think|feel)\b",
    re.IGNORECASE,
)
