"""What teaches a hard moment: its form, that nothing held back is taught, and how sure one must be."""

from pathlib import Path

import numpy as np
import pytest

from lab import LABELLED
from lab.training import LESSONS
from lab.training.hard_moments import (
    CLASSES,
    FALSE,
    HANDS,
    LOWEST,
    TELLING,
    TELLING_ASIDE,
    chosen,
    read,
    stories,
)
from voice_agent.reading.heads.hard_moments import ORDINARY, Hard
from voice_agent.resources import resource

TAUGHT = [LESSONS / f"hard_moments_{hand}.tsv" for hand in HANDS]
HELD = [
    resource("lab/evaluation/interview/hard_moments.tsv"),
    *(LABELLED / f"hard_moments_{name}.tsv" for name in ("open", "sealed")),
]


def test_every_kind_is_taught_by_every_hand_and_half_of_all_is_ordinary() -> None:
    for file in TAUGHT:
        assert {each.kind for each in read(file)} == {*map(str, CLASSES)}, file.name
    said = [each for file in TAUGHT for each in read(file)]
    assert sum(each.kind == ORDINARY for each in said) > len(said) / 3


def test_nothing_that_is_held_back_is_taught() -> None:
    taught = {each.words for file in TAUGHT for each in read(file)}
    held = {
        line.split("\t")[2]
        for file in HELD
        for line in file.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    }
    shared = {
        each for each in held & taught if len(each.split()) > 3
    }  # anybody may say "That's private."
    assert len(held) > 250 and not shared


def test_a_line_of_another_form_is_named(tmp_path: Path) -> None:
    file = tmp_path / "said.tsv"
    file.write_text("# one hand\nloneliness\tWho comes?\tNobody.\tThe cat.\n", encoding="utf-8")
    assert [(each.kind, each.words) for each in read(file)] == [("lonely", "Nobody.")]
    file.write_text("\nbored\tWho comes?\tNobody.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 2"):
        read(file)
    file.write_text("lonely\tWho comes?\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 1"):
        read(file)


def test_no_bar_lets_more_of_what_is_ordinary_through_than_was_allowed() -> None:
    dice = np.random.default_rng(5)
    calm = [dice.dirichlet(np.full(len(CLASSES), 0.3), size=size) for size in (4000, 1500, 900)]
    bars = chosen(*calm)
    for kind in Hard:
        place = CLASSES.index(kind)
        for found, share in zip(calm, FALSE[kind], strict=True):
            likeliest = found[:, 1:].argmax(axis=1) + 1 == place
            taken = likeliest & (found[:, place] >= bars[str(kind)])
            assert taken.sum() <= round(share * len(found))
        assert bars[str(kind)] >= LOWEST


def test_answers_of_stories_are_ordinary_and_those_the_bars_are_chosen_on_teach_nothing() -> None:
    teach, aside = stories(TELLING), stories(TELLING_ASIDE)
    assert {each.kind for each in (*teach, *aside)} == {ORDINARY}
    assert (len(teach), len(aside)) == (4320, 1440)
    assert not {each.words for each in teach} & {each.words for each in aside}
    assert read(LESSONS / "lives_a.toml") == stories("a")
