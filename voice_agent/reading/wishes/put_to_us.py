"""A question at the end of a turn that is put to us, where nothing of ours understood it. Pure.

    meant("I took the letter G home. Do you know why G?")  ->  "asks_else"
    meant("About which it?")                               ->  "asks_which"
    meant("They were all drunk. What can you do?")         ->  ""

It is asked last of all: "Please go on" is no answer to a question.
"""

import re

from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.words.plain_words import at_stops, plain

BRIEF = 6
"""Words of a question about our own last words: "go on with what?"; in a longer one a story may ask itself."""

BESIDE = 12
"""Words of all that is said with it. A guess."""

_WHICH = re.compile(
    r"(?:(?:and|but|go on|tell(?: you)?|about|with|of|for|to|in|then) )*(?:which|what|who|whom|whose|where|when)\b(?: (?:it|one|that|those|ones|part|thing|story|he|she|they|do you mean|is that|\w+))?"
)
_TO_US = re.compile(
    r"(?:(?:and|but|so|then|now|or|tell me|well|yes|no|if i may ask) )*"
    r"(?:do|did|can|could|will|would|have|are|were|was|is|does|must|should|shall|who|what|why|how|when|where|which)\b(?: \w+){0,5}? (?:you|your|yourself)\b"
)
_OUR_WORDS = re.compile(
    r"(?:(?:and|but|so) )*what (?:do|did|are|were) you (?:mean|meaning|on about|talking about|getting at|saying)\b"
)
_NOBODY_ANSWERS = re.compile(
    r"\b(?:would you (?:have|believe|credit|think)|(?:can|could|do|did|would|will) you (?:do|imagine|believe|credit|see|say|beat|ask for|want|expect|blame)\b|do you (?:do|see|know what i mean|follow|get me)$|"
    r"like that|think of that|you know$|are you to|is you(?:r)? to|if you (?:like|please))"
)
"""Asked of nobody, in a story: "what can you do?"."""

_SPOKEN = re.compile(
    r"\b(?:said|says|asked|asks|told|shouted|cried|whispered|called|goes|went|wrote|wondered|thought)(?: (?:to|at))?(?: (?:me|him|her|us|them))?$"
)


def meant(said: str) -> str:
    """The kind of phrase that answers it: "asks_which" of what we said, "asks_else"; "" where nothing is put to us."""
    sentences = at_stops(unquoted(said))
    if not any(each.endswith("?") for each in sentences):
        return ""
    texts = [plain(each).strip(" .") for each in sentences]
    if _spoken(texts):
        return ""
    brief = sum(len(each.split()) for each in texts) <= BESIDE
    first = texts[0] if sentences[0].endswith("?") else ""
    if brief and len(first.split()) <= BRIEF and _WHICH.fullmatch(first):
        return "asks_which"
    last = texts[-1] if sentences[-1].endswith("?") else ""
    if _OUR_WORDS.match(last):
        return "asks_which"
    return "asks_else" if _TO_US.match(last) and not _NOBODY_ANSWERS.search(last) else ""


def _spoken(texts: list[str]) -> bool:
    """Does somebody in the story say it?"""
    clauses = [each for text in texts[-3:] for each in text.split(" and ")]
    return any(_SPOKEN.search(each) for each in clauses[:-1])
