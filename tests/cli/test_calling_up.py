"""An interview in writing knows what was told another day; and why, anybody with the PIN may ask."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from heard import weights
from typer.testing import CliRunner

from voice_agent.archive.record import Record
from voice_agent.cli.calling_up import CallingUp
from voice_agent.cli.memory import app
from voice_agent.settings import Settings
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

BEGAN = datetime(2026, 11, 1, 10, tzinfo=UTC)
ONE = SessionId("2026-11-01T10-00-00Z-0001")
TODAY = SessionId("2026-11-21T10-00-00Z-0002")
BAKERY = (
    "My father had the bakery on Mill Street in Leeds, and the floor was always warm from the ovens.",
    "I carried the bread to the big houses before school, and the cook gave me an apple every time.",
)
SAID = "On Saturdays my mother did all the baking, eight loaves of bread for the week. Well, that's it."


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with Record.open(tmp_path / "state") as found:
        found.begin(Session(ONE, "Edith", BEGAN))
        for number, text in enumerate(BAKERY, 1):
            found.turn(Turn(TurnId(number), ONE, Speaker.NARRATOR, text, number, number, BEGAN))
        found.finish(ONE, BEGAN, "")
        yield found


def test_without_the_weights_for_memory_an_interview_in_writing_goes_on(
    record: Record, tmp_path: Path
) -> None:
    heard: list[str] = []
    nowhere = Settings.model_validate(
        {"state_directory": str(record.state), "models": {"directory": str(tmp_path / "none")}}
    )
    calls_up = CallingUp(nowhere, record, TODAY, heard.append)
    assert calls_up(SAID).topics == ()
    assert heard and "brought back" in heard[0]


@pytest.mark.models
def test_what_was_told_another_day_is_called_up_in_writing_and_why_says_so(
    record: Record, tmp_path: Path
) -> None:
    weights("minilm-int8")
    weights("spacy-en")
    at_home = Settings(state_directory=str(record.state))
    called = CallingUp(at_home, record, TODAY, print)(SAID)
    assert [each.line for each in called.topics if "bread" in each.text]
    record.close()
    file = tmp_path / "agent.toml"
    file.write_text(f'state_directory = "{record.state}"\n')
    why = CliRunner().invoke(app, ["why", SAID, "--settings", str(file), "--json"])
    said = json.loads(why.output)
    assert said["learned"] == []  # nothing was offered yet
    thought = said["thought"]
    assert thought["verdict"] in {"yes", "ask leave"} and "bakery" in thought["why"]
