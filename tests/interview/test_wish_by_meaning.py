"""A second opinion on what is asked for: of short turns alone, and never in somebody else's mouth."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from voice_agent import assemble, labelled
from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.interview.commands import Command, wish
from voice_agent.interview.wish_by_meaning import WishByMeaning
from voice_agent.resources import resource
from voice_agent.settings import load


class Points:
    """An Embedder that knows three directions."""

    size = 3

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = [(float("ears" in t), float("Ann" in t), float("goat" in t)) for t in texts]
        return np.array(rows, np.float32)


def kept(folder: Path) -> Path:
    """Sentences of each kind in one direction."""
    (folder / "wishes.json").write_text(
        json.dumps({"classes": ["", "louder", "only for"], "sure": 0.1, "apart": 0.1})
    )
    rows = 127 * np.array([(0, 0, 1)] * 3 + [(1, 0, 0)] * 3 + [(0, 1, 0)] * 3, np.int8)
    np.savez(folder / "sentences.npz", vectors=rows, kinds=np.repeat([0, 1, 2], 3).astype(np.uint8))
    return folder


@pytest.fixture
def second(tmp_path: Path) -> WishByMeaning:
    return WishByMeaning(kept(tmp_path), Points())


def test_a_wording_that_no_rule_knows_is_understood(second: WishByMeaning) -> None:
    said = "My ears are not so good today."
    assert wish(said) is None
    found = second.understood(said)
    assert found is not None and found.command is Command.LOUDER


@pytest.mark.parametrize(
    "said",
    [
        "He said my ears are not so good.",
        "Ears!",
        "My ears were always cold in that house because the stove smoked and nobody would light it.",
        "The goat ate my hat.",
        "Only Ann, mind you.",
    ],
    ids=["somebody else says it", "one word", "a story", "no wish", "needs a name"],
)
def test_what_is_a_story_or_needs_a_name_is_left_alone(second: WishByMeaning, said: str) -> None:
    assert second.understood(said) is None


@pytest.mark.models
def test_the_shipped_opinion_takes_none_of_our_quoted_wishes_for_a_wish() -> None:
    ask = assemble.second_opinion(load(environ={}))
    if ask is None:
        pytest.skip("the weights minilm-int8 are not on this machine")
    lines = labelled.read(resource("tests/interview/labelled/commands.tsv"))
    quoted = [each.words for each in lines if each.label == "story" and not each.held_back]
    assert [each for each in quoted if ask(each)] == []


def test_what_is_missing_or_damaged_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        WishByMeaning(tmp_path, Points())
    (kept(tmp_path) / "wishes.json").write_text("{}")
    with pytest.raises(ModelDamaged):
        WishByMeaning(tmp_path, Points())
