"""The family hears back: where a question was answered, and who wants to be told of a new chapter."""

import sqlite3


def m021_family_hears(db: sqlite3.Connection) -> None:
    """`turn`: with `session`, where the answer was told. Of what was asked before nobody wrote that down.

    `perhaps`: when it was noticed that the answer may have been told unasked; `anyway`: 1 where whoever asked wants
    it asked all the same. An address holds a password, so it stands in a table of its own, which no export takes.
    """
    for statement in (
        "ALTER TABLE family_questions ADD COLUMN turn INTEGER",
        "ALTER TABLE family_questions ADD COLUMN perhaps TEXT",
        "ALTER TABLE family_questions ADD COLUMN anyway INTEGER NOT NULL DEFAULT 0 CHECK (anyway IN (0, 1))",
        """CREATE TABLE chapter_news (
            account TEXT PRIMARY KEY,
            address TEXT NOT NULL,
            since TEXT NOT NULL,
            failed TEXT
        ) STRICT""",
        # outlives the address: whoever switches it off and on again is not told twice
        """CREATE TABLE chapters_told (
            account TEXT NOT NULL,
            chapter TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (account, chapter)
        ) STRICT""",
    ):
        db.execute(statement)
