"""`voice-agent memory`: what a family sees of what is remembered."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from voice_agent.archive import memory_tables
from voice_agent.archive.importing import bring_in
from voice_agent.archive.record import Record
from voice_agent.cli.memory import app
from voice_agent.errors import MemoryRefused, PinRefused
from voice_agent.memory.imported import parse
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.thread import Setting

LIFE = """CHAPTER I.

I was born in Cork in 1938. My brother Tom married Rose in Dayton in 1960.

CHAPTER II.

My father died in 1950. My brother Tom married Rose in Dayton in 1963.
"""


@pytest.fixture
def house(tmp_path: Path) -> list[str]:
    from datetime import UTC, datetime

    state = tmp_path / "state"
    with Record.open(state) as record:
        written = parse(LIFE.encode(), "life.txt")
        now = datetime(2026, 11, 21, tzinfo=UTC)
        bring_in(record, written, PlainReader(), Setting(), narrator="Ann", now=now)
        assert memory_tables.claims(record.read)
    settings = tmp_path / "agent.toml"
    settings.write_text(f'state_directory = "{state}"\n')
    return ["--settings", str(settings)]


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_the_time_line_is_in_order_of_life(house: list[str]) -> None:
    rows = json.loads(run("timeline", *house, "--json"))
    assert [row["description"].split()[0:2] for row in rows][:2] == [["I", "was"], ["My", "father"]]
    assert "1938" in run("timeline", *house)


def test_people_are_listed_with_what_they_are_to_the_narrator(house: list[str]) -> None:
    rows = json.loads(run("people", *house, "--json"))
    assert {("Tom", "brother"), ("father", "father")} <= {(r["name"], r["relation"]) for r in rows}
    assert "brother" in run("people", *house)


def test_a_conflict_shows_both_dates_with_their_words(house: list[str]) -> None:
    (row,) = json.loads(run("conflicts", *house, "--json"))
    assert [side["words"] for side in row["conflict"]["sides"]] == [["1960"], ["1963"]]
    assert "1963" in run("conflicts", *house)


def test_it_says_how_a_conflict_is_settled_and_there_it_is_settled(house: list[str]) -> None:
    shown = " ".join(run("conflicts", *house).split())
    assert "One event has two dates that disagree" in shown
    assert "both dates in one sentence" in shown
    typed = re.search(r"memory conflicts (\S+) --holds (\d+)`", shown)
    assert typed is not None
    assert "holds now" in run("conflicts", typed[1], "--holds", "1960", *house)
    assert json.loads(run("conflicts", *house, "--json")) == []
    (row,) = [r for r in json.loads(run("timeline", *house, "--json")) if r["tellings"] == 2]
    assert row["when"] == "1960" and row["id"].startswith(typed[1])
    assert "1963" in run("show", row["id"], *house), "what was said stays"


@pytest.mark.parametrize("holds", ["1961", "1962-06"])
def test_a_date_that_was_not_told_settles_nothing(holds: str, house: list[str]) -> None:
    (row,) = json.loads(run("conflicts", *house, "--json"))
    with pytest.raises(MemoryRefused):
        run("conflicts", row["id"], "--holds", holds, *house)
    assert len(json.loads(run("conflicts", *house, "--json"))) == 1


def test_the_time_line_counts_what_disagrees_in_good_english(house: list[str]) -> None:
    shown = " ".join(run("timeline", *house).split())
    assert "In 1 event two dates disagree: `voice-agent memory conflicts` shows it" in shown


def test_an_event_shows_every_telling_and_where_it_stands(house: list[str]) -> None:
    (conflict,) = json.loads(run("conflicts", *house, "--json"))
    shown = run("show", conflict["id"], *house)
    assert shown.count("married Rose") >= 2
    assert "written" in shown
    person = next(r for r in json.loads(run("people", *house, "--json")) if r["name"] == "Tom")
    assert len(json.loads(run("show", person["id"], *house, "--json"))["tellings"]) == 2


@pytest.mark.parametrize("said", ["tom", "TOM", " Tom "])
def test_somebody_is_found_by_name(said: str, house: list[str]) -> None:
    shown = json.loads(run("show", said, *house, "--json"))
    assert shown["name"] == "Tom" and len(shown["tellings"]) == 2


def test_what_is_not_there_is_said_plainly(house: list[str], tmp_path: Path) -> None:
    with pytest.raises(MemoryRefused):
        run("show", "e-nothing", *house)
    with pytest.raises(MemoryRefused):
        run("import", str(tmp_path / "missing.txt"), *house)


FREE = {"rebuild", "check", "import"}
"""What prints none of the narrator's words and takes nothing away."""

GIVEN: dict[str, list[str]] = {
    "show": ["e-1"],
    "conflicts": ["e-1", "--holds", "1960"],
    "why": ["My brother Tom"],
    "forget": ["session", "s-1", "--erase", "--yes"],
    "export": ["OUT"],
    "picture": ["OUT"],
    "delete-everything": ["--yes"],
}


def commands() -> list[str]:
    """Every command there is, so that a new one is not forgotten."""
    every = app.registered_commands
    named = [each.name or each.callback.__name__ for each in every if each.callback]
    return sorted({each.replace("_", "-") for each in named} - FREE)


