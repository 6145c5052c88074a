"""Why each reply was given: printed from a journal that holds no word of the narrator's."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest
from kitchen import BEGAN, SESSION, Line, Rest, Say, hold
from typer.testing import CliRunner

from voice_agent.archive import journal, memory_tables
from voice_agent.archive.erasing import erase
from voice_agent.archive.record import Record
from voice_agent.cli import app
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import What, Wish
from voice_agent.story import TurnId

SAID = "my cousin Henrique waited at the quay with a sign and I walked straight past him"
BAKERY = "my father had the bakery on Mill Street"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """In which she told of Henrique."""
    return told(tmp_path / "house", [Rest(8), Say(SAID, 6), Rest(12)])


def told(state: Path, lines: Sequence[Line], delays: Sequence[float] = ()) -> Path:
    async def talk() -> None:
        (await hold(state, lines, delays=delays)).record.close()

    anyio.run(talk)
    return state


def shown(state: Path, *flags: str) -> str:
    house = {"VOICE_AGENT_STATE_DIRECTORY": str(state), "COLUMNS": "200"}
    house["XDG_CONFIG_HOME"] = str(state / "no settings")
    result = CliRunner().invoke(app, ["sessions", "show", *flags], env=house)
    assert result.exit_code == 0, result.output
    return result.output


def noted(state: Path) -> list[dict[str, Any]]:
    """What was made of turns, in the journal."""
    events = journal.read(state / "sessions" / SESSION / "journal.jsonl")
    return [dict(each) for each in events if each["kind"] in ("reading", "thought", "feeling")]


def test_a_reply_says_how_the_turn_was_read_and_which_guard_answered(house: Path) -> None:
    why = shown(house, "--why")
    assert "hook: person “my cousin Henrique”" in why
    assert "answered by: story: live" in why

    (read,) = [each for each in noted(house) if each["kind"] == "reading"]
    assert "Henrique" not in str(read) and read["read"]["hooks"]


def test_without_being_asked_nothing_of_it_is_printed(house: Path) -> None:
    assert "answered by" not in shown(house)
    assert not any("reading" in each for each in json.loads(shown(house, "--json"))["turns"])


def test_other_programs_get_the_reading_beside_the_turn(house: Path) -> None:
    ours, hers, *_ = json.loads(shown(house, "--why", "--json"))["turns"]
    assert "reading" not in ours
    assert hers["reading"]["guard"] == "story: live" and hers["reading"]["begins"] == 0
    (hook, *_) = hers["reading"]["read"]["hooks"]
    assert hers["text"][slice(*hook["words"])] == "my cousin Henrique"


@pytest.mark.parametrize(
    ("rests", "together"), [(4.8, True), (5.2, False)], ids=["while it is written", "as we begin"]
)
def test_who_goes_on_before_we_answer_is_quoted_to_the_word(
    tmp_path: Path, rests: float, together: bool
) -> None:
    lines = [Rest(16), Say(BAKERY, 3), Rest(rests), Say(SAID, 6), Rest(14)]
    house = told(tmp_path / "house", lines, delays=[0.3])
    why = shown(house, "--why")
    assert f"narrator: {BAKERY}\n" in why and f"narrator: {SAID}\n" in why
    of_bakery, of_henrique = why.partition(BAKERY)[2].split(SAID)
    assert "hook" not in of_bakery and ("answered by" not in of_bakery) == together
    assert of_henrique.lstrip().startswith("hook: person “my cousin Henrique”\n")


def test_where_the_words_have_been_put_right_none_is_quoted_for_another(house: Path) -> None:
    right = SAID.replace("my cousin", "and then my dear cousin")
    with Record.open(house) as record:
        record.correct(SESSION, TurnId(2), right, (), "second hearing")
    why = shown(house, "--why")
    assert right in why and "hook: person\n" in why and "“" not in why


def test_of_what_is_put_away_it_is_not_said_how_it_was_read(house: Path) -> None:
    with Record.open(house) as record:
        memory_tables.to_be_erased(record, SESSION, 2)
    assert "answered by" not in shown(house, "--why")
    assert "guard" not in shown(house, "--why", "--json")


def test_of_what_is_erased_it_is_not_kept_how_it_was_read(house: Path) -> None:
    assert noted(house)
    with Record.open(house) as record:
        erase(record, Wish(What.TURN, f"{SESSION} 2"), Life(), (), BEGAN)
    assert noted(house) == [] and "answered by" not in shown(house, "--why")


@pytest.mark.parametrize("turn", [2, 3])
def test_what_was_read_together_with_something_erased_is_not_kept(
    tmp_path: Path, turn: int
) -> None:
    lines = [Rest(16), Say(BAKERY, 3), Rest(4.8), Say(SAID, 6), Rest(14)]
    house = told(tmp_path / "house", lines, delays=[0.3])
    with Record.open(house) as record:
        erase(record, Wish(What.TURN, f"{SESSION} {turn}"), Life(), (), BEGAN)
    assert noted(house) == []


def test_of_what_was_told_beside_something_erased_it_is_kept(tmp_path: Path) -> None:
    lines = [Rest(16), Say(BAKERY, 3), Rest(12), Say(SAID, 6), Rest(14)]
    house = told(tmp_path / "house", lines)
    before = [each for each in noted(house) if each["kind"] == "reading"]
    with Record.open(house) as record:
        erase(record, Wish(What.TURN, f"{SESSION} 2"), Life(), (), BEGAN)
    assert len(before) == 2 and before[1] in noted(house) and before[0] not in noted(house)
    assert "“my cousin Henrique”" in shown(house, "--why")
