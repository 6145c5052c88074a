"""A hard moment, a wrong, or something still to come: what is said at once, without a question from the book. Pure.

    if met := staying.hard(rules, progress, heard): return met
    if met := staying.beside(rules, progress, heard): return met

A loss, tears, loneliness or a worry is met with a few quiet words, sometimes behind their own; told on, with one open
question; never with another subject. Who was shut out or called names is heard. Whoever speaks of what is to come is
asked about that.
"""

from collections.abc import Mapping
from dataclasses import replace

from voice_agent.interview import listening
from voice_agent.interview.acknowledging import acknowledgement
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.reading.evidence import Deed, Evidence, Verdict, may
from voice_agent.reading.heads.hard_moments import Hard
from voice_agent.reading.telling import Sorrow, Telling

ALIKE = 3
"""Turns between two questions about what is to come. A guess."""

_MET: Mapping[Hard, str] = {
    Hard.NEW_GRIEF: "with_new_grief",
    Hard.OLD_GRIEF: "with_old_grief",
    Hard.LONELY: "with_lonely",
    Hard.WORRY: "with_worry",
    Hard.TEARS: "with_tears",
}
_ON: Mapping[Hard, str] = {
    Hard.NEW_GRIEF: "with_loss",
    Hard.OLD_GRIEF: "with_loss",
    Hard.LONELY: "lonely_on",
    Hard.WORRY: "worry_on",
}
"""What is asked of whoever tells on; tears are asked nothing."""


def hard(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """What is said to a hard moment that a reader is sure of; None where there is none, or too much was said already."""
    kind = rules.readers.hard_moment(heard.text) if rules.parts.emotion else None
    if kind is None or kind not in _MET:
        return None
    if not _said_so(kind, heard.telling):
        return listening.beside_them(rules, progress, f"perhaps a hard moment: {kind}")
    if kind is Hard.NEW_GRIEF and heard.telling.long_ago:
        kind = Hard.OLD_GRIEF
    mourns = replace(progress, comfort=replace(progress.comfort, mourned=progress.turns))
    if _told_on(progress, heard) and kind in _ON:
        return ask_on(rules, mourns, _ON[kind], f"{kind}, told on")
    beside = "still_here" if kind in (Hard.LONELY, Hard.WORRY) else "acknowledge_sad"
    stays = replace(mourns, comfort=replace(mourns.comfort, stayed=progress.turns, beside=beside))
    said, stays = phrase(rules, stays, _MET[kind])
    theirs = "" if kind is Hard.TEARS else heard.telling.bond
    if (
        theirs
        and said
        and theirs not in progress.manners.used
        and progress.manners.echoed != progress.turns - 1
    ):
        said = f"{theirs} {said}"
        stays = replace(
            stays,
            manners=replace(
                stays.manners, used={**stays.manners.used, theirs: 1}, echoed=progress.turns
            ),
        )
    return (stays, Move(Act.ANSWER, said, reason=f"a hard moment: {kind}")) if said else None


def _told_on(progress: Progress, heard: Heard) -> bool:
    """Do they go on with what was just met with a quiet word? Whoever tells of another loss has not heard one yet."""
    if not 0 < progress.comfort.stayed == progress.turns - 1:
        return False
    who = heard.telling.lately.whom
    before = " ".join([t for t in progress.tellings.heard if t != heard.text][-1:])
    return not who or who.split()[-1].lower() in before.lower()


def _said_so(kind: Hard, told: Telling) -> bool:
    """Does a word of theirs say it, too? One reader alone condoles with nobody."""
    grief = kind in (Hard.NEW_GRIEF, Hard.OLD_GRIEF)
    there = told.sorrow.loss or told.sorrow.mourns if grief else str(kind) in told.says_so
    return may(Deed.CONDOLE, Evidence.AGREED if there else Evidence.ALONE) is Verdict.DO


def beside(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """What is said to a loss, a wrong, or something to come; None where it is none of these."""
    last = heard.telling.lately
    lost, wronged = last.loss, last.wronged
    if lost or wronged:
        on = "with_loss" if lost else "with_wrong"
        if _told_on(progress, heard) and (more := ask_on(rules, progress, on, "told on")):
            return more
        if wronged and not lost:
            kind = "acknowledge_angry"
        else:
            kind = acknowledgement(rules, heard)
            kind = kind if kind == "acknowledge_sad" else "with_you"
        stays = progress.stays("acknowledge_sad")
        said, stays = listening.quietly(rules, stays, kind)
        said = by_name(said, last) if lost else said
        if said:
            reason = "a loss was told: no question now" if lost else "a wrong was told"
            return stays, Move(Act.ANSWER, said, reason=reason)
    coming = heard.telling.to_come and not heard.telling.asks
    if coming and not (
        progress.comfort.foretold and progress.turns - progress.comfort.foretold < ALIKE
    ):
        ahead = replace(progress, comfort=replace(progress.comfort, foretold=progress.turns))
        return ask_on(rules, ahead, "to_come", "it is still to come")
    return None


def by_name(said: str, sorrow: Sorrow) -> str:
    """`said` behind the one who was lost, where what was told says who that is."""
    who = sorrow.whom
    return f"{who[:1].upper()}{who[1:]}. {said}" if who and said else said


def generic(rules: Rules, progress: Progress, kind: str) -> tuple[str, Progress]:
    """A wish for more that fits any story; "" where this talk has heard each of them."""
    ask, after = phrase(rules, progress, kind)
    if ask in progress.coverage.asked or ask in progress.manners.used:
        return "", progress
    return ask, replace(after, coverage=replace(after.coverage, asked=(*after.coverage.asked, ask)))


def ask_on(rules: Rules, progress: Progress, kind: str, why: str) -> tuple[Progress, Move] | None:
    """Ask on in the words of `kind`; None where this talk has heard them all."""
    after = replace(
        progress,
        story=replace(progress.story, urged=progress.turns, depth=progress.story.depth + 1),
    )
    ask, after = generic(rules, after, kind)
    return (after.asks(ask), Move(Act.QUESTION, "", ask, why)) if ask else None
