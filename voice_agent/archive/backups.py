"""A copy of everything that was told, in one file, and the way back from it.

A backup holds the record, every session's files and the family's photographs, in a plain tar (0600); the index
is left out because it is made anew. Restoring honours what has been forgotten since: whatever the state folder's tombstones
name is erased from the copy before any of it is put in place. What was hidden, labelled, kept back or refused since
stays so; what was given to somebody and taken back stays taken back. A backup for another place is sealed (sealing.py);
an open one belongs where only the narrator's people can go.
"""

import os
import secrets
import shutil
import sqlite3
import tarfile
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from voice_agent.archive import (
    chain,
    decided,
    family,
    keeping_back,
    own_copies,
    own_words,
    passages,
    residue,
    sealing,
    taken_out,
    tombstones,
    unfinished,
)
from voice_agent.archive.erasing import RESTORING, erase_again
from voice_agent.archive.lock import Lock
from voice_agent.archive.own_copies import FOLDER, Keep, is_one, make
from voice_agent.archive.private import (
    HALF,
    claimed,
    folder,
    hand_over,
    open_private,
    plainly,
    replacing,
)
from voice_agent.archive.put_by import Sent
from voice_agent.archive.record import Record
from voice_agent.archive.session_tables import PUT_AWAY
from voice_agent.archive.tombstones import GRAVES, Tombstone, bury, graves_in
from voice_agent.archive.went_along import WENT_ALONG
from voice_agent.errors import DiskFull, MemoryRefused, RecordDamaged, RecordError
from voice_agent.settings import BY_PAGES

HOUSE = (
    "accounts",
    "sign_ins",
    "invites",
    "let_in",
    "asked_in",
    "devices",
    "forgotten",
    "reached",
    "calendar_addresses",
    "chapter_news",
    "chapters_told",
)
"""Tables that stay as they are now: who was shut out since the backup is not let in again."""

SENT = ("family_questions", "photographs", "family_notes")
"""Tables that stay as they are now in the house that the backup is of: what was erased since, or taken back, is
not brought back by it. In an empty house they are the backup's."""

RECORD = ("record.db", "record.db-wal", "record.db-shm")
"""Files of a record."""

BESIDE = (chain.FILE, decided.FILE)
"""What is written beside it at each commit."""

HELD = ("sessions", family.FOLDER)
"""Folders of a house that go into one."""

SETTINGS = "settings-of-the-backup.toml"
"""The house's own settings, as they were: put where they belong by whoever restores into a new house."""

AWAY = "backups away"
"""Key under which a house keeps where its backups go: a place of that house, which no backup takes into another."""

LATER = ("looks", "news", "approvals", "after_death")
"""Tables that only grow: what was looked at, approved and withdrawn since is added, and who said what of a death."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What restoring did."""

    sessions: int
    turns_forgotten: int
    """Turns of the backup that lost something, because it had been forgotten since."""

    before: Path | None
    """Where what was there before lies now; None where nothing was."""


def take_out(
    record: Record, to: Path, now: datetime, *, public: str = "", settings: Path | None = None
) -> Path:
    """`back_up`, wherever it is wanted: a place that nothing is erased from is noted, and named when something is erased.

    Raises RecordError, DiskFull, AlreadyRunning.
    """
    if Record.exists(record.state):
        unfinished.refuse(record.read)
        taken_out.note(record.state, to, now, backup=True)
    return back_up(record, to, public=public, settings=settings)


Told = Callable[[int, int], None]
"""Is told of the bytes that are written, and of all. What it raises ends the writing, and no backup comes to be."""


def nobody_looks(done: int, whole: int) -> None:
    """Nobody looks on."""


