"""What of a telling may be said back, at the end of a talk or when the next one begins. Pure."""

import re
from collections.abc import Iterable

from voice_agent.heavy_words import has_heavy_words
from voice_agent.reading.by_rules import expression, losses
from voice_agent.reading.by_rules.particulars import hurts, mourns
from voice_agent.reading.by_rules.weighty import weighs

QUOTED = 14
"""Words of a sentence that may be said back at the end."""

_NUMBERED = re.compile(
    r"\d|\b(?:\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)(?:ty|ties)|hundred|(?:ten|eleven|twelve)th?)\b",
    re.IGNORECASE,
)
_RIGHT = re.compile(
    r"(?:^|[.!?…] )(?:(?:oh|ah|well|now|but|and|hang on|wait)[, ]+)*(?:no|nay|wait|sorry)\b[,.]? (?!more\b|one\b|wonder\b|matter\b)\w"
    r"|\b(?:I (?:said|told you)|what I said|I gave you) (?:wrong|it wrong|was wrong|the wrong)\b|\bthat(?:'s| is| was|s) (?:wrong|not right)\b"
    r"|\bI (?:mean|meant)\b|\bnot \w+,? (?:but|it (?:was|were))\b|\bI made (?:that|it) up\b|\bnever happened\b",
    re.IGNORECASE,
)
_MILESTONE = re.compile(
    r"\b(?:married|wed|engaged|wedding|born|emigrated|graduated|ordained|christened|moved|retired)\b",
    re.IGNORECASE,
)
_WHOM = re.compile(r"\b(?:her|him|them)\b")
"""Nobody knows, at the end of a talk, who that was."""


def happened(text: str) -> str:
    """What happened in it, turned, to be said back whoever is in the room then; "" where there is nothing light.

    No death, no blow, nobody who is only "her" or "him", and no number: that is what is put right afterwards.
    """
    if losses.loss(text) or mourns(text) or has_heavy_words(text):
        return ""
    quote = next((one for one in expression.scenes(text, QUOTED) if len(one.split()) >= 4), "")
    if _WHOM.search(quote) or _NUMBERED.search(quote) or weighs(quote) or hurts(quote):
        return ""
    return quote


def puts_right(text: str) -> bool:
    """Does it take back or change what was told before, so that nothing told before it is said back?"""
    return bool(_RIGHT.search(text))


def milestone(quote: str) -> bool:
    """Is it one of the few things of a life that go before all others?"""
    return bool(_MILESTONE.search(quote))


def weighed(told: Iterable[str]) -> bool:
    """Was anything told that a talk is remembered for, and that nobody says back: a death, a blow, a shame?"""
    return any(losses.loss(each) or mourns(each) or has_heavy_words(each) for each in told)
