"""Is anything left of what was erased? Lives are told into a real record, some of their events are erased, and every
byte of the folder is searched for the words that were to go: by this file, which knows nothing of how erasing works.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from lab.evaluation.memory.retold_lives import RetoldLife
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.record import Record
from voice_agent.memory.forgetting import What, Wish
from voice_agent.story import Session, Speaker

T = TypeVar("T")

RUN = 4
"""Words in a row that are looked for."""


@dataclass(frozen=True, slots=True)
class Residue:
    """What was found of erased events."""

    events: int
    runs: int
    """Runs of RUN words that were to go and stand nowhere else in the life."""

    before: int
    """Of those, found in the folder before they were erased: proves the search."""

    after: int
    """Found afterwards; wanted: 0."""

    claimed: int
    """Places that erasing itself said were left."""


async def measure(
    lives: Sequence[RetoldLife],
    engines: MemoryEngines,
    *,
    events: int = 3,
    seed: int = 7,
    keeper: type[MemoryStore] = MemoryStore,
    tick: Callable[[], None] = lambda: None,
) -> Residue:
    """Let `keeper` erase `events` events of each life. Some three seconds a life. Raises MemoryRefused."""
    found = [0, 0, 0, 0, 0]
    for number, told in enumerate(lives):
        with TemporaryDirectory(prefix="voice-agent-residue-") as folder:
            chance = random.Random(seed + number)
            one = await _erased(told, engines, keeper, Path(folder), events, chance)
        found = [a + b for a, b in zip(found, one, strict=True)]
        tick()
    return Residue(*found)


async def _erased(
    told: RetoldLife,
    engines: MemoryEngines,
    keeper: type[MemoryStore],
    folder: Path,
    events: int,
    chance: random.Random,
) -> tuple[int, int, int, int, int]:
    with Record.open(folder) as record:
        for turns in told.sessions:
            record.begin(Session(turns[0].session, "Ida", turns[0].said_at))
            for turn in turns:
                record.turn(turn)
        memory = await keeper.open(record, str(folder / "memory"), engines, _at_once)
        there = [each.id for each in memory.life.events]
        before, left, claimed = _runs(record), set[str](), 0
        held = _bytes(folder)
        chosen = chance.sample(there, min(events, len(there)))
        for id in chosen:
            if any(each.id == id for each in memory.life.events):
                done = await memory.erase(Wish(What.EVENT, id), told.sessions[-1][-1].said_at)
                claimed += len(done.left)
        await memory.close()
        left = _runs(record)
    gone = sorted(before - left)
    kept = _bytes(folder)
    return (
        len(chosen),
        len(gone),
        sum(f" {each} " in held for each in gone),
        sum(f" {each} " in kept for each in gone),
        claimed,
    )


def _runs(record: Record) -> set[str]:
    """Every run of words that the narrator's turns hold now."""
    found: set[str] = set()
    for session in record.sessions():
        for turn in record.session(session.id).turns:
            if turn.speaker is Speaker.NARRATOR:
                words = _bare(turn.text).split()
                found |= {" ".join(words[n : n + RUN]) for n in range(len(words) - RUN + 1)}
    return found


def _bytes(folder: Path) -> str:
    """All files as one text, read as they lie on the disk, also where they are no text."""
    raw = b"\n".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
    return f" {_bare(raw.decode('latin-1'))} "


def _bare(text: str) -> str:
    # the index lays rows back to back: what ends one and what begins the next was never said in a row
    parted = re.sub(r"(?<=[.!?])(?=[A-Za-z])", "|", text)
    return " ".join(re.findall(r"[a-z0-9]+|\|", parted.lower()))


async def _at_once(work: Callable[[], T], /) -> T:
    return work()
