"""The house's book: the record's database opened for the house's own tables, even while somebody tells.

An interviewer holds the record for itself so that no second one can begin; the calendar and the pages need
neither its sound nor its journal, only short transactions of their own, which SQLite keeps apart.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Protocol, TypeVar

from voice_agent.archive import private
from voice_agent.archive.database import Database

T = TypeVar("T")


class Keeper(Protocol):
    """Whatever can read and write the record's tables: a `Book`, or a `Record` that is open."""

    def read(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of one SELECT. Raises RecordDamaged."""
        ...

    def commit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` in one transaction, on the disk when this returns. Raises DiskFull."""
        ...


class Book:
    """Use as a context manager, or call `close`. Every method may be called from any thread."""

    def __init__(self, state: Path) -> None:
        """Raises StateUnwritable, RecordDamaged. Makes no file before the first thing is written."""
        self.state = state
        # guards the change from one file to another
        self._one = Lock()
        self._file = self._there()
        self._database = self._opened()

    def read(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of one SELECT. Raises RecordDamaged."""
        return self._now().read(sql, parameters)

    def commit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` in one transaction, which is on the disk when this returns.

        Raises DiskFull, AlreadyRunning where another program writes for longer than five seconds.
        """
        database = self._now()
        try:
            return database.commit(work)
        finally:
            # it may have been the first thing written
            with self._one:
                self._file = self._file or self._there()

    def _now(self) -> Database:
        """The database that is there: it may have been begun, restored or deleted since by somebody else."""
        with self._one:
            if (file := self._there()) != self._file:
                self._database.close()
                self._file, self._database = file, self._opened()
            return self._database

    def _there(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        return found.st_dev, found.st_ino

    @property
    def _path(self) -> Path:
        return self.state / "record.db"

    def _opened(self) -> Database:
        return Database(self._path, before_making=lambda: private.folder(self.state) and None)

    def close(self) -> None:
        """May be called twice."""
        self._database.close()

    def __enter__(self) -> "Book":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
