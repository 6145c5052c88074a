"""The measurement of dated facts counts what it says it counts."""

from pathlib import Path

import pytest

from lab.evaluation.memory import dated
from lab.evaluation.memory.dated import Held, Kept, Kind, Talk
from lab.evaluation.memory.retold import remember
from voice_agent.memory.reading import PlainReader

TWO = """[[talk]]
kind = "pair"
said = ["I: When was that?", "N: We moved to Hull in 1950.", "N: My brother married in 1952."]
holds = [["Hull", 1950], ["married", 1952]]
"""


def talks(tmp_path: Path, text: str) -> list[Talk]:
    file = tmp_path / "talks.toml"
    file.write_text(text, encoding="utf-8")
    return dated.read(file)


def test_a_talk_is_read(tmp_path: Path) -> None:
    (talk,) = talks(tmp_path, TWO)
    assert talk.kind is Kind.PAIR
    assert talk.holds == (Held("Hull", 1950), Held("married", 1952))


@pytest.mark.parametrize(
    "wrong", [TWO.replace("Hull in", "Leeds in"), TWO.replace('"N: My', '"My')]
)
def test_what_nobody_said_is_not_held(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(ValueError, match="talk 1"):
        talks(tmp_path, wrong)


@pytest.mark.parametrize(
    ("year", "kept"), [(1950, Kept.RIGHT), (1951, Kept.OTHER)], ids=["right", "wrong"]
)
def test_a_fact_keeps_its_year_or_does_not(tmp_path: Path, year: int, kept: Kept) -> None:
    some = talks(tmp_path, TWO.replace('["Hull", 1950]', f'["Hull", {year}]'))
    figures, (found,) = dated.evaluate(some, lambda told: remember(told, PlainReader(), None))
    assert found.kept == (kept, Kept.RIGHT)
    assert not found.merged
    assert dated.well(found) is (kept is Kept.RIGHT)
    assert figures.rows[0]["own year"] == 1 + (kept is Kept.RIGHT)
    assert figures.rows[0]["years nobody said"] == (kept is not Kept.RIGHT)
