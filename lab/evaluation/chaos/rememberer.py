"""A program that remembers an evening, or holds the next one over whatever has become of its index meanwhile.

    python -m lab.evaluation.chaos.rememberer

Reads lines `first|next USER STATE` (USER: a number, 0: whoever runs it); does each in a process of its own, since a damaged file may end it,
and answers with one line of JSON. `first` tells LAST_WEEK and indexes it. `next` does what a talk does beside its conversation:
it opens memory, lets come to mind what was told, takes in TODAY, and ends; then it looks in as `voice-agent memory check` does.
"""

import hashlib
import json
import os
import sys
import traceback
import warnings
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import anyio
import numpy as np
from numpy.typing import NDArray

from voice_agent.archive import index_mended, memory_tables, wholeness
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.memory_worker import MemoryWorker
from voice_agent.archive.record import Record
from voice_agent.memory import themes
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.recall import lance
from voice_agent.memory.recall.ranking import Cue
from voice_agent.memory.terms import terms
from voice_agent.resources import resource
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

T = TypeVar("T")

BEGAN = datetime(2026, 11, 21, 12, tzinfo=UTC)

LAST_WEEK = (
    "My sister Rosalind married a butcher in Toledo in nineteen fifty-two.",
    "My father worked at the glass factory in Toledo. But that is another story.",
    "We moved to Cleveland in nineteen sixty-five.",
    "My uncle Anton kept pigeons on the roof of the brewery in nineteen fifty-five.",
)
TODAY = "My brother Humphrey bought a farm in Vermont in nineteen sixty."
CUES = (
    ("I had a letter from Rosalind, who married a butcher", "Rosalind"),
    ("Anton kept pigeons on the roof", "Anton"),
)
"""What is said, and of whom it should remind."""


@dataclass(frozen=True)
class Stems:
    """An Embedder without weights: texts that share stems are alike."""

    size: int = 64

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit rows."""
        out = np.zeros((len(texts), self.size), np.float32)
        for row, text in zip(out, texts, strict=True):
            for term in terms(text) or {text}:
                seed = int.from_bytes(hashlib.sha256(term.encode()).digest()[:8])
                row += np.random.default_rng(seed).normal(size=self.size)
            row /= np.linalg.norm(row)
        return out


def engines() -> MemoryEngines:
    """Engines without weights."""
    return MemoryEngines(
        Stems(), themes.read(resource("config/themes.toml"), Stems()), PlainReader()
    )


async def at_once(work: Callable[[], T], /) -> T:
    """Labour without threads."""
    return work()


def tell(record: Record, number: int, lines: Sequence[str]) -> list[Turn]:
    """Hold an evening in writing."""
    id, began = SessionId(f"evening-{number}"), BEGAN + timedelta(days=7 * number)
    record.begin(Session(id, "Ida", began))
    turns = [
        Turn(TurnId(n), id, Speaker.NARRATOR, text, n, n + 1, began)
        for n, text in enumerate(lines, 1)
    ]
    for each in turns:
        record.turn(each)
    return turns


async def first(state: Path) -> dict[str, Any]:
    """The evening before."""
    with Record.open(state) as record:
        for turn in tell(record, 1, LAST_WEEK):
            memory = await MemoryStore.open(record, str(state / "memory"), engines(), at_once)
            await memory.remember([turn])
            await memory.close()
        record.finish(SessionId("evening-1"), BEGAN, "")
        memory = await MemoryStore.open(record, str(state / "memory"), engines(), at_once)
        await memory.settle()
        await memory.close()
    return {}


async def following(state: Path) -> dict[str, Any]:
    """The evening after, and a look in."""
    uri, said, came = str(state / "memory"), list[str](), dict[str, list[str]]()
    now = BEGAN + timedelta(days=14)
    with Record.open(state) as record:
        worker = MemoryWorker(record, uri, engines, at_once, said.append, session=SessionId("evening-2"), now=lambda: now)  # fmt: skip
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(worker.work)
            worker.wake()
            await worker.caught_up()
            for cue, who in CUES:
                came[who] = [each.line for each in await worker.recall(cue)]
            for turn in tell(record, 2, [TODAY]):
                worker.turn(turn)
            await worker.caught_up()
            worker.close()
        record.finish(SessionId("evening-2"), now, "")
    with Record.open(state) as record:
        memory = await MemoryStore.open(record, uri, engines(), at_once)
        seen = {
            "said": said,
            "came": came,
            "wrong": [*await memory.check(), *wholeness.missing(record)],
            "mended": index_mended.says(record.read),
            "remembered": sorted(each.text for each in memory.memories),
            "recalled": [
                [each.memory.text for each in await memory.recall(Cue(cue, now))] for cue, _ in CUES
            ],
            "turns": [t.text for s in record.sessions() for t in record.session(s.id).turns],
            "claims": len(memory_tables.claims(record.read)),
        }
        await memory.close()
    return seen


def apart(work: Callable[[Path], Awaitable[dict[str, Any]]], user: int, state: Path) -> str:
    """Do it in a fork; returns what it printed, or as JSON how it ended. Loading everything takes seconds, this does not."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            if user:
                os.setgid(user)
                os.setuid(user)
            with os.fdopen(writer, "w") as out:
                out.write(json.dumps(anyio.run(work, state)))
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as lines:
        done = lines.read()
    _, status = os.waitpid(child, 0)
    return done or json.dumps({"ended": os.waitstatus_to_exitcode(status)})


def serve() -> None:
    """Do what is asked for, line by line."""
    lance.engine()
    warnings.filterwarnings("ignore", message="lancedb fork support")  # nothing of it has run yet
    for line in sys.stdin:
        which, user, state = line.rstrip("\n").split(" ", 2)
        print(apart(first if which == "first" else following, int(user), Path(state)), flush=True)


if __name__ == "__main__":
    serve()
