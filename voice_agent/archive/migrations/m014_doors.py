"""Who may come in: only whom the narrator has let in, by what they are to each other; known devices; what is to be told."""

import sqlite3

from voice_agent.archive.called import a_word, key


def m014_doors(db: sqlite3.Connection) -> None:
    """Whoever the narrator invited has been let in by that; whom a caregiver invited waits for the narrator's word.

    A consent that was bound to a name belongs to the account of that name, where it was there already.
    """
    for statement in (
        "ALTER TABLE accounts ADD COLUMN key TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE accounts ADD COLUMN relation TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE accounts ADD COLUMN household TEXT NOT NULL DEFAULT ''",
        # how a message reaches them (backends.Notifier); only an advocate gives one
        "ALTER TABLE accounts ADD COLUMN address TEXT NOT NULL DEFAULT ''",
        # '' for a first invitation, an account for a new way in to it
        "ALTER TABLE invites ADD COLUMN account TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE invites ADD COLUMN relation TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE invites ADD COLUMN household TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE sign_ins ADD COLUMN device TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE sign_ins ADD COLUMN stays INTEGER NOT NULL DEFAULT 0 CHECK (stays IN (0, 1))",
        "ALTER TABLE consents ADD COLUMN account TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE copies ADD COLUMN account TEXT NOT NULL DEFAULT ''",
        # the last answer for an account and a role holds
        """CREATE TABLE let_in (
            number INTEGER PRIMARY KEY,
            account TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('narrator', 'caregiver', 'family', 'advocate')),
            given INTEGER NOT NULL CHECK (given IN (0, 1)),
            -- replaced: another advocate took the place
            way TEXT NOT NULL CHECK (way IN ('voice', 'page', 'terminal', 'before', 'replaced')),
            at TEXT NOT NULL
        ) STRICT""",
        "CREATE INDEX let_in_by_account ON let_in (account, number)",
        """CREATE VIEW last_answers AS SELECT * FROM let_in AS last WHERE number = (SELECT max(number) FROM let_in
            WHERE account = last.account AND role = last.role)""",
        # asked for and not yet answered; an answer takes it out
        """CREATE TABLE asked_in (
            account TEXT NOT NULL,
            role TEXT NOT NULL,
            by TEXT NOT NULL,
            at TEXT NOT NULL,
            word TEXT NOT NULL, -- shown to whoever waits, for them to tell the narrator
            beside TEXT NOT NULL DEFAULT '', -- whose device it was taken up on, where it is somebody else's
            wrong INTEGER NOT NULL DEFAULT 0, -- words that the narrator said and that were not it
            PRIMARY KEY (account, role)
        ) STRICT""",
        """CREATE TABLE devices (
            token TEXT NOT NULL,
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            made TEXT NOT NULL,
            PRIMARY KEY (token, account)
        ) STRICT""",
        # whoever cannot sign in asks from a device of theirs; the narrator allows that device a new password
        """CREATE TABLE forgotten (
            account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
            device TEXT NOT NULL,
            at TEXT NOT NULL,
            allowed TEXT,
            word TEXT NOT NULL, -- shown to whoever asks, for them to tell the narrator
            wrong INTEGER NOT NULL DEFAULT 0
        ) STRICT""",
        # for the narrator: what happened at the doors, when it was said to them, and when their page showed it
        """CREATE TABLE news (
            number INTEGER PRIMARY KEY,
            what TEXT NOT NULL,
            who TEXT NOT NULL,
            at TEXT NOT NULL,
            told TEXT,
            seen TEXT
        ) STRICT""",
        # a word that was sent to somebody's address; whoever brings it back can be reached there
        """CREATE TABLE reached (
            account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
            word TEXT NOT NULL,
            sent TEXT NOT NULL,
            answered TEXT
        ) STRICT""",
    ):
        db.execute(statement)
    keys = set[str]()
    # those who are here come before those whose door was closed
    for id, name in db.execute(
        "SELECT id, name FROM accounts ORDER BY closed IS NOT NULL, made"
    ).fetchall():
        own = key(name.removesuffix(f" (closed {id})"))
        own = own if own and own not in keys else f"{own} {id}"
        keys.add(own)
        db.execute("UPDATE accounts SET key = ? WHERE id = ?", (own, id))
    db.execute("CREATE UNIQUE INDEX accounts_by_key ON accounts (key)")
    db.execute(
        """INSERT INTO let_in (account, role, given, way, at)
            SELECT id, role, 1, 'before', made FROM accounts WHERE closed IS NULL AND (role = 'narrator'
                OR EXISTS (SELECT 1 FROM invites JOIN accounts AS host ON host.id = invites.by
                    WHERE invites.used = accounts.made AND host.role = 'narrator'))"""
    )
    for row in db.execute(
        """SELECT id, role, made FROM accounts
            WHERE closed IS NULL AND id NOT IN (SELECT account FROM let_in)"""
    ).fetchall():
        db.execute(
            "INSERT INTO asked_in (account, role, at, by, word) VALUES (?, ?, ?, '', ?)",
            (*row, a_word()),
        )
    # an append-only table is changed once, where what was written down means the same
    db.execute("DROP TRIGGER consents_are_never_edited")
    db.execute(
        """UPDATE consents SET account = coalesce((SELECT id FROM accounts
                WHERE name = replace(about, 'my ', '') COLLATE NOCASE AND made <= consents.at), '')
            WHERE about <> ''"""
    )
    db.execute(
        """CREATE TRIGGER consents_are_never_edited BEFORE UPDATE ON consents
            BEGIN SELECT RAISE (ABORT, 'a consent is never edited'); END"""
    )
    db.execute(
        """UPDATE copies SET account = coalesce((SELECT id FROM accounts
            WHERE name = copies.reader COLLATE NOCASE), '') WHERE reader <> ''"""
    )
