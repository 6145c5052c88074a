"""The reading of what weighs on the heart: an engine that hears what is only meant."""

import shutil
from pathlib import Path

import pytest

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.language.weight import WeightByMeaning, from_bar
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
    shutil.copytree(resource("models/weight"), tmp_path, dirs_exist_ok=True)
    WeightByMeaning(tmp_path, mpnet())
    table = tmp_path / "classes.json"
    table.write_text('{"classes": ["light", "heavy"]}', encoding="utf-8")
    with pytest.raises(ModelDamaged, match="from where something weighs"):
        WeightByMeaning(tmp_path, mpnet())
    (tmp_path / "head.npz").write_bytes(b"no head")
    with pytest.raises(ModelDamaged):
        WeightByMeaning(tmp_path, mpnet())


def test_a_reading_at_its_bar_is_just_believed_and_order_is_kept() -> None:
    moved = [from_bar(share, 0.3) for share in (0.0, 0.1, 0.29, 0.3, 0.6, 1.0)]
    assert moved == sorted(moved)
    assert moved[0] == 0 and moved[3] == BELIEVED and moved[-1] == 1
    assert moved[2] < BELIEVED
