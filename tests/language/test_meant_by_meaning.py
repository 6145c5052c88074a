"""The reading of how a turn is meant: an engine that passes the contract, and tells repairs from stories."""

from pathlib import Path

import pytest

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.language.meant import MeantByMeaning
from voice_agent.memory.repairs.meant import Meant
from voice_agent.resources import resource
from voice_agent.settings import load

pytestmark = pytest.mark.models

REPAIR = (
    "The date I let you have for our Janet's christening, my niece rang up about it, it's 1953."
)
STORY = "In 1951 we kept pigs behind the chapel, and in 1953 my aunt came to stay and never left."


def minilm() -> Path:
    path = load(environ={}).weights / "minilm-int8"
    if not path.is_dir():
        pytest.skip("the weights minilm-int8 are not on this machine")
    return path


def test_a_repair_is_told_from_a_story_with_two_dates_and_always_the_same() -> None:
    engine = MeantByMeaning(resource("models/meant"), minilm())
    repair, story = engine.read(REPAIR), engine.read(STORY)
    assert set(repair) == set(Meant)
    assert sum(repair.values()) == pytest.approx(1) == pytest.approx(sum(story.values()))
    assert repair[Meant.CORRECTS] > 0.6 > 0.3 > story[Meant.CORRECTS]
    assert engine.read(REPAIR) == repair
    assert sum(engine.read("").values()) == pytest.approx(1)


def test_what_is_missing_or_damaged_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        MeantByMeaning(tmp_path, minilm())
    (tmp_path / "layers.npz").write_bytes(b"no layers")
    with pytest.raises(ModelDamaged):
        MeantByMeaning(tmp_path, minilm())