def back_up(
    record: Record,
    to: Path,
    *,
    public: str = "",
    settings: Path | None = None,
    told: Told = nobody_looks,
) -> Path:
    """Write everything into the tar file `to` and return it. Works while a session runs.

    `public`: the key for which it is sealed; "": it lies open. `settings`: the house's own file, which goes along in a
    sealed one: it may hold the PIN. Replaces a backup of that name. Raises RecordError, DiskFull.
    """
    if not Record.exists(record.state):
        raise RecordError(
            f"Nothing has been recorded in {record.state} yet.", safe="No backup was written."
        )
    unfinished.refuse(record.read)
    before = tombstones.erased(record.read)
    if not public:
        folder(to.parent)
    # never beside a sealed one: the copy lies open, if only for a moment
    place = folder(record.state / FOLDER) if public else to.parent
    # two may be made at once
    copied = place / f".{to.name}-{secrets.token_hex(4)}.record"
    with claimed(copied):
        record.copy_database(copied)
        with replacing(to) as file:
            with plainly(to), os.fdopen(os.dup(file), "wb") as out:
                _fill(out, record.state, copied, public, settings, told)
            # what went meanwhile may be in it: then it does not come to be
            _refuse_if_erased(record, before)
    return to


def _fill(
    out: BinaryIO, state: Path, copied: Path, public: str, settings: Path | None, told: Told
) -> None:
    files = [
        path
        for name in HELD
        for path in sorted((state / name).rglob("*"))
        if path.is_file() and not path.is_symlink() and not HALF.fullmatch(path.name)
    ]
    whole = sum(path.stat().st_size for path in (copied, *files))
    done = copied.stat().st_size
    with (
        sealing.sealed(out, public) if public else nullcontext(out) as plain,
        tarfile.open(fileobj=plain, mode="w|") as tar,
    ):
        tar.add(copied, "record.db")
        told(done, whole)
        graves = state / GRAVES
        if graves.is_file():
            tar.add(graves, GRAVES)
        if public and settings is not None and settings.is_file():
            tar.add(settings, SETTINGS)
        if public and (state / BY_PAGES).is_file():
            tar.add(state / BY_PAGES, BY_PAGES)
        for path in files:
            with suppress(FileNotFoundError):  # a picture that was taken back meanwhile
                tar.add(path, str(path.relative_to(state)))
                done += path.stat().st_size
            told(min(done, whole), whole)


def _refuse_if_erased(record: Record, before: int) -> None:
    unfinished.refuse(record.read)
    if tombstones.erased(record.read) != before:
        raise RecordError(
            "Something was erased while the backup was being written.",
            safe="No backup was written, so that nothing of it stays.",
            mend="Please try again.",
        )


def restore(
    source: Path, state: Path, now: datetime, *, replace: bool = False, secret: str = ""
) -> Restored:
    """Put the backup `source` into `state`, without what has been forgotten since. Minutes for a long life. `secret`: the
    key of a sealed one.

    Refuses where the state folder holds sessions that the backup does not, unless `replace`; what is there
    is then set aside in backups/. Raises MemoryRefused, KeyRefused, AlreadyRunning, DiskFull, and RecordError while an
    erasing is unfinished; then nothing has changed.
    """
    lock = Lock(folder(state))
    aside = state / RESTORING
    try:
        with suppress(RecordDamaged), Record.look(state) as current:
            unfinished.refuse(current.read)
        shutil.rmtree(aside, ignore_errors=True)
        _unpack(source, folder(aside), secret)
        graves = {*graves_in(state), *graves_in(aside)}
        with Record.open(aside) as copy:
            copy.check()
            copy.commit(lambda db: db.execute("DELETE FROM kept WHERE key = ?", (AWAY,)))
            lost = _carry_over(state, copy, graves)
            if lost and not replace:
                raise MemoryRefused(
                    f"{len(lost)} {'session was' if len(lost) == 1 else 'sessions were'} held since that "
                    "backup was made.",
                    safe="Nothing has been changed.",
                    mend="--replace restores nevertheless, and sets what is there aside in backups/.",
                )
            count, traces = erase_again(copy, sorted(graves, key=str), now)
            bury(aside, sorted(graves, key=str))
            sessions = len(copy.sessions())
            named = {each.id for each in family.sent_photographs(copy)}
            unfinished.end(copy)
        for picture in (aside / family.FOLDER).glob("*"):
            if picture.stem not in named:
                picture.unlink()
        for found in residue.search(aside, traces):
            # what a backup holds besides the record, its talks and its pictures is a copy of them
            if found.path == aside / "record.db":
                raise MemoryRefused(
                    "The backup holds something that was erased, and it could not be taken out of it.",
                    safe="Nothing has been restored or changed. Keep the backup: everything else is in it.",
                    mend="Please tell us.",
                )
            found.path.unlink()
        before = _swap(state, aside, now)
        hand_over(state)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        lock.release()
    return Restored(sessions, count, before)


