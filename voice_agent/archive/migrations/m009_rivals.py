"""The other story that a claim may put right just as well."""

import sqlite3


def m009_rivals(db: sqlite3.Connection) -> None:
    """What was kept before was of one story, as far as anybody knew."""
    db.execute("ALTER TABLE claims ADD COLUMN rival TEXT")
