"""The book's drafts, what the narrator said to each of them, and every copy that was made. SQL lives here.

A passage is a body of JSON whose form belongs to the storybook; here it has an id, a place and the turns it
rests on. When one of those turns is erased the passage is gone with it. One that reads otherwise is another passage:
nobody has answered for it, and it is meant for whom the one before it was.
"""

import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from voice_agent.archive import decided, tombstones
from voice_agent.archive.book import Keeper
from voice_agent.archive.session_tables import Read
from voice_agent.memory.privacy import NOBODY, Privacy


@dataclass(frozen=True, slots=True)
class Draft:
    """One passage as it is kept."""

    id: str
    chapter: str
    body: str
    """JSON."""

    privacy: str
    """As `Privacy.label`."""

    turns: frozenset[tuple[str, int]]
    """Sessions and turns that it rests on."""

    writer: str = "none"


@dataclass(frozen=True, slots=True)
class Approval:
    """What the narrator said to a passage; the last one holds."""

    passage: str
    given: bool
    at: datetime
    """UTC."""

    way: str = "terminal"
    """voice, page or terminal."""

    readers: tuple[str, ...] = ()
    """Those it is for, by account, or by name in lower case where they have none; empty: everybody who may read at all."""


@dataclass(frozen=True, slots=True)
class Copy:
    """An export that was made on this device."""

    number: int
    kind: str
    """folder, epub, pdf or bundle."""

    path: Path
    reader: str
    """For whom; "" for the narrator."""

    made: datetime
    withdrawn: datetime | None = None
    account: str = ""
    """The reader's; "": they have none."""

    @property
    def beyond(self) -> str:
        """Where it may be out of our reach, in a sentence for the narrator; "" where it was for nobody else."""
        day = f"{self.made.day} {self.made:%B %Y}"
        if self.reader:
            return (
                f"{self.reader.title()} was given a {self.kind} on {day}. What {self.reader.title()} has at home is "
                "beyond our reach: please ask for it to be deleted."
            )
        return f"The {self.kind} of {day} is gone here; whoever was handed it still has it."


def keep(
    record: Keeper,
    drafts: Iterable[Draft],
    made: datetime,
    said: Iterable[Approval] = (),
    *,
    erased: int,
) -> bool:
    """Put `drafts`, in the order of the book, in the place of all earlier ones, and keep what was `said` to them.

    `erased`: how many places were gone (tombstones.py) before what they are made of was read. False: something was erased
    since, and nothing is kept. Raises DiskFull.
    """
    drafts, answers = list(drafts), list(said)

    def work(db: sqlite3.Connection) -> bool:
        if tombstones.erased_since(db, erased):
            return False
        db.execute("DELETE FROM passages")
        for place, each in enumerate(drafts):
            db.execute(
                "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    each.id,
                    each.chapter,
                    place,
                    each.body,
                    each.privacy,
                    each.writer,
                    made.isoformat(),
                ),
            )
            rows = [(each.id, session, turn) for session, turn in sorted(each.turns)]
            db.executemany("INSERT INTO passage_turns VALUES (?, ?, ?)", rows)
        for each in answers:
            db.execute(_ANSWER, _answer(each))
        _settle(db)
        return True

    return record.commit(work)


def drafts(read: Read) -> tuple[Draft, ...]:
    """Every passage in the order of the book."""
    turns: dict[str, set[tuple[str, int]]] = {}
    for passage, session, turn in read("SELECT passage, session, turn FROM passage_turns", ()):
        turns.setdefault(passage, set()).add((session, turn))
    rows = read("SELECT id, chapter, body, privacy, writer FROM passages ORDER BY place", ())
    return tuple(
        Draft(id, chapter, body, privacy, frozenset(turns.get(id, ())), writer)
        for id, chapter, body, privacy, writer in rows
    )


def approve(record: Keeper, approval: Approval) -> None:
    """Keep an answer. Raises DiskFull."""

    def work(db: sqlite3.Connection) -> None:
        db.execute(_ANSWER, _answer(approval))
        _settle(db)

    record.commit(work)


def approve_as_meant(record: Keeper, approval: Approval) -> None:
    """Keep an answer that names nobody, as one is given aloud: it is for whom the passage is meant. Raises DiskFull."""
    whom = meant(record.read).get(approval.passage)
    readers = approval.readers if whom is None else tuple(whom) or (NOBODY,)
    approve(record, replace(approval, readers=readers))


