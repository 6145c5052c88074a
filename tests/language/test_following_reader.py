"""The engine that finds a good next question for an answer."""

import shutil
from pathlib import Path

import pytest

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.language.following import Following
from voice_agent.resources import resource
from voice_agent.settings import load

FOLDER = resource("models/following")


def minilm() -> Path:
    path = load(environ={}).weights / "minilm-int8"
    if not path.is_dir():
        pytest.skip("the weights minilm-int8 are not on this machine")
    return path


@pytest.mark.models
def test_the_same_moment_is_met_in_the_same_way_and_an_empty_one_at_all() -> None:
    engine = Following(FOLDER, minilm())
    first = engine("Who taught you?", "My gran did.")
    engine("", "")
    assert engine("Who taught you?", "My gran did.") == first


@pytest.mark.models
def test_what_is_missing_or_damaged_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        Following(tmp_path, minilm())
    for name in ("layers.npz", "middle.json", "answers.npz"):
        shutil.copy(FOLDER / name, tmp_path)
    (tmp_path / "questions.json").write_text('[{"asks": [["Who was there?", 0]], "gentle": false}]')
    with pytest.raises(ModelDamaged):
        Following(tmp_path, minilm())
