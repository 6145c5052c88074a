"""`voice-agent schedule` as somebody types it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voice_agent.cli.schedule import app
from voice_agent.errors import ScheduleError

_AHEAD = datetime.now(UTC).date() + timedelta(days=60)

TUESDAY = _AHEAD + timedelta(days=(1 - _AHEAD.weekday()) % 7)
"""One within the year that the calendar shows."""


def after(days: int) -> str:
    return f"{TUESDAY + timedelta(days=days)}"


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
    said = typed(house, "add", "--at", "10:00", "--days", "tue,fri", "--from", after(0))
    assert said.startswith("Tuesday and Friday at 10:00.")
    number = said.split()[-1].strip(".")
    typed(house, "pause", after(3), after(5))
    typed(house, "skip", number, after(7))
    typed(house, "skip", number, after(10), "--to", f"{after(11)} 15:00")
    assert f"pause 1  {after(3)} to {after(5)}" in typed(house, "list")
    typed(house, "feed", "--out", str(tmp_path / "talks.ics"))
    text = (tmp_path / "talks.ics").read_text()
    moved = after(10).replace("-", "")
    assert f"RECURRENCE-ID;TZID=Europe/London:{moved}T100000" in text
    assert "A visit from the interviewer" in text
    assert "read" in typed(house, "busy", str(tmp_path / "talks.ics"))
    typed(house, "resume", "1")
    assert "What was moved by hand stays" in typed(house, "remove", number)
    (single,) = [line for line in typed(house, "list").splitlines() if line.endswith("at 15:00")]
    typed(house, "remove", single.split()[0])
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
        (("add", "--at", "10:00", "--from", "2020-01-01"), "is over"),
        (("add", "--at", "10:00", "--from", "2096-01-01"), "further ahead than the calendar shows"),
        (("add", "--at", "10:00", "--days", "tue", "--until", "2020-01-01"), "ends before"),
        (("pause", "2020-01-04", "2020-01-05"), "nothing left to pause"),
    ],
)
def test_what_cannot_be_is_refused_in_words(house: Path, words: tuple[str, ...], says: str) -> None:
    with pytest.raises(ScheduleError, match=says):
        typed(house, *words)


def test_the_same_talk_twice_is_refused_and_a_day_is_not_moved_where_nobody_is_asked(
    house: Path,
) -> None:
    said = typed(house, "add", "--at", "10:00", "--days", "tue,fri", "--from", after(0))
    number = said.split()[-1].strip(".")
    with pytest.raises(
        ScheduleError, match=f"planned already for Tuesday, {TUESDAY.day} {TUESDAY:%B %Y}"
    ):
        typed(house, "add", "--at", "10:00", "--days", "tue", "--from", after(0))
    for to, says in ((f"{after(8)} 22:00", "quiet hours"), ("2020-01-09 10:00", "is over")):
        with pytest.raises(ScheduleError, match=says):
            typed(house, "skip", number, after(7), "--to", to)
    assert typed(house, "list").count("Tuesday and Friday") == 1


def test_the_list_says_the_hour_that_holds_and_what_will_not_happen(
    house: Path, tmp_path: Path
) -> None:
    now = datetime.now(UTC)
    day, full = (now + timedelta(days=n) for n in (2, 3))
    for each in (day, full):
        typed(house, "add", "--at", "10:00", "--from", f"{each:%Y-%m-%d}")
    other = tmp_path / "hers.ics"
    other.write_text(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n"
        f"BEGIN:VEVENT\r\nUID:1\r\nDTSTART:{day:%Y%m%d}T094500\r\nDTEND:{day:%Y%m%d}T113000\r\n"
        "SUMMARY:Hospital\r\nEND:VEVENT\r\n"
        f"BEGIN:VEVENT\r\nUID:2\r\nDTSTART:{full:%Y%m%d}T080000\r\nDTEND:{full:%Y%m%d}T220000\r\n"
        "SUMMARY:Hospital\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    typed(house, "busy", str(other))
    said = typed(house, "list")
    assert (
        "11:30 instead of 10:00, because the calendar says the narrator is busy until 11:30" in said
    )
    assert "No invitation: the calendar leaves no free hour that day." in said
    assert "T113000" in typed(house, "feed")
