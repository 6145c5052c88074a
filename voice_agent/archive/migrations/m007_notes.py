"""What relatives know otherwise: a note beside a date that was told, never in its place."""

import sqlite3


def m007_notes(db: sqlite3.Connection) -> None:
    """No reference to turns: like questions and pictures, a note is the sender's until it is taken out."""
    db.execute(
        """CREATE TABLE family_notes (
            number INTEGER PRIMARY KEY,
            account TEXT NOT NULL,
            who TEXT NOT NULL,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            edtf TEXT NOT NULL,
            note TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 200),
            at TEXT NOT NULL
        ) STRICT"""
    )
