"""The record as it was before a newer version changed its tables: one file, until the next such change or an erasing.

    STATE/backups/before-m021_NAME.db      0600; named by the first of the steps that were about to be taken

It is for the version before, where that cannot be given the record as it stands now (`older_form`). An erasing deletes it,
and it is not made anew: what the record was like before is then nobody's to keep.
"""

import os
import sqlite3
from collections.abc import Collection
from contextlib import closing, suppress
from pathlib import Path

from voice_agent.archive.migrations import Migration, applied
from voice_agent.archive.private import folder, hand_over_file, open_private, plainly, settle
from voice_agent.errors import RecordError

FOLDER = "backups"
"""Where it lies in the state folder: among the other copies, which erasing knows."""

NAME = "before-"


def is_one(path: Path) -> bool:
    """Is it such a file, or one that was being written when the power went?"""
    return path.suffix == ".db" and path.name.removeprefix(".").startswith(NAME)


def kept(state: Path) -> tuple[Path, ...]:
    """Those that there are: one, or none."""
    return tuple(sorted((state / FOLDER).glob(f"{NAME}*.db")))


def keep(db: sqlite3.Connection, path: Path, steps: Collection[Migration]) -> None:
    """Keep the record `path`, open as `db`, as it is, where it holds a talk and any of `steps` is still to be taken.

    Where there is no room for it none is kept: the steps are one transaction, and nothing told may wait for it.
    """
    done = applied(db)
    waiting = [step.__name__ for step in steps if step.__name__ not in done]
    if not done or not waiting or not db.execute("SELECT 1 FROM sessions LIMIT 1").fetchone():
        return
    with suppress(RecordError, sqlite3.Error, OSError):
        _write(db, folder(path.parent / FOLDER), waiting[0])


def _write(db: sqlite3.Connection, place: Path, step: str) -> None:
    to = place / f"{NAME}{step}.db"
    # two programs may open a house at once: each writes its own
    part = place / f".{NAME}{step}-{os.getpid()}.db"
    for left in place.glob(f".{NAME}*.db"):
        left.unlink(missing_ok=True)
    try:
        os.close(open_private(part, os.O_RDWR))
        db.execute("VACUUM INTO ?", (str(part),))
        with closing(sqlite3.connect(part)) as copy:
            if step in applied(copy):
                return  # somebody else has taken it meanwhile, and has kept what was before
        with plainly(part):
            descriptor = os.open(part, os.O_RDWR | os.O_CLOEXEC)
            os.fsync(descriptor)
            os.close(descriptor)
            part.replace(to)
            settle(place)
        hand_over_file(to)
        for other in place.glob(f"{NAME}*.db"):
            if other != to:
                other.unlink(missing_ok=True)
    finally:
        part.unlink(missing_ok=True)
