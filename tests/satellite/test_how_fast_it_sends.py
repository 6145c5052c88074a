"""A satellite that lies about its rate is judged by what it really sends; a slow network is no lie."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.satellite.pace import Pace
from voice_agent.satellite.pcm import Reader, readable
from voice_agent.satellite.wire import Form
from voice_agent.sound import RATE

CHUNK = 1024


def believed(announced: int, real: float, seconds: float, late: list[float] | None = None) -> int:
    """What is believed after so many seconds of chunks; `late`: seconds by which each comes late."""
    pace, chunk = Pace(announced), CHUNK / real
    last = 0.0
    for n in range(round(seconds / chunk)):
        wait = late[n % len(late)] if late else 0.0
        last = max(last, n * chunk + wait)  # one after the other, as on one wire
        pace.took(CHUNK, last)
    return pace.rate


@pytest.mark.parametrize(
    ("announced", "real", "found"),
    [
        (16_000, 48_000, 48_000),
        (16_000, 17_440, 17_440),
        (48_000, 44_100, 44_100),
        (16_000, 8_000, 8_000),
        (44_100, 16_000, 16_000),
    ],
)
def test_what_it_really_sends_is_noticed(announced: int, real: int, found: int) -> None:
    assert believed(announced, real, 30.0) == pytest.approx(found, rel=0.01)


def test_three_times_too_fast_is_noticed_within_some_three_seconds() -> None:
    assert believed(16_000, 48_000, 3.2) == 48_000


@pytest.mark.parametrize("drift", [0.9995, 1.0, 1.0005, 1.02])
def test_an_honest_clock_that_runs_a_little_off_is_left_alone(drift: float) -> None:
    assert believed(16_000, 16_000 * drift, 120.0) == 16_000


@given(st.lists(st.floats(0.0, 0.4), min_size=3, max_size=40))
def test_a_network_that_brings_sound_late_and_in_heaps_is_no_liar(late: list[float]) -> None:
    assert believed(16_000, 16_000, 60.0, late) == 16_000


def test_a_network_that_was_away_for_ten_seconds_is_no_liar() -> None:
    pace, at = Pace(16_000), 0.0
    for n in range(2000):
        at += CHUNK / 16_000 + (10.0 if n == 700 else 0.0)
        assert not pace.took(CHUNK, at)


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100, 48_000])
@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("channels", [1, 2])
def test_sound_of_any_rate_width_and_channels_is_brought_to_ours(
    rate: int, width: int, channels: int
) -> None:
    from honest_satellite import pcm

    time = np.arange(rate) / rate
    tone = (0.5 * np.sin(2 * np.pi * 440 * time)).astype(np.float32)
    raw, reader = pcm(tone, width, channels), Reader(Form(rate, width, channels), rate)
    cuts = [0, *range(777, len(raw), 777), len(raw)]  # in the middle of samples
    heard = np.concatenate([reader.read(raw[a:b]) for a, b in pairwise(cuts)])
    assert len(heard) == pytest.approx(RATE, abs=1100), "some milliseconds are still on their way"
    loudest = np.argmax(np.abs(np.fft.rfft(heard))) * RATE / len(heard)
    assert loudest == pytest.approx(440, abs=2)
    assert np.abs(heard).max() == pytest.approx(0.5, abs=0.03)


@given(st.integers(), st.integers(), st.integers())
def test_no_form_however_odd_is_called_readable_and_then_fails(
    rate: int, width: int, channels: int
) -> None:
    form = Form(rate, width, channels)
    if readable(form):
        Reader(form, rate).read(bytes(width * channels * 8))


def test_a_busy_computer_that_comes_late_to_what_was_sent_takes_nobody_for_a_liar() -> None:
    """Nothing is read for five seconds; then what waited is read twice as fast as it was sent."""
    pace, at, sent = Pace(16_000), 0.0, 0.0
    for n in range(1500):
        sent += CHUNK / 16_000
        at = max(sent, at + CHUNK / 32_000, 25.0 if n > 300 else 0.0)
        assert not pace.took(CHUNK, at)
