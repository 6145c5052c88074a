"""Where everything was taken out to: exports and backups outside the state folder, of which nothing is ever deleted by us.

A place is noted before the first file is written, so that what is cut short is named as well.
"""

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from voice_agent.archive import own_copies
from voice_agent.archive.book import Book, Keeper
from voice_agent.archive.session_tables import Read

EXPORTS = "exports"
"""In the state folder: where exports lie that name no other place."""

COPIES = (EXPORTS, own_copies.FOLDER)
"""In the state folder: a copy in them that holds what is erased is deleted (`erasing`), so none is noted."""

KEY = "taken out"
"""Key under which the places are kept."""

_BACKUP = "backup"
"""Stands beside the place of one."""


@dataclass(frozen=True, slots=True)
class TakenOut:
    """One folder that everything was written to, or one backup."""

    place: Path
    at: datetime
    """UTC."""

    backup: bool = False
    """It is one file."""

    @property
    def holding(self) -> str:
        """What is said of it where it holds what was erased here; a sentence for the narrator."""
        return f"{self._began}. That {self._kind} still holds this: please delete it yourself."

    @property
    def out_of_sight(self) -> str:
        """What is said where nobody can look, as on a stick that was pulled out; a sentence for the narrator."""
        return (
            f"{self._began}. That place cannot be looked into now: if the {self._kind} is kept on a stick or a disk, it may "
            "still hold this. Please delete it there."
        )

    @property
    def _began(self) -> str:
        done = "A backup was written to" if self.backup else "You took everything out to"
        return f"{done} {self.place} on {self.at.day} {self.at:%B %Y}"

    @property
    def _kind(self) -> str:
        return "file" if self.backup else "folder"


def note(state: Path, to: Path, now: datetime, *, backup: bool = False) -> None:
    """Keep that everything is being written to `to`, unless it lies where erasing looks. Raises DiskFull, AlreadyRunning."""
    copies = ((state / each).resolve() for each in COPIES)
    if any(to.resolve().is_relative_to(each) for each in copies):
        return
    with Book(state) as book:
        _note(book, TakenOut(to.absolute(), now, backup))


def _note(keeper: Keeper, taken: TakenOut) -> None:
    place = [str(taken.place), taken.at.isoformat(), *([_BACKUP] if taken.backup else [])]

    def work(db: sqlite3.Connection) -> None:
        rows = db.execute("SELECT value FROM kept WHERE key = ?", (KEY,)).fetchall()
        before = json.loads(rows[0][0]) if rows else []
        value = json.dumps([*before, place], ensure_ascii=False)
        db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (KEY, value))

    keeper.commit(work)


def places(read: Read) -> tuple[TakenOut, ...]:
    """All of them, in the order made; of a backup that was written again, the last."""
    rows = read("SELECT value FROM kept WHERE key = ?", (KEY,))
    noted = json.loads(rows[0][0]) if rows else []
    every = (
        TakenOut(Path(place), datetime.fromisoformat(at), kind == [_BACKUP])
        for place, at, *kind in noted
    )
    return tuple({each.place: each for each in every}.values())


def beyond(read: Read, talks: Collection[str]) -> tuple[str, ...]:
    """Those that hold something of `talks`, or may, in sentences for the narrator."""
    began = [
        datetime.fromisoformat(at)
        for id, at in read("SELECT id, began FROM sessions", ())
        if id in talks
    ]
    said = (_says(each, talks, began) for each in places(read))
    return tuple(filter(None, said))


def _says(taken: TakenOut, talks: Collection[str], began: Collection[datetime]) -> str:
    if not taken.place.parent.is_dir():
        return taken.out_of_sight
    holds = (
        any(each <= _written(taken) for each in began) and taken.place.is_file()
        if taken.backup
        else any((taken.place / "sessions" / talk).is_dir() for talk in talks)
    )
    return taken.holding if holds else ""


def _written(backup: TakenOut) -> datetime:
    """When it was finished, as far as the file says: a talk may have begun meanwhile."""
    try:
        return max(backup.at, datetime.fromtimestamp(backup.place.stat().st_mtime, UTC))
    except OSError:
        return backup.at
