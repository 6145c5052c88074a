"""Where the narrator took everything: folders outside the state folder, of which nothing is ever deleted by us.

A place is noted before the first file is written, so that an export cut short is named as well.
"""

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from voice_agent.archive.book import Keeper
from voice_agent.archive.session_tables import Read

EXPORTS = "exports"
"""In the state folder: what lies there loses what is erased (`erasing.COPIES`), and is not noted."""

KEY = "taken out"
"""Key under which the places are kept."""


@dataclass(frozen=True, slots=True)
class TakenOut:
    """One folder that everything was written to."""

    folder: Path
    at: datetime
    """UTC."""

    @property
    def holding(self) -> str:
        """What is said of it where it holds what was erased here; a sentence for the narrator."""
        return f"{self._began}. That folder still holds this: please delete it yourself."

    @property
    def out_of_sight(self) -> str:
        """What is said where nobody can look, as on a stick that was pulled out; a sentence for the narrator."""
        return (
            f"{self._began}. That place cannot be looked into now: if the folder is kept on a stick or a disk, it may "
            "still hold this. Please delete it there."
        )

    @property
    def _began(self) -> str:
        return f"You took everything out to {self.folder} on {self.at.day} {self.at:%B %Y}"


def note(keeper: Keeper, folder: Path, now: datetime) -> None:
    """Keep that everything is being written to `folder`. Raises DiskFull, AlreadyRunning."""
    place = [str(folder.absolute()), now.isoformat()]

    def work(db: sqlite3.Connection) -> None:
        rows = db.execute("SELECT value FROM kept WHERE key = ?", (KEY,)).fetchall()
        before = json.loads(rows[0][0]) if rows else []
        value = json.dumps([*before, place], ensure_ascii=False)
        db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (KEY, value))

    keeper.commit(work)


def places(read: Read) -> tuple[TakenOut, ...]:
    """All of them, in the order made."""
    rows = read("SELECT value FROM kept WHERE key = ?", (KEY,))
    noted = json.loads(rows[0][0]) if rows else []
    return tuple(TakenOut(Path(folder), datetime.fromisoformat(at)) for folder, at in noted)


def beyond(read: Read, talks: Collection[str]) -> tuple[str, ...]:
    """Those that hold something of `talks`, or may, in sentences for the narrator."""
    return tuple(dict.fromkeys(filter(None, (_says(each, talks) for each in places(read)))))


def _says(taken: TakenOut, talks: Collection[str]) -> str:
    if not taken.folder.parent.is_dir():
        return taken.out_of_sight
    if any((taken.folder / "sessions" / talk).is_dir() for talk in talks):
        return taken.holding
    return ""
