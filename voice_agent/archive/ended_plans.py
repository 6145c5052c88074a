"""Talks that were ended or changed by mistake: for a day whoever planned them takes that back, with every day that was moved or left out.

What is kept for that is the calendar's own text: times and one neutral title, never a word of what was said.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping
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

    also: tuple[str, ...] = ()
    """Ids of what was planned in the same breath; taking it back ends them."""

    others: tuple[tuple[str, str], ...] = ()
    """Ids and events of what was ended with it; taking it back plans them again too."""


NOTHING: Mapping[str, str] = {}


def end(
    keeper: Keeper,
    id: str,
    now: datetime,
    also: Mapping[str, str] = NOTHING,
    others: Iterable[str] = (),
) -> bool:
    """Was there a series of that id? It is planned no more, and can be taken back for a day. Raises DiskFull.

    `also`: what is planned instead of it, ids and events. `others`: ids of what is ended with it, and comes back with it.
    A change of theirs that could still be taken back can be again once they are planned again.
    """

    def work(db: sqlite3.Connection) -> bool:
        _forget(db, now)
        gone = _drop(db, (id, *others))
        event = gone.pop(id, None)
        if event is not None:
            kept = {"at": now.isoformat(), "event": event, "also": [*also], "others": gone}
            _keep(db, id, {**kept, "changes": _drop_changes(db, (id, *gone))})
            _plan(db, also, now)
        return event is not None

    return keeper.commit(work)


def change(
    keeper: Keeper, id: str, event: str, now: datetime, also: Mapping[str, str] = NOTHING
) -> None:
    """Plan a series otherwise; what it was can be taken back for a day. Raises DiskFull.

    `also`: what is planned beside it from now on, ids and events.
    """

    def work(db: sqlite3.Connection) -> None:
        _forget(db, now)
        row = db.execute("SELECT event FROM series WHERE id = ?", (id,)).fetchone()
        if row is not None:
            kept = {"at": now.isoformat(), "event": row[0], "after": event, "also": [*also]}
            _keep(db, id, kept)
            db.execute("UPDATE series SET event = ? WHERE id = ?", (event, id))
            _plan(db, also, now)

    keeper.commit(work)


def follow(keeper: Keeper, id: str, event: str, after: str) -> None:
    """Something else of a changed series was altered since: taking the change back then gives `event`. Raises DiskFull."""
    keeper.commit(
        lambda db: db.execute(
            "UPDATE kept SET value = json_set(value, '$.event', ?, '$.after', ?) WHERE key = ?",
            (event, after, _KEY + id),
        )
    )


def ended(keeper: Keeper, now: datetime) -> tuple[Ended, ...]:
    """What was ended or changed within a day, the latest first."""
    rows = keeper.read(
        """SELECT key, value FROM kept
            WHERE key LIKE ? AND json_extract(value, '$.at') >= ? ORDER BY json_extract(value, '$.at') DESC, key""",
        (f"{_KEY}%", (now - LASTS).isoformat()),
    )
    kept = [(key.removeprefix(_KEY), json.loads(value)) for key, value in rows]
    return tuple(
        Ended(
            id,
            of["event"],
            of.get("after", ""),
            tuple(of.get("also", ())),
            tuple(of.get("others", NOTHING).items()),
        )
        for id, of in kept
    )


def take_back(keeper: Keeper, id: str, now: datetime) -> bool:
    """Is it planned again, as it was? False where it was ended or changed more than a day ago, or not at all. Raises DiskFull."""

    def work(db: sqlite3.Connection) -> bool:
        _forget(db, now)
        row = db.execute("DELETE FROM kept WHERE key = ? RETURNING value", (_KEY + id,)).fetchone()
        if row is not None:
            kept = json.loads(row[0])
            _end_all(db, kept.get("also", ()))
            # made anew: what fell due meanwhile was not missed
            again = {id: kept["event"], **kept.get("others", NOTHING)}
            rows = [(each, event, now.isoformat()) for each, event in again.items()]
            db.executemany("INSERT OR REPLACE INTO series VALUES (?, ?, ?)", rows)
            for each, change in kept.get("changes", NOTHING).items():
                _keep(db, each, change)
        return row is not None

    return keeper.commit(work)


def _keep(db: sqlite3.Connection, id: str, kept: Mapping[str, object]) -> None:
    db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (_KEY + id, json.dumps(kept)))


def _drop(db: sqlite3.Connection, ids: Iterable[str]) -> dict[str, str]:
    """End series; returns their events, by id."""
    rows = [
        db.execute("DELETE FROM series WHERE id = ? RETURNING id, event", (id,)).fetchone()
        for id in ids
    ]
    return dict(row for row in rows if row is not None)


def _drop_changes(db: sqlite3.Connection, ids: Iterable[str]) -> dict[str, object]:
    """What is kept of changes of these series, by id; it is kept there no more."""
    found = dict[str, object]()
    for id in ids:
        row = db.execute("DELETE FROM kept WHERE key = ? RETURNING value", (_KEY + id,)).fetchone()
        if row is not None:
            found[id] = json.loads(row[0])
    return found


def _plan(db: sqlite3.Connection, also: Mapping[str, str], now: datetime) -> None:
    rows = [(id, event, now.isoformat()) for id, event in also.items()]
    db.executemany("INSERT INTO series VALUES (?, ?, ?)", rows)


def _end_all(db: sqlite3.Connection, ids: Iterable[str]) -> None:
    """End what was planned in the same breath, and what was made of that since."""
    for id in ids:
        db.execute("DELETE FROM series WHERE id = ?", (id,))
        row = db.execute("DELETE FROM kept WHERE key = ? RETURNING value", (_KEY + id,)).fetchone()
        _end_all(db, json.loads(row[0]).get("also", ()) if row else ())


def _forget(db: sqlite3.Connection, now: datetime) -> None:
    late = (now - LASTS).isoformat()
    db.execute(
        "DELETE FROM kept WHERE key LIKE ? AND json_extract(value, '$.at') < ?", (f"{_KEY}%", late)
    )
