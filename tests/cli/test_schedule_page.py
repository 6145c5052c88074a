"""`voice-agent schedule` as somebody types it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from voice_agent.cli.schedule import app
from voice_agent.errors import ScheduleError


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "agent.toml"
    file.write_text(
        f"state_directory = '{tmp_path / 'state'}'\n[narrator]\ntime_zone = 'Europe/London'\n"
    )
    return file


def typed(house: Path, *words: str) -> str:
    done = CliRunner().invoke(app, [*words, "--settings", str(house)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


def test_a_talk_is_planned_shown_paused_moved_and_ended(house: Path, tmp_path: Path) -> None:
    assert "Nothing is planned" in typed(house, "list")
    said = typed(house, "add", "--at", "10:00", "--days", "tue,fri", "--from", "2030-01-01")
    assert said.startswith("Tuesday and Friday at 10:00.")
    number = said.split()[-1].strip(".")
    typed(house, "pause", "2030-01-04", "2030-01-06")
    typed(house, "skip", number, "2030-01-08")
    typed(house, "skip", number, "2030-01-11", "--to", "2030-01-12 15:00")
    assert "pause 1  2030-01-04 to 2030-01-06" in typed(house, "list")
    typed(house, "feed", "--out", str(tmp_path / "talks.ics"))
    text = (tmp_path / "talks.ics").read_text()
    assert "RECURRENCE-ID;TZID=Europe/London:20300111T100000" in text
    assert "A visit from the interviewer" in text
    assert "busy times are kept" in typed(house, "busy", str(tmp_path / "talks.ics"))
    typed(house, "resume", "1")
    typed(house, "remove", number)
    assert "Nothing is planned" in typed(house, "list")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("add", "--at", "22:00"), "quiet hours"),
        (("add", "--at", "noon"), "not a time of day"),
        (("add", "--at", "10:00", "--days", "moonday,xday"), "not a day we know"),
        (("pause", "2030-01-04", "2030-01-01"), "cannot end"),
        (("skip", "none", "2030-01-01"), "no series"),
        (("busy", "/nonexistent.ics"), "cannot be read"),
    ],
)
def test_what_cannot_be_is_refused_in_words(house: Path, words: tuple[str, ...], says: str) -> None:
    with pytest.raises(ScheduleError, match=says):
        typed(house, *words)
