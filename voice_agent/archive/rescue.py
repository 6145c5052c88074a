"""The way back from a record that SQLite cannot read: the newest whole copy, then what the journals hold.

What is damaged is set aside, never deleted. Nothing is put in place before it is whole; a crash in between leaves
a house that says what it needs, and rescuing again finishes it. Whatever is known to have been erased, from the file
beside the record, a copy, a backup or what is left of the record itself, stays erased. What nobody can prove
to be meant for others comes back for nobody.
"""

import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from voice_agent.archive import chain, family, own_copies, residue, retelling, unfinished
from voice_agent.archive.backups import BESIDE, RECORD, unpack
from voice_agent.archive.chain import Link
from voice_agent.archive.erasing import DAMAGED, RESTORING, erase_again
from voice_agent.archive.leftovers import (
    Leftovers,
    carry_over,
    keep_back,
    of_the_damaged,
    share_nothing,
)
from voice_agent.archive.lock import Lock
from voice_agent.archive.own_copies import Keep
from voice_agent.archive.private import folder, hand_over, plainly, settle
from voice_agent.archive.record import Record
from voice_agent.archive.residue import Traces
from voice_agent.archive.retelling import Retold
from voice_agent.archive.tombstones import GRAVES, Tombstone, bury, graves_in
from voice_agent.errors import MemoryRefused, RecordDamaged


@dataclass(slots=True)
class Rescued:
    """What came back, and what did not."""

    source: Path | None = None
    """The copy, or the record itself; None: all there is came from journals."""

    made: datetime | None = None
    """When that copy was made."""

    broken: int = 0
    """Newer copies that were not whole."""

    sessions: int = 0
    """Talks in the record now."""

    retold: Retold | None = None
    sealed: int = 0
    """Turns that are private until the narrator says otherwise, because they came back from a journal."""

    forgotten: int = 0
    """Turns that lost something, because it had been erased."""

    unsure: bool = False
    """Nobody can know what was decided last about who may see what: nothing is shared any more."""

    aside: Path | None = None
    """Where the damaged record lies; None where there was no file, or it was whole."""

    traces: tuple[Path, ...] = ()
    """Files that still hold something that had been erased."""

    lost: tuple[str, ...] = ()
    """Talks of which something was written down and is nowhere any more."""

    agreed: bool = False
    """Are there consents?"""

    limited: bool = False
    """Is it known what the narrator asked to keep back in the talks that came back?"""

    @property
    def complete(self) -> bool:
        """Is everything back, as it was?"""
        again = self.retold or Retold()
        lost = again.turns or again.torn or again.silent or self.unsure or self.traces or self.lost
        return self.source is not None and not lost


def rescue(state: Path, now: datetime, narrator: str, keep: Keep | None = None) -> Rescued:
    """Bring back what can be. Minutes for a long life. `narrator`: their name; `keep`: how many copies stay.

    Raises MemoryRefused where nothing is lost or nothing can be brought back, AlreadyRunning, DiskFull, and
    RecordDamaged for the record of a newer version; then nothing has changed.
    """
    if not state.is_dir():
        raise _nothing_to_do(state)
    lock = Lock(state)
    aside, done = state / RESTORING, Rescued()
    try:
        shutil.rmtree(aside, ignore_errors=True)
        left = of_the_damaged(state, folder(folder(aside) / "damaged"))
        with own_copies.alone(state):
            graves = _choose(state, aside, left, done)
            with Record.open(aside) as record:
                traces = _fill(record, state, now, narrator, left, graves, done)
            _swap(state, aside, now, left, done)
            if done.forgotten:  # an erasing that the power cut short: the copies are from before it
                for each in own_copies.copies(state):
                    each.path.unlink()
        with Record.look(state) as record:
            own_copies.make(record, now, keep or Keep())
        hand_over(state)
        done.traces = tuple(each.path for each in residue.search(state, traces))
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        lock.release()
    return done


def _choose(state: Path, aside: Path, left: Leftovers, done: Rescued) -> set[Tombstone]:
    """Put the best whole record into `aside`, where there is one; returns every tombstone that is known.

    The best is the one with most talks, and of these with most of what is known to have been written, and of these
    the newest: a house that was begun anew beside its old journals has a record that is whole and holds one talk.
    """
    written_down = chain.beside(state)
    graves = set(graves_in(state))
    written = {(g.session, g.turn) for g in graves}
    graves |= {
        Tombstone(s, t)
        for s, t in left.tombstones or ()
        if isinstance(s, str) and isinstance(t, int | None) and (s, t) not in written
    }
    best, most = aside / "best.db", (-1, -1)
    for path, made in _candidates(state, aside, left):
        file = path if path.suffix == ".db" else _unpacked(path, aside, graves)
        try:
            own_copies.examine(file)
        except RecordDamaged:
            done.broken += done.source is None
            continue
        there, erased, links = _talks(file)
        graves |= {Tombstone(id, None) for id in erased}
        dead = {g.session for g in graves if g.turn is None}
        if (holds := (len(there - dead), len(links & written_down))) > most:
            most, done.source, done.made = holds, path, made
            with plainly(best):
                shutil.copyfile(file, best)
                best.chmod(0o600)
    if done.source is not None:
        best.rename(aside / "record.db")
        if left.whole and done.source.parent == aside / "damaged":
            done.source, done.made = state / "record.db", None
    elif not any((state / "sessions").glob("*/journal.jsonl")):
        raise _nothing_to_do(state)
    return graves


