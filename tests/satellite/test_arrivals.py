"""What a satellite has heard is known by the moment, however late and in whatever heaps its sound comes."""

import numpy as np
import pytest

from voice_agent.satellite.arrivals import MOST, Arrivals
from voice_agent.sound import RATE

STEP = RATE // 50


def heaps(seconds: float, late: float) -> list[tuple[float, int]]:
    """When so many samples came that were heard in time: one in fifty up to `late` seconds after that, and none before it."""
    rng = np.random.default_rng(3)
    heard = np.arange(1, round(seconds * 50) + 1) / 50
    hiccup = rng.uniform(0.0, late, len(heard)) * (rng.random(len(heard)) < 0.02)
    came = np.maximum.accumulate(heard + hiccup)
    return [(float(at), STEP) for at in came]


def test_sound_that_comes_in_time_leaves_nothing_on_its_way() -> None:
    arrivals = Arrivals()
    for at, count in heaps(30.0, 0.0):
        arrivals.took(count, at)
        assert arrivals.on_their_way(at) == 0
    assert arrivals.on_their_way(30.1) == RATE // 10


@pytest.mark.parametrize("late", [0.05, 0.3])
def test_what_is_late_is_counted_before_it_has_come(late: float) -> None:
    arrivals, came = Arrivals(), 0
    for at, count in heaps(60.0, late):
        arrivals.took(count, at)
        came += count
        if at > 1.0:
            assert came + arrivals.on_their_way(at) == pytest.approx(at * RATE, abs=0.001 * RATE)


def test_a_clock_that_goes_wrong_by_a_ten_thousandth_is_followed() -> None:
    arrivals, came = Arrivals(), 0
    for at, count in heaps(600.0, 0.05):
        arrivals.took(count, at * 1.0001)
        came += count
    assert arrivals.on_their_way(600.06) < 0.1 * RATE


def test_nothing_is_known_before_sound_came_and_what_has_gone_astray_is_not_waited_for() -> None:
    arrivals = Arrivals()
    assert arrivals.on_their_way(5.0) == 0
    arrivals.took(STEP, 5.0)
    assert arrivals.on_their_way(500.0) == MOST
