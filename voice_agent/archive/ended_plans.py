"""Talks that were ended or changed by mistake: for a day whoever planned them takes that back, with every day that was moved or left out.

What is kept for that is the calendar's own text: times and one neutral title, never a word of what was said.
"""

import json
import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta

from voice_agent.archive.book import Keeper

LASTS = timedelta(days=1)
"""A guess, as for a door that was closed by mistake (door_undone.py)."""

_KEY = "series ended "
"""Before its id, in the table `kept`."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A series that is planned no more, or otherwise, and may be again."""

    id: str
    event: str
    """As `plans.series` had it."""

    after: str
    """What it was changed into; "": it was ended."""


def end(keeper: Keeper, id: str, now: datetime) -> bool:
    """Was there a series of that id? It is planned no more, and can be taken back for a day. Raises DiskFull."""

    def work(db: sqlite3.Connection) -> bool:
        _forget(db, now)
        row = db.execute("DELETE FROM series WHERE id = ? RETURNING event", (id,)).fetchone()
        if row is not None:
            kept = json.dumps({"at": now.isoformat(), "event": row[0]})
            db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (_KEY + id, kept))
        return row is not None

    return keeper.commit(work)


def change(keeper: Keeper, id: str, event: str, now: datetime) -> None:
    """Plan a series otherwise; what it was can be taken back for a day. Raises DiskFull."""

    def work(db: sqlite3.Connection) -> None:
        _forget(db, now)
        row = db.execute("SELECT event FROM series WHERE id = ?", (id,)).fetchone()
        if row is not None:
            kept = json.dumps({"at": now.isoformat(), "event": row[0], "after": event})
            db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (_KEY + id, kept))
            db.execute("UPDATE series SET event = ? WHERE id = ?", (event, id))

    keeper.commit(work)


def ended(keeper: Keeper, now: datetime) -> tuple[Ended, ...]:
    """What was ended or changed within a day, the latest first."""
    rows = keeper.read(
        """SELECT key, json_extract(value, '$.event'), coalesce(json_extract(value, '$.after'), '') FROM kept
            WHERE key LIKE ? AND json_extract(value, '$.at') >= ? ORDER BY json_extract(value, '$.at') DESC, key""",
        (f"{_KEY}%", (now - LASTS).isoformat()),
    )
    return tuple(Ended(key.removeprefix(_KEY), event, after) for key, event, after in rows)


def take_back(keeper: Keeper, id: str, now: datetime) -> bool:
    """Is it planned again, as it was? False where it was ended or changed more than a day ago, or not at all. Raises DiskFull."""

    def work(db: sqlite3.Connection) -> bool:
        _forget(db, now)
        row = db.execute(
            "DELETE FROM kept WHERE key = ? RETURNING json_extract(value, '$.event')", (_KEY + id,)
        ).fetchone()
        if row is not None:
            # made anew: what fell due meanwhile was not missed
            again = (id, row[0], now.isoformat())
            db.execute("INSERT OR REPLACE INTO series VALUES (?, ?, ?)", again)
        return row is not None

    return keeper.commit(work)


def _forget(db: sqlite3.Connection, now: datetime) -> None:
    late = (now - LASTS).isoformat()
    db.execute(
        "DELETE FROM kept WHERE key LIKE ? AND json_extract(value, '$.at') < ?", (f"{_KEY}%", late)
    )
