"""A story that is erased on the page is gone when the page says so; what has only to be made anew comes after."""

import signal
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path

import anyio
import pytest
from evening import AT_HOME, BEGAN, at_once, everything, finish, remembered, session, tell

from voice_agent.archive import database, own_copies
from voice_agent.archive.backups import back_up, made_again
from voice_agent.archive.erasing_now import erase_turn
from voice_agent.archive.own_copies import Keep
from voice_agent.archive.record import Record
from voice_agent.assemble import keep_up
from voice_agent.cli.pages import erase
from voice_agent.errors import MemoryRefused
from voice_agent.memory.recall.ranking import Cue
from voice_agent.settings import Settings

pytestmark = pytest.mark.anyio

PLACE = (str(session().id), 5)


async def house(state: Path) -> None:
    """An evening, remembered, with a copy and a backup of it."""
    with Record.open(state) as record:
        tell(record, AT_HOME)
        finish(record)
        memory = await remembered(record, state)
        await memory.settle()
        await memory.close()
        own_copies.make(record, BEGAN, Keep())
        back_up(record, state / "backups" / "sunday.tar")


async def test_no_engine_of_memory_is_needed_and_the_index_has_lost_it_too(tmp_path: Path) -> None:
    await house(tmp_path)
    assert "church box" in everything(tmp_path / "memory")
    with Record.open(tmp_path) as record:
        done = await erase_turn(record, PLACE, str(tmp_path / "memory"), (), BEGAN, at_once)
        assert done.left == () and done.turns == 1
        assert "church box" not in everything(tmp_path)
        assert "glass factory" in everything(tmp_path / "memory")
        # memory makes up for the rest when it is next opened
        memory = await remembered(record, tmp_path)
        assert await memory.check() == ()
        found = await memory.recall(Cue("The money from the church box was stolen.", BEGAN), 10)
        assert not any("stole" in each.memory.text for each in found)
        assert any("glass factory" in each.text for each in memory.memories)
        await memory.close()


async def test_an_index_that_cannot_be_read_goes_whole_and_is_made_anew(tmp_path: Path) -> None:
    await house(tmp_path)
    for path in (tmp_path / "memory").glob("*.lance/_versions/*.manifest"):
        path.write_bytes(b"")
    with Record.open(tmp_path) as record:
        done = await erase_turn(record, PLACE, str(tmp_path / "memory"), (), BEGAN, at_once)
        assert done.left == ()
        assert "church box" not in everything(tmp_path)
        memory = await remembered(record, tmp_path)
        assert any("glass factory" in each.text for each in memory.memories)
        await memory.close()


async def test_copies_are_gone_at_once_and_made_anew_afterwards(tmp_path: Path) -> None:
    await house(tmp_path)
    with Record.open(tmp_path) as record:
        await erase_turn(record, PLACE, str(tmp_path / "memory"), (), BEGAN, at_once)
        assert own_copies.copies(tmp_path) == ()
        assert not (tmp_path / "backups" / "sunday.tar").exists()
        assert len(own_copies.owed(tmp_path)) == 2
    assert keep_up(Settings(state_directory=str(tmp_path)), BEGAN) == ""
    assert own_copies.owed(tmp_path) == ()
    assert [each.day for each in own_copies.copies(tmp_path)] == [BEGAN.date()]
    with tarfile.open(tmp_path / "backups" / "sunday.tar") as tar:
        assert "record.db" in tar.getnames()
    assert "church box" not in everything(tmp_path)


DIES = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from voice_agent.archive import backups, own_copies
from voice_agent.archive.record import Record


class Unlucky(Record):
    def copy_database(self, to):
        super().copy_database(to)
        os.kill(os.getpid(), signal.SIGKILL)


backups.made_again(Unlucky.look(Path(sys.argv[1])), datetime.now(UTC))
"""


def test_a_power_cut_while_they_are_made_anew_costs_none_of_them(tmp_path: Path) -> None:
    async def gone() -> None:
        await house(tmp_path)
        with Record.open(tmp_path) as record:
            await erase_turn(record, PLACE, str(tmp_path / "memory"), (), BEGAN, at_once)

    anyio.run(gone)
    died = subprocess.run([sys.executable, "-c", DIES, str(tmp_path)], check=False)
    assert died.returncode == -signal.SIGKILL
    assert len(own_copies.owed(tmp_path)) == 2
    with Record.look(tmp_path) as record:
        made = made_again(record, BEGAN)
        assert {each.suffix for each in made} == {".db", ".tar"}
        assert made_again(record, BEGAN) == ()
    assert "church box" not in everything(tmp_path)


def test_what_could_not_be_erased_is_not_called_gone(tmp_path: Path) -> None:
    """A file of which nobody knows how it came there holds it still."""
    anyio.run(house, tmp_path)
    (tmp_path / "note.txt").write_text("She stole the money from the church box in the spring.")
    with pytest.raises(MemoryRefused) as still:
        erase(Settings(state_directory=str(tmp_path)), *PLACE)
    assert "note.txt" in still.value.what and "record.db" not in still.value.what
    assert "elete" not in f"{still.value.safe} {still.value.mend}"


async def test_while_somebody_reads_it_is_not_called_gone_and_goes_as_soon_as_nobody_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house(tmp_path)
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    with (
        Record.open(tmp_path) as record,
        closing(sqlite3.connect(tmp_path / "record.db")) as reader,
    ):
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM turns").fetchone()
        with pytest.raises(MemoryRefused) as busy:
            await erase_turn(record, PLACE, str(tmp_path / "memory"), (), BEGAN, at_once)
        assert "try again" in busy.value.mend
        memory = await remembered(record, tmp_path)
        assert any("not gone for good" in each for each in await memory.check())
        await memory.close()
        reader.rollback()
        memory = await remembered(record, tmp_path)
        assert await memory.check() == ()
        await memory.close()
        made_again(record, BEGAN)
    assert "church box" not in everything(tmp_path)


async def test_a_story_of_two_words_is_searched_for_as_well(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, ("Q: And then?", "We sang.", "My father kept bees."))
        finish(record)
        memory = await remembered(record, tmp_path)
        await memory.settle()
        await memory.close()
        (tmp_path / "left.json").write_text('{"a": ["We sang."]}')
        place = (str(session().id), 2)
        done = await erase_turn(record, place, str(tmp_path / "memory"), (), BEGAN, at_once)
        assert [each.path.name for each in done.left] == ["left.json"]
        (tmp_path / "left.json").unlink()
        assert "we sang" not in everything(tmp_path)
