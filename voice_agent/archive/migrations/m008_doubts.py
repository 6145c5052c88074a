"""What a claim only perhaps puts right, or takes back."""

import sqlite3


def m008_doubts(db: sqlite3.Connection) -> None:
    """What was kept before was said for certain, as far as anybody knew."""
    db.execute(
        "ALTER TABLE claims ADD COLUMN perhaps INTEGER NOT NULL DEFAULT 0 CHECK (perhaps IN (0, 1))"
    )
