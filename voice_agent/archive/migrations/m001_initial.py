"""Sessions, turns and their wordings, latencies, consents, and what is kept about a narrator."""

import sqlite3


def m001_initial(db: sqlite3.Connection) -> None:
    """Times inside a session are seconds of sound; dates are ISO 8601 with their offset, for people."""
    for statement in (
        # `number` orders sessions: the wall clock may have been set back between two of them
        """CREATE TABLE sessions (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            narrator TEXT NOT NULL,
            began TEXT NOT NULL,
            ended TEXT,
            summary TEXT NOT NULL,
            topic TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE turns (
            session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            id INTEGER NOT NULL,
            speaker TEXT NOT NULL,
            began REAL NOT NULL,
            ended REAL NOT NULL,
            said_at TEXT NOT NULL,
            finished INTEGER NOT NULL,
            kind TEXT NOT NULL,
            PRIMARY KEY (session, id)
        ) STRICT""",
        # version 1 is what was heard; a correction is a further version, and no version is ever changed
        """CREATE TABLE wordings (
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            text TEXT NOT NULL,
            words TEXT NOT NULL,
            confidence REAL NOT NULL,
            by TEXT NOT NULL,
            PRIMARY KEY (session, turn, version),
            FOREIGN KEY (session, turn) REFERENCES turns (session, id) ON DELETE CASCADE
        ) STRICT""",
        """CREATE TABLE latencies (
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            steps TEXT NOT NULL,
            PRIMARY KEY (session, turn),
            FOREIGN KEY (session, turn) REFERENCES turns (session, id) ON DELETE CASCADE
        ) STRICT""",
        # no reference to sessions: the yes is the first thing stored
        """CREATE TABLE consents (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            given INTEGER NOT NULL,
            at TEXT NOT NULL,
            session TEXT NOT NULL,
            words TEXT NOT NULL,
            about TEXT NOT NULL,
            asked TEXT NOT NULL
        ) STRICT""",
        "CREATE TABLE kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
        """CREATE TRIGGER turns_are_never_edited BEFORE UPDATE ON turns
            BEGIN SELECT RAISE (ABORT, 'a turn is never edited'); END""",
        """CREATE TRIGGER wordings_are_never_edited BEFORE UPDATE ON wordings
            BEGIN SELECT RAISE (ABORT, 'a wording is never edited'); END""",
        """CREATE TRIGGER consents_are_never_edited BEFORE UPDATE ON consents
            BEGIN SELECT RAISE (ABORT, 'a consent is never edited'); END""",
    ):
        db.execute(statement)
