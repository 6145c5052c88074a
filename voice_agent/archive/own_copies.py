"""Copies of the record that the house makes by itself, so that a damaged file costs one talk and not a year of them.

    STATE/backups/record-2026-11-22.db      one for each day on which something was told, 0600

A copy holds the record alone: every word, date, label and answer, but no sound and no photographs, which are
never rewritten and too large to be copied every day. It is taken in one transaction, compared with itself and brought to
the disk before it takes the place of an older one. Old ones go; what is erased goes from all of them at
once, because they are all deleted and one is made anew from what is left.

SQLite writes it with VACUUM INTO and not with its page-wise backup: pages that no longer hold anything are not copied.
"""

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from voice_agent.archive import private, unfinished
from voice_agent.archive.record import Record
from voice_agent.archive.reserve import SIZE
from voice_agent.errors import DiskFull, RecordDamaged, RecordError

FOLDER = "backups"
"""In the state folder: where copies lie, and backups that name no other place. Erasing knows them."""

NAME = "record-"
"""How their names begin; the day follows."""

AGAIN = ".again-"
"""How the names of empty files begin that name a copy which is to be made anew."""

DECIDED = (
    "SELECT count(*), coalesce(max(at), '') FROM hidden",
    "SELECT count(*), coalesce(max(number), 0) FROM labels",
    "SELECT count(*), coalesce(max(number), 0) FROM shares",
    "SELECT count(*), coalesce(max(number), 0) FROM approvals",
    "SELECT coalesce(group_concat(passage || readers), '') FROM (SELECT passage, readers FROM meant_for ORDER BY passage)",
    "SELECT count(*), coalesce(max(number), 0) FROM consents",
    "SELECT count(*), coalesce(max(number), 0) FROM approved_texts",
    "SELECT count(*), count(closed) FROM accounts",
    "SELECT count(*), coalesce(max(number), 0) FROM let_in",
    "SELECT count(*), coalesce(max(number), 0) FROM news",
    "SELECT count(*), coalesce(max(number), 0) FROM calendar_addresses",
    "SELECT count(*), coalesce(max(number), 0) FROM tombstones",
    "SELECT count(*), count(DISTINCT session) FROM wordings",
    "SELECT count(*), coalesce(max(at), '') FROM decisions",
    "SELECT count(*), coalesce(sum(decided <> ''), 0) FROM kept_back",
    "SELECT count(*), coalesce(max(number), 0) FROM after_death",
)
"""What differs when somebody decided something, or brought in or put right words, between two talks."""


@dataclass(frozen=True, slots=True)
class Keep:
    """How many copies stay."""

    days: int = 7
    """The newest copies of so many days on which one was made; 0: none is made."""

    weeks: int = 4
    """Besides, the newest copy of each of so many weeks in which one was made."""


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy."""

    path: Path
    day: date
    made: datetime
    """UTC."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Is everything in a copy that should be in one?"""

    well: bool
    says: str


def copies(state: Path) -> tuple[Copy, ...]:
    """Every copy there is, the newest first."""
    found: list[Copy] = []
    for path in (state / FOLDER).glob(f"{NAME}*.db"):
        with suppress(ValueError, FileNotFoundError):  # somebody else's file, or one just replaced
            day = date.fromisoformat(path.stem.removeprefix(NAME))
            found.append(Copy(path, day, datetime.fromtimestamp(path.stat().st_mtime, UTC)))
    return tuple(sorted(found, key=lambda each: (each.made, each.day), reverse=True))


def is_one(path: Path) -> bool:
    """Is this one of our copies, or one that was being written when the power went?"""
    return path.suffix == ".db" and path.name.removeprefix(".").startswith(NAME)


def staying(days: Iterable[date], keep: Keep) -> frozenset[date]:
    """Which of the copies of `days` stay: counted are days and weeks that have one, so that a silent winter costs none."""
    newest = sorted(set(days), reverse=True)
    of_week: dict[tuple[int, int], date] = {}
    for day in newest:
        of_week.setdefault(day.isocalendar()[:2], day)
    return frozenset([*newest[: keep.days], *[*of_week.values()][: keep.weeks]])


