"""The reading of what weighs on the heart: an engine that hears what is only meant."""

from pathlib import Path

import numpy as np
import pytest

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.language.mpnet import WIDTH
from voice_agent.language.weight import Line, WeightByMeaning, from_bar, read
from voice_agent.memory.weight import BELIEVED
from voice_agent.resources import resource
from voice_agent.settings import load

LOSS = "She'd knitted two of everything, and I gave one of everything to the woman next door."
FUN = (
    "Our brass band fell in the canal at the gala, tuba first, and they played on while they swam."
)


def mpnet() -> Path:
    path = load(environ={}).weights / "mpnet-int8"
    if not path.is_dir():
        pytest.skip("the weights mpnet-int8 are not on this machine")
    return path


@pytest.mark.models
def test_a_loss_that_nobody_names_weighs_and_a_soaked_band_does_not() -> None:
    engine = WeightByMeaning(resource("models/weight"), mpnet())
    loss, fun = engine.read(LOSS), engine.read(FUN)
    assert loss >= BELIEVED > fun
    assert engine.read(LOSS) == loss
    assert engine.read("") == 0


@pytest.mark.models
def test_one_heavy_stretch_makes_a_long_story_heavy() -> None:
    engine = WeightByMeaning(resource("models/weight"), mpnet())
    long = " ".join([FUN] * 4)
    assert engine.read(long) < BELIEVED
    assert engine.read(f"{long} {LOSS * 3}") >= BELIEVED


@pytest.mark.models
def test_what_is_missing_or_damaged_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        WeightByMeaning(tmp_path, mpnet())
    file = tmp_path / "line.npz"
    file.write_bytes(b"no line")
    with pytest.raises(ModelDamaged):
        WeightByMeaning(tmp_path, mpnet())
    Line(np.ones(3), 0.0, 0.5).save(file)
    with pytest.raises(ModelDamaged):
        WeightByMeaning(tmp_path, mpnet())


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    line = Line(np.linspace(-1, 1, WIDTH), 0.25, 0.3)
    line.save(tmp_path / "weight" / "line.npz")
    again = read(tmp_path / "weight" / "line.npz")
    assert (again.bias, again.bar) == (0.25, pytest.approx(0.3))
    rows = np.random.default_rng(0).normal(size=(4, WIDTH)) / WIDTH
    assert again.scores(rows) == pytest.approx(line.scores(rows), abs=1e-6)


def test_a_reading_at_its_bar_is_just_believed_and_order_is_kept() -> None:
    moved = [from_bar(share, 0.3) for share in (0.0, 0.1, 0.29, 0.3, 0.6, 1.0)]
    assert moved == sorted(moved)
    assert moved[0] == 0 and moved[3] == BELIEVED and moved[-1] == 1
    assert moved[2] < BELIEVED
