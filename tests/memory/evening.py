"""An evening told into a real record, and a memory of it, for the tests of memory."""

import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import numpy as np
from word_vectors import WordVectors

from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.record import Record
from voice_agent.memory import themes
from voice_agent.memory.forgetting import bare
from voice_agent.memory.reading import PlainReader
from voice_agent.resources import resource
from voice_agent.sound import RATE, Sound
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId, Word

T = TypeVar("T")

BEGAN = datetime(2026, 11, 1, 10, tzinfo=UTC)


AT_HOME = (
    "Q: Tell me about the people at home.",
    "My sister Rosalind married a butcher named Humphrey in nineteen fifty-two. I wore her old shoes to the feast.",
    "Q: So Rosalind married a butcher named Humphrey. What was the house like?",
    "My father worked at the glass factory in Toledo for thirty years. He walked home along the canal.",
    "Rosalind stole the money from the church box in the spring of nineteen fifty-six.",
)
"""What an evening told, of which something is to be forgotten."""


def everything(folder: Path) -> str:
    """Every byte of every file below it, bare."""
    return " | ".join(
        bare(path.read_bytes().decode("utf-8", "replace"))
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    )


async def at_once(work: Callable[[], T], /) -> T:
    """Labour without threads."""
    return work()


_: Callable[..., Awaitable[object]] = at_once


def memory_engines() -> MemoryEngines:
    """Engines without weights."""
    embedder = WordVectors()
    return MemoryEngines(
        embedder, themes.read(resource("config/themes.toml"), embedder), PlainReader()
    )


def session(number: int = 1) -> Session:
    """A session that has not begun."""
    began = BEGAN + timedelta(days=number)
    return Session(SessionId(f"{began:%Y-%m-%dT%H-%M-%SZ}-000{number}"), "Ida", began)


def tell(record: Record, lines: Sequence[str], number: int = 1) -> list[Turn]:
    """Record `lines` as turns with sound and word times; "Q: ..." is the interviewer's."""
    sitting = session(number)
    record.begin(sitting)
    chance = np.random.default_rng(number)
    at = 1.0
    turns: list[Turn] = []
    for id, line in enumerate(lines, 1):
        ours = line.startswith("Q: ")
        text = line.removeprefix("Q: ")
        said = re.findall(r"\S+", text)
        words = tuple(Word(word, at + n * 0.4, at + n * 0.4 + 0.35) for n, word in enumerate(said))
        ended = at + len(said) * 0.4
        speaker = Speaker.INTERVIEWER if ours else Speaker.NARRATOR
        track = record.audio(sitting.id, speaker)
        noise = chance.normal(scale=0.1, size=round((ended - at) * RATE)).astype(np.float32)
        track.append(Sound(noise, round(at * RATE)))
        turn = Turn(
            TurnId(id), sitting.id, speaker, text, at, ended, sitting.began, () if ours else words
        )
        # the narrator's track must reach to where the turn ends
        record.audio(sitting.id, Speaker.NARRATOR).sync()
        record.turn(turn)
        journal = record.journal(sitting.id)
        if not ours:
            journal.write("text", round(ended * RATE), text=text, until=round(ended * RATE))
        journal.write("turn", round(ended * RATE), id=id, speaker=str(speaker), text=text)
        turns.append(turn)
        at = ended + 1.0
    return turns


def finish(record: Record, number: int = 1) -> None:
    """End a session with everything that is made from it."""
    from voice_agent.memory.summary import summarise

    id = session(number).id
    record.finish(
        id, session(number).began + timedelta(minutes=25), summarise(record.session(id).turns)
    )
    record.conversation(id)
    record.transcript(id)


async def remembered(record: Record, folder: Path) -> MemoryStore:
    """Open a memory beside a record."""
    return await MemoryStore.open(record, str(folder / "memory"), memory_engines(), at_once)
