"""Who asks what time it is, is told; who is lost is calmed, and told."""

from datetime import UTC, datetime

import pytest
from interviews import AGREED, rules

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Coverage, OpenQuestion, Progress, Stage
from voice_agent.reading.wishes.telling_time import Asked, asked, told

AT = datetime(2026, 11, 22, 16, 8, tzinfo=UTC)
"""A Sunday."""

TALK = Progress(
    stage=Stage.TALK,
    question=OpenQuestion(text="Where did you sleep?"),
    coverage=Coverage(asked=("Where did you sleep?",)),
)


def talk(*said: str, at: datetime | None = AT) -> list[Move]:
    progress, moves = TALK, list[Move]()
    for words in said:
        progress, move = planner.reply(rules(), progress, Heard(words, at=at), AGREED)
        moves.append(move)
    return moves


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("Is it morning?", "afternoon, about ten past four"),
        ("is it still night time", "afternoon, about ten past four"),
        ("What time is it?", "about ten past four in the afternoon"),
        ("Excuse me, have you got the time, please?", "about ten past four in the afternoon"),
        ("Is it nearly tea time?", "about ten past four in the afternoon"),
        ("What day is it today? I lose track.", "Sunday, the 22nd of November"),
        ("what day is it i can't keep count", "Sunday, the 22nd of November"),
        ("Is it Tuesday?", "Sunday, the 22nd of November"),
        ("What year is it now?", "2026"),
    ],
)
def test_the_time_and_the_day_are_told_plainly(said: str, answer: str) -> None:
    (move,) = talk(said)
    assert answer in move.say
    assert "matter" not in move.say and "all right" not in move.say
    assert move.ask == "Where did you sleep?"


@pytest.mark.parametrize(
    "said",
    [
        "What time was it when he came home?",
        "He asked me what time it was.",
        "Is it time to stop?",
        "How long have we been talking?",
        "My mother used to say, what time is it?",
        "It was morning and the milk had come.",
        "I do not know what year it was.",
    ],
)
def test_a_story_with_a_time_in_it_is_no_question_of_the_time(said: str) -> None:
    assert asked(said) is None


def test_who_is_lost_is_calmed_and_told() -> None:
    lost, then = talk("Where am I? Is it morning? I don't know.", "What day is it?")
    assert lost.reason == "unsettled: lost_where"
    assert "afternoon, about ten past four" in lost.say and len(lost.say.split()) > 8
    assert "Sunday" in then.say and "?" not in then.text  # and nothing is asked of them yet


def test_who_is_only_lost_is_told_no_time() -> None:
    (lost,) = talk("What mill? I don't know what you mean. Where am I?")
    assert lost.reason == "unsettled: lost_where" and "By my clock" not in lost.say


def test_where_there_is_no_clock_nothing_is_made_up() -> None:
    (move,) = talk("What day is it?", at=None)
    assert move.reason == "lost" and "Sunday" not in move.say


@pytest.mark.parametrize(
    ("hour", "minute", "answer"),
    [
        (0, 2, "about midnight"),
        (3, 31, "about half past three at night"),
        (9, 44, "about a quarter to ten in the morning"),
        (11, 58, "about noon"),
        (12, 31, "about half past twelve in the afternoon"),
        (21, 56, "about five to ten in the evening"),
        (23, 59, "about midnight"),
    ],
)
def test_the_clock_is_read_as_people_say_it(hour: int, minute: int, answer: str) -> None:
    assert told(Asked.TIME, AT.replace(hour=hour, minute=minute)) == f"{answer}."


@pytest.mark.parametrize(("day", "said"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (21, "21st")])  # fmt: skip
def test_the_day_of_the_month_is_said_as_people_say_it(day: int, said: str) -> None:
    assert f"the {said} of" in told(Asked.DAY, AT.replace(day=day))
