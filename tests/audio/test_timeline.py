"""The record of our own voice holds what was in the air, sample for sample."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.audio.timeline import Timeline, at_rate, loud
from voice_agent.sound import RATE, Clip


@given(
    clips=st.lists(
        st.tuples(st.integers(0, 50), st.integers(1, 80), st.integers(0, 100)), max_size=8
    ),
    cut=st.integers(1, 60),
)
def test_reading_in_small_steps_is_reading_at_once(
    clips: list[tuple[int, int, int]], cut: int
) -> None:
    """Each clip: pause before it, its length, and after how much of it somebody broke in."""
    timeline, at = Timeline(), 0
    truth = np.zeros(2000, np.float32)
    for number, (pause, length, stopped) in enumerate(clips, 1):
        at += pause
        timeline.begin(np.full(length, number, np.float32), at)
        heard = min(length, stopped)
        timeline.end(at + stopped)
        truth[at : at + heard] = number
        assert timeline.heard(at + length + 5) == heard / RATE
        at += heard
    whole = [timeline.reference(start, cut) for start in range(0, 2000 - cut, cut)]
    joined = np.concatenate(whole)
    assert (joined == truth[: len(joined)]).all()
    assert timeline.sounding(0) == (truth[0] != 0)


def test_a_clip_that_began_later_than_thought_is_moved() -> None:
    timeline = Timeline()
    timeline.begin(np.ones(10, np.float32), 100)
    timeline.move(103, tolerance=5)
    assert timeline.reference(95, 10).tolist() == [0.0] * 5 + [1.0] * 5
    timeline.move(120, tolerance=5)
    assert np.flatnonzero(timeline.reference(0, 200)).tolist() == list(range(120, 130))


def test_an_hour_of_talk_is_not_kept_for_ever() -> None:
    timeline = Timeline()
    for minute in range(60):
        timeline.begin(np.ones(RATE, np.float32), minute * 60 * RATE)
    assert not timeline.reference(0, RATE).any()
    assert timeline.reference(59 * 60 * RATE, RATE).all()


def test_nothing_was_heard_before_anything_was_said() -> None:
    timeline = Timeline()
    assert timeline.heard(5) == 0.0
    assert not timeline.sounding(0)
    assert not timeline.reference(-50, 100).any()


@given(st.floats(0.1, 2.0), st.floats(0.01, 1.0))
def test_louder_is_never_distorted(volume: float, peak: float) -> None:
    samples = peak * np.sin(np.arange(1000) / 7).astype(np.float32)
    out = loud(samples, volume)
    assert np.abs(out).max() <= max(0.981, float(np.abs(samples).max()))
    shape = out / np.abs(out).max() - samples / np.abs(samples).max()
    assert np.abs(shape).max() < 1e-3


def test_a_voice_at_its_own_rate_keeps_its_length() -> None:
    clip = Clip(np.zeros(22_050, np.float32), 22_050)
    assert len(at_rate(clip, RATE)) == RATE
    assert at_rate(clip, 22_050) is clip.samples
