"""What each claim means, as a vector: made once, so that weaving a long life need not embed it again."""

import sqlite3


def m006_meanings(db: sqlite3.Connection) -> None:
    """`vector`: 16-bit floats, little-endian, unit length. Derived; goes with its claim."""
    db.execute(
        """CREATE TABLE meanings (
            claim TEXT PRIMARY KEY REFERENCES claims (id) ON DELETE CASCADE,
            vector BLOB NOT NULL
        ) STRICT"""
    )
