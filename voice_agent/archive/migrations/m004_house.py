"""The house around the interview: who may open its pages, what was looked at, asked, sent, shared, planned."""

import sqlite3


def m004_house(db: sqlite3.Connection) -> None:
    """Secrets are kept as their SHA-256 or argon2 digests only. Dates are ISO 8601 in UTC."""
    for statement in (
        """CREATE TABLE accounts (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(trim(name)) > 0),
            role TEXT NOT NULL CHECK (role IN ('narrator', 'caregiver', 'family', 'advocate')),
            password TEXT NOT NULL,
            made TEXT NOT NULL,
            closed TEXT
        ) STRICT""",
        """CREATE TABLE sign_ins (
            token TEXT PRIMARY KEY,
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            began TEXT NOT NULL,
            seen TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE invites (
            token TEXT PRIMARY KEY,
            role TEXT NOT NULL CHECK (role IN ('caregiver', 'family', 'advocate')),
            name TEXT NOT NULL,
            by TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            made TEXT NOT NULL,
            expires TEXT NOT NULL,
            used TEXT
        ) STRICT""",
        # who looked at what, for the narrator to hear; it outlives the account
        """CREATE TABLE looks (
            number INTEGER PRIMARY KEY,
            at TEXT NOT NULL,
            account TEXT NOT NULL,
            who TEXT NOT NULL,
            role TEXT NOT NULL,
            what TEXT NOT NULL
        ) STRICT""",
        "CREATE INDEX looks_by_account ON looks (account, number)",
        """CREATE TABLE family_questions (
            number INTEGER PRIMARY KEY,
            account TEXT NOT NULL,
            who TEXT NOT NULL,
            question TEXT NOT NULL CHECK (length(question) BETWEEN 1 AND 300),
            at TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN
                ('waiting', 'asked', 'answered', 'declined', 'withdrawn')),
            session TEXT
        ) STRICT""",
        """CREATE TABLE photographs (
            id TEXT PRIMARY KEY,
            account TEXT NOT NULL,
            who TEXT NOT NULL,
            caption TEXT NOT NULL CHECK (length(caption) <= 300),
            at TEXT NOT NULL,
            session TEXT,
            turn INTEGER
        ) STRICT""",
        # a wording the narrator gave away; erasing or rewriting its turn takes it back
        """CREATE TABLE shares (
            number INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            account TEXT NOT NULL,
            voice INTEGER NOT NULL CHECK (voice IN (0, 1)),
            at TEXT NOT NULL,
            UNIQUE (session, turn, account),
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT""",
        """CREATE TRIGGER only_the_narrators_words_are_shared BEFORE INSERT ON shares
            WHEN (SELECT speaker FROM turns WHERE session = NEW.session AND id = NEW.turn)
                IS NOT 'narrator'
            BEGIN SELECT RAISE (ABORT, 'only the narrator''s own words can be shared'); END""",
        # how the narrator said the talk was: 1 to 5
        """CREATE TABLE ratings (
            session TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
            mood INTEGER CHECK (mood BETWEEN 1 AND 5),
            tiredness INTEGER CHECK (tiredness BETWEEN 1 AND 5)
        ) STRICT""",
        """CREATE TABLE series (
            id TEXT PRIMARY KEY,
            event TEXT NOT NULL,
            made TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE pauses (
            number INTEGER PRIMARY KEY,
            first TEXT NOT NULL,
            last TEXT NOT NULL CHECK (last >= first)
        ) STRICT""",
        """CREATE TABLE busy (
            source TEXT NOT NULL,
            begins TEXT NOT NULL,
            ends TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE happenings (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('invited', 'held', 'missed')),
            at TEXT NOT NULL,
            slot TEXT
        ) STRICT""",
        """CREATE TABLE calling_wishes (
            number INTEGER PRIMARY KEY,
            wanted TEXT NOT NULL CHECK (wanted IN ('not today', 'later')),
            at TEXT NOT NULL,
            until TEXT
        ) STRICT""",
    ):
        db.execute(statement)
