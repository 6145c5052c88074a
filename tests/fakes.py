"""Short typed stand-ins for engines; each passes the contract suite of what it stands for."""

import re
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from voice_agent.sound import RATE, Samples
from voice_agent.speech.ghosts import Stretch
from voice_agent.story import Emotion, Feeling, Word


class Metronome:
    """A decoder.Engine that hears one word every half second, however long it is asked."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        """Seconds of sound in each decode."""

    def decode(
        self,
        samples: Samples,
        *,
        beam: int,
        language: str,
        until: float,
        names: Sequence[str] = (),
    ) -> list[Stretch]:
        seconds = len(samples) / RATE
        self.asked.append(seconds)
        ticks = range(int(min(until, seconds) * 2))
        words = tuple(Word(f"tick{n}", n / 2, n / 2 + 0.4, 0.9) for n in ticks)
        return [Stretch(words)]


class Overheated:
    """A decoder.Engine on a graphics card that gives up after `well` decodes."""

    def __init__(self, well: int = 0) -> None:
        self._well = well

    def decode(
        self,
        samples: Samples,
        *,
        beam: int,
        language: str,
        until: float,
        names: Sequence[str] = (),
    ) -> list[Stretch]:
        self._well -= 1
        if self._well < 0:
            raise RuntimeError("CUDA failed with error out of memory")
        return [Stretch((Word("warm", 0.0, 0.4),))]


class BagOfWords:
    """An Embedder for which texts with the same words mean the same."""

    size = 256

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self.size), np.float32)
        rows[:, 0] = 0.01  # a text without words has a direction too
        for row, text in zip(rows, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()):
                row[zlib.crc32(word.encode()) % self.size] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


FELT = {
    "cried": Feeling(Emotion.SADNESS, 0.7, -0.5, 0.1, -0.2),
    "lonely": Feeling(Emotion.SADNESS, 0.6, -0.5, -0.2, -0.3),
    "furious": Feeling(Emotion.ANGER, 0.8, -0.5, 0.6, 0.2),
    "afraid": Feeling(Emotion.FEAR, 0.7, -0.5, 0.5, -0.4),
    "happy": Feeling(Emotion.JOY, 0.7, 0.6, 0.3, 0.2),
}


class PlainFeelings:
    """An EmotionReader that knows five words."""

    name = "five words"

    def read(self, texts: Sequence[str]) -> list[Feeling]:
        found = (re.findall(r"\w+", text.lower()) for text in texts)
        return [next((FELT[word] for word in words if word in FELT), Feeling()) for words in found]
