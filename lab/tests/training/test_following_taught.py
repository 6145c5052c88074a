"""The reader of next questions finds what was written for an answer, and ships what was a lesson."""

import json
from collections import Counter
from pathlib import Path

import pytest

from lab.training import following as lessons
from voice_agent.interview.wording.checks import faults
from voice_agent.interview.wording.vocabulary import said
from voice_agent.language.following import FOUND, Following
from voice_agent.resources import resource
from voice_agent.settings import load

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


def test_every_question_that_ships_was_written_down_as_a_lesson_and_may_be_said() -> None:
    kept = json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))
    ships = {ask for each in kept for ask, _ in each["asks"]}
    asks = {ask for wrote in lessons.examples().values() for one in wrote for ask in one.asks}
    assert ships == {ask for ask in asks if not faults(ask, said(ask))}
    assert len(ships) > 0.9 * len(asks)
