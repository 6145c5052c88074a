"""The simulated rooms are what they say, and a canceller that does nothing looks like it."""

import numpy as np

from lab.evaluation.spoken.echo import SPEAKS, mid_speech, room, run
from voice_agent.audio.echo import HalfDuplex, NoEcho
from voice_agent.sound import RATE, Samples, Sound


class Loudness:
    """A detector for which whatever is loud enough is speech."""

    def probability(self, frame: Sound) -> float:
        return float(np.abs(frame.samples).max() > 0.02)

    def reset(self) -> None: ...


def voice(seconds: float, seed: int) -> Samples:
    noise = np.random.default_rng(seed).normal(0, 0.1, round(seconds * RATE))
    return noise.astype(np.float32)


def test_an_echo_comes_as_late_and_as_loud_as_the_room_says() -> None:
    ours = voice(2.0, 1)
    for delay, gain in ((0.0, 0.0), (0.2, -20.0)):
        heard = room(ours, delay, gain, seed=7)
        size = 1 << (2 * len(ours)).bit_length()
        spectrum = np.fft.rfft(heard, size) * np.conj(np.fft.rfft(ours, size))
        assert np.fft.irfft(spectrum, size).argmax() == round(delay * RATE)
        part = slice(round(delay * RATE), None)
        loss = 20 * np.log10(np.std(heard[part]) / np.std(ours))
        assert abs(loss - gain) < 1.0
    assert (room(ours, 0.1, -6.0, 7) == room(ours, 0.1, -6.0, 7)).all()


def test_without_cancelling_we_interrupt_ourselves_and_half_duplex_hears_nobody() -> None:
    ours, person = voice(12.0, 1), voice(3.0, 2)
    results = {
        make: run(
            make.__name__, ours, person, make, Loudness, delays=(0.1,), gains=(-6.0,), seeds=(7,)
        ).as_json()
        for make in (NoEcho, HalfDuplex)
    }
    assert results[NoEcho]["false_barge_ins"] == 1
    assert abs(results[NoEcho]["cancelled_db"]["p50"]) < 0.1  # type: ignore[index]
    assert results[HalfDuplex]["false_barge_ins"] == 0
    assert results[HalfDuplex]["barge_ins_missed"] == results[HalfDuplex]["barge_ins"] == 2


def test_a_person_breaks_in_while_we_are_speaking() -> None:
    ours = np.concatenate([voice(SPEAKS + 0.5, 1), np.zeros(RATE, np.float32), voice(6.0, 3)])
    begin = mid_speech(ours)
    assert np.abs(ours[begin : begin + RATE]).reshape(50, -1).max(axis=1).min() > 0.02