def _candidates(state: Path, aside: Path, left: Leftovers) -> Iterator[tuple[Path, datetime]]:
    """The record, where it is whole; then our copies, and backups made in the same folder, the newest first."""
    if left.whole:
        yield aside / "damaged" / "record.db", datetime.max.replace(tzinfo=UTC)
    found = [(each.made, each.path) for each in own_copies.copies(state)]
    for path in (state / own_copies.FOLDER).glob("[!.]*.tar"):
        found.append((datetime.fromtimestamp(path.stat().st_mtime, UTC), path))
    for made, path in sorted(found, reverse=True):
        yield path, made


def _unpacked(path: Path, aside: Path, graves: set[Tombstone]) -> Path:
    """The record in a backup; what it knows to be erased is added to `graves`."""
    to = folder(aside / "unpacked")
    shutil.rmtree(to)
    with suppress(OSError, tarfile.TarError), tarfile.open(path, "r:") as tar:
        for name in {"record.db", GRAVES} & set(tar.getnames()):
            unpack(tar, to, [name])
            (to / name).chmod(0o600)
        graves |= set(graves_in(to))
    return to / "record.db"


def _talks(path: Path) -> tuple[set[str], set[str], set[Link]]:
    """Which talks a whole record holds, which were erased from it, and its chain; an older one has none."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        there = {id for (id,) in db.execute("SELECT id FROM sessions")}
        erased = {id for (id,) in db.execute("SELECT session FROM tombstones WHERE turn IS NULL")}
        links = set[Link]()
        with suppress(sqlite3.OperationalError, UnicodeDecodeError):
            rows = db.execute("SELECT number, session, turn, link FROM chain")
            links = {Link(*row) for row in rows}
        return there, erased, links


def _fill(
    record: Record,
    state: Path,
    now: datetime,
    narrator: str,
    left: Leftovers,
    graves: set[Tombstone],
    done: Rescued,
) -> Traces:
    """Bring the chosen record up to date; returns what must not be found any more."""
    aside = record.state
    for name in ("sessions", family.FOLDER):
        if (state / name).is_dir():
            # erasing again goes through the files in their place: gigabytes are not copied for it
            (aside / name).symlink_to((state / name).resolve(), target_is_directory=True)
    record.check()
    dead = {g.session for g in graves if g.turn is None}
    itself = done.source == state / "record.db"
    behind = left.newer or bool(chain.lost(record.read, state))
    if itself and not behind and not retelling.missing(record, state, dead):
        raise _nothing_to_do(state)
    more = not itself or left.newer
    if more:
        carry_over(record, left)
    again = done.retold = retelling.tell_again(record, state, dead, narrator)
    if more:
        keep_back(record, left)
    done.agreed, done.limited = bool(record.consents()), left.limits is not None
    done.lost = _lost(record, state, dead)
    done.forgotten, traces = erase_again(record, sorted(graves, key=str), now)
    bury(aside, sorted(graves, key=str))
    done.sealed = retelling.seal(record, again.sessions, left.limits or ())
    retelling.in_order(record)
    known = left.witnessed if itself else left.decided
    if (behind or again.turns) and not known and done.source is not None:
        done.unsure = True
        share_nothing(record, now)
    record.purge()
    unfinished.end(record)
    done.sessions = len(record.sessions())
    return traces


def _lost(record: Record, state: Path, dead: set[str]) -> tuple[str, ...]:
    """Talks of which a turn was written down that is not here and was not erased."""
    there = {(s, t) for s, t in record.read("SELECT session, id FROM turns")}
    written = ((each.session, each.turn) for each in chain.beside(state))
    return tuple(sorted({s for s, t in written if s not in dead and (s, t) not in there}))


def _swap(state: Path, aside: Path, now: datetime, left: Leftovers, done: Rescued) -> None:
    """Set the damaged record aside and put the whole one in its place."""
    with plainly(state):
        there = [state / name for name in RECORD if (state / name).exists()]
        if there:
            kind = "before" if left.whole else DAMAGED.rstrip("-")
            done.aside = folder(state / own_copies.FOLDER / f"{kind}-{now:%Y-%m-%dT%H-%M-%SZ}")
            for path in there:
                path.rename(done.aside / path.name)
            settle(done.aside)
        # the index is made anew; what it knew is what the record knew
        shutil.rmtree(state / "memory", ignore_errors=True)
        # what lies beside the old one goes last: should the power fail before, rescuing again finds it there
        for name in (GRAVES, *RECORD, *BESIDE):
            if (aside / name).exists():
                (aside / name).rename(state / name)
        settle(state)


def _nothing_to_do(state: Path) -> MemoryRefused:
    if Record.exists(state):
        return MemoryRefused(
            "The record can be read, and no journal holds anything that it does not: there is nothing to bring back.",
            safe="Nothing has been changed.",
            mend="`voice-agent memory check` compares the index with it, `voice-agent memory rebuild` mends the index.",
        )
    return MemoryRefused(
        f"There is neither a copy of the record nor a journal in {state}: nothing can be brought back.",
        safe="Nothing has been changed.",
        mend="A backup that lies elsewhere is brought back by `voice-agent backup restore FILE`.",
    )
