"""Beside a conversation: what was told before comes to mind in time, and never in the way."""

import shutil
from pathlib import Path

import anyio
import pytest
from evening import BEGAN, at_once, finish, memory_engines, remembered, session, tell

from voice_agent.archive import index_mended, keeping_back, memory_tables
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.memory_store import LONG, MemoryStore
from voice_agent.archive.memory_worker import WAITING, MemoryWorker
from voice_agent.archive.record import Record
from voice_agent.errors import ModelMissing
from voice_agent.memory.outline import EMPTY
from voice_agent.memory.privacy import PRIVATE, Privacy
from voice_agent.memory.recall.ranking import Cue
from voice_agent.story import SessionId, Speaker, Turn, TurnId

pytestmark = pytest.mark.anyio

LAST_WEEK = (
    "Q: Tell me about your people.",
    "My sister Rosalind married a butcher in Toledo in nineteen fifty-two.",
    "My father worked at the glass factory in Toledo. But that is another story.",
)
TODAY = "My brother Humphrey bought a farm in Vermont in nineteen sixty."


def beside(
    record: Record, *, load: object = memory_engines, said: list[str] | None = None
) -> MemoryWorker:
    """A memory worker for the second session; `said` is what it tells people."""
    said = [] if said is None else said
    return MemoryWorker(
        record,
        str(record.state / "memory"),
        load,  # pyright: ignore[reportArgumentType]
        at_once,
        said.append,
        session=session(2).id,
        now=lambda: BEGAN,
    )


def house(path: Path) -> Record:
    """One in which something was told last week."""
    record = Record.open(path)
    tell(record, LAST_WEEK)
    finish(record)
    return record


async def test_what_was_told_last_week_comes_to_mind_and_what_was_just_said_does_not(
    tmp_path: Path,
) -> None:
    with house(tmp_path) as record:
        helper = beside(record)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(helper.work)
            helper.wake()
            await helper.caught_up()
            (found, *_) = await helper.recall("I had a letter from Rosalind, who married a butcher")
            assert "Rosalind" in found.line or "Rosalind" in found.people
            assert found.score == pytest.approx(sum(reason.share for reason in found.reasons))
            assert 0 <= found.sure <= 1
            assert found.sessions == (session(1).id,)
            # a short answer is heard together with what came before it
            short = await helper.recall("Yes, she did.", ["Rosalind married a butcher, you know."])
            assert [each.id for each in short] == [found.id]
            assert await helper.recall("Yes, she did.") == ()
            for turn in tell(record, [TODAY], 2):
                helper.turn(turn)
            await helper.caught_up()
            assert any("Humphrey" in each.line for each in helper.outline.events)
            echo = await helper.recall("My brother Humphrey bought a farm in Vermont")
            assert not any("Humphrey" in each.line for each in echo)
            again = await helper.recall(
                "I had a letter from Rosalind, who married a butcher", but_not={found.id}
            )
            assert found.id not in {each.id for each in again}
            helper.close()
        assert helper.memory is None
        assert helper.outline == EMPTY


