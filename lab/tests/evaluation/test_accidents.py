"""Each accident once; `python -m lab chaos` lets them happen by the hundred."""

from pathlib import Path

import pytest

from lab.commands.chaos import page
from lab.evaluation.chaos import accidents
from lab.evaluation.chaos.accidents import ACCIDENTS, Seen, Told, looked, meet, tell


@pytest.mark.parametrize("kind", ACCIDENTS)
def test_a_house_comes_through(kind: str, tmp_path: Path) -> None:
    seen = meet(kind, 7, tmp_path / "house")
    assert not seen.wrong and not (tmp_path / "house").exists()


def test_rubbish_that_sqlite_quotes_is_damage_and_comes_back(tmp_path: Path) -> None:
    """Its complaint held the rubbish of the schema, and was no text: nobody could open the house, nor rescue it."""
    seen = meet("damaged record", 1000125, tmp_path / "house")
    assert not seen.wrong and seen.said.startswith("RecordDamaged")


def test_what_is_missing_is_seen(tmp_path: Path) -> None:
    """A check that nothing could fail would say nothing."""
    told = tell(tmp_path / "state", "evening-1", accidents.random.Random(3))
    for last, wrong in (
        ({"session": 1, "turn": 9999}, "turn 9999 is not there"),
        ({"session": 1, "sound": 10**9}, "s of sound are gone"),
        ({"session": 1, "event": 9999}, "events of the journal are gone"),
    ):
        seen = Seen("none", 0)
        looked(seen, tmp_path / "state", "evening-1", Told(last, told.sizes))
        assert any(wrong in each for each in seen.wrong)
    seen = Seen("none", 0)
    looked(seen, tmp_path / "elsewhere", "evening-1", Told({"session": 1}, {}))
    assert seen.wrong == ["the talk is not there"]


def test_the_page_adds_up() -> None:
    rows = [
        {"kind": "kill -9", "turns": 3, "wrong": [], "said": ""},
        {"kind": "full disk", "turns": 4, "wrong": ["turn 2 is not there"], "said": "DiskFull"},
    ]
    text = page(rows)
    assert "2 accidents, 7 committed turns looked for, 1 houses not as they should be." in text
    assert "| full disk | 1 |" in text and "DiskFull (1)" in text
