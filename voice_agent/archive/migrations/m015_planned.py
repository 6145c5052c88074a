"""Why a planned talk was not held, and the calendar's addresses: several, each with a name."""

import json
import sqlite3

ONE = "calendar feed"
"""The key under which the only address was kept."""


def m015_planned(db: sqlite3.Connection) -> None:
    """Of an address only its SHA-256 is kept. The one there was goes on working; nobody knows when it was made."""
    db.execute("ALTER TABLE happenings ADD COLUMN why TEXT NOT NULL DEFAULT ''")
    db.execute(
        """CREATE TABLE calendar_addresses (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(trim(name)) > 0),
            hash TEXT NOT NULL UNIQUE,
            made TEXT,
            read TEXT,
            by TEXT NOT NULL DEFAULT '' -- whose it is: it goes with them
        ) STRICT"""
    )
    for (kept,) in db.execute("SELECT value FROM kept WHERE key = ?", (ONE,)).fetchall():
        db.execute(
            "INSERT INTO calendar_addresses (name, hash) VALUES ('the first address', ?)",
            (json.loads(kept),),
        )
    db.execute("DELETE FROM kept WHERE key = ?", (ONE,))
