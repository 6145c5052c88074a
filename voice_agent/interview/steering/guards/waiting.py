"""Guards for the answers to what we asked: to what was doubted, put away, allowed or read. Pure."""

from dataclasses import replace

from voice_agent.interview import reading_back
from voice_agent.interview.heard import Heard
from voice_agent.interview.leave import permitting
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.interview.steering import asked_back
from voice_agent.interview.steering.guarding import Answer, Passed, to_us
from voice_agent.interview.steering.outcome import WHICH
from voice_agent.interview.steering.understood import Understood
from voice_agent.reading.by_rules import yes_no
from voice_agent.reading.by_rules.particulars import tells
from voice_agent.reading.wishes.commands import Command

TOLD_ON = 8
"""Words of an answer that may be a story. A guess."""


def doubted(
    rules: Rules, progress: Progress, heard: Heard, turn: Understood
) -> Answer | Passed | None:
    """The answer to "shall we stop here?": whoever goes on to something else has let the doubt go."""
    if progress.wishes.doubted is None:
        return None
    doubted, progress = (
        progress.wishes.doubted,
        replace(progress, wishes=replace(progress.wishes, doubted=None)),
    )
    move = asked_back.meant_or_not(rules, progress, heard, turn.wish, doubted, turn.next_scene)
    return to_us(move) or Passed(progress, turn)


def let_out(
    rules: Rules, progress: Progress, heard: Heard, turn: Understood
) -> Answer | Passed | None:
    """The answer to "may your family hear that after all?": a confidence is let out by a plain yes alone."""
    if progress.wishes.waiting is None or progress.wishes.waiting.command is not Command.UNDO:
        return None
    progress = progress.awaits(None)
    move = asked_back.let_out_or_not(rules, progress, heard, turn.wish)
    return to_us(move) or Passed(progress, turn)


def erased(
    rules: Rules, progress: Progress, heard: Heard, turn: Understood
) -> Answer | Passed | None:
    """The answer to "shall I erase it for good?": whoever has gone on telling is heard, and what was put away stays so."""
    if progress.wishes.waiting is None:
        return None
    if progress.wishes.waiting.story != WHICH and turn.wish is None and _tells_on(turn.own):
        return Passed(progress.awaits(None), turn)
    return to_us(asked_back.erase_or_not(rules, progress, heard, turn.wish))


def _tells_on(said: str) -> bool:
    """Is it a story, and no answer to "shall I erase it for good?"?"""
    return len(said.split()) >= TOLD_ON and tells(said) and yes_no.agrees(said) is None


def permitted(
    rules: Rules, progress: Progress, heard: Heard, turn: Understood
) -> Answer | Passed | None:
    """The answer to a question for leave: it waits beside a question to us, and is let go by a story."""
    if not progress.consent.permission:
        return None
    if move := permitting.answered(rules, progress, heard, turn.wish, turn.next_scene):
        return to_us(move)
    if not turn.beside.asks and not turn.stands:
        return Passed(replace(progress, consent=replace(progress.consent, permission=None)), turn)
    return None


def read_back(
    rules: Rules, progress: Progress, heard: Heard, turn: Understood
) -> Answer | Passed | None:
    """What somebody says to a passage of their book that was just read to them."""
    if progress.book.reading is None:
        return None
    if move := reading_back.answered(rules, progress, heard, turn.wish):
        return to_us(move)
    return (
        None
        if turn.stands
        else Passed(replace(progress, book=replace(progress.book, reading=None)), turn)
    )
