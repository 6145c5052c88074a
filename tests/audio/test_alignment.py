"""The session's clock stays true: through jitter, drift, bursts and loss."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.audio.alignment import JUMP, Alignment
from voice_agent.sound import FRAME, RATE


def play(alignment: Alignment, seconds: float, *, jitter: float = 0.0, drift: float = 0.0) -> int:
    """Observe `seconds` of blocks; return the samples reported missing."""
    rng = np.random.default_rng(3)
    missing = 0
    for n in range(1, round(seconds * 50)):
        at = 100.0 + n * FRAME / RATE * (1 + drift) + rng.uniform(0, jitter)
        missing += alignment.observe(n * FRAME + missing, at)
    return missing


@given(st.floats(-1e-4, 1e-4))
def test_a_card_that_runs_a_little_fast_or_slow_loses_nothing(drift: float) -> None:
    alignment = Alignment()
    assert play(alignment, 600, jitter=0.05, drift=drift) == 0


def test_sample_and_moment_are_each_others_inverse() -> None:
    alignment = Alignment()
    play(alignment, 10)
    for index in (0, 1234, 5 * RATE):
        assert alignment.index_at(alignment.time_of(index)) == index
    assert abs(alignment.index_at(105.0) - 5 * RATE) < 2


def test_two_lost_seconds_are_asked_for_once() -> None:
    alignment = Alignment()
    play(alignment, 5)
    index, asked = round(5 * RATE) - FRAME, []
    for _ in range(200):
        index += FRAME
        missing = alignment.observe(index, 102.0 + index / RATE - sum(asked) / RATE)
        if missing:
            asked.append(missing)
            index += missing
    assert len(asked) == 1
    assert abs(asked[0] - 2 * RATE) < JUMP / 10


def test_a_late_burst_is_not_taken_for_a_loss() -> None:
    """The machine was busy for a second; then all blocks come at once."""
    alignment = Alignment()
    play(alignment, 5)
    for n in range(50):
        assert alignment.observe(round(5 * RATE) + n * FRAME, 106.0 + n * 0.0005) == 0
    assert alignment.observe(6 * RATE + FRAME, 106.03) == 0


def test_a_first_block_that_came_late_does_not_hold_the_clock_back() -> None:
    alignment = Alignment()
    alignment.observe(FRAME, 101.0)  # a second late
    for n in range(2, 100):
        alignment.observe(n * FRAME, 100.0 + n * FRAME / RATE)
    assert abs(alignment.index_at(102.0) - 2 * RATE) < FRAME


def test_before_anything_is_known_the_clock_stands_at_nought() -> None:
    assert not Alignment().known
    assert Alignment().index_at(1e9) == 0
