"""When the narrator is busy, by the calendar that says so; for a day also what each calendar said before. Text in, text out."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from voice_agent.archive.book import Keeper

_KEY = "busy calendars"
"""Key under which is kept when each calendar was read, and what it said before."""

_OLDER = "busy taken back"
"""Where versions before this one kept what was taken back; nobody reads it any more."""

_READ = "SELECT value FROM kept WHERE key = ?"

GOOD = timedelta(days=1)
"""How long what a calendar said before can be brought back."""


@dataclass(frozen=True, slots=True)
class BusyCalendar:
    """One calendar: as it is now, or as it was before."""

    name: str
    read: datetime | None
    """When its file was sent; None: before that was kept."""

    times: int


def busy(keeper: Keeper) -> list[tuple[str, str]]:
    """(begin, end) of every busy stretch, UTC."""
    rows = keeper.read("SELECT begins, ends FROM busy ORDER BY begins")
    return [(begins, ends) for begins, ends in rows]


def calendars(keeper: Keeper) -> tuple[BusyCalendar, ...]:
    """Each that says when the narrator is busy, by name."""
    read = _noted(keeper.read(_READ, (_KEY,)))["read"]
    rows = keeper.read("SELECT source, count(*) FROM busy GROUP BY source ORDER BY source")
    return tuple(BusyCalendar(name, _at(read.get(name)), many) for name, many in rows)


def before(keeper: Keeper, now: datetime) -> tuple[BusyCalendar, ...]:
    """What calendars said before they were replaced or taken back within a day, by name."""
    noted = _noted(keeper.read(_READ, (_KEY,)))
    return tuple(
        BusyCalendar(name, _at(each["read"]), len(each["rows"]))
        for name, each in sorted(_fresh(noted, now).items())
    )


def keep(keeper: Keeper, name: str, stretches: Sequence[tuple[str, str]], now: datetime) -> None:
    """What one calendar brings replaces what it brought before; other calendars stay."""
    new = {"read": now.isoformat(), "rows": [list(each) for each in stretches]}
    keeper.commit(lambda db: _say(db, name, new, now))


def drop(keeper: Keeper, name: str, now: datetime) -> None:
    """Take one calendar back."""
    keeper.commit(lambda db: _say(db, name, {"read": None, "rows": []}, now))


def bring_back(keeper: Keeper, name: str, now: datetime) -> bool:
    """Let a calendar say what it said before; what it says now can then be brought back. False: nothing of before is known."""

    def work(db: sqlite3.Connection) -> bool:
        was = _fresh(_noted(db.execute(_READ, (_KEY,)).fetchall()), now).get(name)
        if was is not None:
            _say(db, name, was, now)
        return was is not None

    return keeper.commit(work)


def _say(db: sqlite3.Connection, name: str, new: Mapping[str, Any], now: datetime) -> None:
    """In a transaction that is open: from now on a calendar says that, and what it says until now is what it said before."""
    noted = _noted(db.execute(_READ, (_KEY,)).fetchall())
    read, former = noted["read"], _fresh(noted, now)
    gone = db.execute(
        "DELETE FROM busy WHERE source = ? RETURNING begins, ends", (name,)
    ).fetchall()
    was = {"at": now.isoformat(), "read": read.pop(name, None), "rows": gone}
    if gone:
        former[name] = was
    elif new["rows"]:
        former.pop(name, None)
    if new["rows"]:
        rows = [(name, begins, ends) for begins, ends in new["rows"]]
        db.executemany("INSERT INTO busy VALUES (?, ?, ?)", rows)
        read[name] = new["read"]
    value = json.dumps({"read": read, "former": former})
    db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (_KEY, value))
    db.execute("DELETE FROM kept WHERE key = ?", (_OLDER,))


def _noted(rows: Sequence[tuple[Any, ...]]) -> dict[str, dict[str, Any]]:
    return json.loads(rows[0][0]) if rows else {"read": {}, "former": {}}


def _fresh(noted: Mapping[str, Mapping[str, Any]], now: datetime) -> dict[str, Any]:
    return {
        name: each
        for name, each in noted["former"].items()
        if datetime.fromisoformat(each["at"]) >= now - GOOD
    }


def _at(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
