"""How long a wish takes to be in the record: "keep that between us", "undo" with its yes, "forget that".

Invented lives are told into a record of its own, then stories one by one, each with its wishes. The clock starts
when a wish has been understood. Until it is on the disk, chapters, pages and recipients could still get the story;
until all is woven again, what memory makes of the whole life was made before the wish.
"""

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import anyio
import anyio.to_thread
import numpy as np

from lab.evaluation.memory import persona, retold_lives
from lab.evaluation.tables import Figures
from voice_agent.archive import memory_tables
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.memory_worker import MemoryWorker
from voice_agent.archive.record import Record
from voice_agent.conversation.granting import Granting
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

T = TypeVar("T")

SIZES = (100, 500, 1_000)
"""Turns told before."""

TURNS = 40
"""Turns of a talk."""

WISHES = 10
"""Stories told at each size, each with every wish."""

SAID = (
    ("keep that between us", Wish(Command.BETWEEN_US)),
    ("undo, and yes", Wish(Command.LET_OUT)),
    ("only for Ann", Wish(Command.ONLY_FOR, "ann")),
    ("forget that", Wish(Command.FORGET)),
    ("undo", Wish(Command.UNDO)),
)


async def measure(
    engines: MemoryEngines,
    sizes: Sequence[int] = SIZES,
    *,
    wishes: int = WISHES,
    seed: int = 0,
    tell: Callable[[str], None] = lambda says: None,
) -> Figures:
    """Tell `sizes` turns and grant each wish `wishes` times. About five minutes for 1,000 turns."""
    rows: list[dict[str, Any]] = []
    for size in sizes:
        tell(f"{size:,} turns told before …")
        with TemporaryDirectory(prefix="voice-agent-bench-") as folder:
            rows += await _at(size, Path(folder), engines, wishes, seed)
    return Figures(
        "wishes",
        f"from a wish to the record: milliseconds, {wishes} stories at each size",
        rows,
        seed,
        (
            "Wanted: on the disk within a second. To forget is to hide here: what is erased is erased when the talk is over.",
            "The turn with the wish is taken in as well. Nobody speaks meanwhile, and no other engine works.",
        ),
    )


async def _at(
    size: int, folder: Path, engines: MemoryEngines, wishes: int, seed: int
) -> list[dict[str, Any]]:
    lines = _lines(seed, size + wishes)
    took: dict[str, list[tuple[float, float]]] = {name: [] for name, _ in SAID}
    numbers = count(1)

    def turn(session: SessionId, text: str) -> Turn:
        number = next(numbers)
        at = persona.TODAY + timedelta(seconds=20 * number)
        return Turn(TurnId(number), session, Speaker.NARRATOR, text, number, number + 0.5, at)

    with Record.open(folder) as record:
        for first in range(0, size, TURNS):
            before = _begun(record, first // TURNS + 1)
            for line in lines[first : min(first + TURNS, size)]:
                record.turn(turn(before, line))
        session = _begun(record, size // TURNS + 2)
        memory = MemoryWorker(
            record,
            str(folder / "memory"),
            lambda: engines,
            _labour,
            lambda says: None,
            session=session,
        )
        granting = Granting(record, memory, _labour, session, now=lambda: persona.TODAY)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(memory.work)
            await memory.caught_up()
            for line in lines[size:]:
                for said, wish in ((line, None), *SAID):
                    heard = turn(session, said)
                    record.turn(heard)
                    granting.turn(heard)
                    if wish is None:
                        await memory.caught_up()
                        continue
                    took[said].append(await _granted(record, granting, wish, said))
            memory.close()
        claims = len(memory_tables.claims(record.read))
    return [
        {
            "turns": size,
            "claims": claims,
            "wish": name,
            "on disk p50 ms": float(np.percentile([disk for disk, _ in each], 50)),
            "on disk longest ms": max(disk for disk, _ in each),
            "woven p50 ms": float(np.percentile([woven for _, woven in each], 50)),
            "woven longest ms": max(woven for _, woven in each),
        }
        for name, each in took.items()
    ]


def _begun(record: Record, number: int) -> SessionId:
    session = SessionId(f"2026-01-01T10-00-00Z-{number:04}")
    record.begin(Session(session, "Ida", persona.TODAY))
    return session


async def _granted(
    record: Record, granting: Granting, wish: Wish, said: str
) -> tuple[float, float]:
    """Milliseconds until the wish is on the disk, and until memory has done all that follows from it."""
    before = _bound(record)
    began = time.perf_counter()
    disk, woven = [0.0], 0.0

    async def watch() -> None:
        while _bound(record) == before:  # noqa: ASYNC110  (nothing tells of a row in a table)
            await anyio.sleep(0.002)
        disk[0] = 1000 * (time.perf_counter() - began)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch)
        if not (outcome := await granting(wish, said)).stored:
            raise RuntimeError(f"{said}: {outcome.say}")
        woven = 1000 * (time.perf_counter() - began)
    # What was granted is on the disk: the watch looks every other millisecond and may see it a little late.
    return min(disk[0], woven), woven


def _bound(record: Record) -> tuple[int, ...]:
    """What is put away, labelled, kept back and let out, counted."""
    (found,) = record.read(
        """SELECT (SELECT count(*) FROM hidden), (SELECT count(*) FROM labels), (SELECT count(*) FROM kept_back),
            (SELECT count(*) FROM decisions)"""
    )
    return tuple(found)


def _lines(seed: int, size: int) -> list[str]:
    """Lines of invented lives, one life after the other."""
    found: list[str] = []
    for one in count(seed):
        if len(found) >= size:
            return found[:size]
        found += [turn.text for turns in retold_lives.life(one).sessions for turn in turns]
    raise AssertionError


async def _labour(work: Callable[[], T], /) -> T:
    return await anyio.to_thread.run_sync(work)
