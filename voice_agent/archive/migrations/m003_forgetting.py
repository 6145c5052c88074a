"""What the narrator wants forgotten: hidden claims, which can be shown again, and empty tombstones."""

import sqlite3


def m003_forgetting(db: sqlite3.Connection) -> None:
    """A tombstone says where something was and that it is gone; nothing of what it was."""
    for statement in (
        """CREATE TABLE hidden (
            claim TEXT PRIMARY KEY REFERENCES claims (id) ON DELETE CASCADE,
            at TEXT NOT NULL
        ) STRICT""",
        # began and ended: seconds of sound that are silence now; NULL where it was written
        """CREATE TABLE tombstones (
            number INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            turn INTEGER,
            first INTEGER,
            last INTEGER,
            began REAL,
            ended REAL,
            at TEXT NOT NULL
        ) STRICT""",
    ):
        db.execute(statement)
