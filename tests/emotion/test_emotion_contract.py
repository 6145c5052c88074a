"""What every reader of feelings keeps, the fake included."""

import pytest
from fakes import PlainFeelings

from voice_agent.backends import EmotionReader
from voice_agent.story import Emotion

SAID = [
    "I cried for a week when the house was sold.",
    "",
    "We were so happy that summer, all of us in the one boat.",
    "The shop opened at eight and closed at six.",
    "   ",
    "?!",
    "word " * 2000,
    "Ünïcödé, 猫, 🙂",
]


@pytest.fixture
def reader() -> EmotionReader:
    return PlainFeelings()


def test_every_telling_has_one_feeling_in_its_place(reader: EmotionReader) -> None:
    assert len(reader.read(SAID)) == len(SAID)
    assert [each.category for each in reader.read([])] == []


def test_saying_nothing_is_neutral(reader: EmotionReader) -> None:
    empty, spaces = (reader.read(SAID)[place] for place in (1, 4))
    assert empty.category is spaces.category is Emotion.NEUTRAL
    assert empty.intensity == spaces.intensity == 0


def test_every_figure_stays_within_its_scale(reader: EmotionReader) -> None:
    for each in reader.read(SAID):
        assert 0 <= each.intensity <= 1
        assert (each.intensity == 0) == (each.category is Emotion.NEUTRAL)
        for value in (each.valence, each.arousal, each.dominance):
            assert -1 <= value <= 1
        assert Emotion.NEUTRAL not in each.also
        assert each.category not in each.also


def test_a_telling_feels_the_same_alone_and_among_others(reader: EmotionReader) -> None:
    together = reader.read(SAID)
    alone = [reader.read([text])[0] for text in SAID]
    assert [each.category for each in alone] == [each.category for each in together]
    for one, other in zip(alone, together, strict=True):
        assert one.intensity == pytest.approx(other.intensity, abs=0.02)
        assert one.valence == pytest.approx(other.valence, abs=0.02)


def test_joy_is_pleasanter_than_grief(reader: EmotionReader) -> None:
    grief, joy = (reader.read(SAID)[place] for place in (0, 2))
    assert grief.valence < joy.valence


def test_it_says_what_it_is(reader: EmotionReader) -> None:
    assert reader.name
