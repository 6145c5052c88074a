"""What teaches how an offer is met: its form, that nothing held back is taught, and how sure one must be."""

from pathlib import Path

import numpy as np
import pytest

from lab.evaluation.returning.shift_lives import WORDS
from lab.training import LESSONS, heads
from lab.training.offers import APART, CLASSES, RIGHT, SUREST, by_rules, chosen, of_lives, read
from voice_agent.reading.heads.offer_response import OfferResponse

FILES = sorted(LESSONS.glob("offers_*.tsv"))
TAUGHT = [file for file in FILES if file.name not in APART]


def test_every_way_is_taught_by_every_hand() -> None:
    assert len(TAUGHT) == 7 and len(FILES) == 8
    for file in FILES:
        assert {each.way for each in read(file)} == set(OfferResponse), file.name


def test_nothing_that_is_held_back_is_taught() -> None:
    taught = {each.words for file in TAUGHT for each in read(file)}
    held = {each.words for name in APART for each in read(LESSONS / name)}
    assert len(taught & held) <= 2
    ways = ("unfinished", "unsure", "not_today", "another_time", "nothing_to_do")
    scripted = {
        words for part in ("third", "fourth", "fifth") for way in ways for words in WORDS[part][way]
    }
    assert not taught & scripted


def test_a_line_of_another_form_is_refused(tmp_path: Path) -> None:
    (tmp_path / "offers_z.tsv").write_text("gladly\tShall we?\tYes.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 1"):
        read(tmp_path / "offers_z.tsv")


def test_lives_teach_what_tells_half_of_it_after_a_denial() -> None:
    denials = ["No, not at all.", "Nay."]
    told = of_lives(denials)
    denied = [each for each in told if each.words.startswith(tuple(denials))]
    assert {each.way for each in told} == {OfferResponse.TELLS}
    assert abs(len(denied) - len(told) / 2) <= 1


def test_a_bar_is_the_lowest_at_which_enough_of_what_is_taken_is_right() -> None:
    ways = np.array([0] * 20 + [1] * 20)
    found = np.zeros((40, len(CLASSES)))
    found[:20, 0], found[20:, 1] = 0.9, 0.9
    found[18:22] = 0.0
    found[18:20, 1], found[20:22, 0] = 0.6, 0.6  # two of each are taken for the other, less surely
    bars = chosen(found, ways)
    assert bars[CLASSES[0]] == pytest.approx(0.3)  # 18 of 20 are right: as many as RIGHT asks
    assert RIGHT[CLASSES[0]] == pytest.approx(0.9)
    found[17, 1], found[17, 0] = 0.6, 0.0
    found[22, 0], found[22, 1] = 0.6, 0.0
    assert chosen(found, ways)[CLASSES[0]] == pytest.approx(0.65)
    assert bars[CLASSES[2]] == pytest.approx(SUREST)
    assert heads.believed(found, CLASSES, chosen(found, ways))[22] is None
    assert heads.believed(found, CLASSES, bars)[22] is CLASSES[0]


def test_rules_know_a_plain_yes_a_plain_no_and_a_plain_denial() -> None:
    assert by_rules("Yes, why not.") is OfferResponse.GLAD
    assert by_rules("No, thank you.") is OfferResponse.NO
    assert by_rules("No, that has nothing to do with it.") is OfferResponse.APART
    assert by_rules("Hm.") is None
