"""What is still known of a damaged record: limits, refusals, consents and tombstones, table by table.

It is read in the record itself and in what is written beside it at each commit (`decided`), whichever is newer. What
narrows is taken from it: a page that was torn may lie, and must not open anything. What is known of a label, a
hiding, a no, an account that was closed or a story that was taken back holds in the record that is put in its place.
"""

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from voice_agent.archive import (
    accounts,
    after_death,
    chain,
    decided,
    keeping_back,
    own_copies,
    passages,
)
from voice_agent.archive.accounts import Role
from voice_agent.archive.database import Database
from voice_agent.archive.decided import Decided
from voice_agent.archive.private import plainly
from voice_agent.archive.record import Record
from voice_agent.errors import RecordDamaged, RecordError

Rows = Sequence[tuple[Any, ...]] | None
"""None: it cannot be read."""

_LABEL = "claim, privacy, session, turn, version, first, last, words, began, ended"
_CONSENT = "kind, given, at, session, words, about, asked, account"

_WITH_WORDS = {
    "labels": f"SELECT {_LABEL} FROM labels",
    "consents": f"SELECT {_CONSENT} FROM consents ORDER BY number",
}
"""What the record itself holds more of than the file beside it."""


@dataclass(frozen=True, slots=True)
class Leftovers:
    """A record as it was found."""

    there: bool
    """Is there a file at all?"""

    whole: bool
    """Nothing is wrong with it, and something was told in it."""

    tombstones: Rows = None
    hidden: Rows = None
    labels: Rows = None
    limits: Rows = None
    """Who may know of which turn, whatever was made of it."""

    shares: Rows = None
    approvals: Rows = None
    looks: Rows = None
    closed: Rows = None
    consents: Rows = None
    kept_back: Rows = None
    after_death: Rows = None
    shut: Rows = None
    """Whom the narrator has let in no more, or not at all."""

    passwords: Rows = None
    otherwise: Rows = None
    """Turns that the narrator wanted to read otherwise than she said them, and how often she said so."""

    meant: Rows = None
    """Pieces of the book that are for some alone."""

    newer: bool = False
    """More was decided than the record knows."""

    witnessed: bool = False
    """What was decided is written down beside the record."""

    @property
    def decided(self) -> bool:
        """Can everything be read that says who may see what?"""
        read = (
            self.hidden,
            self.labels,
            self.kept_back,
            self.shares,
            self.approvals,
            self.closed,
            self.consents,
            self.after_death,
            self.shut,
        )
        return all(each is not None for each in read)


def of_the_damaged(state: Path, to: Path) -> Leftovers:
    """Look at a copy, made in the folder `to`, of the record in `state`: looking changes nothing in its place.

    Raises RecordDamaged for the record of a newer version, which is none.
    """
    path, beside = state / "record.db", decided.beside(state)
    if path.is_file():
        with plainly(path):
            for name in ("record.db", "record.db-wal"):
                if (state / name).is_file():
                    shutil.copyfile(state / name, to / name)
                    (to / name).chmod(0o600)
    # read before it is opened to be written to, which brings an older one up to date
    newer = beside is not None and _older(to, beside)
    whole = (
        path.is_file() and _whole(to / "record.db") and bool(_read(to, "SELECT id FROM sessions"))
    )

    def known(name: str) -> Rows:
        rows = _read(to, _WITH_WORDS.get(name, decided.ROWS[name])) if path.is_file() else None
        return beside.rows[name] if beside and (newer or rows is None) else rows

    return Leftovers(
        path.is_file(),
        whole,
        **{name: known(name) for name in decided.ROWS},
        looks=_read(to, "SELECT * FROM looks"),
        passwords=_read(to, "SELECT id, password FROM accounts"),
        newer=newer,
        witnessed=beside is not None,
    )


