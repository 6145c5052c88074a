"""What engines read of the talks is kept beside them: the same as if read anew, and gone with what was erased."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import anyio
import numpy as np
import pytest
from evening import BEGAN, at_once, finish, memory_engines, session, tell
from lives_told import told as tellings
from numpy.typing import NDArray
from often import some
from word_vectors import WordVectors

from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.record import Record
from voice_agent.conversation.bringing_back import FRESH, BringingBack
from voice_agent.conversation.talks_read import TalksRead
from voice_agent.memory.forgetting import What, Wish
from voice_agent.memory.topics.topics import Topic, joined
from voice_agent.story import Feeling, SessionId

pytestmark = pytest.mark.anyio

TODAY = SessionId("2026-11-21T12-00-00Z-0009")


class Counting(WordVectors):
    """Remembers what it was asked to read."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.read += texts
        return super().embed(texts)


class Weight:
    """Heavy is what tells of a hospital."""

    def read(self, text: str) -> float:
        return 0.9 if "hospital" in text else 0.1


async def opened(record: Record, folder: Path, embedder: WordVectors) -> MemoryStore:
    own = replace(memory_engines(), embedder=embedder, weight=Weight())
    return await MemoryStore.open(record, str(folder / "memory"), own, at_once)


def lines(number: int, seed: int) -> tuple[str, ...]:
    """What the narrator tells in one talk of an invented life."""
    return tellings(seed, number)[:6]


def found(memory: MemoryStore) -> tuple[Topic, ...]:
    read = TalksRead(memory)
    topics = joined([each for talk in read.talks for each in read.topics(talk)])
    read.keep()
    return topics


@pytest.mark.parametrize("seed", some(range(4), 4))
async def test_what_is_kept_is_what_would_be_read_anew_after_talks_corrections_and_erasures(
    tmp_path: Path, seed: int
) -> None:
    with Record.open(tmp_path) as record:
        for number in (1, 2, 3):
            told = tell(record, lines(number, seed), number)
            finish(record, number)
            memory = await opened(record, tmp_path, WordVectors())
            found(memory)
            if number == 2:
                turn = told[0]
                record.correct(turn.session, turn.id, f"{turn.text} It rained.", (), "a listener")
            if number == 3:
                gone = f"{session(1).id} {1 + seed}"
                await memory.erase(Wish(What.TURN, gone), BEGAN)
            await memory.close()
        memory = await opened(record, tmp_path, WordVectors())
        kept = found(memory)
        record.commit(lambda db: db.execute("DELETE FROM readings"))
        assert kept == found(memory)
        assert kept
        await memory.close()


async def test_a_talk_is_read_once_in_a_life(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, lines(1, 0))
        finish(record)
        embedder = Counting()
        memory = await opened(record, tmp_path, embedder)
        found(memory)
        embedder.read.clear()
        back = BringingBack(at_once, session=TODAY, now=lambda: BEGAN)
        await back.learn(memory)
        first = len(embedder.read)
        again = BringingBack(at_once, session=TODAY, now=lambda: BEGAN)
        embedder.read.clear()
        await again.learn(memory)
        assert first and len(embedder.read) == 1  # to know itself again
        assert again.lines == back.lines and back.lines
        await memory.close()


async def test_nothing_read_of_a_talk_is_left_when_a_turn_of_it_is_erased(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        for number in (1, 2):
            tell(record, lines(number, 0), number)
            finish(record, number)
        memory = await opened(record, tmp_path, WordVectors())
        found(memory)
        late = TalksRead(memory)
        late.topics(session(1).id)  # and what is under way when it is erased comes too late
        await memory.erase(Wish(What.TURN, f"{session(1).id} 1"), BEGAN)
        late.keep()
        of = {each for (each,) in record.read("SELECT DISTINCT session FROM readings")}
        assert of == {session(2).id}
        await memory.close()


async def test_beside_a_talk_only_the_latest_of_what_nobody_has_read_is_read(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        for number in range(1, FRESH + 3):
            tell(record, lines(number, 0), number)
            finish(record, number)
        memory = await opened(record, tmp_path, WordVectors())
        back = BringingBack(at_once, session=TODAY, now=lambda: BEGAN)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(back.read_on)
            await anyio.lowlevel.checkpoint()
            await back.changed(memory)
        read = TalksRead(memory)
        assert [read.known(each) for each in read.talks] == [False] * 2 + [True] * FRESH
        assert (await back.call_up(lines(FRESH + 2, 0)[0], Feeling())).topics
        # the rest comes when nobody waits, and is there the next time
        await BringingBack(at_once, session=TODAY, now=lambda: BEGAN).learn(memory)
        read = TalksRead(memory)
        assert all(read.known(each) for each in read.talks)
        await memory.close()