@pytest.mark.parametrize("command", commands())
@pytest.mark.parametrize("typed", ["9999\n", ""])
def test_without_the_narrators_pin_nothing_is_printed_written_or_taken_away(
    command: str, typed: str, house: list[str], tmp_path: Path
) -> None:
    settings = Path(house[1])
    settings.write_text(settings.read_text() + '[memory]\npin = "1234"\n')
    places = {"OUT": str(tmp_path / "out")}
    given = [places.get(each, each) for each in GIVEN.get(command, [])]
    before = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    result = CliRunner().invoke(app, [command, *given, *house], input=typed)
    assert result.exit_code != 0
    assert isinstance(result.exception, PinRefused if typed else SystemExit), result.output
    assert not any(word in result.output for word in ("Tom", "Rose", "Cork", "Dayton", "died"))
    assert {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == before


@pytest.mark.parametrize("command", ["timeline", "people", "conflicts"])
def test_the_narrators_pin_lets_in(command: str, house: list[str]) -> None:
    settings = Path(house[1])
    settings.write_text(settings.read_text() + '[memory]\npin = "1234"\n')
    result = CliRunner().invoke(app, [command, *house], input="1234\n")
    assert result.exit_code == 0, result.output
    assert any(word in result.output for word in ("1963", "Tom")), result.output


def test_an_empty_house_has_nothing_to_show(tmp_path: Path) -> None:
    settings = tmp_path / "agent.toml"
    settings.write_text(f'state_directory = "{tmp_path / "state"}"\n')
    options = ["--settings", str(settings)]
    assert "Nothing" in run("timeline", *options)
    assert "Nobody" in run("people", *options)
    assert "No two" in run("conflicts", *options)


def test_what_the_time_line_prints_of_an_id_is_enough_to_forget_by(house: list[str]) -> None:
    row = next(
        r for r in json.loads(run("timeline", *house, "--json")) if "died" in r["description"]
    )
    assert run("show", row["id"], *house).startswith("1950")
    printed = next(line for line in run("timeline", *house).splitlines() if "1950" in line).split()[
        -1
    ]
    assert printed != row["id"] and row["id"].startswith(printed)
    run("forget", "event", printed, *house)
    assert "died" not in run("timeline", *house)
    result = CliRunner().invoke(app, ["forget", "event", "e-", *house])
    assert result.exit_code != 0


def test_an_import_with_a_date_that_cannot_be_stores_nothing(
    house: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "talk.json"
    file.write_text('[{"text": "It rained in Cork.", "date": "1952-02-30"}]')

    def stored() -> list[str]:
        return sorted(each.name for each in (tmp_path / "state").rglob("*") if each.is_file())

    before = stored()
    with pytest.raises(MemoryRefused, match=r"talk\.json, line 1: .1952-02-30. cannot be a date"):
        run("import", str(file), *house)
    assert stored() == before
    with Record.open(tmp_path / "state") as record:
        assert len(record.sessions()) == 2


@pytest.mark.long
def test_what_changes_memory_answers_in_json_too(house: list[str], tmp_path: Path) -> None:
    def answer(*words: str) -> dict[str, Any]:
        return json.loads(run(*words, *house, "--json"))

    died = next(
        r for r in json.loads(run("timeline", *house, "--json")) if "died" in r["description"]
    )
    assert answer("forget", "event", died["id"])["hidden"]
    assert answer("forget", "event", died["id"], "--undo") == {"shown_again": True}
    assert answer("export", str(tmp_path / "given")) == {"folder": str(tmp_path / "given")}
    assert answer("rebuild")["indexed"] > 0
    result = CliRunner().invoke(app, ["check", *house, "--json"])
    assert json.loads(result.stdout)["wrong"] == []
    assert json.loads(result.stdout)["mended"] == ""
    for manifest in (tmp_path / "state/memory/memories.lance/_versions").glob("*.manifest"):
        manifest.write_bytes(b"")  # as a power cut leaves them
    result = CliRunner().invoke(app, ["check", *house, "--json"])
    assert json.loads(result.stdout)["wrong"] == []
    assert "could not be read" in json.loads(result.stdout)["mended"]
    erased = answer("forget", "event", died["id"], "--erase", "--yes")["erased"]
    assert erased["claims"] >= 1 and erased["traces_left"] == []


def test_an_import_in_which_nobody_is_the_narrator_stores_nothing_and_names_the_voices(
    house: list[str], tmp_path: Path
) -> None:
    before = run("timeline", *house, "--json")
    file = tmp_path / "zoom.vtt"
    file.write_text(
        "WEBVTT\n\n00:01.000 --> 00:04.000\nAnn Miller: I married Peter in 1989.\n\n"
        "00:05.000 --> 00:09.000\nRose Doyle: I never did.\n"
    )
    with pytest.raises(MemoryRefused) as error:
        run("import", str(file), *house)
    assert "Ann Miller, Rose Doyle" in error.value.what
    assert "--narrator" in error.value.mend
    assert run("timeline", *house, "--json") == before
