"""What the room is like is said in words, with what would help."""

import numpy as np
import pytest
from heard import STORY, joined, room, said

from voice_agent.measuring import noises
from voice_agent.measuring.checkup import State
from voice_agent.measuring.room_words import FAIR, Noise, judge, noise
from voice_agent.sound import RATE, Samples

SECONDS = 4.0


def louder(samples: Samples, level: float) -> Samples:
    power = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
    return (samples * 10 ** (level / 20) / power).astype(np.float32)


def hum() -> Samples:
    time = np.arange(round(SECONDS * RATE)) / RATE
    mains = sum(np.sin(2 * np.pi * 50 * k * time) / k for k in (1, 2, 3))
    return louder(np.asarray(mains, np.float32), -30) + noises.tone(SECONDS)


def knocks() -> Samples:
    dice = np.random.default_rng(3)
    sound = noises.tone(SECONDS, level=-45.0)
    for at in np.arange(0, len(sound) - 4000, 7000):
        burst = dice.standard_normal(4000) * np.exp(-np.arange(4000) / 900)
        sound[at : at + 4000] += (0.06 * burst).astype(np.float32)
    return sound


def television() -> Samples:
    return louder(joined(said(STORY), room(0.1)).samples[: round(SECONDS * RATE)], -30)


@pytest.mark.models
@pytest.mark.parametrize(
    ("sound", "like"),
    [
        (television, "television"),
        (hum, "hum"),
        (lambda: noises.fan(SECONDS), "even noise"),
        (knocks, "come and go"),
    ],
)
def test_a_loud_room_is_called_what_it_is_like(sound: object, like: str) -> None:
    assert callable(sound)
    found = judge(noise(sound()), -25.0)
    assert like in found.says
    assert found.state is not State.WELL
    assert "microphone" in found.do


def test_a_quiet_room_is_called_quiet() -> None:
    found = judge(noise(noises.tone(SECONDS)), -25.0)
    assert (found.state, found.says) == (State.WELL, "It is quiet here.")


def test_the_same_noise_is_worse_the_quieter_people_are() -> None:
    fan = Noise(-40.0, 0.0, 0.0, 1.0)
    said = [judge(fan, fan.level + above).state for above in (30.0, FAIR + 1, FAIR - 1)]
    assert said == [State.WELL, State.NOTE, State.CARE]
