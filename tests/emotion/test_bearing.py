"""What feelings change."""

import tomllib

import pytest

from voice_agent.dialogue.backchannel import Tone
from voice_agent.emotion.bearing import TABLE, Row, bearing
from voice_agent.emotion.labels import WEAK
from voice_agent.emotion.mood import Mood
from voice_agent.interview.heard import Heard
from voice_agent.interview.mood import dark
from voice_agent.memory.affect import Steer
from voice_agent.resources import resource
from voice_agent.story import AnswerKind, Bearing, Emotion, Feeling

SAD = Feeling(Emotion.SADNESS, 0.5, -0.4)
GRIEF = Feeling(Emotion.SADNESS, 0.8, -0.6)
GLAD = Feeling(Emotion.JOY, 0.7, 0.6)
BUS = Feeling()


def told(*turns: Feeling) -> Bearing:
    mood = Mood()
    for each in turns:
        mood = mood.hear(each)
    return bearing(turns[-1], mood)


def test_great_grief_is_met_with_a_few_words_and_silence() -> None:
    how = told(BUS, GRIEF)
    assert how.answer is AnswerKind.QUIET
    assert how.acknowledge == "acknowledge_sad"
    assert how.patience > 1 > how.pace


def test_sadness_is_said_back_before_anything_is_asked() -> None:
    assert told(SAD).answer is AnswerKind.ECHO


def test_the_talk_does_not_close_on_distress() -> None:
    for category in (Emotion.SADNESS, Emotion.FEAR, Emotion.ANGER):
        assert told(Feeling(category, 0.8, -0.5)).ordinary_first
    assert told(GRIEF, BUS).ordinary_first
    assert not told(BUS).ordinary_first
    assert not told(GLAD).ordinary_first


def test_a_neutral_turn_after_grief_is_not_comforted_but_not_hurried_either() -> None:
    how = told(GRIEF, BUS)
    assert how.acknowledge == "acknowledge"
    assert how.tone == "heavy"
    assert how.patience > 1


def test_after_three_heavy_turns_something_smaller_comes() -> None:
    how = told(SAD, SAD, SAD)
    assert how.topic == "lighter"
    assert how.recall == "lift"


def test_joy_is_met_brightly_and_never_with_comfort() -> None:
    how = told(BUS, GLAD)
    assert how.tone == "bright"
    assert how.acknowledge == "acknowledge_warm"


def test_work_and_weather_change_nothing() -> None:
    assert told(BUS, BUS) == Bearing(reason="plain")


def test_nothing_hangs_on_what_is_read_badly() -> None:
    for category in WEAK:
        assert told(Feeling(category, 1.0)) == Bearing(reason="plain")
        assert told(Feeling(category, 1.0), BUS) == Bearing(reason="plain")
        assert told(Feeling(category, 1.0, -0.4)) == told(Feeling(valence=-0.4))
        assert not dark(Heard("It will come to nothing.", feeling=Feeling(category, 1.0, -0.4)))
    assert not any(row.emotions & set(WEAK) for row in TABLE)


def test_neutral_words_in_a_sunken_voice_are_given_time() -> None:
    how = told(Feeling(valence=-0.3))
    assert how.tone == "heavy" and how.patience > 1 and how.answer is AnswerKind.ASK


@pytest.mark.parametrize("row", TABLE, ids=[each.name for each in TABLE])
def test_every_word_of_the_table_is_known_to_those_who_act_on_it(row: Row) -> None:
    how = row.bearing
    assert how.tone in set(Tone)
    assert how.recall in set(Steer)
    assert how.topic in {"on", "stay", "lighter"}
    file = resource("config/phrases/acknowledgements.toml")
    assert how.acknowledge in tomllib.loads(file.read_text(encoding="utf-8"))
    assert 0.8 <= how.pace <= 1.1 and 1 <= how.patience <= 2


def test_some_row_is_reached_from_every_feeling_without_failing() -> None:
    for category in Emotion:
        for tenth in range(11):
            assert told(Feeling(category, tenth / 10)).reason
