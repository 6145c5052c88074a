"""Of two years of one story it is asked which: once a talk, curiously, and only where it does no harm."""

from dataclasses import replace
from datetime import date
from itertools import cycle, islice

import pytest
from interviews import AGREED, STORY, TEMPLATES, rules, talk, why_not

from voice_agent.interview import growing, planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.known import Conflict, Known
from voice_agent.interview.questions import Candidate
from voice_agent.interview.rules import Past
from voice_agent.interview.wording.checks import faults
from voice_agent.memory.distil import ASKS_WHEN
from voice_agent.reading.words.vocabulary import said
from voice_agent.story import Emotion, Feeling

LIFE = Known(
    conflicts=(
        Conflict("x-1", "we married in the chapel", ("1951", "1954")),
        Conflict("x-2", "we moved to Leeds", ("1952", "1955")),
    ),
)


def grown(known: Known = LIFE, seed: int = 0) -> list[Candidate]:
    found = growing.grow(known, TEMPLATES, seed=seed)
    return [each for each in found if each.kind in growing.UNSETTLED]


@pytest.mark.parametrize("seed", range(6))
def test_the_question_names_both_years_and_the_story_and_blames_nobody(seed: int) -> None:
    ask, _ = grown(seed=seed)
    text = f"{ask.lead} {ask.ask}"
    assert "1951" in ask.ask and "1954" in ask.ask and "you married in the chapel" in ask.ask
    assert faults(text, said(text)) == ()
    assert ASKS_WHEN.search(ask.ask)  # memory reads the answer as one about a date
    assert "wrong" not in text and "sure" not in text


@pytest.mark.parametrize("line", ["my mother died in the hospital", "it was a good place"])
def test_what_hurts_and_what_cannot_be_said_shortly_is_not_asked_about(line: str) -> None:
    assert grown(Known(conflicts=(Conflict("x-1", line, ("1951", "1954")),))) == []


def test_only_one_thing_is_asked_to_be_settled_in_a_session() -> None:
    asked = tuple(replace(each, worth=1.0) for each in grown())
    assert len(asked) == 2
    by = rules(past=Past(grown=asked, today=date(2026, 11, 21)))
    last, _ = list(talk(by, islice(cycle(STORY), 30), minutes=0.1))[-1]
    assert len([kind for kind in last.coverage.kinds if kind in growing.UNSETTLED]) <= 1
    told = Heard("We had a small house there by the river, and a garden with apples.")
    progress, _ = planner.open_session(by, AGREED)
    assert why_not(asked[0], by, progress, told) == ""
    progress_then = replace(progress, coverage=replace(progress.coverage, kinds=(asked[1].kind,)))
    assert why_not(asked[0], by, progress_then, told) == "one conflict a session"


@pytest.mark.parametrize(
    ("text", "feeling", "confused"),
    [
        ("We had a small house there by the river.", Feeling(Emotion.SADNESS, 0.8, -0.7), False),
        ("My husband died that winter, and I was alone.", Feeling(), False),
        ("We had a small house there by the river.", Feeling(), True),
    ],
)
def test_it_is_not_asked_while_it_hurts_nor_of_somebody_who_was_lost(
    text: str, feeling: Feeling, confused: bool
) -> None:
    by = rules(past=Past(grown=tuple(grown()), today=date(2026, 11, 21)))
    progress, _ = planner.open_session(by, AGREED)
    plain = Heard("We had a small house there by the river.")
    for each in grown():
        assert why_not(each, by, progress, plain) == ""
        heard = Heard(text, feeling=feeling)
        assert (
            why_not(
                each,
                by,
                replace(progress, safety=replace(progress.safety, confused=confused)),
                heard,
            )
            != ""
        )
