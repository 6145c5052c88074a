"""How tellings compare is kept from one weaving to the next: the life comes out as if woven from nothing."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from evening import BEGAN, at_once, finish, memory_engines, remembered, session, tell
from lives_told import told as tellings
from numpy.typing import NDArray
from often import some
from word_vectors import WordVectors

from voice_agent.archive import compared, memory_tables, passages
from voice_agent.archive.deriving import Deriving
from voice_agent.archive.erasing import erase
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.record import Record
from voice_agent.memory.events import Life, weave
from voice_agent.memory.forgetting import What, Wish
from voice_agent.memory.loom import Loom
from voice_agent.resources import resource
from voice_agent.story import TurnId
from voice_agent.storybook import plan
from voice_agent.storybook.house import HouseBook

pytestmark = pytest.mark.anyio


async def opened(record: Record, folder: Path) -> MemoryStore:
    own = replace(memory_engines(), again=WordVectors(), telling=WordVectors())
    return await MemoryStore.open(record, str(folder / "memory"), own, at_once)


def two_talks(record: Record) -> None:
    for number in (1, 2):
        tell(record, tellings(1, number), number)
        finish(record, number)


def from_nothing(record: Record) -> Life:
    hidden = memory_tables.hidden(record.read)
    claims = [each for each in memory_tables.claims(record.read) if each.id not in hidden]
    kept = memory_tables.meanings(record.read)
    meanings = {id: row for id, row in kept.items() if len(row) == 2 * WordVectors().size}
    return weave(claims, memory_tables.decisions(record.read), vectors=meanings)


def looms(record: Record) -> int:
    return sum(len(each.odds) for each in compared.loom(record.read).known)


def nothing_compared_is_gone(record: Record) -> bool:
    """Is everything that was compared told by what the record still holds?"""
    fresh = Loom()
    claims, vectors = memory_tables.claims(record.read), memory_tables.meanings(record.read)
    weave(claims, vectors=vectors, loom=fresh)
    names = {int(each) for some in compared.loom(record.read).known for each in some.names}
    return names <= set(fresh.digests.values())


@pytest.mark.parametrize("seed", some(range(3)))
async def test_a_life_woven_talk_by_talk_is_the_life_woven_from_nothing(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    with Record.open(tmp_path) as record:
        for number in (1, 2, 3, 4):
            told = tell(record, tellings(seed, number)[:8], number)
            finish(record, number)
            memory = await opened(record, tmp_path)
            assert memory.life == from_nothing(record)
            match chance.choice(("correct", "erase", "hide", "nothing")):
                case "correct":
                    turn = chance.choice(told)
                    text = f"{turn.text} No, it was 1951."
                    record.correct(turn.session, turn.id, text, (), "a listener")
                case "erase":
                    gone = f"{session(number).id} {chance.randint(1, 8)}"
                    await memory.erase(Wish(What.TURN, gone), BEGAN)
                    assert memory.life == from_nothing(record)
                case "hide":
                    await memory.hide(Wish(What.TURN, f"{session(1).id} 2"), BEGAN)
                    assert memory.life == from_nothing(record)
                case _:
                    pass
            await memory.close()
        memory = await opened(record, tmp_path)
        assert memory.life == from_nothing(record) and memory.life.events
        await memory.close()
        # once more, and it is the one that was kept
        assert record.read("SELECT count(*) FROM woven") == [(1,)]
        memory = await opened(record, tmp_path)
        assert memory.life == from_nothing(record)
        await memory.close()


async def test_what_was_compared_is_not_compared_again_after_a_restart(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        two_talks(record)
        memory = await opened(record, tmp_path)
        claims = memory_tables.claims(record.read)
        loom = compared.loom(record.read)
        vectors = memory_tables.meanings(record.read)
        assert weave(claims, vectors=vectors, loom=loom) == memory.life
        assert loom.compared and not loom.fresh
        await memory.close()


async def test_of_what_is_erased_no_comparison_is_left(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        two_talks(record)
        memory = await opened(record, tmp_path)
        before = looms(record)
        await memory.erase(Wish(What.SESSION, session(2).id), BEGAN)
        assert nothing_compared_is_gone(record)
        gone = tellings(1, 2)[0]
        kept = str(record.read("SELECT value FROM woven"))
        assert gone not in kept and gone.split(",")[0] not in kept
        assert 0 < looms(record) < before
        await memory.close()


class Interrupted(WordVectors):
    """Reads meanings; the first time, something happens before it is done."""

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        super().__init__()
        self.meanwhile = [meanwhile]

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        while self.meanwhile:
            self.meanwhile.pop()()
        return super().embed(texts)


def second_talk_erased(record: Record) -> None:
    """On a page, in another thread than the weaving."""
    claims = memory_tables.claims(record.read)
    erase(record, Wish(What.SESSION, session(2).id), Life(), claims, BEGAN)


async def test_what_is_erased_while_a_life_is_woven_is_not_kept_with_it(tmp_path: Path) -> None:
    """She erases a talk on her page while the house weaves what she told: its words were read before, and kept after."""
    with Record.open(tmp_path) as record:
        two_talks(record)
        await (await remembered(record, tmp_path)).close()
        record.commit(lambda db: db.execute("DELETE FROM woven"))
        record.commit(lambda db: db.execute("DELETE FROM compared"))
        reader = Interrupted(lambda: second_talk_erased(record))
        deriving = Deriving(record, replace(memory_engines(), again=reader))
        mine = {c.id for c in memory_tables.claims(record.read) if c.session == session(2).id}
        life = deriving.derived({}).life
        gone = next(each.description for each in life.events if mine & set(each.tellings))
        assert not reader.meanwhile and gone, "it was read before it was erased"
        deriving.keep()
        assert gone not in str(record.read("SELECT value FROM woven"))
        assert nothing_compared_is_gone(record)
        # and the next weaving keeps what it has, without it
        deriving.derived({})
        deriving.keep()
        assert looms(record) and nothing_compared_is_gone(record)
        assert gone not in str(record.read("SELECT value FROM woven"))


def test_what_is_erased_while_the_book_is_written_is_in_no_draft_of_it(tmp_path: Path) -> None:
    """The talk is erased whole, then one answer of another: of both nothing is left, and the book is written."""
    with Record.open(tmp_path) as record:
        two_talks(record)
        told = {each.id: each for each in record.session(session(1).id).turns}
        gone = told[TurnId(3)].text
        meanwhile = [
            lambda: second_talk_erased(record),
            lambda: erase(record, Wish(What.TURN, f"{session(1).id} 3"), Life(), (), BEGAN),
        ]

        def alarm(_said: str) -> None:
            if meanwhile:
                meanwhile.pop()()

        chapters = plan.read(resource("config/book/chapters.toml"))
        book = HouseBook("Ida", chapters, alarm=alarm).write(record, BEGAN)
        assert not meanwhile and nothing_compared_is_gone(record)
        drafts = passages.drafts(record.read)
        assert drafts and {each.id for each in drafts} == {each.id for each in book.passages}
        assert not any(gone.split(",")[0] in each.body for each in drafts)
        assert {s for each in drafts for s, _ in each.turns} == {session(1).id}


async def test_what_other_rules_have_found_counts_for_nothing(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, tellings(0, 1))
        finish(record)
        await (await opened(record, tmp_path)).close()
        assert looms(record)
        record.commit(lambda db: db.execute("UPDATE compared SET rules = 'of old'"))
        record.commit(lambda db: db.execute("UPDATE woven SET of = 'of old'"))
        assert not looms(record)
        memory = await opened(record, tmp_path)
        assert looms(record) and memory.life == from_nothing(record)
        assert record.read("SELECT DISTINCT rules FROM compared") == [(compared.rules(),)]
        await memory.close()
