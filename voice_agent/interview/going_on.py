"""Whether a story is asked on before another one is opened, and in whose words. Pure.

    match going_on.go_on(rules, progress, heard, choice, asked): ...

Who says little is asked for more of whom, or what, they named; in a few words that fit any story only where nothing was
named, or where the last words say that the story goes on, and never twice in a talk. A story told in full gets a
question about something in it, or is left.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from voice_agent.interview import losses, particulars
from voice_agent.interview.choosing import Choice, fresh, particular
from voice_agent.interview.closers import closer, left_open
from voice_agent.interview.coverage import Reason
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.particulars import hurts, tells
from voice_agent.interview.phrases import fill
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.returning.bridging import spoken_of
from voice_agent.interview.rules import Rules
from voice_agent.interview.staying import ask_on, generic
from voice_agent.interview.straying import leaves, turned_down
from voice_agent.interview.vetoes import STEPS, told_out
from voice_agent.interview.wanted import STAY
from voice_agent.interview.wording.checks import faults
from voice_agent.interview.wording.vocabulary import said as words_of

MORE = "more of it"
"""Kind of a wish for more of somebody, or something, just named."""

LIVELY = 15
"""Words of an answer that is a story still being told. A guess."""

AMPLE = 22
"""Words of one that is told as if it were now. A guess."""

URGED = 3
"""Turns within which nobody is asked twice for more. A guess."""

FEW = 20
"""Words of an answer that may be no more than a beginning. A guess."""

_WHEREIN = r"\b(?:in|on|at|from|to|of|by|with|for|under|over|into|through|round|up|down|past|after|before) (?:my|our|the) (?:own )?"
"""Before a thing that is named only to say where, or when, something was."""

Asked = Callable[[Rules, Progress, Candidate], Progress]
"""Notes that a question is asked."""


def go_on(
    rules: Rules, progress: Progress, heard: Heard, choice: Choice, asked: Asked
) -> tuple[Progress, Move] | Choice:
    """What is said instead of `choice` where that would leave a story too soon; or the question to ask after all."""
    if not leaves(choice.question, heard):
        return choice
    if _little(progress, heard):
        urged = replace(progress, urged=progress.turns)
        if named := more_of(rules, urged, heard):
            why = "a few words: more of what they name"
            return asked(rules, urged, named), Move(
                Act.QUESTION, "", named.ask, why, question=named
            )
        said, after = generic(rules, replace(urged, depth=progress.depth + 1), "more")
        if said:
            why = "a few words: perhaps there is more"
            return replace(after, last=said), Move(Act.QUESTION, "", said, why)
    mourning = losses.mourned(progress.mourned, progress.turns) and hurts(heard.text)
    why = "one does not turn away from it yet"
    if mourning and (with_it := ask_on(rules, progress, "with_loss", why)):
        return with_it
    waited_for = choice.question.source is Source.FAMILY  # within three talks it is asked
    if waited_for or not live(heard) or progress.depth >= STAY:
        return choice
    if left_open(heard.text) and (
        more := ask_on(rules, progress, "story_on", "the story is not over")
    ):
        return more
    if near_it := particular(rules, progress, heard):
        return near_it
    if named := more_of(rules, progress, heard):
        return Choice(named, 0.0, (Reason("live", 0.0, "a live story is not left"),))
    return choice


def _little(progress: Progress, heard: Heard) -> bool:
    """A few words, neither the last ones of a story nor the second such answer running: is there more to it?"""
    if turned_down(heard.text):
        return False
    lately = progress.urged and progress.turns - progress.urged < URGED
    if lately or progress.depth >= STEPS or told_out(heard) or closer(heard.text):
        return False
    return not heard.tiring and len(heard.text.split()) <= FEW


def live(heard: Heard) -> bool:
    """Is a story being told that nothing has closed?"""
    text = heard.text
    told = tells(text) or len(text.split()) >= AMPLE
    over = told_out(heard) or closer(text) or turned_down(text) or heard.tiring
    return len(text.split()) >= LIVELY and told and not over


def more_of(rules: Rules, progress: Progress, heard: Heard) -> Candidate | None:
    """A wish for more in the narrator's own words: of whom, or what, they named last; None where nobody can be sure."""
    ways = list(rules.phrases.kinds["more_of"].say)
    random.Random(f"{rules.seed} {progress.turns} more").shuffle(ways)
    for named in _named(heard.text):
        for way in ways:
            ask = fill(way, name=named)
            known = words_of(heard.text, named)
            if not faults(ask, known) and fresh(rules, progress, ask):
                return Candidate(ask, Wants.MORE, Source.STORY, kind=MORE, about=(named,))
    return None


def _named(said: str) -> Iterator[str]:
    """Whom, where and what a few words name, as one says it to them: "your sister", "Leeds", "the allotment"."""
    found = particulars.names(said)
    if relation := particulars.kin(said):
        yield relation
    yield from reversed(found.people)
    thing = spoken_of(said)
    if thing and tells(said) and not re.search(_WHEREIN + re.escape(thing.split()[-1]), said, re.I):
        yield thing
    yield from reversed(found.places)
