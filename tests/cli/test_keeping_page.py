"""`voice-agent memory backup | restore`, and what waits while somebody is talking."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voice_agent.archive.importing import bring_in
from voice_agent.archive.record import Record
from voice_agent.cli.memory import app
from voice_agent.errors import AlreadyRunning, PinRefused
from voice_agent.memory.imported import parse
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.thread import Setting

LIFE = "CHAPTER I.\n\nI was born in Cork in 1938. My brother Tom married Rose in Dayton in 1960.\n"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    with Record.open(tmp_path / "state") as record:
        now = datetime(2026, 11, 21, tzinfo=UTC)
        written = parse(LIFE.encode(), "life.txt")
        bring_in(record, written, PlainReader(), Setting(), narrator="Ann", now=now)
    (tmp_path / "agent.toml").write_text(f'state_directory = "{tmp_path / "state"}"\n')
    return tmp_path / "state"


def run(state: Path, *words: str) -> str:
    settings = ["--settings", str(state.with_name("agent.toml"))]
    result = CliRunner().invoke(app, [*words, *settings], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_backup_brings_the_time_line_back(state: Path, tmp_path: Path) -> None:
    before = json.loads(run(state, "timeline", "--json"))
    assert "sunday.tar" in run(state, "backup", str(tmp_path / "sunday.tar"))
    (state / "record.db").unlink()
    said = run(state, "restore", str(tmp_path / "sunday.tar"))
    assert "1 session." in said
    assert json.loads(run(state, "timeline", "--json")) == before


@pytest.mark.parametrize(
    "words",
    [
        ("rebuild",),
        ("check",),
        ("why", "Tom"),
        ("forget", "person", "p-1"),
        ("forget", "person", "p-1", "--erase", "--yes"),
        ("delete-everything", "--yes"),
    ],
)
def test_what_changes_memory_says_so_while_somebody_is_talking(
    state: Path, words: tuple[str, ...]
) -> None:
    with Record.open(state), pytest.raises(AlreadyRunning, match="Another interviewer is using"):
        run(state, *words)


def test_looking_and_backing_up_go_on_while_somebody_is_talking(
    state: Path, tmp_path: Path
) -> None:
    with Record.open(state) as record:
        assert "Cork" in run(state, "timeline")
        run(state, "backup", str(tmp_path / "now.tar"))
        with pytest.raises(AlreadyRunning):
            run(state, "restore", str(tmp_path / "now.tar"))
        record.check()


def test_a_backup_is_made_for_whoever_knows_the_pin(state: Path, tmp_path: Path) -> None:
    settings = state.with_name("agent.toml")
    settings.write_text(settings.read_text() + '[memory]\npin = "1938"\n')
    for words in (("backup", str(tmp_path / "x.tar")), ("restore", str(tmp_path / "x.tar"))):
        with pytest.raises(PinRefused):
            CliRunner().invoke(
                app, [*words, "--settings", str(settings)], input="0000\n", catch_exceptions=False
            )
    assert not (tmp_path / "x.tar").exists()
