"""Back to the version before, with everything that was told since.

The version before reads the record as it is, or gets it in its own form (`older_form`), written by the newer version and
tried by the older one before anything is put in place. Where a newer version leaves no way for that, the record from before
the update is taken, and what was told since is told again from the journals, as after damage (`rescue`): then it is
private until the narrator lets go of it. The newer record is set aside, and no recording is touched.

Should the power go: the record changes by one rename and the link by another, in this order. In between the newer version
opens the older record, as it did when it was new.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from voice_agent.archive import (
    before_steps,
    chain,
    decided,
    family,
    narrators_pin,
    older_form,
    own_copies,
    rescue,
)
from voice_agent.archive.database import PATIENCE, explained
from voice_agent.archive.erasing import TRYING
from voice_agent.archive.lock import Lock
from voice_agent.archive.private import folder, hand_over, plainly, settle
from voice_agent.archive.tombstones import GRAVES
from voice_agent.archive.unfinished import NOTE
from voice_agent.errors import AlreadyRunning, RecordError, UpdateRefused
from voice_agent.settings import Settings
from voice_agent.updating import trial
from voice_agent.updating.releases import Place, Release

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Undone:
    """How it was gone back."""

    to: Release
    aside: Path | None = None
    """Where the newer record lies; None: the record is as it was, for the version before can read it."""

    told_again: bool = False
    """What was told since the update came back from journals, and is private."""

    missing: int = 0
    """Turns that stand only in the newer record."""

    why: str = ""
    """What stood in the way of the older form, where it was told again."""


def undo(
    place: Place, state: Path, now: datetime, *options: str, tell: Tell = lambda says: None
) -> Undone:
    """Go back. Nobody else may use the record: the service is stopped before.

    `options`: of the command line, for the other versions as well. Raises UpdateRefused, AlreadyRunning, RecordError,
    DiskFull; then the newer version is in use, and the record as it was.
    """
    with place.alone():
        place.put_back()  # the power went while it was built anew
        return _undo(place, state, now, *options, tell=tell)


def _undo(place: Place, state: Path, now: datetime, *options: str, tell: Tell) -> Undone:
    newer, older = place.current, place.before
    if newer is None or older is None:
        raise UpdateRefused(
            "There is no version here that could be gone back to.", safe="Nothing has been changed."
        )
    if not (state / "record.db").is_file():
        place.switch(older, before=None)
        return Undone(older)
    lock = Lock(state)
    try:
        with own_copies.alone(state), _alone(state / "record.db") as held:
            done = _give(held, state, newer, older, now, options, tell)
        tell("Switching")
        place.switch(older, before=None)
    finally:
        shutil.rmtree(state / TRYING, ignore_errors=True)
        hand_over(state)
        lock.release()
    return done


def _give(
    held: sqlite3.Connection,
    state: Path,
    newer: Release,
    older: Release,
    now: datetime,
    options: tuple[str, ...],
    tell: Tell,
) -> Undone:
    """Let the version before have a record that it can read."""
    trying = state / TRYING
    shutil.rmtree(trying, ignore_errors=True)
    tell("Asking the version before")
    knows = trial.ask(older, folder(trying), *options).steps
    if older_form.steps_of(state / "record.db") <= set(knows):
        return Undone(older)
    seen = held.execute("PRAGMA data_version").fetchone()
    tell("Writing the record as the version before knows it")
    done = Undone(older)
    try:
        _in_older_form(held, trying, newer, older, knows, options)
    except (UpdateRefused, RecordError) as refused:
        tell("Telling again what was told since the update")
        missing = _told_again(state, trying, older, options)
        done = Undone(older, None, True, missing, refused.what)
    held.execute("BEGIN EXCLUSIVE")
    if held.execute("PRAGMA data_version").fetchone() != seen:
        raise _in_use(state)
    return Undone(older, _swap(state, trying, now), done.told_again, done.missing, done.why)


def _in_older_form(
    held: sqlite3.Connection,
    trying: Path,
    newer: Release,
    older: Release,
    knows: tuple[str, ...],
    options: tuple[str, ...],
) -> None:
    copy = trying / "newer.db"
    _copy(held, copy)
    trial.run(newer, "update", "back", str(trying), *knows)
    written = trying / "record.db"
    written.chmod(0o600)
    said = older_form.said(written)
    if said != older_form.said(copy) or said != trial.ask(older, trying, *options).said:
        raise UpdateRefused("Not every word that was told is in it.", safe="Nothing was changed.")


def _told_again(state: Path, trying: Path, older: Release, options: tuple[str, ...]) -> int:
    """Let the version before bring back from journals what its own record lacks; returns how many turns it still lacks."""
    for source in _from_before(state):
        shutil.rmtree(trying, ignore_errors=True)
        shutil.copyfile(source, folder(trying) / "record.db")
        (trying / "record.db").chmod(0o600)
        try:
            trial.ask(older, trying, *options)
        except UpdateRefused:
            continue
        for name in (GRAVES, chain.FILE, decided.FILE, narrators_pin.FILE):
            if (state / name).is_file():
                shutil.copyfile(state / name, trying / name)
        for name in ("sessions", family.FOLDER):
            if (state / name).is_dir():
                (trying / name).symlink_to((state / name).resolve(), target_is_directory=True)
        trial.run(older, "update", "retell", str(trying), *options)
        return len(_turns(state / "record.db") - _turns(trying / "record.db"))
    raise UpdateRefused(
        "The version before cannot read this record, and no copy from before the update is left.",
        safe="Nothing has been changed: the newer version goes on, with everything that was told.",
        mend="An erasing deletes such copies. The record can only go on with the newer version.",
    )


def retell(settings: Settings, state: Path, now: datetime) -> None:
    """In `state`, a folder of its own: bring back from journals what the record there lacks. Nothing where it lacks nothing."""
    from voice_agent.errors import MemoryRefused

    try:
        rescue.rescue(state, now, settings.narrator.name)
    except MemoryRefused:
        return


def _from_before(state: Path) -> Iterator[Path]:
    yield from before_steps.kept(state)
    yield from (each.path for each in own_copies.copies(state))


def _turns(path: Path) -> set[tuple[str, int]]:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        return set(db.execute("SELECT session, id FROM turns"))


@contextmanager
def _alone(path: Path) -> Generator[sqlite3.Connection]:
    """The record, brought into one file, which nobody else has open; whoever comes later is told that it is in use."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)) as db:
        try:
            db.execute("PRAGMA secure_delete = ON")
            (mode,) = db.execute("PRAGMA journal_mode = DELETE").fetchone()
            if mode != "delete":
                raise _in_use(path.parent)
            if db.execute("SELECT 1 FROM kept WHERE key = ?", (NOTE,)).fetchone():
                raise UpdateRefused(
                    "Something that was to be erased is not gone for good everywhere yet.",
                    safe="Nothing has been changed.",
                    mend="`voice-agent memory check` finishes it. Then try again.",
                )
            yield db
        except sqlite3.Error as error:
            raise explained(error, path) from error


