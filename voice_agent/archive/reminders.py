"""What the narrator wanted to be reminded of next time.

A reminder is a stretch of the turn in which it was asked for: nothing of it is kept twice, and it goes with the turn.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from voice_agent.archive.permitted import shut
from voice_agent.archive.record import Record
from voice_agent.story import Turn


class Reminder(NamedTuple):
    """One that waits to be brought up."""

    number: int
    about: str
    """As the narrator said it."""


def remind(record: Record, turn: Turn, about: str, now: datetime) -> bool:
    """Keep that `about`, words of `turn`, is to be brought up; False where it does not stand there. Raises DiskFull."""
    wording = record.wordings(turn.session, turn.id)[-1]
    first = wording.text.find(about)
    if not about or first < 0:
        return False
    place = (turn.session, int(turn.id), wording.version, first, first + len(about))
    record.commit(
        lambda db: db.execute(
            """INSERT INTO reminders (session, turn, version, first, last, at)
                VALUES (?, ?, ?, ?, ?, ?)""",
            (*place, now.isoformat()),
        )
    )
    return True


def waiting(record: Record) -> tuple[Reminder, ...]:
    """What was not brought up yet, the oldest first; nothing that was put away or is kept from anybody since.

    Neither the turn that asked for it may be closed, nor any that names its subject: somebody may be in the room.
    """
    rows = record.read(
        """SELECT number, r.session, r.turn, substr(text, first + 1, last - first) FROM reminders AS r
            JOIN wordings AS w ON w.session = r.session AND w.turn = r.turn AND w.version = r.version
            WHERE done IS NULL ORDER BY number"""
    )
    if not rows:
        return ()
    closed = shut(record.read)
    return tuple(
        Reminder(number, about)
        for number, session, turn, about in rows
        if (session, turn) not in closed and not _named_in(record, about, closed)
    )


def done(record: Record, numbers: Collection[int], now: datetime) -> None:
    """They were brought up. Raises DiskFull."""
    rows = [(now.isoformat(), number) for number in numbers]
    if rows:
        record.commit(
            lambda db: db.executemany(
                "UPDATE reminders SET done = ? WHERE number = ? AND done IS NULL", rows
            )
        )


def _named_in(record: Record, about: str, closed: Collection[tuple[str, int]]) -> bool:
    """Is the subject that of something closed? All the words of it that have a capital, or all of it."""
    words = about.split()
    names = [each for each in words if each[:1].isupper()] or words
    for session, turn in closed:
        rows = record.read(
            "SELECT text FROM wordings WHERE session = ? AND turn = ? ORDER BY version DESC LIMIT 1",
            (session, turn),
        )
        text = rows[0][0].lower() if rows else ""
        if text and all(each.lower().strip(".,'’s") in text for each in names):
            return True
    return False
