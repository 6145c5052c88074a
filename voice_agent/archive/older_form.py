"""A record written anew in the form of an older version, with everything in it that the older one has a place for.

An older version is not let into a newer record, not even where that only has tables more: it could not erase from a
table that it does not know, nor keep back what only that table keeps back. So it is given a record of its own form:
tables as its steps make them, rows by the names of their columns. Every table and column that it knows has to be there;
a step that means more than that says itself what it means in the older tables (`migrations.BACK`).
"""

import hashlib
import sqlite3
from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from pathlib import Path

from voice_agent.archive.migrations import BACK, MIGRATIONS, Migration, applied, migrate
from voice_agent.errors import RecordError

_SAID = (
    "SELECT id, narrator, began FROM sessions ORDER BY number",
    "SELECT session, id, speaker, began, ended, kind FROM turns ORDER BY session, id",
    "SELECT session, turn, version, text, by FROM wordings ORDER BY session, turn, version",
)


def steps_of(path: Path) -> frozenset[str]:
    """The steps that the record at `path` has been through. Nothing is changed. Raises sqlite3.Error."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        return frozenset(applied(db))


def said(path: Path) -> str:
    """A digest of every talk, turn and wording of the record at `path`; two records of equal ones hold the same words."""
    found = hashlib.sha256()
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        for sql in _SAID:
            for row in db.execute(sql):
                found.update(repr(row).encode("utf-8", "replace"))
    return found.hexdigest()


def write(
    newer: Path,
    to: Path,
    older: Collection[str],
    *,
    steps: tuple[Migration, ...] = MIGRATIONS,
    back: Mapping[str, Callable[[sqlite3.Connection], object]] = BACK,
) -> None:
    """Write the record `newer` to the new file `to`, as a version knows it that has the steps `older`.

    `newer` is a copy of its own: what a step means in older tables is written into it. Raises RecordError where the
    older form cannot hold it; `to` may then be there, and is of no use.
    """
    known = tuple(step for step in steps if step.__name__ in older)
    if len(known) < len(set(older)):
        raise _no_way("the version before knows something that this one does not")
    try:
        with closing(_open(newer)) as db:
            _take_back(db, [step.__name__ for step in steps if step not in known], back)
        with closing(_open(to)) as db:
            migrate(db, known)
            db.execute("ATTACH ? AS newer", (str(newer),))
            with db:
                db.execute("BEGIN IMMEDIATE")
                _pour(db)
            wrong = db.execute("PRAGMA foreign_key_check").fetchone()
            whole = db.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        # SQLite names tables and columns here, and no value of theirs
        raise _no_way(str(error)) from error
    if wrong or whole != ("ok",):
        raise _no_way("what was written is not whole")


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def _take_back(
    db: sqlite3.Connection,
    steps: list[str],
    back: Mapping[str, Callable[[sqlite3.Connection], object]],
) -> None:
    taken = applied(db)
    with db:
        db.execute("BEGIN IMMEDIATE")
        for step in reversed(steps):
            if step not in taken:
                continue
            if step not in back:
                raise _no_way(f"there is no way back from {step}")
            back[step](db)


def _pour(db: sqlite3.Connection) -> None:
    """Fill the tables of `main` with the rows of `newer`. What happens by itself when a row comes in has happened to it."""
    triggers = db.execute(
        "SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger'"
    ).fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER main.{name}")
    for name, rowless in db.execute(
        """SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
            AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'"""
    ).fetchall():
        columns = [
            column
            for (column,) in db.execute("SELECT name FROM pragma_table_info(?, 'main')", (name,))
        ]
        into = ", ".join(f'"{each}"' for each in columns)
        # by the table's name: SQLite takes a quoted column that is not there for a text
        of = ", ".join(f'there."{each}"' for each in columns)
        # many tables are read in the order in which their rows came
        order = "" if rowless else " ORDER BY rowid"
        db.execute(f"DELETE FROM main.{name}")
        db.execute(
            f"INSERT INTO main.{name} ({into}) SELECT {of} FROM newer.{name} AS there{order}"
        )
    for _, sql in triggers:
        db.execute(sql)


def _no_way(why: str) -> RecordError:
    return RecordError(
        f"The record cannot be written in the form of the version before: {why}.",
        safe="Nothing has been changed.",
    )
