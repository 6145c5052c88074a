"""Houses in which earlier versions held two talks each: they open, and not a word, a yes or a wish of theirs is lost.

Each archive is the state folder as the program of that commit left it after two written talks with an invented narrator
(`voice-agent talk --text` in a checkout of it), without the index, the copies and the reserve, which are made again.
"""

import sqlite3
import tarfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from kitchen import in_place
from written_house import memory_engines

from voice_agent.archive import away, backups, checking, sealing, wholeness
from voice_agent.archive.away import Away
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.migrations import MIGRATIONS
from voice_agent.archive.record import Record
from voice_agent.memory.recall.ranking import Cue

pytestmark = pytest.mark.anyio

FOLDER = Path(__file__).with_name("old_houses")
LAST_STEP = {
    "6ee6883": "m007_notes",
    "acd1d2f": "m008_doubts",
    "d991595": "m010_told_again",
    "a889b84": "m013_reminders",
    "f97da97": "m016_approved_texts",
    "d827802": "m019_asked_here",
}
"""The commit that made it, and the last step that its record had been through."""

NOW = datetime(2026, 12, 1, tzinfo=UTC)

SAID = {
    "turns": "SELECT session, id, speaker, began, ended, said_at, finished FROM turns ORDER BY session, id",
    "wordings": "SELECT session, turn, version, text, words, by FROM wordings ORDER BY 1, 2, 3",
    "consents": "SELECT kind, given, at, session, words, about, asked FROM consents ORDER BY number",
    "sessions": "SELECT id, narrator, began, ended, topic FROM sessions ORDER BY number",
}


@pytest.fixture(params=LAST_STEP)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """One of them, as it lay."""
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    with tarfile.open(FOLDER / f"{request.param}.tar.xz") as tar:
        tar.extractall(state, filter="data")
    with sqlite3.connect(state / "record.db") as db:
        steps = {name for (name,) in db.execute("SELECT name FROM migrations")}
    assert LAST_STEP[request.param] == max(steps)
    assert steps < {step.__name__ for step in MIGRATIONS}
    return state


def said(state: Path) -> dict[str, list[Any]]:
    """Every word and every answer in a record that nobody has open."""
    db = sqlite3.connect(state / "record.db")
    try:
        return {name: db.execute(sql).fetchall() for name, sql in SAID.items()}
    finally:
        db.close()


def everything(state: Path) -> list[str]:
    db = sqlite3.connect(state / "record.db")
    try:
        return [*db.iterdump()]
    finally:
        db.close()


async def test_not_a_word_nor_a_yes_is_lost_and_memory_is_whole(house: Path) -> None:
    before = said(house)
    assert len(before["sessions"]) == 2 and len(before["turns"]) >= 20 and before["consents"]
    with Record.open(house) as record:
        record.check()
        assert wholeness.missing(record) == ()
        memory = await MemoryStore.open(record, str(house / "memory"), memory_engines(), in_place)
        assert await memory.check() == ()
        assert await memory.recall(Cue("Anton kept pigeons on the roof of the brewery", NOW))
        await memory.close()
    assert said(house) == before


async def test_migrating_twice_is_migrating_once(house: Path) -> None:
    with Record.open(house):
        pass
    once = everything(house)
    with Record.open(house):
        pass
    assert everything(house) == once
    with Record.open(house) as record:
        assert {name for (name,) in record.read("SELECT name FROM migrations")} == {
            step.__name__ for step in MIGRATIONS
        }


async def test_it_moves_to_a_new_device_sealed_and_comes_back_the_same(
    house: Path, tmp_path: Path
) -> None:
    before, key = said(house), sealing.new_key()
    (tmp_path / "stick").mkdir()
    with Record.open(house) as record:
        away.choose(house, Away(tmp_path / "stick", key.public))
        made = away.make(record, NOW)
        assert made is not None
    found = checking.check(made, house, NOW, secret=key.secret)
    assert not found.wrong and found.sessions == 2
    new = tmp_path / "new"
    backups.restore(made, new, NOW, secret=key.secret)
    assert said(new) == before
    with Record.open(new) as record:
        record.check()
        assert wholeness.missing(record) == ()
