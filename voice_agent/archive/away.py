"""Backups on another disk, made by themselves: whole, sealed, and against a disk that dies and a device that is carried off.

    voice-agent-1f25c0-2026-11-29.age     the house, and the day: of one day the newest stays

One is made when a talk is over. The key is not in the house (sealing.py), so nothing can be taken out of a backup that was
erased here since: the older ones are deleted as soon as one is made without it. Where the disk is not there the talk is
over all the same, and the caregiver's page says so.
"""

import json
import secrets
import shutil
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from voice_agent.archive import taken_out, tombstones
from voice_agent.archive.backups import AWAY, HELD, Told, back_up, nobody_looks
from voice_agent.archive.book import Book
from voice_agent.archive.own_copies import Standing
from voice_agent.archive.private import plainly
from voice_agent.archive.record import Record
from voice_agent.archive.session_tables import Read
from voice_agent.errors import DiskFull, RecordError

STAY = 3
"""So many stay: each holds all the sound there is."""

SUFFIX = ".age"

PROVED = "backup proved"
"""Key under which is kept which backup was tried last, and how it came back."""


@dataclass(frozen=True, slots=True)
class Away:
    """Where backups go."""

    folder: Path
    public: str
    """The key for which they are sealed."""

    settings: Path | None = None
    """The house's own file of settings, which goes along."""

    erased: int = 0
    """Places that were erased when the newest was made."""

    house: str = field(default_factory=lambda: secrets.token_hex(3))
    """Of whom they are: another house may have the same key, or be this one moved, and nothing of it is ever deleted."""

    on: bool = True
    """Are they made? Where not, those that there are stay, and are known if they are made again."""

    @property
    def name(self) -> str:
        """How their names begin: several houses may share a disk."""
        return f"voice-agent-{self.house}-"


@dataclass(frozen=True, slots=True)
class Backup:
    """One of them."""

    path: Path
    day: date
    made: datetime
    """UTC."""


def choose(state: Path, away: Away) -> None:
    """Keep where backups go from now on. What lies there stays. Raises DiskFull."""
    value = json.dumps(_as_json(away))
    with Book(state) as book:
        book.commit(
            lambda db: db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (AWAY, value))
        )


def end(state: Path, now: datetime) -> bool:
    """Make no more of them; False where none were made. What is erased later goes from none that there is: each is named then.

    Raises DiskFull.
    """
    with Book(state) as book:
        away = chosen(book.read)
    if away is None:
        return False
    for each in backups(away):
        taken_out.note(state, each.path, now, backup=True)
    choose(state, replace(away, on=False))
    return True


def chosen(read: Read) -> Away | None:
    """Where backups go; None: nowhere."""
    away = known(read)
    return away if away is not None and away.on else None


def known(read: Read) -> Away | None:
    """Where they go, or went before they were ended; None: they never went anywhere."""
    rows = read("SELECT value FROM kept WHERE key = ?", (AWAY,))
    noted: Any = json.loads(rows[0][0]) if rows else None
    if not noted or "house" not in noted:  # written by a program that was never given out
        return None
    settings = Path(noted["settings"]) if noted["settings"] else None
    on = noted.get("on", True)
    return Away(
        Path(noted["folder"]), noted["public"], settings, noted["erased"], noted["house"], on
    )


def backups(away: Away) -> tuple[Backup, ...]:
    """Those of this house that can be seen now, the newest first."""
    found = list[Backup]()
    for path in away.folder.glob(f"{away.name}*{SUFFIX}"):
        try:
            day = date.fromisoformat(path.name.removeprefix(away.name).removesuffix(SUFFIX))
            found.append(Backup(path, day, datetime.fromtimestamp(path.stat().st_mtime, UTC)))
        except (ValueError, FileNotFoundError):  # somebody else's file, or one just replaced
            continue
    return tuple(sorted(found, key=lambda each: (each.made, each.day), reverse=True))


