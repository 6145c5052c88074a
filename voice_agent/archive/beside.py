"""Notes of relatives who know a date otherwise: they stand beside what was told, and change nothing."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from voice_agent.archive import put_by
from voice_agent.archive.accounts import Account
from voice_agent.archive.book import Keeper
from voice_agent.archive.put_by import Sent

Place = tuple[str, int]
"""Session and turn in which the date was told."""


@dataclass(frozen=True, slots=True)
class Note:
    """What one relative knows otherwise about one date."""

    number: int
    account: str
    who: str
    """As the narrator knows them."""

    place: Place
    edtf: str
    """The date it stands beside, as it was told."""

    note: str
    at: datetime

    @property
    def line(self) -> str:
        """As a page or a book prints it."""
        return f"{self.who}: {self.note}"


def put(keeper: Keeper, by: Account, place: Place, edtf: str, note: str, now: datetime) -> None:
    """Keep a note; a later one of the same relative about the same date replaces it."""
    text = " ".join(note.split())

    def work(db: sqlite3.Connection) -> None:
        db.execute(
            "DELETE FROM family_notes WHERE account = ? AND session = ? AND turn = ? AND edtf = ?",
            (by.id, *place, edtf),
        )
        db.execute(
            """INSERT INTO family_notes (account, who, session, turn, edtf, note, at)
                VALUES (?, ?, ?, ?, ?, ?, ?)""",
            (by.id, by.name, *place, edtf, text, now.isoformat()),
        )

    keeper.commit(work)


def notes(keeper: Keeper) -> tuple[Note, ...]:
    """Every note that the narrator has not put away, the oldest first."""
    away = put_by.away(keeper.read, Sent.NOTES)
    return tuple(each for each in _written(keeper) if str(each.number) not in away)


def notes_away(keeper: Keeper) -> tuple[Note, ...]:
    """Those that the narrator put away, the oldest first."""
    away = put_by.away(keeper.read, Sent.NOTES)
    return tuple(each for each in _written(keeper) if str(each.number) in away)


def _written(keeper: Keeper) -> tuple[Note, ...]:
    rows = keeper.read(
        "SELECT number, account, who, session, turn, edtf, note, at FROM family_notes ORDER BY number"
    )
    return tuple(
        Note(number, account, who, (session, turn), edtf, note, datetime.fromisoformat(at))
        for number, account, who, session, turn, edtf, note, at in rows
    )


def by_place(found: Iterable[Note]) -> Mapping[tuple[Place, str], list[Note]]:
    """The same, by where and beside which date they stand."""
    beside: dict[tuple[Place, str], list[Note]] = defaultdict(list)
    for each in found:
        beside[each.place, each.edtf].append(each)
    return beside


def take_out(keeper: Keeper, number: int) -> None:
    """Delete one note. Nothing happens where there is none."""
    _delete(keeper, {number})


def withdraw(keeper: Keeper, speaks: Callable[[str], bool], gone: Collection[Place]) -> None:
    """Delete every note beside something of the turns `gone`, or that speaks of what is to be forgotten."""
    _delete(keeper, {n.number for n in _written(keeper) if n.place in gone or speaks(n.note)})


def _delete(keeper: Keeper, numbers: Collection[int]) -> None:
    def work(db: sqlite3.Connection) -> None:
        db.executemany("DELETE FROM family_notes WHERE number = ?", [(each,) for each in numbers])
        # the number may be given to another note, which must not be put away with it
        put_by.forget(db, Sent.NOTES, {str(each) for each in numbers})

    keeper.commit(work)
