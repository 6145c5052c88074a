"""Chapters that wait for the night: when it begins, how long it lasts, and on whose clock."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest
from rich.console import Console

from voice_agent.cli.nights import always, until, waited
from voice_agent.errors import SettingsError
from voice_agent.scheduler.plan import Quiet
from voice_agent.settings import Settings

NIGHT = Quiet(time(1), time(5))
OVER_MIDNIGHT = Quiet(time(23), time(4))


def at(hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 11, 30, hour, minute, tzinfo=UTC)


def test_in_the_evening_one_waits_until_one() -> None:
    assert until(NIGHT, at(22), UTC) == 3 * 3600


def test_while_the_night_lasts_nobody_waits() -> None:
    assert until(NIGHT, at(1), UTC) == until(NIGHT, at(4, 59), UTC) == 0
    assert until(OVER_MIDNIGHT, at(23, 30), UTC) == until(OVER_MIDNIGHT, at(3), UTC) == 0


def test_when_it_is_over_one_waits_for_the_next() -> None:
    assert until(NIGHT, at(5), UTC) == 20 * 3600


def test_it_is_night_on_the_narrators_clock() -> None:
    assert until(NIGHT, at(1), ZoneInfo("America/New_York")) == 5 * 3600


def test_without_hours_it_is_always_night() -> None:
    assert waited(Settings(), Console()) is always


@pytest.mark.parametrize(("begins", "ends"), [("01:00", ""), ("", "05:00"), ("01:00", "01:00")])
def test_a_night_without_two_ends_is_refused(begins: str, ends: str) -> None:
    language = Settings().language.model_copy(update={"night_from": begins, "night_until": ends})
    with pytest.raises(SettingsError, match="no two ends"):
        waited(Settings().model_copy(update={"language": language}), Console())