def make(record: Record, now: datetime, told: Told = nobody_looks) -> Path | None:
    """Make today's backup, in the place of an earlier one of today; None where none is wanted.

    The older ones stay until it is whole. Works while others write. Minutes for a long life. Raises RecordError where the
    disk is not there, DiskFull.
    """
    away = chosen(record.read)
    if away is None or not Record.exists(record.state):
        return None
    if not away.folder.is_dir():
        raise RecordError(
            f"The folder {away.folder} for the backups is not there.",
            safe="Everything told is safe on this device.",
            mend="If it is on a disk or a stick, plug that in: the next talk makes the backup, "
            "`voice-agent backup now` at once.",
        )
    erased = tombstones.erased(record.read)
    room(record.state, away.folder)
    to = back_up(
        record,
        away.folder / f"{away.name}{now:%Y-%m-%d}{SUFFIX}",
        public=away.public,
        settings=away.settings,
        told=told,
    )
    older = [each.path for each in backups(away) if each.path != to]
    with plainly(away.folder):
        for path in older if erased != away.erased else older[STAY - 1 :]:
            path.unlink(missing_ok=True)
    if erased != away.erased:
        choose(record.state, replace(away, erased=erased))
    return to


@dataclass(frozen=True, slots=True)
class Proved:
    """The last backup that was restored to see whether it comes back."""

    name: str
    """Of its file."""

    at: datetime
    whole: bool


def prove(state: Path, source: Path, at: datetime, *, whole: bool) -> None:
    """Keep that a backup was tried, and how it came back. Raises DiskFull."""
    value = json.dumps({"name": source.name, "at": at.isoformat(), "whole": whole})
    with Book(state) as book:
        book.commit(
            lambda db: db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (PROVED, value))
        )


def proved(read: Read) -> Proved | None:
    """Which was tried last; None: none yet, as far as is known."""
    rows = read("SELECT value FROM kept WHERE key = ?", (PROVED,))
    if not rows:
        return None
    noted: Any = json.loads(rows[0][0])
    return Proved(noted["name"], datetime.fromisoformat(noted["at"]), bool(noted["whole"]))


def behind(record: Record) -> bool:
    """Does a backup hold what was erased since?"""
    away = chosen(record.read)
    return away is not None and tombstones.erased(record.read) != away.erased


def standing(record: Record) -> Standing:
    """How it stands with them, for the caregiver."""
    away = chosen(record.read)
    if away is None:
        return Standing(True, "None is made yet.")
    if not away.folder.is_dir():
        return Standing(False, f"The folder {away.folder} is not there. Is the disk plugged in?")
    there = backups(away)
    ended = [each.ended for each in record.sessions() if each.ended is not None]
    if not there:
        return Standing(not ended, f"There is none in {away.folder} yet.")
    newest = f"The newest in {away.folder} is of {there[0].day}"
    if there[0].made < max(ended, default=there[0].made):
        return Standing(False, f"{newest}; the last talk is not in it.")
    return Standing(not behind(record), f"{newest}.")


def on_one_disk(backup: Path, state: Path) -> bool:
    """Does a backup, or the folder for them, lie on the disk that holds the record itself?"""
    return backup.stat().st_dev == state.stat().st_dev


def room(state: Path, folder: Path) -> None:
    """Raises DiskFull where a backup of `state` does not fit into `folder`."""
    inside = (state / "record.db", *(p for n in HELD for p in (state / n).rglob("*")))
    needed = sum(each.stat().st_size for each in inside if each.is_file())
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise DiskFull(
            f"A backup needs some {needed / 1e9:.1f} GB, and {folder} has {free / 1e9:.1f} GB left.",
            safe="Everything told is safe on this device; the older backups are still there.",
            mend="Make room there, or choose another disk with `voice-agent backup set-up`.",
        )


def _as_json(away: Away) -> dict[str, Any]:
    return {
        "folder": str(away.folder),
        "public": away.public,
        "settings": str(away.settings) if away.settings else "",
        "erased": away.erased,
        "house": away.house,
        "on": away.on,
    }
