"""The engine that finds a good next question for an answer."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.interview.wording.checks import faults
from voice_agent.interview.wording.vocabulary import said
from voice_agent.language.following import FOUND, Following
from voice_agent.resources import resource
from voice_agent.settings import load
from voice_agent.training import following as lessons

FOLDER = resource("models/following")


def minilm() -> Path:
    path = load(environ={}).weights / "minilm-int8"
    if not path.is_dir():
        pytest.skip("the weights minilm-int8 are not on this machine")
    return path


@pytest.mark.models
def test_an_answer_finds_the_questions_that_were_written_for_it() -> None:
    engine = Following(FOLDER, minilm())
    every = [one for wrote in lessons.examples().values() for one in wrote]
    often = Counter(ask for one in every for ask in one.asks)
    for one in every[::150]:
        found = engine(one.asked, one.said)
        assert FOUND <= len(found) <= 2 * FOUND
        assert [each.near for each in found] == sorted((each.near for each in found), reverse=True)
        if max(often[ask] for ask in one.asks) == 1:  # another answer's may be laid down with that
            assert {*one.asks} & {each.ask for each in found[:4]}, one.said


@pytest.mark.models
def test_the_same_moment_is_met_in_the_same_way_and_an_empty_one_at_all() -> None:
    engine = Following(FOLDER, minilm())
    first = engine("Who taught you?", "My gran did.")
    engine("", "")
    assert engine("Who taught you?", "My gran did.") == first


def test_every_question_that_ships_was_written_down_as_a_lesson_and_may_be_said() -> None:
    kept = json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))
    ships = {ask for each in kept for ask, _ in each["asks"]}
    asks = {ask for wrote in lessons.examples().values() for one in wrote for ask in one.asks}
    assert ships == {ask for ask in asks if not faults(ask, said(ask))}
    assert len(ships) > 0.9 * len(asks)


@pytest.mark.models
def test_what_is_missing_or_damaged_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        Following(tmp_path, minilm())
    for name in ("layers.npz", "middle.json", "answers.npz"):
        shutil.copy(FOLDER / name, tmp_path)
    (tmp_path / "questions.json").write_text('[{"asks": [["Who was there?", 0]], "gentle": false}]')
    with pytest.raises(ModelDamaged):
        Following(tmp_path, minilm())
