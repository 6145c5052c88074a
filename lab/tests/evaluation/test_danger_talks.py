"""Danger that comes out over a talk is counted from its first alarming turn on, and words are shown to nobody who did not ask."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from interviews import rules

from lab.evaluation.feeling import danger_talks
from lab.evaluation.interview.comfort import no_feelings
from voice_agent.errors import SettingsError
from voice_agent.interview.rules import Rules
from voice_agent.reading.danger.cries import Reading

TALKS = """# Two people

## a widow
calm\tThere were umbrellas all along the front that summer.
2\tI've put my hats away for good.
calm\tWe had a goat.
2\tAnother hat would be wasted on me.

## a tram driver
calm\tI wore a hat to work every day of my life.
calm\tMy wife kept hens.
calm\tThat hat is in the hall still.
calm\tMy sister has it now, the hat.
"""


class Jumpy:
    """A Meaning that is afraid of umbrellas, and in two minds about hats."""

    agrees: dict[str, float] = {}  # noqa: RUF012 (a fake without a constructor)

    def read(self, sentences: Sequence[str]) -> list[Reading]:
        sure = {"umbrella": 0.999, "hat": 0.5}
        shares = [max((sure[w] for w in sure if w in each), default=0.0) for each in sentences]
        return [{"2": share, "": 1 - share} for share in shares]

    def whole(self, said: str) -> Reading:
        sure = {"umbrella": 0.999, "hat": 0.2}
        share = max((sure[w] for w in sure if w in said), default=0.0)
        return {"2": share, "": 1 - share}


def jumpy() -> Rules:
    by = rules()
    cries = replace(
        by.readers.net.cries, meaning=Jumpy(), believed={"2": 1.4}, asks=0.7, hints_from=0.2
    )
    return replace(by, readers=replace(by.readers, net=replace(by.readers.net, cries=cries)))


def written(tmp_path: Path, text: str = TALKS) -> Path:
    file = tmp_path / "talks.tsv"
    file.write_text(text, "utf-8")
    return file


def test_a_talk_is_taken_for_what_it_was_asked_about_and_heard_as(tmp_path: Path) -> None:
    widow, driver = danger_talks.read(written(tmp_path))
    assert (widow.who, widow.level, len(widow.turns)) == ("a widow", "2", 4)
    assert (driver.level, len(driver.turns)) == ("", 4)
    met = danger_talks.meet(jumpy(), no_feelings, widow, str)
    assert met.heard == ((0, "2"),), "the umbrellas, of which the talk says that they are calm"
    met = danger_talks.meet(jumpy(), no_feelings, driver, str)
    assert (met.heard, met.asked) == ((), (2,)), "the second hat; then he says that he is all right"


def test_what_comes_before_the_first_alarming_turn_is_no_merit(tmp_path: Path) -> None:
    figures = danger_talks.evaluate(jumpy(), no_feelings, danger_talks.read(written(tmp_path)))
    text = figures.rows[0]
    assert (text["talks"], text["heard"], text["or asked"]) == (1, 0.0, 1.0)
    assert text["heard as it is"] == 0.0
    assert text["at its first turn"] == 0.0
    assert (
        "of 1 talks in which nothing is the matter (29 words) 0 were taken for danger"
        in figures.notes[0]
    )
    assert "hat" not in str(figures.turns) and "widow" not in str(figures.turns)
    shown = danger_talks.evaluate(
        jumpy(), no_feelings, danger_talks.read(written(tmp_path)), show=True
    )
    assert "My wife kept hens." in str(shown.turns)


@pytest.mark.parametrize("line", ["calm no tab", "4\tunknown", "calm\t "])
def test_a_line_that_is_no_turn_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(SettingsError, match="line 2"):
        danger_talks.read(written(tmp_path, f"## one\n{line}\n"))
    with pytest.raises(SettingsError, match="line 1"):
        danger_talks.read(written(tmp_path, "calm\tBefore anybody speaks.\n"))
