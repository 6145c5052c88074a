"""The reader of fitting replies computes what was taught."""

from pathlib import Path

import numpy as np
import pytest
from fits import ByWord

from voice_agent.interview.fitting import Fits
from voice_agent.language.fitting import Fitting
from voice_agent.resources import resource
from voice_agent.settings import load

FOLDER = resource("models/fitting")

ASKED = "What work did your father do?"
SAID = (
    "He was a docker, and he'd come home with his pockets full of Brazil nuts. My mother said one day "
    "he'd come home with the ship."
)
REPLIES = (
    "What else did he bring home?",
    "Go on, I am listening.",
    "What did the house you grew up in look like when you came through the door?",
    "There is no hurry with this.",
)


def minilm() -> Path:
    path = load(environ={}).weights / "minilm-int8"
    if not path.is_dir():
        pytest.skip("the weights minilm-int8 are not on this machine")
    return path


@pytest.fixture(params=["by word", pytest.param("engine", marks=pytest.mark.models)])
def fits(request: pytest.FixtureRequest) -> Fits:
    return (
        ByWord(good=("bring",), wrong=("hurry",))
        if request.param == "by word"
        else Fitting(FOLDER, minilm())
    )


@pytest.mark.models
def test_it_computes_what_was_taught() -> None:
    """With torch, replies one by one or side by side, the same comes out."""
    from lab.training import fitting as lessons
    from voice_agent import weights

    whole = load(environ={}).weights / "minilm-fp32"
    if not whole.is_dir():
        pytest.skip("the weights minilm-fp32 are not on this machine")
    model = lessons.kept(weights.find(whole.parent, "minilm-fp32"), FOLDER / "layers.npz")
    marks = (0,) * len(REPLIES)
    together = lessons.Moment("", ASKED, SAID, tuple(REPLIES), marks)
    single = [lessons.Moment("", ASKED, SAID, (each,), (0,)) for each in REPLIES]
    rows = lessons.Read([together], lessons.reader(minilm()))
    by_one = np.concatenate(lessons.shares(model, single, rows))
    (side_by_side,) = lessons.shares(model, [together], rows)
    found = [(f.wrong, f.passable, f.good) for f in Fitting(FOLDER, minilm())(ASKED, SAID, REPLIES)]
    assert np.allclose(by_one, found, atol=0.02)
    assert np.allclose(side_by_side, found, atol=0.02)
