"""Every copy of the book that was made on this device, and how it is taken back. SQL lives here."""

import shutil
import sqlite3
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from voice_agent.archive.book import Keeper
from voice_agent.archive.session_tables import Read
from voice_agent.memory.privacy import Privacy

PRINTED = ("pdf", "large-print")
"""The kinds that the narrator must have said yes to print for."""

SILENT = ("docx", "gedcom")
"""The kinds into which no sound goes."""


@dataclass(frozen=True, slots=True)
class Copy:
    """An export that was made on this device."""

    number: int
    kind: str
    """folder, epub, pdf, large-print, bundle ..."""

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
