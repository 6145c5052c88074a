"""What the narrator wanted to be reminded of at the next talk."""

import sqlite3


def m013_reminders(db: sqlite3.Connection) -> None:
    """No word of it is kept twice: it is a stretch of a turn, and goes with the turn's wording."""
    db.execute(
        """CREATE TABLE reminders (
            number INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            first INTEGER NOT NULL CHECK (first >= 0),
            last INTEGER NOT NULL CHECK (last > first),
            at TEXT NOT NULL,
            done TEXT,
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT"""
    )