async def test_what_has_been_told_is_there_as_plain_data(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        helper = beside(record)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(helper.work)
            helper.wake()
            await helper.caught_up()
            known = helper.outline
            helper.close()
        wedding = next(each for each in known.events if "married" in each.line)
        assert wedding.when == "1952"
        assert wedding.years == (1952, 1952)
        assert wedding.missing == frozenset()
        assert "Rosalind" in {each.name for each in known.people}
        assert [each.name for each in known.periods] == ["the 1950s"]
        (end,) = known.loose_ends
        assert "glass factory" in end.words
        assert end.why == "promised"


async def test_memory_that_cannot_be_loaded_is_silence_and_a_sentence(tmp_path: Path) -> None:
    said: list[str] = []

    def missing() -> MemoryEngines:
        raise ModelMissing("The model minilm is not here.", mend="Fetch it.")

    with house(tmp_path) as record:
        helper = MemoryWorker(
            record, str(tmp_path / "memory"), missing, at_once, said.append, session=session(2).id
        )
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(helper.work)
            helper.wake()
            await helper.caught_up()
            assert await helper.recall("Rosalind married a butcher") == ()
            assert helper.outline == EMPTY
            helper.turn(Turn(TurnId(9), session(2).id, Speaker.NARRATOR, "Yes.", 0, 1, BEGAN))
            helper.close()
        helper.wake()  # afterwards it disturbs nobody
    assert "catch up later" in said[0]


async def test_before_anything_was_recorded_nothing_is_opened(tmp_path: Path) -> None:
    record = Record.open(tmp_path / "new")
    helper = beside(record)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(helper.work)
        helper.wake()
        helper.close()
    assert not (tmp_path / "new" / "memory").exists()
    record.close()


async def test_a_long_life_is_woven_seldom_and_whole_when_it_matters(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        memory = await remembered(record, tmp_path)
        memory._size = 10 * LONG  # pyright: ignore[reportPrivateUsage]
        await memory.remember(tell(record, [TODAY], 2))
        assert not any("Humphrey" in each.line for each in memory.outline.events)
        await memory.woven()
        assert any("Humphrey" in each.line for each in memory.outline.events)
        memory._size = 10 * LONG  # pyright: ignore[reportPrivateUsage]
        finish(record, 2)
        await memory.remember(tell(record, ["Zachary sold the farm in Vermont in 1970."], 3))
        await memory.settle()
        assert any("Zachary" in each.line for each in memory.outline.events)
        assert await memory.check() == ()
        await memory.close()


async def test_a_life_that_is_to_be_read_anew_is_read_when_nobody_talks(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        await (await remembered(record, tmp_path)).close()
        many = [f"We bought the boat Saint {n} in {1900 + n}." for n in range(WAITING + 1)]
        tell(record, many, 2)
        finish(record, 2)
        helper = beside(record)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(helper.work)
            helper.wake()
            await helper.caught_up()
            for turn in tell(record, [TODAY], 3):
                helper.turn(turn)
            await helper.caught_up()
            assert len(memory_tables.undistilled(record.read)) == len(many)
            assert any("Humphrey" in each.what for each in memory_tables.claims(record.read))
            helper.close()
        assert helper.long
        finish(record, 3)
        memory = await remembered(record, tmp_path)  # as `afterwards` does
        assert memory_tables.undistilled(record.read) == ()
        assert len({each.when for each in memory.life.events}) >= len(many)
        await memory.close()


async def test_what_is_kept_back_on_a_page_is_heeded_in_the_talk_of_a_long_life_too(
    tmp_path: Path,
) -> None:
    with house(tmp_path) as record:
        memory = await remembered(record, tmp_path)
        (wedding,) = (e for e in memory.life.events if "married" in e.description)
        (telling,) = (
            each for each in memory_tables.claims(record.read) if each.id == wedding.tellings[0]
        )
        memory._size = 10 * LONG  # pyright: ignore[reportPrivateUsage]
        place = (SessionId(telling.session), TurnId(telling.turn))
        row = KeptBack(place, Privacy(but=frozenset({"ann"})), place)
        keeping_back.put(record, [row], BEGAN)
        await memory.remember(tell(record, [TODAY], 2))
        assert not any("married" in each.line for each in memory.outline.events)
        assert not any("married" in each.text for each in memory.memories)
        await memory.close()


async def test_memory_ajar_recalls_but_never_what_was_hidden(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        memory = await remembered(record, tmp_path)
        (wedding,) = (e for e in memory.life.events if "married" in e.description)
        cue = Cue("Rosalind married a butcher", BEGAN)
        assert await memory.recall(cue)
        await memory.close()
        ajar = await MemoryStore.ajar(record, str(tmp_path / "memory"), memory_engines(), at_once)
        assert await ajar.recall(cue)
        await ajar.close()
        # as after a crash between the record and the index
        record.commit(
            lambda db: db.executemany(
                "INSERT INTO hidden VALUES (?, ?)",
                [(claim, BEGAN.isoformat()) for claim in wedding.tellings],
            )
        )
        ajar = await MemoryStore.ajar(record, str(tmp_path / "memory"), memory_engines(), at_once)
        assert not any("married" in each.memory.text for each in await ajar.recall(cue))
        await ajar.close()


async def test_memory_ajar_recalls_nothing_that_is_kept_back(tmp_path: Path) -> None:
    """The power may go between the wish and the weaving."""
    with house(tmp_path) as record:
        memory = await remembered(record, tmp_path)
        (wedding,) = (e for e in memory.life.events if "married" in e.description)
        await memory.close()
        told = [c for c in memory_tables.claims(record.read) if c.id in wedding.tellings]
        rows = [KeptBack((c.session, c.turn), PRIVATE, (c.session, c.turn)) for c in told]
        keeping_back.put(record, rows, BEGAN)
        ajar = await MemoryStore.ajar(record, str(tmp_path / "memory"), memory_engines(), at_once)
        found = await ajar.recall(Cue("Rosalind married a butcher", BEGAN))
        assert not any("married" in each.memory.text for each in found)
        await ajar.close()


async def test_an_index_that_cannot_be_written_is_said_and_ends_no_talk(tmp_path: Path) -> None:
    said: list[str] = []
    with house(tmp_path) as record:
        helper = beside(record, said=said)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(helper.work)
            helper.wake()
            await helper.caught_up()
            assert said == []
            index = tmp_path / "memory"
            shutil.rmtree(index)
            index.symlink_to("/proc/gone")  # the disk that it lay on was pulled out
            for turn in tell(record, [TODAY], 2):
                helper.turn(turn)
            await helper.caught_up()
            assert await helper.recall("I had a letter from Rosalind, who married a butcher") == ()
            helper.close()
        assert len(said) == 1 and "cannot be written" in said[0] and "os error" not in said[0]
        index.unlink()
        memory = await remembered(record, tmp_path)
        assert any("Humphrey" in each.description for each in memory.life.events)
        await memory.close()


async def test_an_index_that_has_gone_bad_is_made_anew_in_the_same_talk_and_it_is_said(
    tmp_path: Path,
) -> None:
    """It stayed as it was, and nothing came to mind any more until somebody deleted it."""
    said: list[str] = []
    with house(tmp_path) as record:
        helper = beside(record, said=said)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(helper.work)
            helper.wake()
            await helper.caught_up()
            assert index_mended.says(record.read) == ""
            for table in (tmp_path / "memory").glob("*.lance"):
                shutil.rmtree(table / "_transactions")
                (table / "_transactions").write_text("no folder")  # what is told next fits nowhere
            for turn in tell(record, [TODAY], 2):
                helper.turn(turn)
            await helper.caught_up()
            assert await helper.recall("I had a letter from Rosalind, who married a butcher")
            helper.close()
        assert said == []
        assert "Nothing that was told is lost" in index_mended.says(record.read)
        assert not list(tmp_path.glob("memory.damaged-*")), (
            "what is erased later must not stay there"
        )
