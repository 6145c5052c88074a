"""The book: passages with the words they rest on, what the narrator said to them, and the copies made."""

import sqlite3


def m005_book(db: sqlite3.Connection) -> None:
    """A passage goes with any turn that it rests on; what was said to it stays, and holds no story."""
    for statement in (
        """CREATE TABLE passages (
            id TEXT PRIMARY KEY,
            chapter TEXT NOT NULL,
            place INTEGER NOT NULL,
            body TEXT NOT NULL,
            privacy TEXT NOT NULL,
            writer TEXT NOT NULL,
            made TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE passage_turns (
            passage TEXT NOT NULL REFERENCES passages (id) ON DELETE CASCADE,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            PRIMARY KEY (passage, session, turn),
            FOREIGN KEY (session, turn) REFERENCES turns (session, id) ON DELETE CASCADE
        ) STRICT""",
        """CREATE TRIGGER a_passage_goes_with_its_words AFTER DELETE ON passage_turns
            BEGIN DELETE FROM passages WHERE id = OLD.passage; END""",
        # `readers`: "" for everybody who may read at all, else names in lower case
        """CREATE TABLE approvals (
            number INTEGER PRIMARY KEY,
            passage TEXT NOT NULL,
            given INTEGER NOT NULL CHECK (given IN (0, 1)),
            readers TEXT NOT NULL DEFAULT '',
            way TEXT NOT NULL CHECK (way IN ('voice', 'page', 'terminal')),
            at TEXT NOT NULL
        ) STRICT""",
        "CREATE INDEX approvals_by_passage ON approvals (passage, number)",
        """CREATE TABLE copies (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            path TEXT NOT NULL,
            reader TEXT NOT NULL,
            made TEXT NOT NULL,
            withdrawn TEXT
        ) STRICT""",
        # no reference to turns: the copy outlives them, and must be found when they go
        """CREATE TABLE copy_turns (
            copy INTEGER NOT NULL REFERENCES copies (number) ON DELETE CASCADE,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            PRIMARY KEY (copy, session, turn)
        ) STRICT""",
    ):
        db.execute(statement)
