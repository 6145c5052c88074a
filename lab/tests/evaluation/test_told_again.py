"""Lives told again by hand: every telling stands where it is said to."""

from pathlib import Path

import pytest

from lab.evaluation.memory import told_again
from voice_agent.story import Speaker

LINES = """1\tfire\tright\tThe shop burned in 1950.
1\tfire\t-\tEverything went, and we stood in the road.
1\tfire\tother\tIt was 1953 when we lost it all.
1\tdog\t-\tBiscuit followed me home.
1\tdog\tright\tI got a dog in 1948.
2\tmove\tright\tWe went to Leeds in 1960.
"""


def test_every_telling_can_be_found_in_its_turn(tmp_path: Path) -> None:
    file = tmp_path / "lives.tsv"
    file.write_text(LINES, encoding="utf-8")
    one, two = told_again.lives(file)
    said = {
        one.sessions[each.session][each.turn - 1].text[each.first : each.last]
        for each in one.tellings
    }
    assert said == {line.split("\t")[3] for line in LINES.splitlines()[:5]}
    assert all(
        one.sessions[each.session][each.turn - 1].speaker is Speaker.NARRATOR
        for each in one.tellings
    )
    assert one.conflicts == {"fire"} and two.conflicts == set()
    for event in ("fire", "dog"):
        sessions = [each.session for each in one.tellings if each.event == event]
        assert len(sessions) == len(set(sessions))


def test_the_same_seed_tells_the_same_lives() -> None:
    assert told_again.lives(told_again.SEALED) == told_again.lives(told_again.SEALED)
    assert len(told_again.lives(told_again.SEALED)) == 8


def test_a_line_of_another_form_is_named(tmp_path: Path) -> None:
    file = tmp_path / "lives.tsv"
    file.write_text(LINES + "2\tmove\tperhaps\tWe went.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 7"):
        told_again.read(file)
