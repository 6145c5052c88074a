"""Two steps were edited after houses had been through them: whatever such a house lacks, it gets here."""

import sqlite3
from collections.abc import Callable
from typing import NamedTuple

from voice_agent.archive.called import a_word


class Lack(NamedTuple):
    """What an earlier wording of a step left out of a table."""

    of: str
    """Table, or view."""

    without: str
    """Words of its definition that are missing there; empty: the whole of it may be."""

    mend: Callable[[sqlite3.Connection], object]


def m016_doors_again(db: sqlite3.Connection) -> None:
    """Before m017, which watches `meant_for`. In a house that has been through today's m014 and m016 nothing changes."""
    for lack in _LACKS:
        definition = _definition(db, lack.of)
        if not definition or lack.without not in definition:
            lack.mend(db)
    if "stays" in _definition(db, "devices"):
        db.execute("ALTER TABLE devices DROP COLUMN stays")


def _definition(db: sqlite3.Connection, name: str) -> str:
    found = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    return found[0] if found else ""


def _all(*statements: str) -> Callable[[sqlite3.Connection], object]:
    return lambda db: [db.execute(each) for each in statements]


def _words(db: sqlite3.Connection) -> None:
    """Whoever waits without a word gets one."""
    db.execute("ALTER TABLE asked_in ADD COLUMN wrong INTEGER NOT NULL DEFAULT 0")
    for (row,) in db.execute("SELECT rowid FROM asked_in WHERE word = ''").fetchall():
        db.execute("UPDATE asked_in SET word = ? WHERE rowid = ?", (a_word(), row))


_LACKS = (
    Lack(
        "sign_ins",
        "stays",
        _all(
            "ALTER TABLE sign_ins ADD COLUMN stays INTEGER NOT NULL DEFAULT 0 CHECK (stays IN (0, 1))"
        ),
    ),
    Lack(
        "let_in",
        "replaced",
        _all(
            "ALTER TABLE let_in RENAME TO let_in_before",
            "DROP INDEX let_in_by_account",
            """CREATE TABLE let_in (
                number INTEGER PRIMARY KEY,
                account TEXT NOT NULL,
                role TEXT NOT NULL CHECK (role IN ('narrator', 'caregiver', 'family', 'advocate')),
                given INTEGER NOT NULL CHECK (given IN (0, 1)),
                way TEXT NOT NULL CHECK (way IN ('voice', 'page', 'terminal', 'before', 'replaced')),
                at TEXT NOT NULL
            ) STRICT""",
            "INSERT INTO let_in SELECT * FROM let_in_before",
            "DROP TABLE let_in_before",
            "CREATE INDEX let_in_by_account ON let_in (account, number)",
        ),
    ),
    Lack(
        "last_answers",
        "",
        _all(
            """CREATE VIEW last_answers AS SELECT * FROM let_in AS last WHERE number = (SELECT max(number) FROM let_in
            WHERE account = last.account AND role = last.role)"""
        ),
    ),
    Lack("asked_in", "wrong", _words),
    Lack(
        # a password that was asked for without a word is asked for again
        "forgotten",
        "wrong",
        _all(
            "DROP TABLE forgotten",
            """CREATE TABLE forgotten (
                account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
                device TEXT NOT NULL,
                at TEXT NOT NULL,
                allowed TEXT,
                word TEXT NOT NULL,
                wrong INTEGER NOT NULL DEFAULT 0
            ) STRICT""",
        ),
    ),
    Lack("news", "seen", _all("ALTER TABLE news ADD COLUMN seen TEXT")),
    Lack(
        "meant_for",
        "",
        _all(
            """CREATE TABLE meant_for (
                passage TEXT NOT NULL,
                session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
                turn INTEGER NOT NULL,
                readers TEXT NOT NULL,
                PRIMARY KEY (passage, session, turn)
            ) STRICT""",
            "CREATE INDEX meant_for_by_turn ON meant_for (session, turn)",
            """INSERT INTO meant_for SELECT passage, session, turn, readers
                FROM passage_turns JOIN approvals AS last USING (passage) WHERE readers <> '' AND number =
                (SELECT max(number) FROM approvals WHERE passage = last.passage AND given = 1)""",
        ),
    ),
)