def unpack(tar: tarfile.TarFile, to: Path, names: Collection[str]) -> None:
    """Write the files of these `names`, and nothing that is none or lies elsewhere. Raises TarError, OSError.

    By hand, because Python knows a filter for that only since 3.11.4, and a home device may well have an older one.
    """
    for member in tar.getmembers():
        name = PurePosixPath(member.name)
        if member.name not in names or member.isdir():
            continue
        if not member.isfile() or name.is_absolute() or ".." in name.parts:
            raise tarfile.TarError(f"{member.name} is no file of a backup")
        there = folder(to / name.parent)
        held = tar.extractfile(member)
        assert held is not None, "a file can be read"
        only_ours = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with held, os.fdopen(os.open(there / name.name, only_ours, 0o600), "wb") as written:
            shutil.copyfileobj(held, written)


def _unpack(source: Path, to: Path, secret: str = "") -> None:
    with _plain(source, to, secret) as plain:
        _unpack_plain(plain, to)


@contextmanager
def _plain(source: Path, to: Path, secret: str) -> Generator[Path]:
    """The tar file in `source`; of a sealed one it is written into `to`, and goes again."""
    try:
        shut = sealing.is_sealed(source)
    except OSError as error:
        raise _unreadable(source, error) from error
    if not shut:
        yield source
        return
    _fits(source, source.stat().st_size, to)
    plain = to / ".opened.tar"
    try:
        with plainly(plain), os.fdopen(open_private(plain, os.O_WRONLY), "wb") as out:
            sealing.opened(source, secret, out)
        yield plain
    finally:
        plain.unlink(missing_ok=True)


def _fits(source: Path, needed: int, to: Path) -> None:
    """Raises DiskFull where `needed` bytes of the backup `source` have no room in `to`."""
    free = shutil.disk_usage(to.parent).free
    if free < needed:
        raise DiskFull(
            f"{source} needs {needed / 1e9:.1f} GB to be restored, and the disk that holds {to.parent} has "
            f"{free / 1e9:.1f} GB left.",
            safe="Nothing has been changed.",
            mend="Make room there, then try again.",
        )


def _unreadable(source: Path, error: Exception) -> MemoryRefused:
    return MemoryRefused(
        f"{source} cannot be read as a backup: {error}.", safe="Nothing has been changed."
    )


def _unpack_plain(source: Path, to: Path) -> None:
    try:
        with tarfile.open(source, "r:") as tar:
            names = tar.getnames()
            if "record.db" not in names:
                raise MemoryRefused(
                    f"{source} is no backup of ours.", safe="Nothing has been changed."
                )
            _fits(source, sum(each.size for each in tar.getmembers() if each.isfile()), to)
            unpack(tar, to, set(names))
    except (OSError, tarfile.TarError) as error:
        raise _unreadable(source, error) from error
    for path in (to, *to.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)


