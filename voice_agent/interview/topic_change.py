"""Does a question leave the story being told? Pure."""

from voice_agent.interview.heard import Heard
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.reading.words import novelty

LINKED = 2
"""Things that a question about something told before shares with what was said now, to go on from it. A guess."""


def opens(candidate: Candidate) -> bool:
    """Does it open another story, rather than go on in the one being told?"""
    return candidate.wants is Wants.SCENE and candidate.source not in (Source.STORY, Source.MEMORY)


def leaves(candidate: Candidate, heard: Heard) -> bool:
    """Does it leave the story being told, for another one or for one told before?"""
    if opens(candidate):
        return True
    if candidate.source not in (Source.GRAPH, Source.MODEL):
        return False
    return len(novelty.gist(candidate.ask) & heard.telling.about) < LINKED
