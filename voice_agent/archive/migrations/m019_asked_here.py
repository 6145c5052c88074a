"""Whoever forgot a password chooses another one in the very browser that asked, and nowhere else."""

import sqlite3


def m019_asked_here(db: sqlite3.Connection) -> None:
    """`browser`: the digest of a cookie that is set in answer to the asking, and in no answer before or after it.

    What was asked before has none, so it has to be asked once more.
    """
    db.execute("DELETE FROM forgotten")
    db.execute("ALTER TABLE forgotten ADD COLUMN browser TEXT NOT NULL DEFAULT ''")
