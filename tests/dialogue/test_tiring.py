"""Tired is slower and later than oneself, not than others."""

import pytest

from voice_agent.dialogue.tiring import LATELY, RESTED, Tiring, Usual


def talk(tiring: Tiring, *answers: tuple[float, float]) -> Tiring:
    """Answers as (words a minute, seconds before it)."""
    for pace, wait in answers:
        tiring = tiring.hear(20, 20 / pace * 60, wait)
    return tiring


FRESH = ((120.0, 1.0),) * RESTED
SPENT = ((85.0, 2.4),) * LATELY


def test_who_speaks_more_slowly_and_answers_later_than_at_first_is_tired() -> None:
    assert not talk(Tiring(), *FRESH, *FRESH).tired
    assert talk(Tiring(), *FRESH, *SPENT).tired


@pytest.mark.parametrize("answer", [(120.0, 4.0), (80.0, 1.0)])
def test_thinking_longer_or_telling_slowly_alone_is_not_tiredness(
    answer: tuple[float, float],
) -> None:
    assert not talk(Tiring(), *FRESH, *[answer] * LATELY).tired


def test_a_slow_narrator_is_not_tired_for_being_slow() -> None:
    assert not talk(Tiring(), *[(70.0, 4.0)] * (RESTED + LATELY)).tired


def test_a_day_that_begins_tired_is_noticed_beside_other_days() -> None:
    usual = Tiring(Usual(125.0, 1.0))
    assert talk(usual, *[(85.0, 3.0)] * (RESTED + LATELY)).tired


def test_a_short_word_and_a_long_silence_say_nothing() -> None:
    tiring = Tiring().hear(2, 1.0, 1.0).hear(20, 10.0, 60.0)
    assert tiring.answers == ()


def test_what_is_usual_is_learned_from_rested_beginnings() -> None:
    learned = talk(Tiring(), *FRESH, *SPENT).learned
    assert learned == Usual(120.0, 1.0)
    later = talk(Tiring.from_json([100.0, 2.0]), *FRESH).as_json()
    assert later == [pytest.approx(106.0), pytest.approx(1.7)]
    assert Tiring.from_json("nonsense") == Tiring() == Tiring.from_json([0, -1])
