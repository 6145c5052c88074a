"""What waits for the narrator's death: who said that it has come, and what became of that."""

import sqlite3


def m012_after_death(db: sqlite3.Connection) -> None:
    """Never changed and never deleted: whoever opened something stands here."""
    db.execute(
        """CREATE TABLE after_death (
            number INTEGER PRIMARY KEY,
            act TEXT NOT NULL CHECK (act IN ('said', 'stopped')),
            by TEXT NOT NULL,
            alone INTEGER NOT NULL CHECK (alone IN (0, 1)),
            at TEXT NOT NULL
        ) STRICT"""
    )
