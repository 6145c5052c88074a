"""What the family sent and the narrator put away: pictures, and notes beside a date.

Nobody is shown it and no talk speaks of it until the narrator brings it back. It is kept all the while, and whoever sent a
picture still finds it among those they sent and can take it back.
"""

import json
import sqlite3
from collections.abc import Collection
from enum import StrEnum

from voice_agent.archive.book import Keeper
from voice_agent.archive.session_tables import Read


class Sent(StrEnum):
    """What can be put away, by the key under which that is kept."""

    PICTURES = "pictures put away"
    NOTES = "notes put away"


def away(read: Read, what: Sent) -> frozenset[str]:
    """The ids of what is put away."""
    rows = read("SELECT value FROM kept WHERE key = ?", (what,))
    return frozenset(str(each) for (value,) in rows for each in json.loads(value))


def put_away(keeper: Keeper, what: Sent, id: str) -> None:
    """Put one away; `bring_back` undoes it. Raises DiskFull."""
    keeper.commit(lambda db: _keep(db, what, _known(db, what) | {id}))


def bring_back(keeper: Keeper, what: Sent, id: str) -> None:
    """As it was before. Raises DiskFull."""
    keeper.commit(lambda db: forget(db, what, {id}))


def forget(db: sqlite3.Connection, what: Sent, ids: Collection[str]) -> None:
    """These wait no longer: they are back, or gone for good. In a transaction that is open."""
    known = _known(db, what)
    if known & {*ids}:
        _keep(db, what, known - {*ids})


def _known(db: sqlite3.Connection, what: Sent) -> frozenset[str]:
    row = db.execute("SELECT value FROM kept WHERE key = ?", (what,)).fetchone()
    return frozenset(json.loads(row[0])) if row else frozenset()


def _keep(db: sqlite3.Connection, what: Sent, ids: Collection[str]) -> None:
    db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (what, json.dumps(sorted(ids))))
