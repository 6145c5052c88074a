"""What teaches that a story is told again: its files, what is learned from them, and that no judge is among them."""

import re

import numpy as np
import pytest

from lab.evaluation.memory import told_again
from lab.evaluation.memory.retold_templates import Which, templates
from lab.training import LESSONS, retold
from voice_agent.language.mpnet import WIDTH
from voice_agent.memory.same_event import WEIGHTS

ROW = 8
"""Words in a row that two lines have in common by chance no more."""

JUDGES: tuple[Which, ...] = ("held", "fourth")


def rows(words: str) -> set[str]:
    bare = re.sub(r"[^a-z ]", "", words.lower()).split()
    return {" ".join(bare[n : n + ROW]) for n in range(len(bare) - ROW + 1)}


def hand(name: str) -> list[told_again.Told]:
    return told_again.read(LESSONS / f"retold_{name}.tsv")


@pytest.mark.parametrize("name", retold.HANDS)
def test_every_event_is_told_three_or_four_times(name: str) -> None:
    told = hand(name)
    assert len({each.life for each in told}) == 12
    assert len({each.text for each in told}) == len(told) > 400
    counts = [
        sum(each.life == life and each.event == event for each in told)
        for life, event in {(each.life, each.event) for each in told}
    ]
    assert min(counts) >= 3 and max(counts) <= 4


def test_no_telling_of_a_hand_shares_eight_words_with_one_that_judges() -> None:
    judged = {
        row
        for name in JUDGES
        for sort in templates(name).sorts.values()
        for each in sort.tellings
        for row in rows(each)
    }
    judged |= {row for each in told_again.read(told_again.SEALED) for row in rows(each.text)}
    assert len(judged) > 1000
    taught = [each.text for name in retold.HANDS for each in hand(name)]
    assert [each for each in taught if rows(each) & judged] == []


def test_two_tellings_of_one_event_come_to_lie_near_each_other() -> None:
    dice = np.random.default_rng(0)
    lives = [f"{n % 6}" for n in range(72)]
    events = [f"{n % 6} {n // 6 % 4}" for n in range(72)]
    kinds = sorted(set(events))
    marks = dice.normal(size=(len(kinds), WIDTH))
    noise = 4 * dice.normal(size=(72, WIDTH))
    read = noise + np.stack([marks[kinds.index(each)] for each in events])
    lessons = retold.Lessons(tuple(lives), tuple(events), read.astype(np.float16))
    made = retold.teach([lessons]).of_rows(read)
    same = np.array(events)[:, None] == np.array(events)[None]
    np.fill_diagonal(same, False)
    near = made @ made.T
    other = ~same & ~np.eye(72, dtype=bool)
    assert near[same].mean() > near[other].mean() + 0.3


def test_a_trait_that_tells_one_event_from_two_gets_its_weight() -> None:
    dice = np.random.default_rng(0)
    names = list(WEIGHTS)
    values = dice.normal(size=(4000, len(names)))
    values[:, 0] = 1.0
    odds = 2 * values[:, names.index("around")] - 1
    same = dice.random(4000) < 1 / (1 + np.exp(-odds))
    found = retold.fitted([retold.Pairs(values, same)], [1.0])
    assert list(found) == names
    assert found["around"] == pytest.approx(2, abs=0.4)
    assert found["any"] == pytest.approx(-1, abs=0.3)
    assert abs(found["rivals"]) < 0.2
