"""Does a question leave the story being told, and do their words turn away from what was asked? Pure."""

import re

from voice_agent.interview import novelty
from voice_agent.interview.closers import unwilling
from voice_agent.interview.heard import Heard
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source

LINKED = 2
"""Things that a question about something told before shares with what was said now, to go on from it. A guess."""

_NO = re.compile(
    r"^\W*(?:no|not|nothing|never)\b(?!\W+(?:i|we|he|she|it|they|there|that)\b)(?:\W+\w+){0,3}\W*$|^\W*i(?:'d| would) (?:like|rather)\b|"
    r"\b(?:think so|is better|rather not|instead|something else|(?:i|we) (?:don't|do not) (?:want|like|care|wish))\b",
    re.IGNORECASE,
)
"""A few words that do not go on with what was asked. A guess."""


def turned_down(said: str) -> bool:
    """Do these few words turn away from what was asked?"""
    return bool(_NO.search(said) or unwilling(said))


def opens(candidate: Candidate) -> bool:
    """Does it open another story, rather than go on in the one being told?"""
    return candidate.wants is Wants.SCENE and candidate.source not in (Source.STORY, Source.MEMORY)


def leaves(candidate: Candidate, heard: Heard) -> bool:
    """Does it leave the story being told, for another one or for one told before?"""
    if opens(candidate):
        return True
    if candidate.source not in (Source.GRAPH, Source.MODEL):
        return False
    return len(novelty.gist(candidate.ask) & novelty.gist(heard.text)) < LINKED
