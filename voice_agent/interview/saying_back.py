"""What of a telling may be said back, at the end of a talk or when the next one begins. Pure."""

import re

from voice_agent.interview import expression, losses
from voice_agent.interview.particulars import hurts, mourns
from voice_agent.interview.returning.weighty import weighs
from voice_agent.sore import sore

QUOTED = 14
"""Words of a sentence that may be said back at the end."""

_WHOM = re.compile(r"\b(?:her|him|them)\b")
"""Nobody knows, at the end of a talk, who that was."""


def happened(text: str) -> str:
    """What happened in it, turned, to be said back whoever is in the room then; "" where there is nothing light.

    No death, no blow, nobody who is only "her" or "him".
    """
    if losses.loss(text) or mourns(text) or sore(text):
        return ""
    quote = next((one for one in expression.scenes(text, QUOTED) if len(one.split()) >= 4), "")
    return "" if _WHOM.search(quote) or weighs(quote) or hurts(quote) else quote
