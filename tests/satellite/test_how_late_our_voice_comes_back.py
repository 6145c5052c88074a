"""Nobody tells how late a satellite plays: it is measured by our own voice, and only then taken out of the microphone."""

import numpy as np
import pytest

from voice_agent.audio import files
from voice_agent.audio.echo import LEAD, WebRtcEcho
from voice_agent.satellite.delay import AGREE, MOVED, Delay, between
from voice_agent.satellite.echo import MISSED, NO_ECHO, Beginning, LateEcho
from voice_agent.satellite.loudspeaker import EARLY
from voice_agent.sound import FRAME, RATE, Samples, Sound
from voice_agent.speech.narrator import sample_narrator


def ours(seconds: float) -> Samples:
    """A voice, as we would send it."""
    lines = sample_narrator().lines
    samples = np.concatenate([files.read(lines[n].file).samples for n in (3, 4, 2, 5, 0)])
    return np.resize(samples, round(seconds * RATE))


def hers(seconds: float) -> Samples:
    """Another's."""
    return np.resize(files.read(sample_narrator().lines[1].file).samples, round(seconds * RATE))


def back(far: Samples, delay: float, gain: float) -> Samples:
    """A room: a first path and a tail that dies away in a quarter of a second, and its hiss."""
    rng = np.random.default_rng(2)
    tail = rng.normal(0, 0.1, RATE // 4) * np.exp(-7 * np.arange(RATE // 4) / (RATE // 4))
    tail[0] = 1.0
    path = np.concatenate([np.zeros(round(delay * RATE)), tail])
    return (gain * np.convolve(far, path)[: len(far)] + rng.normal(0, 3e-4, len(far))).astype(
        np.float32
    )


def heard(delay: Delay, near: Samples, far: Samples) -> float:
    """Seconds until the delay is known."""
    for at in range(0, len(near) - FRAME + 1, FRAME):
        delay.hear(Sound(near[at : at + FRAME], at), far[at : at + FRAME])
        if delay.samples is not None:
            return at / RATE
    return float("inf")


@pytest.mark.parametrize("late", [0.03, 0.12, 0.35, 0.6, 1.1])
@pytest.mark.parametrize("gain", [0.5, 0.05])
def test_it_is_known_after_some_seconds_of_our_voice(late: float, gain: float) -> None:
    far, delay = ours(12.0), Delay()
    assert heard(delay, back(far, late, gain), far) < 6.0
    assert delay.samples == pytest.approx(late * RATE, abs=AGREE)


def test_it_is_found_though_she_speaks_at_the_same_time() -> None:
    far, delay = ours(12.0), Delay()
    heard(delay, back(far, 0.5, 0.3) + np.float32(0.5) * hers(12.0), far)
    assert delay.samples == pytest.approx(0.5 * RATE, abs=AGREE)


def test_where_there_is_no_echo_none_is_found() -> None:
    far = ours(20.0)
    for near in (hers(20.0), np.random.default_rng(1).normal(0, 0.01, len(far)).astype(np.float32)):
        delay = Delay()
        heard(delay, near, far)
        assert delay.samples is None


def test_nothing_stands_out_of_silence() -> None:
    assert between(np.zeros(RATE, np.float32), np.zeros(RATE, np.float32)) is None


def through(
    canceller: LateEcho, near: Samples, far: Samples, delay: Delay, *, ahead: int = 640
) -> Samples:
    """The microphone after the canceller, told the delay as it becomes known."""
    silence = np.zeros(2 * RATE, np.float32)
    out, pad = list[Samples](), np.concatenate((silence, far, silence))
    for at in range(0, len(near) - FRAME + 1, FRAME):
        frame = near[at : at + FRAME]
        delay.hear(Sound(frame, at), far[at : at + FRAME])
        late = max(0, (delay.samples or 0) - EARLY) - ahead
        out.append(canceller.cancel(frame, pad[2 * RATE + at - late :][:FRAME]))
    return np.concatenate(out)


def decibels(samples: Samples) -> float:
    return float(10 * np.log10(np.mean(np.square(samples, dtype=np.float64)) + 1e-12))


def test_our_voice_is_gone_though_it_comes_back_six_tenths_late() -> None:
    far = np.tile(ours(15.0), 2)
    near = back(far, 0.6, 0.4)
    delay = Delay()
    clean = through(LateEcho(WebRtcEcho, lambda: delay.samples, lambda: 1), near, far, delay)
    later = slice(12 * RATE, None)
    assert decibels(near[later]) - decibels(clean[later]) > 12
    assert not clean[: 2 * RATE].any(), "until it is known nothing interrupts us"


@pytest.mark.parametrize("off", [-MOVED, 0, MOVED])
def test_a_delay_that_is_left_alone_though_it_is_a_little_off_takes_our_voice_away_too(
    off: int,
) -> None:
    far = ours(20.0)
    near = back(far, 0.3, 0.4)
    delay = Delay(known := round(0.3 * RATE) + off)
    clean = through(LateEcho(WebRtcEcho, lambda: known, lambda: 1), near, far, delay, ahead=0)
    assert delay.samples == known
    later = slice(8 * RATE, None)
    assert decibels(near[later]) - decibels(clean[later]) > 12


def test_a_delay_that_turns_out_another_is_learnt_before_anybody_is_believed_to_interrupt() -> None:
    far = ours(12.0)
    near = back(far, 0.32, 0.4)
    told = list[int | None]([None])
    canceller, out = LateEcho(WebRtcEcho, lambda: told[0], lambda: 1), list[Samples]()
    pad = np.concatenate((np.zeros(RATE, np.float32), far))
    for at in range(0, len(near) - FRAME + 1, FRAME):
        told[0] = None if at < 2 * RATE else round((0.24 if at < 6 * RATE else 0.32) * RATE)
        late = max(0, (told[0] or 0) - EARLY)
        out.append(canceller.cancel(near[at : at + FRAME], pad[RATE + at - late :][:FRAME]))
    clean = np.concatenate(out)
    assert not clean[: 3 * RATE].any() and not clean[6 * RATE : round(6.9 * RATE)].any()
    later = slice(round(7.5 * RATE), None)
    assert decibels(near[later]) - decibels(clean[later]) > 12


def test_where_no_echo_is_found_she_can_interrupt_us_all_the_same() -> None:
    far, near = ours(20.0), 0.3 * hers(20.0)
    clean = through(LateEcho(WebRtcEcho, lambda: None, lambda: 1), near, far, Delay())
    assert np.abs(clean[2 * NO_ECHO :]).max() > 0.05


def in_the_air(clips: list[int], far: Samples, known: int) -> tuple[Samples, Samples]:
    """`far`, six seconds for each clip, and a room to which each comes by so many samples later than is known."""
    size = 6 * RATE
    near = np.random.default_rng(2).normal(0, 3e-4, len(far)).astype(np.float32)
    for n, late in enumerate(clips):
        begin = n * size + known + late
        piece = far[n * size : (n + 1) * size - RATE][: max(0, len(far) - begin)]
        near[begin : begin + len(piece)] += np.float32(0.1) * piece
    silent = np.arange(len(far)) % size >= size - RATE
    return near, np.where(silent, np.float32(0.0), far)


def test_each_clip_is_found_for_itself_and_what_sounds_before_is_not_believed() -> None:
    late, known = [0, 800, 160, 960, -320, 640], round(0.3 * RATE)
    near, far = in_the_air(late, np.tile(ours(18.0), 2), known)
    now = [0]
    canceller = LateEcho(WebRtcEcho, lambda: known, lambda: 1 + now[0] // (6 * RATE))
    far = np.concatenate((np.zeros(known - EARLY - LEAD, np.float32), far))
    out = list[Samples]()
    for now[0] in range(0, len(near) - FRAME + 1, FRAME):
        out.append(canceller.cancel(near[now[0] : now[0] + FRAME], far[now[0] :][:FRAME]))
    clean = np.concatenate(out)
    for n in range(1, len(late)):
        first = 6 * RATE * n + known
        assert not clean[first : first + RATE // 8].any()
        later = slice(first + RATE, first + 5 * RATE)
        assert decibels(near[later]) - decibels(clean[later]) > 20


def test_where_a_clip_is_never_found_the_next_ones_are_not_waited_for() -> None:
    beginning, far, near = Beginning(), ours(2.0), np.zeros(FRAME, np.float32)
    for _ in range(MISSED):
        assert beginning.sought
        for at in range(0, len(far) - FRAME + 1, FRAME):
            beginning.hear(near, far[at : at + FRAME])
        assert not beginning.sought
        beginning.begins()
    assert not beginning.sought and beginning.samples is None
