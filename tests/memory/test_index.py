"""The index can always be made again, says the same either way, and loses nothing that was acknowledged."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio
import numpy as np
import pydantic
import pytest
from evening import BEGAN, at_once, finish, memory_engines, remembered, tell
from hypothesis import given, settings
from hypothesis import strategies as st
from often import times
from word_vectors import WordVectors

from voice_agent.archive import index_mended, memory_tables
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.record import Record
from voice_agent.memory.affect import Affect, Steer, fit
from voice_agent.memory.forgetting import What, Wish
from voice_agent.memory.privacy import Privacy
from voice_agent.memory.recall import written
from voice_agent.memory.recall.index_files import local_folder
from voice_agent.memory.recall.index_rows import Row
from voice_agent.memory.recall.lance import Index, engine
from voice_agent.memory.recall.memories import Memory, MemoryId
from voice_agent.memory.recall.ranking import Candidate, Cue, rank
from voice_agent.memory.recall.recall import OnePass
from voice_agent.settings import load

pytestmark = pytest.mark.anyio

TOLD = (
    "My father worked at the glass factory in Toledo in nineteen fifty.",
    "My sister Rosalind married a butcher in nineteen fifty-two.",
    "We moved to Cleveland in nineteen sixty-five.",
)


def row(number: int) -> Row:
    """A memory of its own."""
    text = f"we walked to {'abcdefghij'[number % 10] * 4}{'klmnopqrst'[number // 10 % 10] * 3}"
    memory = Memory(MemoryId(f"e-{number}"), text, BEGAN)
    vector = WordVectors().embed([text])[0]
    return Row(memory.id, text, written.body(memory), vector, (("said", vector),))


async def test_an_empty_index_brings_nothing_to_mind(tmp_path: Path) -> None:
    index = await Index.open(str(tmp_path / "memory"), 64)
    recall = OnePass(index, WordVectors(), at_once)
    assert await recall.recall(Cue("My sister", BEGAN)) == ()
    assert await recall.recall(Cue("  ", BEGAN)) == ()
    await index.close()


async def test_a_second_handle_sees_what_the_first_has_written(tmp_path: Path) -> None:
    one = await Index.open(str(tmp_path / "memory"), 64)
    other = await Index.open(str(tmp_path / "memory"), 64)
    await one.put([row(n) for n in range(5)])
    assert await other.count() == 5
    await one.drop(["e-1"])
    assert await other.ids() == {"e-0", "e-2", "e-3", "e-4"}
    await one.close()
    await other.close()


async def test_many_single_writes_are_tidied_up_on_the_way(tmp_path: Path) -> None:
    index = await Index.open(str(tmp_path / "memory"), 64, optimise_every=8)
    for n in range(40):
        await index.put([row(n)])
    await index.put([row(3)])
    assert await index.count() == 40
    await index.settle()
    assert len(list((tmp_path / "memory/memories.lance/data").iterdir())) < 10
    hits = await index.near(row(3).vector, row(3).words)
    best = max(hits, key=lambda hit: hit.meaning)
    assert best.id == "e-3"
    assert best.words > 0
    assert best.samples == pytest.approx(1, abs=1e-3)
    await index.close()


async def test_an_empty_manifest_is_set_aside_and_the_index_made_anew(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, TOLD)
        memory = await remembered(record, tmp_path)
        before = memory.memories
        await memory.close()
        versions = tmp_path / "memory/memories.lance/_versions"
        newest = max(versions.glob("*.manifest"), key=lambda path: path.stat().st_mtime_ns)
        os.truncate(newest, 0)

        again = await remembered(record, tmp_path)

        assert again.memories == before
        assert await again.check() == ()
        assert not list(tmp_path.glob("memory.damaged-*"))
        await again.close()


@pytest.mark.parametrize("victim", ["data", "_indices", "_versions"])
async def test_a_corrupted_index_is_recovered_from_the_record(tmp_path: Path, victim: str) -> None:
    with Record.open(tmp_path) as record:
        tell(record, TOLD)
        memory = await remembered(record, tmp_path)
        before = memory.memories
        await memory.close()
        for path in (tmp_path / "memory/memories.lance" / victim).rglob("*"):
            if path.is_file():
                path.write_bytes(b"\xff" * path.stat().st_size)

        again = await remembered(record, tmp_path)
        await again.rebuild()

        assert again.memories == before
        assert await again.check() == ()
        found = await again.recall(Cue("the glass factory in Toledo where father worked", BEGAN))
        assert found
        await again.close()


def a_folder_for_its_newest_manifest(table: Path) -> None:
    path = next((table / "_versions").glob("*.manifest"))
    path.unlink()
    path.mkdir()


def a_file_in_its_place(table: Path) -> None:
    shutil.rmtree(table.parent)
    table.parent.write_bytes(b"no folder")


def rows_that_make_it_panic(table: Path) -> None:
    (path,) = (table / "data").iterdir()
    whole = bytearray(path.read_bytes())
    whole[:512] = b"\xff" * 512
    path.write_bytes(whole)


def vectors_that_are_none(table: Path) -> None:
    (path,) = (table / "data").iterdir()
    whole = path.read_bytes()
    vector = WordVectors().embed(["my sister rosalind married a butcher"])[0][:4].tobytes()
    start = max(whole.find(vector), 0)
    path.write_bytes(whole[:start] + b"\x7f" * 64 + whole[start + 64 :])


@pytest.mark.parametrize(
    "harm",
    [
        a_folder_for_its_newest_manifest,
        a_file_in_its_place,
        rows_that_make_it_panic,
        vectors_that_are_none,
    ],
)
async def test_whatever_became_of_the_index_memory_opens_and_says_so(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    with Record.open(tmp_path) as record:
        tell(record, TOLD)
        memory = await remembered(record, tmp_path)
        before = memory.memories
        await memory.close()
        harm(tmp_path / "memory" / "memories.lance")

        again = await remembered(record, tmp_path)

        assert again.memories == before
        assert await again.check() == ()
        assert await again.recall(Cue("the glass factory in Toledo where father worked", BEGAN))
        assert "could not be read" in index_mended.says(record.read)
        await again.close()


async def test_a_memory_that_reads_otherwise_than_it_was_written_ends_no_talk(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        tell(record, TOLD)
        memory = await remembered(record, tmp_path)
        before = memory.memories
        await memory.close()
        index = await Index.open(str(tmp_path / "memory"), 64)
        await index.put([replace(row(1), body='{"id": "e-1", "tex')])
        await index.close()

        ajar = await MemoryStore.ajar(record, str(tmp_path / "memory"), memory_engines(), at_once)

        assert (
            await ajar.recall(Cue("the glass factory in Toledo where father worked", BEGAN)) == ()
        )
        await ajar.catch_up()
        assert ajar.memories == before and await ajar.check() == ()
        assert "could not be read" in index_mended.says(record.read)
        await ajar.close()


async def test_rebuilding_equals_what_grew_turn_by_turn(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        turns = tell(record, TOLD)
        memory = await remembered(record, tmp_path)
        for turn in turns:
            await memory.remember([turn])
        grown = {each.id: written.body(each) for each in memory.memories}
        await memory.rebuild()
        assert {each.id: written.body(each) for each in memory.memories} == grown
        assert await memory.check() == ()
        await memory.close()


SAYINGS = (
    *TOLD,
    "Rosalind married that butcher in nineteen fifty-three, I think.",
    "No, it was nineteen fifty-four when we moved to Cleveland.",
    "Father left the glass factory in Toledo after thirty years.",
    "That is between us: Rosalind was afraid of the butcher.",
    "Mm, yes.",
)


@settings(max_examples=4, deadline=None)
@given(
    evenings=st.lists(
        st.lists(st.sampled_from(SAYINGS), min_size=1, max_size=3), min_size=1, max_size=3
    )
)
def test_what_grew_turn_by_turn_is_what_is_made_at_once_and_what_is_rebuilt(
    evenings: list[list[str]],
) -> None:
    async def go(folder: Path) -> None:
        with Record.open(folder) as record:
            memory: MemoryStore | None = None
            for number, lines in enumerate(evenings, 1):
                turns = tell(record, lines, number)
                memory = memory or await remembered(record, folder)
                for turn in turns:
                    await memory.remember([turn])
                finish(record, number)
            assert memory is not None
            grown, life = memory.memories, memory.life
            await memory.rebuild()
            assert (memory.memories, memory.life) == (grown, life)
            assert await memory.check() == ()
            await memory.close()
            anew = await MemoryStore.open(record, str(folder / "anew"), memory_engines(), at_once)
            assert (anew.memories, anew.life) == (grown, life)
            await anew.close()

    with TemporaryDirectory() as folder:
        anyio.run(go, Path(folder))


async def test_recall_has_no_side_effects(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, TOLD)
        memory = await remembered(record, tmp_path)
        state = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*") if p.is_file()}
        first = await memory.recall(Cue("Rosalind married a", BEGAN))
        for partial in ("Ros", "Rosalind", "Rosalind married"):
            await memory.recall(Cue(partial, BEGAN))
        assert await memory.recall(Cue("Rosalind married a", BEGAN)) == first
        assert {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*") if p.is_file()} == state
        await memory.close()


async def test_two_looks_find_what_one_finds_and_say_what_the_second_one_moved(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        tell(record, TOLD)
        uri, once = str(tmp_path / "memory"), memory_engines()
        for thinking in (once, replace(once, passes=2)):
            memory = await MemoryStore.open(record, uri, thinking, at_once)
            found = await memory.recall(Cue("My sister Rosalind married a butcher", BEGAN), 3)
            assert found and "Rosalind" in found[0].memory.text
            named = {reason.name for each in found for reason in each.reasons}
            assert ("bubble" in named) == (thinking.passes == 2)
            for each in found:
                assert sum(reason.share for reason in each.reasons) == pytest.approx(each.score)
            await memory.close()


async def test_what_is_told_of_one_person_is_recommended_as_relevant_and_what_is_labelled_never(
    tmp_path: Path,
) -> None:
    geese = "Rosalind kept eleven geese behind the house in nineteen sixty."
    secret = "Rosalind drank in nineteen sixty-one. Keep that between us."
    with Record.open(tmp_path) as record:
        tell(record, (*TOLD, geese, secret))
        memory = await remembered(record, tmp_path)
        (wedding,) = (each for each in memory.memories if "butcher" in each.text)
        near = [each.text for each in memory.related(wedding.id, 2)]
        assert near and "geese" in near[0]
        assert not any("drank" in text for text in near)
        assert memory.related("nobody") == ()
        await memory.close()


def killed_while_remembering(tmp_path: Path) -> set[str]:
    """Let somebody remember, kill them, and return what they had acknowledged."""
    here = Path(__file__).resolve().parent
    child = subprocess.Popen(
        [sys.executable, str(here / "memory_worker.py"), str(tmp_path)],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(here.parent)},
        text=True,
    )
    assert child.stdout is not None
    acknowledged: set[str] = set()
    for line in child.stdout:
        acknowledged |= set(line.split())
        if len(acknowledged) >= 6:
            break
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    return acknowledged


async def test_a_kill_while_remembering_loses_no_acknowledged_claim(tmp_path: Path) -> None:
    acknowledged = killed_while_remembering(tmp_path)
    assert acknowledged
    with Record.open(tmp_path) as record:
        record.check()
        kept = {each.id for each in memory_tables.claims(record.read)}
        assert acknowledged <= kept
        memory = await remembered(record, tmp_path)
        assert await memory.check() == ()
        assert memory_tables.undistilled(record.read) == ()
        await memory.close()


near = st.floats(-1, 1, allow_nan=False)


@settings(max_examples=times(60))
@given(st.lists(st.tuples(near, st.floats(0, 20), near, st.integers(0, 400)), max_size=12))
def test_reasons_sum_to_the_score_and_order_is_by_score(
    raw: list[tuple[float, float, float, int]],
) -> None:
    from datetime import timedelta

    pool = [
        Candidate(
            Memory(MemoryId(f"m{n}"), f"text {n}", BEGAN - timedelta(days=days)),
            meaning,
            words,
            like,
        )
        for n, (meaning, words, like, days) in enumerate(raw)
    ]
    found = rank(pool, Cue("what was said", BEGAN), limit=12, nearness=None)
    assert len(found) == len(pool)
    for each in found:
        assert each.score == pytest.approx(sum(reason.share for reason in each.reasons))
    assert [each.score for each in found] == sorted((f.score for f in found), reverse=True)
    assert rank(list(reversed(pool)), Cue("what was said", BEGAN), limit=12, nearness=None) == found


@given(near, near, near)
def test_steering_prefers_the_mood_or_something_a_little_gladder(
    a: float, b: float, c: float
) -> None:
    mood, memory = Affect(valence=a, arousal=b), Affect(valence=c, arousal=b)
    assert 0 < fit(mood, memory, Steer.FIT) <= fit(mood, mood, Steer.FIT)
    assert fit(mood, memory, Steer.NONE) == 0
    assert fit(mood, Affect(a + 0.25, b), Steer.LIFT) > fit(mood, mood, Steer.LIFT)


def test_what_carries_a_label_is_never_indexed() -> None:
    labels = [Privacy(private=True), Privacy(after_death=True), Privacy(only=frozenset({"ann"}))]
    memories = [
        Memory(MemoryId(f"m{n}"), "We were happy there", BEGAN, privacy=label)
        for n, label in enumerate(labels)
    ]
    assert written.rows(memories, memory_engines().embedder, memory_engines().themes) == []


def test_a_memory_written_down_reads_the_same() -> None:
    memory = Memory(
        MemoryId("e-1"), "“Ça va”, she said", BEGAN, names=("Zoë",), affect=Affect(0.1, -0.2, 0.3)
    )
    assert written.memory(written.body(memory)) == memory
    assert np.isfinite(row(1).vector).all()


async def test_the_meaning_of_claims_is_made_once_and_goes_with_them(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, TOLD)
        engines = memory_engines()
        engines = replace(engines, again=engines.embedder)
        uri = str(tmp_path / "memory")
        memory = await MemoryStore.open(record, uri, engines, at_once)
        kept = memory_tables.meanings(record.read)
        assert set(kept) == {each.id for each in memory_tables.claims(record.read)}
        before = memory.life
        await memory.close()
        memory = await MemoryStore.open(record, uri, engines, at_once)
        assert memory.life == before
        # of a reader that there is no more
        memory_tables.keep_meanings(record, {id: -row for id, row in kept.items()})
        await memory.rebuild()
        again = memory_tables.meanings(record.read)
        assert all((again[id] == row).all() for id, row in kept.items())
        assert memory.life == before
        (event,) = (each for each in memory.life.events if "Cleveland" in each.description)
        await memory.erase(Wish(What.EVENT, event.id), BEGAN)
        assert not set(event.tellings) & set(memory_tables.meanings(record.read))
        await memory.close()


async def test_an_index_that_is_no_folder_is_reached_by_its_address(tmp_path: Path) -> None:
    # the same road as s3://, which needs a server: no file is made, looked for or repaired here
    chosen = load(environ={"HOME": str(tmp_path), "VOICE_AGENT_MEMORY__URI": "s3://home/index"})
    assert chosen.memory.uri == "s3://home/index"
    assert local_folder(chosen.memory.uri) is None
    index = await Index.open("memory://", 64)
    await index.put([row(n) for n in range(5)])
    assert await index.count() == 5
    await index.drop(["e-1"])
    await index.rewrite()
    assert await index.ids() == {"e-0", "e-2", "e-3", "e-4"}
    assert [hit.id for hit in await index.near(row(3).vector, row(3).words)][:1]
    await index.close()
    assert list(tmp_path.iterdir()) == []


async def test_recall_while_the_index_is_made_anew_is_silence_and_no_damage(tmp_path: Path) -> None:
    index = await Index.open(str(tmp_path / "memory"), 64)
    rows = [row(n) for n in range(8)]
    await index.put(rows)
    found: list[int] = []

    async def look() -> None:
        for _ in range(20):
            found.append(len(await index.near(rows[3].vector, rows[3].words)))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(look)
        await index.rewrite()
        await index.replace(rows)
    assert len(found) == 20
    assert not index.damaged
    assert len(await index.near(rows[3].vector, rows[3].words)) == 8
    await index.close()


def test_lance_alone_is_loaded_unchecked() -> None:
    engine()

    @pydantic.validate_call
    def years(old: int) -> int:
        return old

    with pytest.raises(pydantic.ValidationError):
        years("eighty-four")  # pyright: ignore[reportArgumentType]
