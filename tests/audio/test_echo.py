"""Our own voice, coming back through the room, must not interrupt us."""

import numpy as np
import pytest
from room import clip

from voice_agent.audio.clock import SoundClock
from voice_agent.audio.echo import LEAD, HalfDuplex, NoEcho, WebRtcEcho, without_echo
from voice_agent.audio.room import TapedLoudspeaker
from voice_agent.backends import EchoCanceller
from voice_agent.sound import FRAME, RATE, Samples, Sound


def voice(seconds: float, seed: int = 1) -> Samples:
    """Noise that swells three times a second, as speech does."""
    noise = np.random.default_rng(seed).normal(0, 1, round(seconds * RATE))
    smooth = np.convolve(noise, np.hanning(12), "same")
    swell = np.maximum(0, np.sin(np.arange(len(smooth)) / RATE * 2 * np.pi * 3))
    return (0.3 * smooth / np.abs(smooth).max() * swell).astype(np.float32)


def echo_of(far: Samples, delay: float, gain: float) -> Samples:
    """A small room: a first path and a tail that dies away in a quarter of a second."""
    rng = np.random.default_rng(2)
    tail = rng.normal(0, 0.1, RATE // 4) * np.exp(-7 * np.arange(RATE // 4) / (RATE // 4))
    tail[0] = 1.0
    path = np.concatenate([np.zeros(round(delay * RATE)), tail])
    hiss = rng.normal(0, 3e-4, len(far))
    return (gain * np.convolve(far, path)[: len(far)] + hiss).astype(np.float32)


def through(canceller: EchoCanceller, near: Samples, far: Samples) -> Samples:
    steps = range(0, len(near) - FRAME + 1, FRAME)
    return np.concatenate(
        [canceller.cancel(near[at : at + FRAME], far[at : at + FRAME]) for at in steps]
    )


def decibels(samples: Samples) -> float:
    return float(10 * np.log10(np.mean(np.square(samples, dtype=np.float64)) + 1e-12))


@pytest.mark.parametrize("delay", [0.0, 0.04, 0.1, 0.2, 0.3])
@pytest.mark.parametrize("gain", [0.5, 0.1])
def test_our_voice_is_gone_whatever_the_delay(delay: float, gain: float) -> None:
    far = voice(10.0)
    near = echo_of(far, delay, gain)
    clean = through(WebRtcEcho(), near, far)
    later = slice(7 * RATE, None)
    assert decibels(near[later][: len(clean)]) - decibels(clean[later]) > 12


@pytest.mark.parametrize("canceller", [WebRtcEcho(), HalfDuplex(), NoEcho()])
def test_while_we_are_silent_the_narrator_is_heard_untouched(canceller: EchoCanceller) -> None:
    near = voice(2.0)
    heard = through(canceller, near, np.zeros_like(near))
    assert (heard == near[: len(heard)]).all()


def test_our_first_words_cannot_interrupt_themselves() -> None:
    """Before the canceller knows the room nothing of it may reach the detector."""
    far = voice(10.0)
    clean = through(WebRtcEcho(), echo_of(far, 0.1, 0.5), far)
    assert not clean[: 2 * RATE].any()
    assert clean[7 * RATE :].any()


def test_half_duplex_is_deaf_while_we_speak_and_a_little_longer() -> None:
    near, far = voice(3.0), np.zeros(3 * RATE, np.float32)
    far[:RATE] = 0.5
    heard = through(HalfDuplex(rest=0.5), near, far)
    assert not heard[: RATE + RATE // 2].any()
    assert (heard[RATE + RATE // 2 + FRAME :] == near[RATE + RATE // 2 + FRAME : len(heard)]).all()


@pytest.mark.anyio
async def test_the_canceller_is_shown_our_voice_before_the_room_gives_it_back() -> None:
    clock = SoundClock()
    loudspeaker = TapedLoudspeaker(clock)
    shown: list[Samples] = []

    class Shown:
        def cancel(self, near: Samples, far: Samples) -> Samples:
            shown.append(far)
            return near

    import anyio

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(loudspeaker.play, clip(1.0))
        await anyio.wait_all_tasks_blocked()
        frame = Sound(np.zeros(FRAME, np.float32), 0)
        assert without_echo(frame, loudspeaker, Shown()).start == 0
        assert (shown[0] == loudspeaker.reference(LEAD, FRAME)).all()
        tasks.cancel_scope.cancel()
