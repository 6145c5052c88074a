"""Whoever says how well a reply fits: the engine that learnt it from marks, and the short stand-in of other tests."""

import shutil
from pathlib import Path

import pytest
from fits import ASKED, REPLIES, SAID, ByWord
from heard import weights

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.interview.fitting import Fits
from voice_agent.language.fitting import Fitting
from voice_agent.resources import resource

FOLDER = resource("models/fitting")


@pytest.fixture(params=["by word", pytest.param("engine", marks=pytest.mark.models)])
def fits(request: pytest.FixtureRequest) -> Fits:
    return (
        ByWord(good=("bring",), wrong=("hurry",))
        if request.param == "by word"
        else Fitting(FOLDER, weights("minilm-int8"))
    )


def test_each_reply_has_three_shares_that_sum_to_one(fits: Fits) -> None:
    found = fits(ASKED, SAID, REPLIES)
    assert len(found) == len(REPLIES)
    for each in found:
        assert each.wrong + each.passable + each.good == pytest.approx(1, abs=1e-4)
        assert min(each.wrong, each.passable, each.good) >= 0
        assert each.worth == pytest.approx(each.good - each.wrong)


def test_what_else_is_weighed_and_in_which_order_changes_nothing(fits: Fits) -> None:
    together = fits(ASKED, SAID, REPLIES)
    backwards = fits(ASKED, SAID, REPLIES[::-1])[::-1]
    alone = [fits(ASKED, SAID, [each])[0] for each in REPLIES]
    for one, two, three in zip(together, backwards, alone, strict=True):
        assert one.worth == pytest.approx(two.worth, abs=1e-3)
        assert one.worth == pytest.approx(three.worth, abs=1e-3)


def test_nothing_to_weigh_and_nothing_said_are_no_error(fits: Fits) -> None:
    assert list(fits(ASKED, SAID, [])) == []
    assert len(fits("", "", ["Go on, I am listening."])) == 1
    assert len(fits("", "word " * 5000, ["Go on, I am listening.", "…", ""])) == 3


@pytest.mark.models
def test_what_takes_up_the_story_fits_better_than_what_leaves_it() -> None:
    up, on, away, hurry = (
        each.worth for each in Fitting(FOLDER, weights("minilm-int8"))(ASKED, SAID, REPLIES)
    )
    assert min(up, hurry) > away
    assert on > max(away, hurry)


@pytest.mark.models
def test_what_is_missing_or_damaged_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        Fitting(tmp_path, weights("minilm-int8"))
    shutil.copy(resource("models/emotion") / "layers.npz", tmp_path)  # taught for something else
    with pytest.raises(ModelDamaged):
        Fitting(tmp_path, weights("minilm-int8"))
