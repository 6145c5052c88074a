"""A clock or a time zone that cannot be right is told of before somebody is invited at a wrong hour."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voice_agent.archive.book import Book
from voice_agent.cli import app, clocks
from voice_agent.measuring import clock_check
from voice_agent.measuring.checkup import State
from voice_agent.scheduler.diary import Diary, arranged
from voice_agent.scheduler.own_clock import in_the_past, released, right_time
from voice_agent.scheduler.plan import Happening, Kind
from voice_agent.settings import Settings, load

NOW = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
MADE = released("2026.11.0")


def settings(tmp_path: Path, zone: str = "") -> Settings:
    variables = {"STATE_DIRECTORY": str(tmp_path / "state"), "NARRATOR__TIME_ZONE": zone}
    return load(
        environ={f"VOICE_AGENT_{name}": value for name, value in variables.items()}
        | {"XDG_CONFIG_HOME": "/nonexistent"}
    )


def test_a_computer_that_keeps_utc_is_asked_whether_that_is_the_narrators_time() -> None:
    asked = clock_check.time_zone("", NOW, {"TZ": "Etc/UTC"})
    assert (asked.state, asked.figures["zone"]) == (State.NOTE, "Etc/UTC")
    assert "Is that the narrator's time?" in asked.says
    # whoever wrote it down has answered
    assert clock_check.time_zone("Etc/UTC", NOW, {}).state is State.WELL


def test_a_zone_is_named_with_the_hour_that_it_makes_of_now() -> None:
    found = clock_check.time_zone("", NOW, {"TZ": "Europe/Berlin"})
    assert found.state is State.WELL
    assert "Europe/Berlin" in found.says and "Sunday, 13:00" in found.says


@pytest.mark.parametrize("named", ["", "Europe/Lodnon"])
def test_an_unknown_zone_deserves_care_and_says_what_to_write(named: str) -> None:
    found = clock_check.time_zone(named, NOW, {"TZ": "Europe/Lodnon"})
    assert found.state is State.CARE
    assert "Europe/Lodnon" in found.says and "narrator.time_zone" in found.do


def test_a_clock_that_shows_a_day_before_the_program_was_made_is_wrong() -> None:
    assert datetime(2026, 11, 1, tzinfo=UTC) == MADE
    found = clock_check.clock(datetime(2000, 1, 1, tzinfo=UTC), None, MADE)
    assert found.state is State.CARE
    assert "1 January 2000" in found.says and "November 2026" in found.says
    assert clock_check.clock(NOW, None, MADE).state is State.WELL


def test_a_clock_that_shows_a_day_before_the_newest_talk_is_wrong() -> None:
    assert "30 November 2026" in in_the_past(NOW, NOW + timedelta(days=1), MADE)
    assert in_the_past(NOW, NOW - timedelta(days=1), MADE) == ""


def test_nobody_is_invited_by_a_clock_that_runs_from_before_the_program_was_made() -> None:
    assert not right_time(MADE - timedelta(days=1), None, kernel=lambda: True, made=MADE)
    assert right_time(MADE, None, kernel=lambda: True, made=MADE)


def test_at_the_start_both_are_said_and_where_all_is_well_nothing_is(tmp_path: Path) -> None:
    assert list(clocks.doubts(settings(tmp_path, "Europe/London"), None, NOW)) == []
    early = datetime(2000, 1, 1, tzinfo=UTC)
    zone, clock = clocks.doubts(settings(tmp_path, "Europe/Lodnon"), None, early)
    assert "There is no time zone “Europe/Lodnon”." in zone
    assert "cannot be" in clock and "internet" in clock


def test_before_a_talk_the_record_is_asked_what_has_happened_already(tmp_path: Path) -> None:
    house = settings(tmp_path, "Europe/London")
    with Book(house.state) as book:
        ahead = datetime.now(UTC) + timedelta(days=400)
        Diary(book, arranged(house)).happened(Happening(Kind.HELD, ahead))
    (said,) = clocks.before_a_talk(house)
    assert f"tells of {ahead.day} {ahead:%B %Y}" in said


def test_planned_talks_say_which_time_is_meant_where_nobody_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VOICE_AGENT_STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("TZ", "Europe/Lodnon")
    plan = ["schedule", "add", "--at", "10:00", "--days", "tue"]
    for words in (plan, ["schedule", "list"]):
        assert "UTC+00:00" in CliRunner().invoke(app, words).output
    monkeypatch.setenv("TZ", "Europe/London")
    assert "UTC" not in CliRunner().invoke(app, ["schedule", "list"]).output