def make(record: Record, now: datetime, keep: Keep) -> Path | None:
    """Make today's copy, in the place of an earlier one of today; None where none is wanted or nothing was told.

    The older ones stay until it is proven whole. Works while others write. Raises DiskFull, RecordDamaged,
    StateUnwritable, RecordError while an erasing is unfinished.
    """
    if keep.days == 0 or not Record.exists(record.state):
        return None
    unfinished.refuse(record.read)
    with alone(record.state) as place:
        for left in place.glob(f".{NAME}*"):  # the power went while one was being written
            left.unlink()
        to = place / f"{NAME}{now:%Y-%m-%d}.db"
        part = place / f".{to.name}"
        _room(record.state)
        try:
            record.copy_database(part)
            examine(part)
            _settle(part)
            with private.plainly(to):
                part.replace(to)
                private.settle(place)
        finally:
            part.unlink(missing_ok=True)
        there = copies(record.state)
        stay = staying((each.day for each in there), keep)
        for each in there:
            if each.day not in stay:
                each.path.unlink(missing_ok=True)
        if os.geteuid() == 0:  # `sudo voice-agent memory ...` beside a service of its own user
            owner = record.state.stat()
            for path in (place, *place.glob(f"{NAME}*.db")):
                os.chown(path, owner.st_uid, owner.st_gid)
    return to


def owe(path: Path) -> None:
    """Note that a copy or a backup of ours, which is about to be deleted, is to be made anew from what is left."""
    (path.parent / f"{AGAIN}{path.name}").touch(mode=0o600)
    private.settle(path.parent)


def owed(state: Path) -> tuple[Path, ...]:
    """What is still to be made anew; the power may have gone before it was."""
    found = sorted((state / FOLDER).glob(f"{AGAIN}*"))
    return tuple(each.with_name(each.name.removeprefix(AGAIN)) for each in found)


def paid(path: Path) -> None:
    """It has been made anew, or need not be."""
    path.with_name(f"{AGAIN}{path.name}").unlink(missing_ok=True)


@contextmanager
def alone(state: Path) -> Generator[Path]:
    """Nobody else makes or deletes copies meanwhile; yields their folder. Waits for whoever is doing so.

    What is erased could otherwise come back: copied before, put in place after the copies were deleted.
    """
    place = private.folder(state / FOLDER)
    with private.plainly(place):
        descriptor = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield place
    finally:
        os.close(descriptor)


def examine(path: Path) -> None:
    """Read all of a record that nobody has open, and compare it with itself. Raises RecordDamaged."""
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            verdicts = db.execute("PRAGMA integrity_check(1)").fetchall()
            for table in ("sessions", "tombstones"):
                db.execute(f"SELECT count(*) FROM {table}").fetchone()
        finally:
            db.close()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _not_whole(path) from error
    if verdicts != [("ok",)]:
        raise _not_whole(path)


def behind(record: Record) -> bool:
    """Has anything been decided, brought in or put right since the newest copy was made?"""
    there = copies(record.state)
    if not there or not Record.exists(record.state):
        return False  # the next talk makes the first
    try:
        db = sqlite3.connect(f"{there[0].path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            return any(record.read(sql) != db.execute(sql).fetchall() for sql in DECIDED)
        finally:
            db.close()
    except (sqlite3.Error, UnicodeDecodeError):  # an older version's, or no copy at all
        return True


def standing(record: Record, keep: Keep) -> Standing:
    """How it stands with the copies, for the caregiver."""
    if keep.days == 0:
        return Standing(True, "No copies are made: copies.days is 0.")
    ended = [each.ended for each in record.sessions() if each.ended is not None]
    there = copies(record.state)
    if there and there[0].made >= max(ended, default=there[0].made):
        return Standing(True, f"The newest is of {there[0].made:%Y-%m-%d}.")
    if not ended:
        return Standing(True, "The first talk makes one.")
    room = _needed(record.state) - shutil.disk_usage(record.state).free
    lacking = f" {room / 1e6:.0f} MB more room on the disk is needed." if room > 0 else ""
    if there:
        old = f"The newest is of {there[0].made:%Y-%m-%d}; the last talk is in none."
        return Standing(False, old + lacking)
    return Standing(not lacking, "There is none yet; the next talk makes one." + lacking)


def _room(state: Path) -> None:
    """Raises DiskFull where a copy would take the room that the next talk needs."""
    if shutil.disk_usage(state).free < _needed(state):
        raise DiskFull(
            f"There is too little room on the disk that holds {state} for a copy of the record.",
            safe="Everything told is safe; the older copies are still there.",
            mend="Free some space on it. The next talk makes the copy.",
        )


def _needed(state: Path) -> int:
    """Bytes: the record with its log, and what a talk sets aside for itself."""
    files = (state / "record.db", state / "record.db-wal")
    return sum(each.stat().st_size for each in files if each.is_file()) + 2 * SIZE


def _settle(path: Path) -> None:
    """Bring a finished copy to the disk; nobody has it open, so that closing it drops nobody's lock."""
    with private.plainly(path):
        descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _not_whole(path: Path) -> RecordError:
    return RecordDamaged(
        f"{path} is damaged.",
        safe="It has been left as it is.",
        mend="`voice-agent memory rescue` brings back what can be brought back.",
    )
