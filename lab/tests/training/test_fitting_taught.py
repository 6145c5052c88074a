"""The reader of fitting replies computes what was taught."""

import numpy as np
import pytest
from fits import ASKED, REPLIES, SAID
from heard import weights

from voice_agent.language.fitting import Fitting
from voice_agent.resources import resource

FOLDER = resource("models/fitting")


@pytest.mark.models
def test_it_computes_what_was_taught() -> None:
    """With torch, replies one by one or side by side, the same comes out."""
    from lab.training import fitting as lessons

    model = lessons.kept(weights("minilm-fp32"), FOLDER / "layers.npz")
    marks = (0,) * len(REPLIES)
    together = lessons.Moment("", ASKED, SAID, tuple(REPLIES), marks)
    single = [lessons.Moment("", ASKED, SAID, (each,), (0,)) for each in REPLIES]
    rows = lessons.Read([together], lessons.reader(weights("minilm-int8")))
    by_one = np.concatenate(lessons.shares(model, single, rows))
    (side_by_side,) = lessons.shares(model, [together], rows)
    found = [
        (f.wrong, f.passable, f.good)
        for f in Fitting(FOLDER, weights("minilm-int8"))(ASKED, SAID, REPLIES)
    ]
    assert np.allclose(by_one, found, atol=0.02)
    assert np.allclose(side_by_side, found, atol=0.02)
