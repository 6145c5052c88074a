"""Pairs of today's story and an old one: their form, and how a way of telling them apart is scored."""

from pathlib import Path

import numpy as np
import pytest

from lab.training import LESSONS
from lab.training.likeness import first_of, firsts
from lab.training.links import OTHERS, Link, interval, read
from lab.training.stories import LINKS, LINKS_ASIDE


@pytest.mark.parametrize("hand", LINKS + LINKS_ASIDE)
def test_each_hand_wrote_links_and_the_first_five_lures_and_no_pair_twice(hand: str) -> None:
    pairs = read(LESSONS / f"links_{hand}.tsv")
    belong = sum(each.belongs for each in pairs)
    assert belong >= 200
    assert len(pairs) - belong >= (50 if hand in "abcde" else 0)
    assert len({(each.today, each.topic) for each in pairs}) == len(pairs)


def test_who_knows_all_is_always_first_and_who_knows_nothing_never() -> None:
    assert first_of(np.eye(12), OTHERS) == 1.0
    assert first_of(np.ones((12, 12)), OTHERS) == 0.0
    chance = np.random.default_rng(0).normal(size=(400, 400))
    assert first_of(chance, OTHERS) == pytest.approx(1 / 6, abs=0.03)


def test_it_is_said_how_many_links_a_share_rests_on() -> None:
    dim = 0.1 * np.eye(60) + np.random.default_rng(0).normal(size=(60, 60)) / 5
    low, high = interval(firsts(dim, OTHERS))
    assert low < first_of(dim, OTHERS) < high
    assert interval(firsts(np.eye(60), OTHERS)) == (1.0, 1.0)


def test_a_line_of_another_form_is_named(tmp_path: Path) -> None:
    file = tmp_path / "links.tsv"
    file.write_text("link\tthe dress | the hem\tI was a seamstress.\n", encoding="utf-8")
    assert read(file) == [Link("the dress the hem", "I was a seamstress.", True)]
    file.write_text("link\tthe dress\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 1"):
        read(file)
