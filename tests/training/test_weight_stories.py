"""Stories that weigh and stories that do not: their form, and how it is chosen from where on something weighs."""

from pathlib import Path

import numpy as np
import pytest

from voice_agent.resources import resource
from voice_agent.training.weight import bar_at, fitted, fold_of, held_out, read

TAUGHT = resource("voice_agent/training/weight.tsv")
BLIND = resource("tests/interview/labelled/weight_blind.tsv")


def test_no_story_is_told_twice_and_none_that_is_held_back_is_taught() -> None:
    taught, blind = read(TAUGHT), read(BLIND)
    assert sum(each.heavy for each in taught) == 300 and len(taught) == 700
    assert sum(each.heavy for each in blind) == 80 and len(blind) == 200
    assert len({each.words for each in (*taught, *blind)}) == 900


def test_a_line_of_another_form_is_named(tmp_path: Path) -> None:
    file = tmp_path / "weight.tsv"
    file.write_text("# by one hand\nheavy\tHis boots stood on the mat.\n", encoding="utf-8")
    assert [(each.heavy, each.words) for each in read(file)] == [
        (True, "His boots stood on the mat.")
    ]
    file.write_text("sad\tHis boots stood on the mat.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 1"):
        read(file)


def test_the_bar_lets_no_more_of_what_is_heavy_through_than_was_allowed() -> None:
    dice = np.random.default_rng(3)
    heavy = np.arange(400) < 100
    scores = dice.random(400) * 0.6 + 0.4 * heavy
    for recall in (0.8, 0.9, 0.97, 1.0):
        assert (scores[heavy] >= bar_at(scores, heavy, recall)).mean() >= recall


def test_a_head_learns_what_tells_them_apart_and_chance_teaches_nothing() -> None:
    dice = np.random.default_rng(4)
    heavy = dice.random(200) < 0.4
    rows = dice.normal(size=(200, 30))
    rows[:, 3] += 3.0 * heavy
    assert ((fitted(rows, heavy).scores(rows) > 0.5) == heavy).mean() > 0.9
    found = held_out(dice.normal(size=(200, 30)), heavy, fold_of(200))
    assert abs((found[heavy][:, None] > found[~heavy]).mean() - 0.5) < 0.15
