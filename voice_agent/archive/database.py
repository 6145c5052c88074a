"""The one SQLite file: opened so that what was committed stays committed, come what may.

Write-ahead log with synchronous=FULL: a commit is on the disk when `commit` returns. Erased rows are
overwritten (secure_delete). Nothing is created before the first write, so that a narrator who says no
leaves nothing behind; until then reading answers from an empty database in memory.

Nothing here, nor anybody else in a process that holds it, may open the file or its -shm by a descriptor of
its own: closing that descriptor drops every lock the process has on the file (POSIX advisory locks belong
to process and file, not to descriptors), and another program then removes the write-ahead log under a living
connection. See "How to corrupt an SQLite database file", 2.2, at sqlite.org; `private.read_apart` reads it.
"""

import os
import sqlite3
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

from voice_agent.archive import before_steps
from voice_agent.archive.migrations import MIGRATIONS, Migration, applied, migrate
from voice_agent.archive.migrations.m017_chain import m017_chain
from voice_agent.archive.private import make_private, open_private
from voice_agent.archive.witness import Witness
from voice_agent.errors import (
    AlreadyRunning,
    DiskFull,
    MemoryRefused,
    RecordDamaged,
    RecordError,
    StateUnwritable,
)

T = TypeVar("T")

PATIENCE = 5.0
"""Seconds to wait for somebody who is just reading. A guess: readers take milliseconds."""


class Database:
    """One SQLite file, shared by the threads of a session."""

    def __init__(
        self,
        path: Path,
        *,
        only_look: bool = False,
        migrations: tuple[Migration, ...] = MIGRATIONS,
        before_making: Callable[[], None] = lambda: None,
        though_lost: bool = False,
    ) -> None:
        """Open `path` where it exists. `before_making` runs before a file is first written to.

        A record that is missing or empty beside journals of talks is damaged, unless `though_lost`.

        Raises RecordDamaged, StateUnwritable, DiskFull.
        """
        self.path = path
        self._only_look = only_look
        self._migrations = migrations
        self._before_making = before_making
        # guards the connection: turns are committed from worker threads while others read
        self._turn = RLock()
        self._db: sqlite3.Connection | None = None
        self._stand_in: sqlite3.Connection | None = None
        self._witness = Witness(path.parent) if m017_chain in migrations else None
        if not though_lost:
            _refuse_to_begin_anew(path)
        if path.is_file():
            with self._plainly():
                self._db = self._look() if only_look else self._open()

    def read(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of one SELECT. Raises RecordDamaged."""
        with self._turn, self._plainly():
            return (self._db or self._empty()).execute(sql, parameters).fetchall()

    def commit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` in one transaction; it is on the disk when this returns.

        `work` may be run again by a caller that has made room. Whatever it raises undoes all of it.
        Raises DiskFull, StateUnwritable, RecordDamaged.
        """
        with self._turn, self._plainly():
            if self._db is None:
                self._before_making()
                self._db = self._open()
            with self._db as db:
                db.execute("BEGIN IMMEDIATE")
                done = work(db)
                if self._witness:
                    self._witness.see(db)
            if self._witness:
                self._witness.write()
            return done

    def check(self) -> None:
        """Read all of it and compare. Slow for a big record. Raises RecordDamaged."""
        with self._turn, self._plainly():
            if self._db is not None:
                _examine(self._db, "integrity_check")

    def purge(self) -> None:
        """Leave no byte of what was erased: neither in free pages nor in the write-ahead log.

        Raises MemoryRefused where others went on reading for longer than `PATIENCE`.
        """
        with self._turn, self._plainly():
            if self._db is not None:
                self._db.execute("VACUUM")
                ((busy, *_),) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                if busy:
                    raise MemoryRefused(
                        "It is not gone for good yet: somebody else is just reading what was told.",
                        safe="It is out of everything that is shown or said.",
                        mend="Please try again in a minute. Otherwise the rest goes before our next talk.",
                    )

    def copy(self, to: Path) -> None:
        """Write a whole copy to `to`, which is not there yet, even while others write. Raises DiskFull."""
        os.close(open_private(to, os.O_RDWR))
        with self._turn, self._plainly():
            if self._db is not None:
                # whoever only looks may not write anywhere, not even into a new file
                self._db.execute("PRAGMA query_only = OFF")
                try:
                    self._db.execute("VACUUM INTO ?", (str(to),))
                finally:
                    if self._only_look:
                        self._db.execute("PRAGMA query_only = ON")

    def close(self) -> None:
        """Close it. May be called twice."""
        with self._turn:
            for db in (self._db, self._stand_in):
                if db is not None:
                    with suppress(sqlite3.Error):  # a full disk may refuse the last tidying-up
                        db.close()
            self._db = self._stand_in = None

    def _open(self) -> sqlite3.Connection:
        make_private(self.path)  # SQLite's own files then get the same rights
        left = self.path.with_name(f"{self.path.name}-wal")
        unclean = left.is_file() and left.stat().st_size > 0
        with ExitStack() as undo:
            db = _connect(str(self.path))
            undo.callback(db.close)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("PRAGMA secure_delete = ON")
            if unclean:
                _examine(db, "quick_check")
            self._refuse_what_is_newer(db)
            before_steps.keep(db, self.path, self._migrations)
            migrate(db, self._migrations)
            if self._witness:
                self._witness.opened(db)
            undo.pop_all()
        return db

    def _look(self) -> sqlite3.Connection:
        if os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK):
            db = self._open()
            db.execute("PRAGMA query_only = ON")
            return db
        try:
            db = _connect(f"{self.path.resolve().as_uri()}?mode=ro")
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            # SQLite wants to make its -shm file even to read; on a disk that nobody can write to,
            # nobody can be writing
            db = _connect(f"{self.path.resolve().as_uri()}?immutable=1")
        self._refuse_what_is_newer(db)
        return db

    def _empty(self) -> sqlite3.Connection:
        if self._stand_in is None:
            self._stand_in = _connect(":memory:")
            migrate(self._stand_in, self._migrations)
        return self._stand_in

    def _refuse_what_is_newer(self, db: sqlite3.Connection) -> None:
        if applied(db) - {step.__name__ for step in self._migrations}:
            raise RecordDamaged(
                f"{self.path} was written by a newer version of this program.",
                safe="Nothing in it has been changed.",
                mend="Use that version. Its own `voice-agent update undo` is the way back to this one.",
            )

    @contextmanager
    def _plainly(self) -> Generator[None]:
        try:
            yield
        except sqlite3.IntegrityError:
            raise  # what was offered is wrong, not the disk: for the tables to explain
        except (sqlite3.Error, UnicodeDecodeError) as error:
            # SQLite's own complaint about rubbish holds the rubbish, and is no text then
            raise explained(error, self.path) from error


