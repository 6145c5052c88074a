"""What would hurt, or show that nobody listened, whatever feeling was read: asked before a question is chosen. Pure.

After a loss no joy, no date and no "what came next"; of what is to come nothing that was; nothing that this very talk
has told already.
"""

import re

from voice_agent.interview import losses
from voice_agent.interview.heard import Heard
from voice_agent.interview.inviting import INVITED
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.supposing import occasion

_BESIDE = frozenset({f"{INVITED} missing", f"{INVITED} years_together"})
"""What may be asked of somebody's own words in the very turn that told of a loss."""

_NEXT = frozenset({"after", "no_date", "no_place", "no_people", "sensory"})
"""Kinds of question that make a report of a loss."""


_DETAILS = frozenset({Wants.WHEN, Wants.WHERE, Wants.WHO, Wants.MORE})
"""What is asked of whatever story is told, and not of a dead brother's boots by the door."""


STILL = 2
"""Turns after something was met quietly for which nothing is asked that is asked of any story. A guess."""


def _of_any_story(candidate: Candidate) -> bool:
    return candidate.source is Source.PROTOCOL and candidate.wants in _DETAILS


def unfeeling(candidate: Candidate, progress: Progress, heard: Heard, *, inside: bool) -> str:
    """Why `candidate` would hurt, or show that nobody listened, whatever the feeling read; "" where it would not."""
    ask = candidate.ask
    lost, wronged = losses.loss(heard.text), losses.wronged(heard.text)
    mourning = losses.mourned(progress.mourned, progress.turns)
    if (lost or wronged or mourning) and losses.glad(ask):
        return "nobody is asked for joy after a loss"
    if mourning and inside and _of_any_story(candidate):
        return "nobody is asked for the details of a loss"
    if (
        0 < progress.stayed >= progress.turns - STILL
        and inside
        and candidate.source is Source.PROTOCOL
    ):
        return "a moment ago no question was the answer"
    if lost or wronged:
        if candidate.kind == INVITED and candidate.event not in _BESIDE:
            return "a word beside a loss is not what it is about"
        if candidate.wants in (Wants.WHEN, Wants.WHY) or candidate.kind in _NEXT:
            return "nobody is asked for a report of a loss"
        if lost and occasion(ask):
            return "nobody is asked what came next after a loss"
    if losses.to_come(heard.text):
        if candidate.wants in (Wants.WHEN, Wants.WHO, Wants.WHERE) and inside:
            return "it is still to come"
        if candidate.kind == INVITED and candidate.event == f"{INVITED} portrait":
            return "it is still to come"
        if occasion(ask) or candidate.kind in _NEXT or re.search(r"\b(?:day|time)\b.*\?$", ask):
            return "it is still to come"
    if not inside and losses.already(ask, (heard.text, *progress.heard)):
        return "was told this very talk"
    if candidate.kind == INVITED and losses.already(ask, progress.heard):
        return "was told this very talk"
    return ""
