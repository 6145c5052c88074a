"""What is answered to a piece of the book that was read aloud. Pure."""

import re

from voice_agent.reading.by_rules import yes_no

_LATER = re.compile(
    r"\b(?:not yet|later|wait|next|another (?:day|time)|i (?:do not|don't) know|(?:not|am not|i'm not) sure|perhaps|maybe|"
    r"let me think|think about it|skip)\b",
    re.IGNORECASE,
)
_STANDS = re.compile(
    r"\b(?:let (?:it|that) stand|(?:it|that) (?:may|can|shall|should) (?:stand|stay)|keep (?:it|that)|leave (?:it|that) in)\b",
    re.IGNORECASE,
)
_OUT = re.compile(
    r"\b(?:(?:leave|take|cut|strike|keep) (?:it|that|this) out|forget (?:it|that|this)|private|between us)\b",
    re.IGNORECASE,
)
_ENOUGH_READ = re.compile(
    r"\b(?:(?:that is|that's) enough|enough|stop reading|no more|put it away|read no more|leave the book)\b",
    re.IGNORECASE,
)


def stands(text: str) -> bool | None:
    """May the piece stand? None: neither a plain yes nor a plain no."""
    said = yes_no.agrees(text)
    if _LATER.search(text):
        return None
    if _OUT.search(text):
        return False
    if _STANDS.search(text):
        return None if said is False else True
    return said


def enough(text: str) -> bool:
    """Is no more to be read?"""
    return bool(_ENOUGH_READ.search(text))
