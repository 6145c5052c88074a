"""Where something was that is gone, written down beside the record before anything goes.

A tombstone says nothing of what it was. Restoring and rescuing read them, so that nothing comes back which the
narrator has had erased since, even where the record itself is lost. Those of the record are counted: what was read
before there was one more is not kept after it.
"""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from voice_agent.archive.private import replacing, write_all
from voice_agent.archive.session_tables import Read

GRAVES = "tombstones.jsonl"
"""File in the state folder."""

_ERASED = "SELECT count(*) FROM tombstones"


class Tombstone(NamedTuple):
    """One place."""

    session: str
    turn: int | None
    """None: the whole session."""

    version: int | None = None
    """Of the turn's wording; None where that was not written down."""

    first: int | None = None
    last: int | None = None
    """Character span in that wording."""


def bury(state: Path, graves: Iterable[Tombstone]) -> None:
    """Add tombstones to those written down beside the record. Raises DiskFull, StateUnwritable."""
    lines = [json.dumps(each) for each in dict.fromkeys([*graves_in(state), *graves])]
    with replacing(state / GRAVES) as file:
        write_all(file, "".join(f"{line}\n" for line in lines).encode(), 0)


def graves_in(state: Path) -> tuple[Tombstone, ...]:
    """The tombstones written down beside the record; a line torn by a crash is left out."""
    try:
        lines = (state / GRAVES).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return ()
    found: list[Tombstone] = []
    for line in lines:
        with suppress(ValueError, TypeError):
            found.append(Tombstone(*json.loads(line)))
    return tuple(found)


def erased(read: Read) -> int:
    """How many places of the record are gone. Ask before reading what is to be kept in another form."""
    return read(_ERASED, ())[0][0]


def erased_since(db: sqlite3.Connection, before: int) -> bool:
    """Has anything gone since there were `before`? To be asked in the transaction that keeps what was read then."""
    return db.execute(_ERASED).fetchone()[0] != before
