"""Chapters that wait for the night: when it begins, how long it lasts, and on whose clock."""

import json
import re
from datetime import UTC, datetime, time, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from ollama_server import MODEL, Emit, Request, rote
from openai_server import openai_server
from rich.console import Console
from typer.testing import CliRunner

from voice_agent.archive import passages
from voice_agent.archive.record import Record
from voice_agent.cli import app, nights
from voice_agent.cli.nights import LOOK, always, until, waited
from voice_agent.errors import SettingsError
from voice_agent.memory.reading import PlainReader
from voice_agent.scheduler.plan import Quiet
from voice_agent.settings import Settings
from voice_agent.storybook import tellers

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


class Clock:
    """A clock on which a wait is over at once."""

    def __init__(self, begins: datetime) -> None:
        self.at = begins
        self.waits = list[float]()

    def now(self, zone: tzinfo) -> datetime:
        return self.at.astimezone(zone)

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.at += timedelta(seconds=seconds)


class Editor:
    """A pen that writes each passage's first sentence down as it was told; the night is over with the second passage."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.asked = list[datetime]()
        """When it was asked for a passage, or for anything."""

        self.passages = 0

    def __call__(self, request: Request, emit: Emit) -> str:
        self.asked.append(self._clock.at)
        first = re.search(r"^1\. (.*)$", request.messages[-1]["content"], re.MULTILINE)
        if first is None:
            return rote(request, emit)  # it is greeted first
        self.passages += 1
        if self.passages == 2:
            self._clock.at = at(5)
        emit(json.dumps({"sentences": [{"text": first[1], "cites": [1]}]}), [])
        return "stop"


def test_chapters_are_written_by_the_server_from_the_hour_it_has_time_until_it_has_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(at(0, 10))
    monkeypatch.setattr(nights, "datetime", clock)
    monkeypatch.setattr(nights, "time", clock)
    editor = Editor(clock)
    with Record.open(tmp_path / "state") as record:
        who = tellers.read(next(p for p in tellers.shipped() if p.stem == "margaret"))
        tellers.tell(record, who, PlainReader())
    file = tmp_path / "house.toml"
    with openai_server(pen=editor) as served:
        file.write_text(
            f'state_directory = "{tmp_path / "state"}"\n'
            '[narrator]\nname = "Margaret"\nbirth_year = 1941\ntime_zone = "UTC"\n'
            f'[language]\nmodel = "openai"\nopenai_url = "{served.url}"\nopenai_model = "{MODEL}"\n'
            'leads = "no"\nnight_from = "01:00"\nnight_until = "05:00"\n'
        )
        words = ["chapters", "write", "--by-night", "--settings", str(file)]
        done = CliRunner().invoke(app, words, catch_exceptions=False)
    said = " ".join(done.output.split())
    assert "It begins at 01:00." in said
    assert sum(clock.waits) == 50 * 60 and max(clock.waits) <= LOOK
    assert set(editor.asked) == {at(1)}, "not before the night, and not after it"
    assert editor.passages == 2
    assert "2 sentences written by" in said
    assert "passages had to be left: the night was over." in said
    with Record.look(tmp_path / "state") as record:
        assert all(MODEL in each.writer for each in passages.drafts(record.read))