def _carry_over(state: Path, copy: Record, graves: set[Tombstone]) -> set[str]:
    """Bring what was decided since the backup into `copy`; returns the sessions that it does not have.

    Adds the tombstones of the record to `graves`. A record too damaged to be read has none to add: then
    those of the file must do.
    """
    if not Record.exists(state):
        return set()
    try:
        with Record.look(state) as current:
            rows = current.read("SELECT session, turn FROM tombstones")
            written = {(g.session, g.turn) for g in graves}
            graves |= {Tombstone(s, t) for s, t in rows if (s, t) not in written}
            there = {each.id for each in copy.sessions()}
            dead = {g.session for g in graves if g.turn is None}
            lost = {str(each.id) for each in current.sessions()} - there - dead
            hidden = current.read("SELECT claim, at FROM hidden")
            labels = current.read(
                """SELECT claim, privacy, session, turn, version, first, last, words, began, ended
                    FROM labels"""
            )
            kept_back = current.read(keeping_back.WHOLE)
            otherwise = current.read(own_words.WHOLE)
            meant = current.read(passages.MEANT)
            away = current.read(
                "SELECT key, value FROM kept WHERE key IN (?, ?, ?, ?, ?, ?)",
                (AWAY, PUT_AWAY, WENT_ALONG, passages.ASKED_ANEW, *Sent),
            )
            same = any(str(each.id) in there for each in current.sessions())
            present = (*HOUSE, *SENT) if same else HOUSE
            house = {table: current.read(f"SELECT * FROM {table}") for table in present}
            later = {table: current.read(f"SELECT * FROM {table}") for table in LATER}
            shared = {
                tuple(place): voice
                for *place, voice in current.read(
                    "SELECT session, turn, account, voice FROM shares"
                )
            }
            given = {(c.kind, c.at, c.about) for c in copy.consents()}
            consents = [c for c in current.consents() if (c.kind, c.at, c.about) not in given]
    except RecordDamaged:
        return set()

    def work(db: sqlite3.Connection) -> None:
        db.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", away)
        for table in reversed(present):
            db.execute(f"DELETE FROM {table}")
        for table, rows in house.items():
            _insert(db, table, rows)
        for table, rows in later.items():
            (last,) = db.execute(f"SELECT coalesce(max(number), 0) FROM {table}").fetchone()
            _insert(db, table, [row for row in rows if row[0] > last])
        passages.ask_anew_once_more(db)
        for share in db.execute("SELECT session, turn, account FROM shares").fetchall():
            if share not in shared:
                db.execute(
                    "DELETE FROM shares WHERE session = ? AND turn = ? AND account = ?", share
                )
            elif not shared[share]:
                db.execute(
                    "UPDATE shares SET voice = 0 WHERE session = ? AND turn = ? AND account = ?",
                    share,
                )
        keeping_back.bring(db, kept_back)
        own_words.bring(db, otherwise)
        passages.bring(db, meant, over=True)
        known = {id for (id,) in db.execute("SELECT id FROM claims")}
        for claim, at in hidden:
            if claim in known:
                db.execute("INSERT OR IGNORE INTO hidden VALUES (?, ?)", (claim, at))
        for label in labels:
            if label[0] in known:
                with suppress(sqlite3.IntegrityError):  # its words were said after the backup
                    db.execute(
                        """INSERT OR IGNORE INTO labels (claim, privacy, session, turn, version, first,
                            last, words, began, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                        label,
                    )

    copy.commit(work)
    for consent in consents:
        copy.consent(consent)
    return lost


def _insert(db: sqlite3.Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    for row in rows:
        db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _swap(state: Path, aside: Path, now: datetime) -> Path | None:
    """Put what lies in `aside` in place of what is there."""
    before: Path | None = None
    ours = (*RECORD, *BESIDE, "sessions", GRAVES, SETTINGS)
    if any((state / name).exists() for name in ours):  # sessions outlive a record that is gone
        before = folder(folder(state / FOLDER) / f"before-{now:%Y-%m-%dT%H-%M-%SZ}")
        for name in ours:
            if (state / name).exists():
                (state / name).rename(before / name)
    shutil.rmtree(state / "memory", ignore_errors=True)  # the index of what was there before
    for name in ours:
        if (aside / name).exists():
            (aside / name).rename(state / name)
    if (aside / BY_PAGES).is_file():
        (aside / BY_PAGES).replace(state / BY_PAGES)
    for picture in sorted((aside / family.FOLDER).glob("*")):
        picture.replace(folder(state / family.FOLDER) / picture.name)
    return before


def made_again(record: Record, now: datetime, keep: Keep | None = None) -> tuple[Path, ...]:
    """Make those backups of ours anew that erasing deleted, and one copy of the record, from what is left.

    What the power cut short is made the next time this is called; nothing is while an erasing is unfinished.
    Milliseconds where nothing waits. Raises DiskFull.
    """
    if unfinished.noted(record.read):
        return ()
    waiting, made = own_copies.owed(record.state), list[Path]()
    for path in waiting:
        if path.suffix == ".tar":
            made.append(back_up(record, path))
        elif not any(is_one(each) for each in made):
            # erased it is all the same; that there is no copy is said by `memory check` and on the caregiver's page
            with suppress(DiskFull):
                made += [each for each in (make(record, now, keep or Keep()),) if each]
        own_copies.paid(path)
    return tuple(made)
