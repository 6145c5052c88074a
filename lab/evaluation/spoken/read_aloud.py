"""What the real recogniser makes of a sentence that the real voice has said: better than any rule for mishearing.

A synthetic voice is clearer than a person across a kitchen; what is lost here is lost there as well.
"""

import numpy as np
import soxr

from voice_agent.backends import Transcriber, Voice
from voice_agent.sound import RATE, Sound

AROUND = round(0.3 * RATE)
"""Samples of silence before and after, so that no word stands at the edge."""

PACE = 140.0
"""Words a minute."""


class ReadAloud:
    """Callable as a rendering of words: said once, heard once, kept."""

    def __init__(self, voice: Voice, transcriber: Transcriber) -> None:
        """Both as the program uses them."""
        self._voice, self._transcriber = voice, transcriber
        self._heard = dict[str, str]()

    def __call__(self, words: str) -> str:
        """Return what is heard. Blocking, about a second a sentence. Raises EngineError."""
        if words not in self._heard:
            still = np.zeros(AROUND, np.float32)
            said = [
                soxr.resample(clip.samples, clip.rate, RATE).astype(np.float32)
                for clip in self._voice.say(words, pace=PACE)
            ]
            hearing = self._transcriber.begin()
            hearing.feed(Sound(np.concatenate([still, *said, still])))
            self._heard[words] = hearing.finish().text
        return self._heard[words]
