"""The book's drafts, what the narrator said to each of them, and every copy that was made. SQL lives here.

A passage is a body of JSON whose form belongs to the storybook; here it has an id, a place and the turns it
rests on. When one of those turns is erased the passage is gone with it.
"""

import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from voice_agent.archive.book import Keeper
from voice_agent.archive.session_tables import Read
from voice_agent.memory.privacy import Privacy


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
    record: Keeper, drafts: Iterable[Draft], made: datetime, said: Iterable[Approval] = ()
) -> None:
    """Put `drafts`, in the order of the book, in the place of all earlier ones, and keep what was `said` to them.

    Raises DiskFull.
    """
    drafts, answers = list(drafts), list(said)

    def work(db: sqlite3.Connection) -> None:
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

    record.commit(work)


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
    record.commit(lambda db: db.execute(_ANSWER, _answer(approval)))


_ANSWER = "INSERT INTO approvals (passage, given, readers, way, at) VALUES (?, ?, ?, ?, ?)"


def _answer(approval: Approval) -> tuple[str | int, ...]:
    return (
        approval.passage,
        int(approval.given),
        ",".join(sorted(each.lower() for each in approval.readers)),
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
            tuple(each for each in readers.split(",") if each),
        )
        for passage, given, readers, way, at in rows
    }


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
