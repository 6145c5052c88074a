import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from voice_agent.archive import memory_tables, transcript
from voice_agent.archive.record import Record
from voice_agent.cli import app
from voice_agent.errors import NoSuchSession, PinRefused
from voice_agent.sound import Sound
from voice_agent.story import Latency, Session, SessionId, Speaker, Turn, TurnId

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
FIRST, SECOND = SessionId("2026-11-21T12-00-00Z-0001"), SessionId("2026-11-22T12-00-00Z-0002")
WORDS = "We kept pigeons [red]on\x1b[2J the roof."

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def run(*arguments: str, typed: str = "", pin: str = "") -> Result:
        house = {
            "VOICE_AGENT_STATE_DIRECTORY": str(tmp_path / "state"),
            "VOICE_AGENT_MEMORY__PIN": pin,
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
            "COLUMNS": "160",
        }
        return CliRunner().invoke(app, ["sessions", *arguments], input=typed, env=house)

    return run


@pytest.fixture
def two_evenings(tmp_path: Path) -> Path:
    with Record.open(tmp_path / "state") as record:
        for number, id in enumerate((FIRST, SECOND)):
            record.begin(Session(id, "Ann", NOON + timedelta(days=number), topic="key_scenes"))
            for turn, speaker, text, kind in (
                (1, Speaker.INTERVIEWER, "What do you see?", "question"),
                (2, Speaker.NARRATOR, WORDS, ""),
            ):
                record.turn(
                    Turn(TurnId(turn), id, speaker, text, turn * 30.0, turn * 45.0, NOON, kind=kind)
                )
        record.latency(
            FIRST, TurnId(2), Latency(90.0, 91.2, 91.0, 91.5, 91.3, 92.0, 95.0, barge_in=True)
        )
        record.finish(FIRST, NOON, "We kept pigeons.")
    return tmp_path / "state"


def test_the_list_says_when_and_how_long_but_not_what_was_said(
    run: Run, two_evenings: Path
) -> None:
    shown = run("list")
    assert shown.exit_code == 0
    first, second = (line for line in shown.output.splitlines() if "2026-11-2" in line)
    assert FIRST in first
    assert "1.5" in first
    assert "key scenes" in first
    assert first.rstrip().endswith(" finished")
    assert second.rstrip().endswith(" unfinished")
    assert "pigeon" not in shown.output
    assert "Ann" not in shown.output
    listed = json.loads(run("list", "--json").output)
    assert [row["turns"] for row in listed["sessions"]] == [2, 2]
    assert "pigeon" not in json.dumps(listed)


def test_a_house_where_nothing_was_told_says_so_and_stays_empty(run: Run, tmp_path: Path) -> None:
    assert "Nothing has been recorded" in run("list").output
    assert json.loads(run("list", "--json").output)["sessions"] == []
    refused = run("show")
    assert refused.exit_code == 1
    assert isinstance(refused.exception, NoSuchSession)
    assert list(tmp_path.iterdir()) == []


def test_an_evening_is_shown_with_its_words_and_where_the_time_went(
    run: Run, two_evenings: Path
) -> None:
    shown = run("show", FIRST)
    assert shown.exit_code == 0
    assert "We kept pigeons." in shown.output
    assert (
        "narrator: We kept pigeons [red]on [2J the roof." in shown.output
    )  # no escapes, no markup
    assert "\x1b" not in shown.output
    assert "00:30  interviewer: What do you see?" in shown.output
    assert "sound  1.30s  word  2.00s  interrupted" in shown.output
    assert "█" in shown.output


def test_what_is_put_away_is_neither_shown_nor_in_the_transcript(
    run: Run, two_evenings: Path
) -> None:
    with Record.open(two_evenings) as record:
        written = record.transcript(FIRST)
        assert "pigeons" in written.read_text()
        memory_tables.to_be_erased(record, FIRST, 2)
        transcript.anew(record, record.state, [FIRST])
        for each in (written, written.with_suffix(".vtt")):
            assert "pigeons" not in each.read_text() and "(put away)" in each.read_text()
    shown = run("show", FIRST)
    assert "[red]" not in shown.output and "narrator: (put away)" in shown.output
    first, second = json.loads(run("show", FIRST, "--json").output)["turns"]
    assert first["text"] == "What do you see?"
    assert second["text"] == "(put away)" and second["words"] == []


def test_the_last_evening_is_shown_where_none_is_named(run: Run, two_evenings: Path) -> None:
    assert json.loads(run("show", "--json").output)["id"] == SECOND
    assert json.loads(run("show", "2026-11-21", "--json").output)["id"] == FIRST
    for wrong in ("2026", "yesterday"):
        refused = run("show", wrong)
        assert refused.exit_code == 1
        assert isinstance(refused.exception, NoSuchSession)


def test_other_programs_get_all_of_it(run: Run, two_evenings: Path) -> None:
    with Record.open(two_evenings) as record:
        record.audio(FIRST, Speaker.NARRATOR).append(Sound(record_silence()))
        record.conversation(FIRST)
    shown = json.loads(run("show", FIRST, "--json").output)
    assert shown["summary"] == "We kept pigeons."
    assert [turn["text"] for turn in shown["turns"]] == ["What do you see?", WORDS]
    assert shown["latencies"]["2"]["first_content"] == 92.0
    assert [Path(path).name for path in shown["files"]] == ["conversation.wav", "narrator.wav"]


def record_silence():
    import numpy as np

    return np.zeros(100, np.float32)


def test_the_narrators_words_are_behind_the_narrators_pin(run: Run, two_evenings: Path) -> None:
    for flags in ((), ("--json",)):
        refused = run("show", FIRST, *flags, typed="0000\n", pin="1938")
        assert refused.exit_code == 1
        assert isinstance(refused.exception, PinRefused)
        assert "pigeon" not in refused.output
        closed = run("show", FIRST, *flags, pin="1938")
        assert closed.exit_code == 1
        assert "pigeon" not in closed.output
    let_in = run("show", FIRST, "--json", typed="1938\n", pin="1938")
    assert json.loads(let_in.stdout)["turns"][1]["text"] == WORDS
    assert "1938" not in let_in.stdout
    assert run("list", pin="1938").exit_code == 0


def test_an_evening_can_be_looked_at_while_the_next_one_is_being_told(
    run: Run, two_evenings: Path
) -> None:
    with Record.open(two_evenings) as record:
        record.begin(Session(SessionId("now"), "Ann", NOON))
        assert "now" in run("list").output
        assert run("show", FIRST).exit_code == 0
        record.turn(Turn(TurnId(1), SessionId("now"), Speaker.NARRATOR, "Still here.", 0, 1, NOON))


def test_text_that_was_guessed_ahead_took_no_time() -> None:
    assert Latency(10.0, decided=11.0, text_ready=9.5, first_sound=11.25).steps == (
        ("text_ready", 0.0),
        ("decided", 1.0),
        ("first_sound", 1.25),
    )
    assert Latency(10.0).steps == ()
