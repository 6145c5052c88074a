"""The house's own copies as people meet them: on the pages, on the caregiver's screen, on the command line."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import anyio
import httpx
import pytest
from typer.testing import CliRunner
from web_house import NOW, TALK, fill, furnished, shared

from voice_agent import assemble
from voice_agent.archive import own_copies, sharing
from voice_agent.archive.book import Book
from voice_agent.archive.record import Record
from voice_agent.cli.memory import app
from voice_agent.cli.pages import health
from voice_agent.errors import RecordDamaged
from voice_agent.settings import Settings
from voice_agent.web.app import make


def shares(state: Path) -> int:
    """How many stories are shared, for all the newest copy knows."""
    with closing(sqlite3.connect(own_copies.copies(state)[0].path)) as db:
        (count,) = db.execute("SELECT count(*) FROM shares").fetchone()
    return count


def test_a_story_taken_back_on_a_page_is_taken_back_in_the_copy_too(tmp_path: Path) -> None:
    settings = Settings(state_directory=str(tmp_path))
    house = furnished(tmp_path)
    shared(house)
    with Record.look(tmp_path) as record:
        assert assemble.keep_copy(settings, record, NOW) == ""
    assert shares(tmp_path) == 1
    sharing.share(house.book, sharing.story(house.book, TALK, 2), [], voice=False, now=NOW)
    assert assemble.keep_up(settings, NOW) == ""
    assert shares(tmp_path) == 0
    house.book.close()


def test_every_form_that_was_answered_lets_the_copy_keep_up(tmp_path: Path) -> None:
    house, asked = furnished(tmp_path), list[int]()
    house.desk.decided = lambda: asked.append(1)

    async def visit() -> None:
        there = httpx.ASGITransport(make(house.desk))
        async with httpx.AsyncClient(transport=there, base_url="http://localhost") as client:
            await client.get("/sign-in")
            assert asked == []
            await client.post(
                "/sign-in", data={"name": "Rose"}, headers={"Origin": "http://localhost"}
            )

    anyio.run(visit)
    house.book.close()
    assert asked == [1]


def test_a_talk_that_is_in_no_copy_is_said_to_whoever_looks_after_the_device(
    tmp_path: Path,
) -> None:
    settings = Settings(state_directory=str(tmp_path))
    fill(tmp_path)
    with Record.look(tmp_path) as record:
        own_copies.make(record, NOW, assemble.keeps(settings))
        (copy,) = own_copies.copies(tmp_path)
        ended = record.sessions()[0].ended
    assert ended is not None
    for moment, well in ((ended.timestamp() - 60, False), (ended.timestamp() + 60, True)):
        os.utime(copy.path, (moment, moment))
        (sign,) = (each for each in health(settings) if each.what.startswith("Copies"))
        assert sign.well is well
        assert ("the last talk is in none" in sign.says) is not well


def test_a_copy_that_cannot_be_made_breaks_nothing_and_says_so(tmp_path: Path) -> None:
    settings = Settings(state_directory=str(tmp_path))
    fill(tmp_path)
    (tmp_path / "backups").write_text("a file where a folder should be")
    with Record.look(tmp_path) as record:
        said = assemble.keep_copy(settings, record, NOW)
    assert said.startswith("No copy of the record could be made:")


def test_a_lost_record_comes_back_on_the_command_line(tmp_path: Path) -> None:
    state = tmp_path / "state"
    (tmp_path / "agent.toml").write_text(
        f'state_directory = "{state}"\n[models]\ndirectory = "{tmp_path / "none"}"\n'
    )
    fill(state)
    with Record.look(state) as record:
        own_copies.make(record, datetime(2026, 11, 20, tzinfo=UTC), own_copies.Keep())

    def run(*words: str) -> tuple[int, str]:
        said = CliRunner().invoke(app, [*words, "--settings", str(tmp_path / "agent.toml")])
        return said.exit_code, said.output

    (state / "record.db").unlink()
    code, said = run("rescue")
    assert code == 0, said
    assert "It holds 1 talk." in said
    assert "record-2026-11-20.db" in said
    assert "memory rebuild" in said  # no model is here to make the index with
    # without a copy, and from a journal that knows no words, nothing is whole again
    for each in own_copies.copies(state):
        each.path.unlink()
    (state / "record.db").unlink()
    code, said = run("rescue")
    assert code == 1
    assert "Of 1 talk there is sound" in said


def test_everything_can_be_deleted_though_the_record_is_damaged(tmp_path: Path) -> None:
    state = tmp_path / "state"
    (tmp_path / "agent.toml").write_text(f'state_directory = "{state}"\n')
    fill(state)
    with Record.look(state) as record:
        own_copies.make(record, NOW, own_copies.Keep())
    (state / "record.db").write_bytes(b"\xff" * 9000)
    words = ["delete-everything", "--yes", "--settings", str(tmp_path / "agent.toml")]
    said = CliRunner().invoke(app, words)
    assert said.exit_code == 0, said.output
    assert "The record is damaged" in said.output
    assert [*state.iterdir()] == []


def test_the_pages_begin_no_new_house_over_a_lost_one(tmp_path: Path) -> None:
    fill(tmp_path)
    (tmp_path / "record.db").unlink()
    with pytest.raises(RecordDamaged, match="is not there"):
        Book(tmp_path)
    assert not (tmp_path / "record.db").exists()
