"""Is everything in a backup that was told here? It is restored into an empty place, and compared with the house.

Turns, wordings and yeses are never edited and files of sound never rewritten: what a backup holds of them must stand here
as it stands there, but for what was erased since.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from voice_agent.archive import backups, tombstones
from voice_agent.archive.own_copies import FOLDER
from voice_agent.archive.private import aside, folder
from voice_agent.archive.record import Record

ASIDE = ".checking.aside"
"""In the folder for backups of the state: where one is restored; deleted afterwards."""

NEVER_EDITED = {
    "turns": "SELECT session, id, speaker, began, ended, said_at, finished, kind FROM turns",
    "words": "SELECT session, turn, version, text, words FROM wordings",
    "consents": "SELECT kind, given, at, session, words, about FROM consents",
}
"""What is compared -> its rows; the session stands in one of them."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What came back, and how it stands beside the house."""

    sessions: int
    turns: int
    files: int
    """Of sound, pictures and journals."""

    bytes: int
    newer: int
    """Talks of the house that it does not hold."""

    erased: int
    """Places that were erased here since: it still holds them."""

    wrong: tuple[str, ...]
    """What came back otherwise than it is here, in sentences."""


def check(source: Path, state: Path, now: datetime, *, secret: str = "") -> Checked:
    """Restore the backup `source` into an empty place inside `state`, compare, and delete it again. Minutes for a long life.

    Needs as much room as the backup. Raises MemoryRefused, KeyRefused, RecordDamaged, DiskFull.
    """
    with aside(folder(state / FOLDER) / ASIDE) as place:
        empty = folder(place / "house")
        backups.restore(source, empty, now, secret=secret)
        with Record.look(empty) as back, Record.look(state) as here:
            back.check()
            return _compared(back, here)


def _compared(back: Record, here: Record) -> Checked:
    there = {each.id for each in back.sessions()}
    newer = sum(each.id not in there for each in here.sessions())
    graves = {(g.session, g.turn) for g in tombstones.graves_in(here.state)}
    graves -= {(g.session, g.turn) for g in tombstones.graves_in(back.state)}
    dead = {session for session, _ in graves}
    wrong = list[str]()
    for what, rows in NEVER_EDITED.items():
        stands = {*here.read(rows)}
        lost = [row for row in back.read(rows) if row not in stands and not dead & {*row}]
        if lost:
            wrong.append(f"{len(lost)} {what} in the backup are not here as they are there.")
    kept = {*here.read(NEVER_EDITED["turns"])} - {*back.read(NEVER_EDITED["turns"])}
    missing = sum(row[0] in there for row in kept)
    if missing:
        wrong.append(f"{missing} turns of talks that it holds are not in the backup.")
    files = _files(back.state)
    wrong += (
        f"{name} came back otherwise than it is here."
        for name, path in files.items()
        if not dead & {*Path(name).parts} and _differs(path, here.state / name)
    )
    return Checked(
        len(there),
        back.read("SELECT count(*) FROM turns")[0][0],
        len(files),
        sum(each.stat().st_size for each in files.values()),
        newer,
        len(graves),
        tuple(wrong),
    )


def _files(state: Path) -> dict[str, Path]:
    every = (path for name in backups.HELD for path in sorted((state / name).rglob("*")))
    return {str(each.relative_to(state)): each for each in every if each.is_file()}


def _differs(there: Path, here: Path) -> bool:
    """Is it another file? What is still being written here may have grown."""
    if not here.is_file():
        return False  # a photograph that was taken back: the house decides
    return _digest(there) != _digest(here, there.stat().st_size)


def _digest(path: Path, most: int | None = None) -> str:
    digest, left = hashlib.sha256(), path.stat().st_size if most is None else most
    with path.open("rb") as file:
        while left > 0 and (piece := file.read(min(left, 1 << 20))):
            digest.update(piece)
            left -= len(piece)
    return digest.hexdigest()
