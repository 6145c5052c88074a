"""A door that was closed by mistake: for a day the narrator opens it with everything as it was, and nobody has to be asked.

What closing takes is kept that long in one row, and goes when the day is over. Sign-ins and copies that were made do not
come back: who had them signs in again, and is given another copy.
"""

import json
import sqlite3
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from voice_agent.archive import after_death
from voice_agent.archive.book import Keeper
from voice_agent.archive.session_tables import hidden_turns
from voice_agent.errors import AccountRefused

LASTS = timedelta(days=1)
"""A guess: a mistake is noticed by the next evening. After that the door is opened by a link, as to anybody."""

_KEY = "door closed "
"""Before the account, in the table `kept`."""

_TAKEN: Mapping[str, str] = {
    "account": "SELECT password, address FROM accounts WHERE id = ? AND closed IS NULL",
    "roles": "SELECT role FROM last_answers WHERE account = ? AND given = 1",
    "shares": "SELECT session, turn, version, voice, at FROM shares WHERE account = ?",
    "questions": "SELECT number FROM family_questions WHERE account = ? AND state = 'waiting'",
    "reads": """SELECT kind, session, about FROM consents WHERE given = 1 AND number =
        (SELECT max(number) FROM consents WHERE kind = 'recipient' AND account = ?)""",
}
"""What closing a door takes, by the name it is kept under."""


def remember(db: sqlite3.Connection, id: str, now: datetime) -> None:
    """Keep what is about to be taken. In a transaction that is open."""
    forget(db, now)
    taken = {name: db.execute(sql, (id,)).fetchall() for name, sql in _TAKEN.items()}
    if taken["roles"]:
        row = (_KEY + id, json.dumps({"at": now.isoformat(), **taken}))
        db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", row)


def forget(db: sqlite3.Connection, now: datetime) -> None:
    """Nothing that was taken is kept longer than a day. In a transaction that is open."""
    db.execute(
        "DELETE FROM kept WHERE key LIKE ? AND json_extract(value, '$.at') < ?",
        (f"{_KEY}%", (now - LASTS).isoformat()),
    )


def leave_out(db: sqlite3.Connection, place: tuple[str, int]) -> None:
    """Who may see that story has been said anew: opening a door again does not change it. In a transaction that is open."""
    for key, value in db.execute(
        "SELECT key, value FROM kept WHERE key LIKE ?", (f"{_KEY}%",)
    ).fetchall():
        taken = json.loads(value)
        taken["shares"] = [each for each in taken["shares"] if (each[0], each[1]) != place]
        db.execute("UPDATE kept SET value = ? WHERE key = ?", (json.dumps(taken), key))


def let_go(keeper: Keeper, now: datetime) -> None:
    """Keep nothing of a closed door longer than a day, whoever looks or not. Raises DiskFull."""
    late = "SELECT 1 FROM kept WHERE key LIKE ? AND json_extract(value, '$.at') < ?"
    if keeper.read(late, (f"{_KEY}%", (now - LASTS).isoformat())):
        keeper.commit(lambda db: forget(db, now))


def open_to_undo(keeper: Keeper, now: datetime) -> frozenset[str]:
    """The accounts whose door can be opened as it was."""
    rows = keeper.read(
        "SELECT key FROM kept WHERE key LIKE ? AND json_extract(value, '$.at') >= ?",
        (f"{_KEY}%", (now - LASTS).isoformat()),
    )
    return frozenset(key.removeprefix(_KEY) for (key,) in rows)


def undo(keeper: Keeper, id: str, now: datetime) -> None:
    """Open it as it was. Raises AccountRefused where that is not to be had any more, DiskFull."""
    away = hidden_turns(keeper.read)

    def work(db: sqlite3.Connection) -> None:
        forget(db, now)
        row = db.execute("SELECT value FROM kept WHERE key = ?", (_KEY + id,)).fetchone()
        if row is None:
            raise AccountRefused(
                "That door was closed more than a day ago, or it is open already.",
                safe="Nothing has been changed.",
                mend="Look on the page People, and make a link for them if they cannot come in.",
            )
        _give_back(db, id, json.loads(row[0]), away, now)
        db.execute("DELETE FROM kept WHERE key = ?", (_KEY + id,))
        after_death.take_back(db, "the narrator", now)

    keeper.commit(work)


def _give_back(
    db: sqlite3.Connection,
    id: str,
    taken: Mapping[str, Any],
    away: frozenset[tuple[str, int]],
    now: datetime,
) -> None:
    at = now.isoformat()
    db.execute(
        "UPDATE accounts SET closed = NULL, password = ?, address = ? WHERE id = ?",
        (*taken["account"][0], id),
    )
    db.executemany(
        # somebody else may have become the advocate meanwhile: there is one
        """INSERT INTO let_in (account, role, given, way, at) SELECT ?1, ?2, 1, 'page', ?3
            WHERE ?2 <> 'advocate' OR NOT EXISTS (SELECT 1 FROM last_answers JOIN accounts ON accounts.id = account
                WHERE last_answers.role = 'advocate' AND given = 1 AND closed IS NULL AND account <> ?1)""",
        [(id, role, at) for (role,) in taken["roles"]],
    )
    db.executemany(
        """INSERT OR IGNORE INTO shares (session, turn, version, account, voice, at)
            SELECT ?1, ?2, ?3, ?6, ?4, ?5 WHERE EXISTS
                (SELECT 1 FROM wordings WHERE session = ?1 AND turn = ?2 AND version = ?3)""",
        [(*each, id) for each in taken["shares"] if (each[0], each[1]) not in away],
    )
    db.executemany(
        "UPDATE family_questions SET state = 'waiting' WHERE number = ? AND state = 'withdrawn'",
        [tuple(each) for each in taken["questions"]],
    )
    db.executemany(
        """INSERT INTO consents (kind, given, at, session, words, about, asked, account)
            SELECT ?1, 1, ?2, ?3, '', ?4, 'The door was opened again.', ?5 WHERE NOT EXISTS
                (SELECT 1 FROM consents WHERE kind = ?1 AND account = ?5 AND at > ?6)""",
        # what was said of them since the door was closed is the newer word
        [(kind, at, session, about, id, taken["at"]) for kind, session, about in taken["reads"]],
    )
