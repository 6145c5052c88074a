"""A voice for tests: every word is a quarter of a second of hum. Passes the contract suite of voices."""

from collections.abc import Iterator

import numpy as np

from voice_agent.sound import Clip, Samples
from voice_agent.speech.pace import Calibration, levelled, speak
from voice_agent.speech.phrasing import words


class Hummer:
    """Says every word as a hum, at 240 words a minute when not stretched."""

    rate = 22_050

    def __init__(self, name: str = "hummer") -> None:
        self.name = name
        self.calibration = Calibration(name, ((0.5, 480.0), (1.0, 240.0), (2.0, 120.0)))
        self.uttered: list[str] = []
        """Every phrase the engine was asked for."""

    def utter(self, phrase: str, stretch: float) -> Samples:
        self.uttered.append(phrase)
        time = np.arange(round(words(phrase) * 0.25 * stretch * self.rate)) / self.rate
        tone = sum(np.sin(2 * np.pi * 110 * n * time) / n**2 for n in (1, 2, 3))
        return levelled(np.asarray(tone, np.float32) * np.ones_like(time, np.float32))

    def say(self, sentence: str, *, pace: float) -> Iterator[Clip]:
        return speak(self, self.calibration, sentence, pace)
