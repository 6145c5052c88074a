"""From one talk to ten thousand houses: figures that can be checked by hand."""

from dataclasses import replace

import pytest

from lab.fleet.arithmetic import Assumed, needs, table

COSTS = {
    "recognition": {"whisper-base": {"cpu_s_per_minute_in_a_talk": 12.0}},
    "speech": {"cpu_s_per_sentence": 0.1},
    "embeddings": {"cpu_s_per_turn": 0.01},
}


def test_two_talks_a_week_are_twenty_nine_a_day_for_a_hundred_houses() -> None:
    assert needs(100, COSTS, Assumed())["talks a day"] == pytest.approx(200 / 7)


def test_where_all_begin_on_the_hour_all_talk_at_once() -> None:
    clumped = needs(7000, COSTS, replace(Assumed(), at_once=1.0))
    spread = needs(7000, COSTS, replace(Assumed(), at_once=0.0))
    assert clumped["talks at once, expected"] == pytest.approx(400)
    assert spread["talks at once, expected"] == pytest.approx(400 * 25 / 60)


def test_a_recogniser_that_needs_twelve_seconds_a_minute_needs_a_fifth_of_a_core_for_who_speaks() -> (
    None
):
    of_one = replace(Assumed(), tells=1.0, load=1.0)
    found = needs(10_000, COSTS, of_one)
    assert found["cores to hear"] == pytest.approx(found["talks at once, planned for"] / 5)


def test_never_more_talks_at_once_than_houses() -> None:
    assert needs(1, COSTS, Assumed())["talks at once, planned for"] <= 1


def test_every_assumption_is_named_under_the_table() -> None:
    under = table(COSTS).rpartition("Assumed: ")[2]
    assert all(name in under for name in Assumed.__dataclass_fields__)