def carry_over(record: Record, left: Leftovers) -> None:
    """Let what narrows hold in `record`, where what it speaks of is there. Raises DiskFull."""

    def work(db: sqlite3.Connection) -> None:
        known = {id for (id,) in db.execute("SELECT id FROM claims")}
        for row in left.hidden or ():
            if row[0] in known:
                _insert(db, "INSERT OR IGNORE INTO hidden VALUES (?, ?)", row)
        for row in left.labels or ():
            if row[0] in known:  # its words may have been said after the copy
                _insert(
                    db,
                    f"""INSERT OR IGNORE INTO labels ({_LABEL}) VALUES (?, ?, ?, ?, ?, ?, ?, coalesce(?,
                        (SELECT substr(text, ?6 + 1, ?7 - ?6) FROM wordings
                            WHERE session = ?3 AND turn = ?4 AND version = ?5)), ?, ?)""",
                    row,
                )
        for table, rows in (
            ("approvals", left.approvals),
            ("looks", left.looks),
            ("after_death", left.after_death),
        ):
            (last,) = db.execute(f"SELECT coalesce(max(number), 0) FROM {table}").fetchone()
            for row in rows or ():
                if isinstance(row[0], int) and row[0] > last:
                    _insert(db, f"INSERT INTO {table} VALUES ({_marks(row)})", row)
        for row in left.shut or ():
            # by what it says: a copy from before there was this table has numbers of its own
            db.execute(
                """INSERT INTO let_in (account, role, given, way, at) SELECT ?1, ?2, 0, ?3, ?4
                    WHERE NOT EXISTS (SELECT 1 FROM let_in WHERE account = ?1 AND role = ?2 AND at = ?4)""",
                row,
            )
        for id, name, closed in left.closed or ():
            _insert(
                db,
                "UPDATE accounts SET name = ?, closed = ?, password = '', address = '' WHERE id = ?",
                (name, closed, id),
            )
        # an older password may be known to somebody it was changed for
        if left.passwords is None:
            db.execute("UPDATE accounts SET password = '' WHERE role <> 'narrator'")
        for id, password in left.passwords or ():
            db.execute("UPDATE accounts SET password = ? WHERE id = ?", (password, id))
        given = set(db.execute("SELECT kind, at, about FROM consents").fetchall())
        for row in left.consents or ():
            if (row[0], row[2], row[5]) not in given:
                _insert(db, f"INSERT INTO consents ({_CONSENT}) VALUES ({_marks(row)})", row)
        if left.shares is not None:
            stand = {tuple(place): voice for *place, voice in left.shares}
            for row in db.execute("SELECT session, turn, account FROM shares").fetchall():
                if row not in stand:
                    db.execute(
                        "DELETE FROM shares WHERE session = ? AND turn = ? AND account = ?", row
                    )
                elif not stand[row]:
                    db.execute(
                        "UPDATE shares SET voice = 0 WHERE session = ? AND turn = ? AND account = ?",
                        row,
                    )
        # what she has put otherwise since is nobody's until she shares it once more
        there = {tuple(row) for row in db.execute(decided.ROWS["otherwise"])}
        for row in left.otherwise or ():
            if tuple(row) not in there:
                db.execute("DELETE FROM shares WHERE session = ? AND turn = ?", tuple(row[:2]))
        # whoever was signed in, or invited, may have been shut out since
        db.execute("DELETE FROM sign_ins")
        for table in ("devices", "forgotten", "calendar_addresses"):
            db.execute(f"DELETE FROM {table}")
        db.execute("DELETE FROM invites")

    record.commit(work)


def keep_back(record: Record, left: Leftovers) -> None:
    """Let what was kept back, or was for some alone, stay so in every talk that `record` holds by now. Raises DiskFull."""
    bound = [row for row in left.kept_back or () if "free" not in row]

    def work(db: sqlite3.Connection) -> None:
        keeping_back.bring(db, bound)
        passages.bring(db, left.meant or (), over=False)

    record.commit(work)


def share_nothing(record: Record, now: datetime) -> None:
    """Nobody knows what was taken back last: every story is the narrator's alone again, every passage unapproved, nobody
    but the narrator comes in before they are asked once more, and nothing opens for a death.
    """
    after_death.stop(record, "the rescue", now)

    def work(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM shares")
        held = "FROM last_answers WHERE given = 1 AND role <> 'narrator'"
        for account, role in db.execute(f"SELECT account, role {held}").fetchall():
            accounts.wait(db, account, Role(role), now)
        db.execute(
            f"INSERT INTO let_in (account, role, given, way, at) SELECT account, role, 0, 'terminal', ? {held}",
            (now.isoformat(),),
        )
        db.execute(
            """INSERT INTO approvals (passage, given, way, at) SELECT passage, 0, 'terminal', ?
                FROM approvals AS last WHERE given = 1 AND number =
                (SELECT max(number) FROM approvals WHERE passage = last.passage)""",
            (now.isoformat(),),
        )

    record.commit(work)


def _whole(path: Path) -> bool:
    try:
        database = Database(path)
        try:
            database.check()
            if chain.broken(database.read):
                return False
        finally:
            database.close()
        own_copies.examine(path)
    except RecordDamaged as error:
        if "newer version" in error.what:
            raise
        return False
    except RecordError:
        return False
    return True


def _read(folder: Path, sql: str, parameters: tuple[Any, ...] = ()) -> Rows:
    with suppress(sqlite3.Error, UnicodeDecodeError):
        db = sqlite3.connect(folder / "record.db")
        try:
            return db.execute(sql, parameters).fetchall()
        finally:
            db.close()
    return None


def _older(folder: Path, beside: Decided) -> bool:
    """Does the record know less than what lies beside it, or can nobody say?"""

    def read(sql: str, parameters: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return [*(_read(folder, sql, parameters) or ())]

    return not _read(folder, "SELECT count FROM decided") or decided.unknown(read, beside)


def _insert(db: sqlite3.Connection, sql: str, row: Sequence[Any]) -> None:
    with suppress(
        sqlite3.IntegrityError
    ):  # a torn page may say anything; what does not fit is left out
        db.execute(sql, tuple(row))


def _marks(row: Sequence[Any]) -> str:
    return ", ".join("?" * len(row))
