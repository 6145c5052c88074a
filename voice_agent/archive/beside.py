"""Notes of relatives who know a date otherwise: they stand beside what was told, and change nothing."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from voice_agent.archive.accounts import Account
from voice_agent.archive.book import Keeper

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
    """Every note, the oldest first."""
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
    keeper.commit(lambda db: db.execute("DELETE FROM family_notes WHERE number = ?", (number,)))


def withdraw(keeper: Keeper, speaks: Callable[[str], bool], gone: Collection[Place]) -> None:
    """Delete every note beside something of the turns `gone`, or that speaks of what is to be forgotten."""
    lost = [(each.number,) for each in notes(keeper) if each.place in gone or speaks(each.note)]
    keeper.commit(lambda db: db.executemany("DELETE FROM family_notes WHERE number = ?", lost))
