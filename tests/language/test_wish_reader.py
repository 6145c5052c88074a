"""The reader of wishes: what it reads of a turn, and what it says where its files are missing."""

from pathlib import Path

import pytest

from voice_agent import weights
from voice_agent.errors import EngineUnavailable, ModelDamaged, ModelMissing
from voice_agent.interview.commands import Command
from voice_agent.language.wishes import PLACES, WishReader, runs, spoken
from voice_agent.resources import resource
from voice_agent.settings import load


def test_a_recogniser_and_a_writer_are_read_nearly_alike() -> None:
    assert spoken("Could you turn it up? I can't hear!") == spoken(
        "could you turn it up i can t hear"
    )


def test_runs_of_words_are_counted_from_end_to_end() -> None:
    found = runs("turn it up")
    assert len(found) == 3 + 4 + 3
    assert all(0 <= each < PLACES for each in found)


def test_what_is_missing_or_damaged_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        WishReader(tmp_path, tmp_path)
    (tmp_path / "classes.json").write_text('{"classes": ["story"], "bars": {}}')
    (tmp_path / "head.npz").write_bytes(b"no such file")
    with pytest.raises(ModelDamaged):
        WishReader(tmp_path, tmp_path)


@pytest.mark.models
def test_the_shipped_reader_knows_every_command() -> None:
    try:
        minilm = weights.find(load(environ={}).weights, "minilm-int8")
    except (ModelMissing, EngineUnavailable):
        pytest.skip("the weights minilm-int8 are not on this machine")
    reader = WishReader(resource("models/wishes"), minilm)
    (shares,) = reader.shares(["My hearing aid is whistling, I only get half of what you say."])
    assert set(shares) - {"story"} <= set(map(str, Command)) & set(reader.bars)
    assert sum(shares.values()) == pytest.approx(1, abs=1e-4)
