"""What the narrator wanted to be reminded of next time, and the tellings of something that they ask after.

A reminder is a stretch of the turn in which it was asked for: nothing of it is kept twice, and it goes with the turn.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from voice_agent.archive.permitted import shut
from voice_agent.archive.record import Record
from voice_agent.story import Speaker, Turn

MOST = 40
"""Tellings of one thing that are looked through, the latest. A guess."""


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


def tellings(record: Record, words: Collection[str]) -> tuple[str, ...]:
    """The turns that hold one of `words`, the latest last: the narrator's own, for the narrator alone.

    What was put away is not among them, nor what memory was to make nothing of, nor what is kept from anybody: whoever it is
    kept from may have come into the room, and none of it is said aloud. No side effects.
    """
    wanted = sorted({each.lower() for each in words if each})
    if not wanted:
        return ()
    like = " OR ".join("text LIKE ? ESCAPE '\\'" for _ in wanted)
    rows = record.read(
        f"""SELECT turns.session, turns.id, text FROM turns
            JOIN wordings AS w ON w.session = turns.session AND w.turn = turns.id
            JOIN sessions ON sessions.id = turns.session
            WHERE speaker = ? AND turns.kind IN ('', 'recovered') AND ({like})
                AND version = (SELECT max(version) FROM wordings
                    WHERE session = turns.session AND turn = turns.id)
                AND (NOT EXISTS (SELECT 1 FROM distilled AS d
                        WHERE d.session = turns.session AND d.turn = turns.id)
                    OR EXISTS (SELECT 1 FROM claims AS c
                        WHERE c.session = turns.session AND c.turn = turns.id))
            ORDER BY sessions.number DESC, turns.id DESC""",
        (str(Speaker.NARRATOR), *(f"%{_escaped(each)}%" for each in wanted)),
    )
    closed = shut(record.read)
    fine = [text for told_in, turn, text in rows if (told_in, turn) not in closed]
    return tuple(reversed(fine[:MOST]))


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


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
