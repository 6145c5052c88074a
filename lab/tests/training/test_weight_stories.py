"""Stories that weigh and stories that do not: their form, and how it is chosen from where on something weighs."""

from pathlib import Path

import numpy as np
import pytest

from lab import LABELLED
from lab.training import LESSONS
from lab.training.stories import WEIGHTS, WEIGHTS_ASIDE
from lab.training.weight import bar_at, read

TAUGHT = [LESSONS / name for name in (*WEIGHTS, *WEIGHTS_ASIDE)]
BLIND = [LABELLED / f"weight_{name}.tsv" for name in ("blind", "plain")]


def test_no_story_is_told_twice_and_none_that_is_held_back_is_taught() -> None:
    taught, blind = ([each for file in files for each in read(file)] for files in (TAUGHT, BLIND))
    assert sum(each.heavy for each in taught) == 3610 and len(taught) == 9200
    assert sum(each.heavy for each in blind) == 160 and len(blind) == 440
    assert len({each.words for each in (*taught, *blind)}) == 9640


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