def _connect(where: str) -> sqlite3.Connection:
    return sqlite3.connect(
        where,
        timeout=PATIENCE,
        isolation_level=None,
        check_same_thread=False,
        uri=where.startswith("file:"),
    )


def _examine(db: sqlite3.Connection, pragma: str) -> None:
    (verdict,) = db.execute(f"PRAGMA {pragma}(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


def explained(error: Exception, path: Path) -> RecordError:
    """The error of ours that says what SQLite's means for the record at `path`."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _no_room(path.parent)):
        return DiskFull(
            f"There is no room left on the disk that holds {path.parent}.",
            safe="What was written before is safe.",
            mend="Free some space on it, then start again.",
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return lost(path, "is damaged and cannot be read as it stands")
    if code == sqlite3.SQLITE_BUSY:
        return AlreadyRunning(
            f"Another program is writing to {path}.",
            safe="Nothing has been changed.",
            mend="End it, then try again.",
        )
    if code in (
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_IOERR,
    ):
        return StateUnwritable(
            f"{path} cannot be opened and written ({error}).",
            safe="What was written before has not been changed.",
            mend="Choose a folder you may write to with the setting state_directory, or mend its rights.",
        )
    return RecordError(f"The record {path} refused a question ({error}): this is our mistake.")


def lost(path: Path, how: str) -> RecordDamaged:
    """The error that says that a record is gone, and how what was told comes back."""
    return RecordDamaged(
        f"{path} {how}.",
        safe="Nothing has been changed. The sound and the journal of every session are separate "
        f"files and still lie in {path.parent / 'sessions'}.",
        mend="Run `voice-agent memory rescue`: it sets what is damaged aside, takes the newest whole copy in "
        f"{path.parent / 'backups'}, and adds from the journals what was told after it. Or bring back a backup "
        "of your own: `voice-agent backup restore FILE`. Delete nothing before that.",
    )


def _refuse_to_begin_anew(path: Path) -> None:
    """A house with talks and no record has lost it: one begun anew would be the end of the old one."""
    there = path.is_file()
    # SQLite deletes the log of an empty file when it opens it, and all may lie in there
    if there and path.stat().st_size > 0:
        return
    if any((path.parent / "sessions").glob("*/journal.jsonl")):
        raise lost(path, "is empty" if there else "is not there")


def _no_room(folder: Path) -> bool:
    room = os.statvfs(folder)
    return room.f_bavail * room.f_frsize < 64 * 1024
