"""Sound for tests of the engines: recorded people, synthetic people, rooms; and the engines, loaded once."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
import soundfile
import soxr
from shared import shared

from voice_agent.settings import load
from voice_agent.sound import RATE, Sound
from voice_agent.speech.hibari import Heart
from voice_agent.speech.piper import Piper
from voice_agent.speech.smart_turn import SmartTurn
from voice_agent.speech.speaker import GE2E
from voice_agent.speech.whisper import Whisper

STORY = "We lived in a small house near the river, and my father worked at the mill."


def weights(name: str) -> Path:
    """Return the folder of a model, or skip the test that asks for it."""
    path = load().weights / name
    if not path.is_dir():
        pytest.skip(f"the weights {name} are not on this machine")
    return path


@cache
def whisper() -> Whisper:
    return Whisper(weights("whisper-base"), device="cpu")


@cache
def smart_turn() -> SmartTurn:
    return SmartTurn(weights("smart-turn"))


@cache
def ge2e() -> GE2E:
    return GE2E(weights("ge2e"))


@cache
def said(text: str, voice: str = "heart") -> Sound:
    """A synthetic person (heart or joe) says `text`."""
    speaker = _heart() if voice == "heart" else _joe()
    return Sound(soxr.resample(speaker.utter(text, 1.0), speaker.rate, RATE).astype(np.float32))


def recorded(name: str) -> Sound:
    """A real recorded person from the shared data, or skip."""
    samples, rate = soundfile.read(shared("speech") / f"{name}.wav", dtype="float32")
    assert rate == RATE
    return Sound(samples)


def room(seconds: float, start: int = 0, level: float = 1e-3) -> Sound:
    """A room in which nobody speaks."""
    noise = np.random.default_rng(7).normal(scale=level, size=round(seconds * RATE))
    return Sound(noise.astype(np.float32), start)


def joined(*sounds: Sound, start: int = 0) -> Sound:
    """One after the other."""
    return Sound(np.concatenate([sound.samples for sound in sounds]), start)


def moved(sound: Sound, start: int) -> Sound:
    """The same sound at another place on the clock."""
    return Sound(sound.samples, start)


def frames(sound: Sound, length: int = 320) -> list[Sound]:
    """As a microphone gives it."""
    count = range(0, len(sound.samples), length)
    return [Sound(sound.samples[i : i + length], sound.start + i) for i in count]


@cache
def _heart() -> Heart:
    return Heart()


@cache
def _joe() -> Piper:
    return Piper(weights("piper-joe"))
