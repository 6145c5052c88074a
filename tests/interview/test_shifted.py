"""Whether somebody has begun to speak of something else is read, never guessed at random."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from word_vectors import WordVectors

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.reading.heads.shifted import MEASURES, ShiftHead, measures, texts
from voice_agent.resources import resource

HEAD = resource("models/shift-head/head.json")

TALK = (
    "We had a goat in the yard.",
    "What did the goat eat?",
    "The goat ate the bread and my hat.",
)


def test_going_on_is_likelier_to_go_on_than_something_else() -> None:
    head = ShiftHead(HEAD, WordVectors(384))
    same = head.probability(TALK, "The goat ate the hat.")
    other = head.probability(TALK, "Do you have any hobbies?")
    assert 0 <= same < other <= 1


def test_the_first_words_of_a_talk_begin_nothing_else() -> None:
    head = ShiftHead(HEAD, WordVectors(384))
    assert head.probability((), "We had a goat.") == 0.0 and not head((), "We had a goat.")


@given(st.lists(st.text(max_size=30), min_size=1, max_size=9), st.text(max_size=60))
def test_whatever_is_said_can_be_measured(before: list[str], said: str) -> None:
    found = measures(before, said, WordVectors(384).embed(texts(before, said)))
    assert found.shape == (len(MEASURES),) and np.isfinite(found).all()


def test_a_head_that_is_missing_or_torn_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        ShiftHead(tmp_path / "head.json", WordVectors(384))
    (tmp_path / "head.json").write_text(json.dumps({"mean": []}))
    with pytest.raises(ModelDamaged):
        ShiftHead(tmp_path / "head.json", WordVectors(384))