_ANSWER = "INSERT INTO approvals (passage, given, readers, way, at) VALUES (?, ?, ?, ?, ?)"


def _answer(approval: Approval) -> tuple[str | int, ...]:
    return (
        approval.passage,
        int(approval.given),
        _packed(approval.readers),
        approval.way,
        approval.at.isoformat(),
    )


def approvals(read: Read) -> dict[str, Approval]:
    """The last answer to each passage, by passage; those without one are not in it."""
    rows = read("SELECT passage, given, readers, way, at FROM approvals ORDER BY number", ())
    return {
        passage: Approval(
            passage,
            bool(given),
            datetime.fromisoformat(at),
            way,
            _unpacked(readers),
        )
        for passage, given, readers, way, at in rows
    }


# -- for whom a passage is meant


def mean(record: Keeper, passage: str, readers: Collection[str]) -> None:
    """Keep for whom a passage is meant that stands for nobody yet; `readers` as of an `Approval`. Raises DiskFull."""

    def work(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM meant_for WHERE passage = ?", (passage,))
        db.execute(
            "INSERT INTO meant_for SELECT passage, session, turn, ? FROM passage_turns WHERE passage = ?",
            (_packed(readers), passage),
        )
        _settle(db)

    record.commit(work)


def meant(read: Read) -> dict[str, frozenset[str]]:
    """For whom each passage is, or was before it was left out or written anew: accounts or names, by passage.

    Those for everybody are not in it. Where it may come of several that were for different people it is for those
    who were meant each time, which may be nobody.
    """
    stands = {id: each.readers for id, each in approvals(read).items() if each.given}
    own, before = dict[str, str](), defaultdict[str, list[frozenset[str]]](list)
    for passage, by, readers in read(
        """SELECT passage_turns.passage, meant_for.passage, readers FROM meant_for
            JOIN passage_turns USING (session, turn)
            WHERE meant_for.passage = passage_turns.passage
                OR meant_for.passage NOT IN (SELECT id FROM passages)""",
        (),
    ):
        if passage == by:
            own[passage] = readers
        elif readers:
            before[passage].append(frozenset(_unpacked(readers)))
    found = {id: frozenset.intersection(*some) for id, some in before.items()}
    found |= {id: frozenset(_unpacked(readers)) for id, readers in own.items()}
    found |= {id: frozenset(readers) for id, readers in stands.items()}
    everybody = {id for id, readers in (own | stands).items() if not readers}
    return {id: readers for id, readers in found.items() if id not in everybody}


MEANT = decided.ROWS["meant"]
"""Whom pieces are meant for, as it is kept, for `bring`: what narrows."""


def bring(db: sqlite3.Connection, rows: Iterable[Sequence[Any]], *, over: bool) -> None:
    """Write rows of another record of the same house; those of a talk that is not here are left out.

    `over`: they are newer than what is here.
    """
    instead = "REPLACE" if over else "IGNORE"
    for row in rows:
        with suppress(sqlite3.IntegrityError):
            db.execute(f"INSERT OR {instead} INTO meant_for VALUES (?, ?, ?, ?)", tuple(row))


_STANDS = """SELECT passage, readers FROM approvals AS last WHERE given = 1
    AND number = (SELECT max(number) FROM approvals WHERE passage = last.passage)"""


def _settle(db: sqlite3.Connection) -> None:
    """What stands is meant for whom it stands; of a turn of which it is known for every piece, no earlier one counts."""
    db.execute(
        f"""DELETE FROM meant_for WHERE passage IN (SELECT id FROM passages)
            AND passage IN (SELECT passage FROM ({_STANDS}))"""
    )
    db.execute(
        f"""INSERT OR REPLACE INTO meant_for SELECT passage, session, turn, readers
            FROM passage_turns JOIN ({_STANDS}) USING (passage) WHERE readers <> ''"""
    )
    here = (
        "FROM passage_turns AS at WHERE (at.session, at.turn) = (meant_for.session, meant_for.turn)"
    )
    db.execute(
        f"""DELETE FROM meant_for WHERE passage NOT IN (SELECT id FROM passages)
            AND EXISTS (SELECT 1 {here}) AND NOT EXISTS (SELECT 1 {here}
                AND at.passage NOT IN (SELECT passage FROM ({_STANDS}))
                AND at.passage NOT IN (SELECT passage FROM meant_for))"""
    )


def _packed(readers: Iterable[str]) -> str:
    return ",".join(sorted(each.lower() for each in readers))


def _unpacked(readers: str) -> tuple[str, ...]:
    return tuple(each for each in readers.split(",") if each)


def made(
    record: Keeper,
    kind: str,
    path: Path,
    reader: str,
    turns: Collection[tuple[str, int]],
    at: datetime,
    *,
    account: str = "",
) -> None:
    """Remember a copy, so that it can be found when something in it is to be forgotten. Raises DiskFull."""

    def work(db: sqlite3.Connection) -> None:
        number = db.execute(
            "INSERT INTO copies (kind, path, reader, account, made) VALUES (?, ?, ?, ?, ?)",
            (kind, str(path.resolve()), reader, account, at.isoformat()),
        ).lastrowid
        db.executemany(
            "INSERT INTO copy_turns VALUES (?, ?, ?)", [(number, s, t) for s, t in sorted(turns)]
        )

    record.commit(work)


def copies(read: Read) -> tuple[Copy, ...]:
    """Every copy ever made, in that order."""
    rows = read(
        "SELECT number, kind, path, reader, made, withdrawn, account FROM copies ORDER BY number",
        (),
    )
    return tuple(
        Copy(
            number,
            kind,
            Path(path),
            reader,
            datetime.fromisoformat(at),
            datetime.fromisoformat(withdrawn) if withdrawn else None,
            account,
        )
        for number, kind, path, reader, at, withdrawn, account in rows
    )


def copies_of(read: Read, place: tuple[str, int]) -> tuple[Copy, ...]:
    """The copies, not withdrawn yet, that rest on one turn."""
    held = turns_of_copies(read)
    return tuple(
        each for each in copies(read) if not each.withdrawn and place in held.get(each.number, ())
    )


def unanswered(read: Read) -> int:
    """How many passages nobody has answered for."""
    ((count,),) = read(
        "SELECT count(*) FROM passages WHERE id NOT IN (SELECT passage FROM approvals)", ()
    )
    return count


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """What became of the copies that held something forgotten."""

    deleted: tuple[Path, ...] = ()
    beyond: tuple[str, ...] = ()
    """Sentences for the narrator, one for each copy that may live on elsewhere."""


def withdraw(
    record: Keeper, turns: Collection[tuple[str, int]], sessions: Collection[str], now: datetime
) -> Withdrawn:
    """Delete every copy on this device that rests on one of `turns` or on anything of `sessions`.

    A copy goes whole: it is made again from what is left. Raises DiskFull.
    """
    held = turns_of_copies(record.read)

    def holds(copy: Copy) -> bool:
        return any(one in turns or one[0] in sessions for one in held.get(copy.number, ()))

    return recall(record, holds, now)


def turns_of_copies(read: Read) -> dict[int, set[tuple[str, int]]]:
    """The turns that each copy rests on."""
    held: dict[int, set[tuple[str, int]]] = {}
    for copy, session, turn in read("SELECT copy, session, turn FROM copy_turns", ()):
        held.setdefault(copy, set()).add((session, turn))
    return held


def withhold(
    record: Keeper, turns: Collection[tuple[str, int]], privacy: Privacy, now: datetime
) -> Withdrawn:
    """Delete every copy that rests on one of `turns` and is for somebody who may not know of it. Raises DiskFull."""
    held = turns_of_copies(record.read)

    def tells(copy: Copy) -> bool:
        holds = any(one in turns for one in held.get(copy.number, ()))
        return holds and not privacy.allows(copy.reader, alive=True)

    return recall(record, tells, now)


def recall(record: Keeper, which: Callable[[Copy], bool], now: datetime) -> Withdrawn:
    """Delete the copies on this device that `which` names, and say which live on elsewhere. Raises DiskFull."""
    gone, beyond = list[Path](), list[str]()
    for each in copies(record.read):
        if each.withdrawn or not which(each):
            continue
        if each.path.is_dir():
            shutil.rmtree(each.path)
            gone.append(each.path)
        elif each.path.is_file():
            each.path.unlink()
            gone.append(each.path)
        else:
            beyond.append(
                f"The {each.kind} that was made on {each.made.day} {each.made:%B %Y} is not at {each.path} any more. "
                "Whoever moved it still has it."
            )
        beyond.append(each.beyond)
        record.commit(
            lambda db, number=each.number: db.execute(
                "UPDATE copies SET withdrawn = ? WHERE number = ?", (now.isoformat(), number)
            )
        )
    return Withdrawn(tuple(gone), tuple(dict.fromkeys(beyond)))
