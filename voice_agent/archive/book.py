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
        # guards the change from no file to one
        self._one = Lock()
        self._found = self._path.is_file()
        self._database = self._opened()

    def read(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of one SELECT. Raises RecordDamaged."""
        with self._one:
            if not self._found and self._path.is_file():
                # somebody else has begun the record since
                self._database.close()
                self._database, self._found = self._opened(), True
        return self._database.read(sql, parameters)

    def commit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` in one transaction, which is on the disk when this returns.

        Raises DiskFull, AlreadyRunning where another program writes for longer than five seconds.
        """
        return self._database.commit(work)

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
