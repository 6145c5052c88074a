"""Thresholds let through as few false alarms as was asked, and no talk both teaches and chooses."""

from collections.abc import Sequence

import pytest

from lab.training.calm_today import as_read, turns
from lab.training.danger_thresholds import (
    WANTED,
    Heard,
    asked,
    asks,
    choose,
    false,
    heard,
    hints,
    questions,
    share,
)
from lab.utterances import as_heard
from voice_agent.reading.danger import safety
from voice_agent.reading.danger.cries import Reading
from voice_agent.reading.words.plain_words import sentences
from voice_agent.resources import resource

RULES = safety.read(resource("config/safety.toml"), "GB").cries


def turn(label: str, level: str, high: float) -> Heard:
    return Heard(label, 10, "", {("together", level): high})


CALM = [turn("", level, n / 100) for level in WANTED for n in range(1, 250)]
CRIES = [turn(level, level, n / 10) for level in WANTED for n in range(10, 40)]


@pytest.mark.parametrize("most", [0, 3])
def test_as_many_false_levels_are_let_through_as_may_be_and_no_more(most: int) -> None:
    bars = choose(CALM, CRIES, most)
    assert false(CALM, bars) <= most
    assert all(0.4 < share(CRIES, bars, level) < 0.6 for level in WANTED)


def test_a_level_that_calm_talk_never_resembles_is_believed_early() -> None:
    calm = [each for each in CALM if ("together", "3m") not in each.highest]
    bars = choose(calm, CRIES, 0)
    assert share(CRIES, bars, "3m") == 1.0 > share(CRIES, bars, "2")


def test_as_many_questions_are_asked_as_were_wished_for() -> None:
    bars = choose(CALM, CRIES, 0)
    ask = asks(CALM, bars, 45.0)
    assert sum(asked(each, bars, ask) for each in CALM) <= 45 * len(CALM) * 10 / 45_000 + 1


def test_a_second_hint_is_a_question_where_it_comes_soon_after_the_first() -> None:
    bars = {(way, level): 9.0 for way in ("together", "hinted") for level in WANTED}
    calm, hint, sure = turn("", "2", 0.0), turn("", "2", 0.5), turn("", "2", 1.0)

    def asked_of(*talk: Heard) -> int:
        return questions(talk, bars, 0.9, 0.4)

    assert asked_of(hint, *[calm] * 5, hint) == 1 and asked_of(hint, *[calm] * 6, hint) == 0
    assert asked_of(hint, hint, hint) == 1, "what was asked about hints no more"
    assert asked_of(hint, sure, hint) == 1 and asked_of(sure, sure) == 2


def test_hints_are_as_low_as_the_questions_they_bring_allow() -> None:
    bars = {(way, level): 9.0 for way in ("together", "hinted") for level in WANTED}
    talk = [turn("", "2", 0.1 + place % 7 / 10) for place in range(700)]
    low, high = (hints(talk, bars, 0.9, most) for most in (1000.0, 0.0))
    assert low < high <= 0.9
    assert questions(talk, bars, 0.9, high) == 0 < questions(talk, bars, 0.9, low)


class Gloomy:
    """A Meaning to which everything is a wish to die, nearly."""

    agrees: dict[str, float] = {}  # noqa: RUF012 (a fake without a constructor)

    def read(self, sentences: Sequence[str]) -> list[Reading]:
        return [{"2": 0.99, "": 0.01} for _ in sentences]

    def whole(self, said: str) -> Reading:
        return {"2": 0.9, "": 0.1} if said else {"": 1.0}


def test_a_turn_is_read_as_the_house_reads_it() -> None:
    short = heard(RULES, Gloomy(), "2", "The curtains stay drawn.")
    assert short.highest["together", "2"] == pytest.approx(2.0 + 1.0) and short.sure == ""
    long = heard(RULES, Gloomy(), "2", "The curtains stay drawn. " + "We ate rice. " * 9)
    assert long.highest["together", "2"] < 2.8
    assert heard(RULES, Gloomy(), "2", "I want to die.").sure == "2"


def test_no_talk_both_teaches_and_chooses() -> None:
    taught, kept = turns(teaches=True), turns(teaches=False)
    assert not set(taught) & set(kept)
    assert min(len(taught), len(kept)) > 1000


def test_what_is_taught_are_the_pieces_that_the_detector_reads() -> None:
    said = "We had the bus into town. She had her hat on. Then it rained, and how."
    read = as_read(said)
    taught = {each for some in read for each in some}
    assert set(sentences(said)) | set(sentences(as_heard(said))) <= taught
    assert "We had the bus into town. She had her hat on." in taught
    assert len(taught) == sum(len(some) for some in read)
