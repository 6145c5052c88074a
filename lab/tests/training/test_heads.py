"""A head learns what it is shown, counts included, and is read back as it was taught."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from lab.training import heads
from voice_agent.errors import ModelDamaged
from voice_agent.language import classifier
from voice_agent.language.classifier import Classifier
from voice_agent.language.mpnet import WIDTH

CLASSES = ("no", "yes")
KINDS = np.arange(200) % 2
DICE = np.random.default_rng(0)
ROWS = (DICE.normal(size=(200, WIDTH)) + KINDS[:, None]).astype(np.float16)


WRONG = DICE.random(200) < 0.7
EVERY, NOT_WRONG = np.arange(200), np.flatnonzero(~WRONG)


def taught(
    kinds: NDArray[np.int64] = KINDS,
    counts: NDArray[np.bool_] | None = None,
    shown: NDArray[np.int64] = EVERY,
) -> heads.Head:
    share = (np.ones(200) if counts is None else counts).astype(np.float32)
    return heads.teach(ROWS, kinds, share, [shown] * 8, classes=2)


def right(head: heads.Head) -> float:
    found = classifier.shares(classifier.scores(head, ROWS.astype(np.float32)))
    assert found.sum(axis=1) == pytest.approx(1)
    return float((found.argmax(axis=1) == KINDS).mean())


def test_a_head_learns_what_it_is_shown_and_by_how_much_it_counts() -> None:
    lies = np.where(WRONG, 1 - KINDS, KINDS)
    assert right(taught()) > 0.95
    assert right(taught(lies)) < 0.5
    assert right(taught(lies, counts=~WRONG)) > 0.95
    assert right(taught(lies, shown=NOT_WRONG)) > 0.95


def test_what_is_any_of_the_first_is_kept_from_the_others_and_pressed_into_none() -> None:
    """Of three kinds the first two look alike; rows of either are said to be "any of the two"."""
    some = np.where(KINDS == 1, 2, DICE.integers(2, size=200))
    vague = np.where((some < 2) & (np.arange(200) % 4 == 0), -2, some)
    head = heads.teach(ROWS, vague, np.ones(200, np.float32), [EVERY] * 8, classes=3)
    found = classifier.shares(classifier.scores(head, ROWS.astype(np.float32)))
    assert found[KINDS == 1, 2].mean() > 0.8
    assert found[vague == -2, :2].sum(axis=1).mean() > 0.8


def test_each_hand_is_read_by_a_head_that_only_the_others_taught() -> None:
    """The first hand is wrong in all it says, and the last one teaches only."""
    hand = EVERY % 10 // 3
    lies = np.where(hand == 0, 1 - KINDS, KINDS)
    found = heads.by_the_others(ROWS[:, None], lies, hand, 3, classes=2)
    assert (found[hand == 0].argmax(axis=1) == KINDS[hand == 0]).mean() > 0.9
    assert found[hand < 3].sum(axis=1) == pytest.approx(1)
    assert not found[hand == 3].any()


def test_a_head_that_is_written_is_read_alike(tmp_path: Path) -> None:
    head = taught()
    heads.save(head, CLASSES, tmp_path, {"yes": 0.7})
    with np.load(tmp_path / "head.npz") as kept:
        small = {name: kept[name].astype(np.float32) for name in kept.files}
    rows = ROWS.astype(np.float32)
    assert classifier.scores(small, rows) == pytest.approx(classifier.scores(head, rows), abs=0.1)


def test_a_head_with_other_outputs_than_classes_is_refused(tmp_path: Path) -> None:
    heads.save(taught(), ("one", "two", "three"), tmp_path)
    with pytest.raises(ModelDamaged, match="each class"):
        Classifier(tmp_path, tmp_path)