def _copy(held: sqlite3.Connection, to: Path) -> None:
    with plainly(to):
        os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        held.execute("VACUUM INTO ?", (str(to),))


def _swap(state: Path, trying: Path, now: datetime) -> Path:
    """Put the older record in place by one rename; the newer one is set aside. Nobody has either open but we the newer."""
    record, fresh = state / "record.db", trying / "record.db"
    backups = state / before_steps.FOLDER
    with plainly(record):
        descriptor = os.open(fresh, os.O_RDWR | os.O_CLOEXEC)
        os.fsync(descriptor)
        os.close(descriptor)
        while (aside := backups / f"before-{now.astimezone(UTC):%Y-%m-%dT%H-%M-%SZ}").exists():
            now += timedelta(seconds=1)  # a clock that begins anew with the power
        os.link(record, folder(aside) / record.name)
        settle(aside)
        fresh.replace(record)
        # it follows from the record, and the newer version may have written it in a way of its own
        shutil.rmtree(state / "memory", ignore_errors=True)
        settle(state)
    return aside


def _in_use(state: Path) -> AlreadyRunning:
    return AlreadyRunning(
        f"Another program is using the record in {state}.",
        safe="Nothing has been changed.",
        mend="Stop the service (`sudo systemctl stop voice-agent`) or end the talk, then try again.",
    )
