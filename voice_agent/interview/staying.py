"""A loss, a wrong, or something still to come: what is said at once, without a question from the book. Pure.

    if met := staying.beside(rules, progress, heard): return met

A loss is met with a few quiet words; told on, with one open question; never with another subject. Who was shut out or
called names is heard. Whoever speaks of what is to come is asked about that. A live story is not left: more is asked.
"""

from dataclasses import replace

from voice_agent.interview import losses
from voice_agent.interview.acknowledging import acknowledgement
from voice_agent.interview.choosing import STAY, told_out, turned_down
from voice_agent.interview.closers import closer
from voice_agent.interview.moves import Act, Heard, Move, Progress, Rules, phrase
from voice_agent.interview.particulars import hurts, lately, tells
from voice_agent.interview.wording.checks import asks

LIVELY = 15
"""Words of an answer that is a story still being told. A guess."""

AMPLE = 22
"""Words of one that is told as if it were now. A guess."""

APART = 6
"""Turns between two such requests for more: with two, one question in six was one. A guess."""

ALIKE = 3
"""Turns between two questions about what is to come. A guess."""


def beside(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """What is said to a loss, a wrong, or something to come; None where it is none of these."""
    last = lately(heard.text)
    lost, wronged = losses.loss(last), losses.wronged(last)
    if lost or wronged:
        if 0 < progress.stayed == progress.turns - 1:
            return _asked(rules, progress, "with_loss" if lost else "with_wrong", "told on")
        if wronged and not lost:
            kind = "acknowledge_angry"
        else:
            kind = acknowledgement(rules, heard)
            kind = kind if kind == "acknowledge_sad" else "with_you"
        stays = replace(progress, stayed=progress.turns, beside="acknowledge_sad")
        said, stays = phrase(rules, stays, kind)
        if said:
            reason = "a loss was told: no question now" if lost else "a wrong was told"
            return stays, Move(Act.ANSWER, said, reason=reason)
    coming = losses.to_come(heard.text) and not asks(last)
    if coming and not (progress.foretold and progress.turns - progress.foretold < ALIKE):
        ahead = replace(progress, foretold=progress.turns)
        return _asked(rules, ahead, "to_come", "it is still to come")
    return None


def goes_on(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """More of a live story is asked for rather than another one; None where it is told out."""
    text = heard.text
    if losses.mourned(progress.mourned, progress.turns) and hurts(text):
        return _asked(rules, progress, "with_loss", "one does not turn away from it yet")
    lately_ = progress.urged and progress.turns - progress.urged < APART
    if lately_ or progress.depth > STAY or heard.tiring or len(text.split()) < LIVELY:
        return None
    if (
        not (tells(text) or len(text.split()) >= AMPLE)
        or told_out(heard)
        or closer(text)
        or turned_down(text)
    ):
        return None
    return _asked(rules, progress, "story_on", "a live story is not left")


def _asked(rules: Rules, progress: Progress, kind: str, why: str) -> tuple[Progress, Move]:
    progress = replace(progress, urged=progress.turns, depth=progress.depth + 1)
    ask, progress = phrase(rules, progress, kind)
    return replace(progress, last=ask), Move(Act.QUESTION, "", ask, why)
