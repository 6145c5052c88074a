"""Hibari: the interviewer's second voice, small and ten times faster than piper.

Its one voice "heart" lies inside the package. The package would fetch others over the network by
itself; we never ask it to.
"""

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from hibari import SAMPLE_RATE, Hibari, __version__
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidProtobuf, RuntimeException

from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.sound import Clip, Samples
from voice_agent.speech.pace import calibration, levelled, speak, trimmed

VOICE = "heart"


class Heart:
    """The hibari voice "heart". Safe to use from several threads; they take turns."""

    def __init__(self, *, cache: Path | None = None, threads: int = 1) -> None:
        """Load the voice from its package. Raises EngineUnavailable.

        `cache` keeps the pace of a voice we have not measured ourselves; `threads` CPU threads (one
        is enough: a sentence takes some fifty milliseconds).
        """
        try:
            self._engine = Hibari(voice=VOICE, threads=threads)
            self._engine.phonemize("Ready.")  # loads its dictionaries now rather than mid-talk
        except (OSError, ValueError, KeyError, Fail, InvalidProtobuf) as error:
            raise EngineUnavailable(
                "hibari",
                f"the voice cannot be loaded ({type(error).__name__}).",
                retryable=False,
                mend="Install it again: `.venv/bin/pip install --force-reinstall hibari-tts`.",
            ) from error
        self._name = f"hibari {VOICE} {__version__} 1"
        self._turn = threading.Lock()  # its dictionaries keep a cache that is not made for two
        self.calibration = calibration(self, cache)

    @property
    def name(self) -> str:
        """Engine, voice, its version and our own version of this file."""
        return self._name

    @property
    def rate(self) -> int:
        """Hertz."""
        return SAMPLE_RATE

    def utter(self, phrase: str, stretch: float) -> Samples:
        """Say one phrase, words `stretch` times as long as the engine's own. Raises EngineError."""
        try:
            with self._turn:
                said = self._engine(phrase, speed=1 / stretch, seed=0)
        except (RuntimeException, Fail, ValueError, KeyError, IndexError) as error:
            raise EngineError(
                "hibari", f"a phrase could not be spoken ({type(error).__name__}).", retryable=True
            ) from error
        return levelled(trimmed(np.asarray(said, np.float32), self.rate))

    def say(self, sentence: str, *, pace: float) -> Iterator[Clip]:
        """Say `sentence` at `pace` words a minute, phrase by phrase. Raises EngineError."""
        return speak(self, self.calibration, sentence, pace)
