"""`voice-agent contacts`: only the narrator and the advocate together let somebody be told again."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from voice_agent.archive.passed_over import PassedOver
from voice_agent.archive.record import Record
from voice_agent.cli.contacts import app
from voice_agent.errors import PinRefused

MARKS = {"name kevin"}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    state, box = tmp_path / "state", tmp_path / "vera.jsonl"
    with Record.open(state) as record:
        record.keep("usual voice", None)
    PassedOver(state).add(MARKS)
    file = tmp_path / "agent.toml"
    file.write_text(
        f"state_directory = '{state}'\n[memory]\npin = '4711'\n[safety]\n"
        f"advocate = 'Vera | friend | | {box.as_uri()}'\n"
    )
    return file


def typed(house: Path, *answers: str) -> Result:
    done = CliRunner().invoke(
        app, ["tell-everybody", "--yes", "--settings", str(house)], input="\n".join(answers) + "\n"
    )
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def stands(house: Path) -> bool:
    return PassedOver(house.parent / "state").stands(MARKS)


def test_a_wrong_pin_or_a_wrong_word_changes_nothing(house: Path) -> None:
    with pytest.raises(PinRefused):
        typed(house, "0000")
    assert not (house.parent / "vera.jsonl").exists()
    with pytest.raises(PinRefused):
        typed(house, "4711", "GUESSED")
    assert stands(house)


def test_with_the_pin_and_the_advocates_word_everybody_may_be_told_again(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = house.parent / "vera.jsonl"

    def ask(text: str, **_: object) -> str:
        if "PIN" in text:
            return "4711"
        return re.findall(r"the word is ([A-Z]{6})", json.loads(box.read_text())["text"])[0].lower()

    monkeypatch.setattr("typer.prompt", ask)
    assert "may be told again" in typed(house).output
    assert not stands(house)


def test_without_a_pin_or_an_advocate_nobody_can_agree(house: Path) -> None:
    whole = house.read_text()
    for left_out in ("pin = '4711'\n", re.findall("advocate.*\n", whole)[0]):
        house.write_text(whole.replace(left_out, ""))
        with pytest.raises(PinRefused):
            typed(house, "4711", "WORD")
    assert stands(house)
