"""Reading the narrator's book back by voice: one small piece at a time, and a plain yes, no or not yet to each. Pure.

Only a plain yes lets a piece stand. Whatever else is said leaves it waiting; somebody who begins to tell is listened
to, and the book is put away for today.
"""

from dataclasses import replace

from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.reading.wishes.commands import Command, Wish

SITTING = 6
"""Pieces read in one go; then the rest waits for another day. A guess."""

ANSWER = 12
"""Words of an answer; whoever says more is telling something. A guess."""


def begin(rules: Rules, progress: Progress) -> tuple[Progress, Move]:
    """Read the first piece that waits; say so where none does."""
    if not rules.pieces:
        said, progress = phrase(rules, progress, "nothing_to_read")
        return progress, Move(Act.ANSWER, said, progress.question.text, "nothing waits to be read")
    if progress.book.read >= len(rules.pieces):
        said, progress = phrase(rules, progress, "reading_over")
        return progress, Move(Act.ANSWER, said, progress.question.text, "all of it was read")
    said, progress = phrase(
        rules,
        replace(progress, book=replace(progress.book, stands_over=progress.question.text)),
        "reading_begins",
    )
    return _read(
        rules, replace(progress, book=replace(progress.book, reading=progress.book.read)), said
    )


def answered(
    rules: Rules, progress: Progress, heard: Heard, wish: Wish | None
) -> tuple[Progress, Move] | None:
    """What a piece that was read is answered with; None where somebody tells or wants something else."""
    at, words = progress.book.reading, heard.telling.words
    if at is None:
        return None
    if wish and wish.command in (Command.REPEAT, Command.QUESTION, Command.READ_BOOK):
        return _read(rules, progress, "")
    if wish is not None and wish.command not in _OF_THE_PIECE:
        return None
    if heard.to_us.enough and words <= ANSWER:
        return _over(rules, progress, "reading_enough")
    if words > ANSWER:
        return None
    piece = rules.pieces[at]
    answer = heard.to_us.stands
    kind = {True: "it_stands", False: "left_out", None: "it_waits"}[answer]
    said, progress = phrase(rules, progress, kind)
    effect = {True: Command.STANDS, False: Command.LEFT_OUT}.get(answer)  # type: ignore[arg-type]
    progress = replace(progress, book=replace(progress.book, read=at + 1))
    more = progress.book.read < len(rules.pieces)
    if not more or progress.book.read % SITTING == 0:
        progress, move = _over(rules, progress, "reading_over" if not more else "reading_enough")
        move = replace(move, say=f"{said} {move.say}")
    else:
        progress, move = _read(
            rules, replace(progress, book=replace(progress.book, reading=at + 1)), said
        )
    return progress, replace(
        move,
        wish=Wish(effect, piece.id) if effect else None,
        reason=f"the piece: {effect or 'it waits'}",
    )


_OF_THE_PIECE = frozenset(
    {Command.SKIP, Command.LATER, Command.UNDO, Command.FORGET, Command.BETWEEN_US}
)
"""Wishes that speak of the piece just read, and not of what was told before."""


def _read(rules: Rules, progress: Progress, before: str) -> tuple[Progress, Move]:
    at = progress.book.reading or 0
    ask, progress = phrase(rules, progress, "reading_ask")
    say = " ".join(part for part in (before, rules.pieces[at].says) if part)
    return progress.asks(ask), Move(Act.READING, say, ask, "reads the book back")


def _over(rules: Rules, progress: Progress, kind: str) -> tuple[Progress, Move]:
    said, progress = phrase(
        rules,
        replace(
            progress,
            book=replace(progress.book, reading=None),
            question=replace(progress.question, text=progress.book.stands_over),
        ),
        kind,
    )
    return progress, Move(Act.READING, said, progress.question.text, "the book is put away")
