"""Piper: the interviewer's first voice, a VITS network run on the CPU by onnxruntime.

The engine is loaded once and shared. Weights: one .onnx file and its .onnx.json in a folder.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnxruntime
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidProtobuf, RuntimeException
from piper import PiperVoice, SynthesisConfig
from piper.config import PiperConfig

from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.sound import Clip, Samples
from voice_agent.speech.pace import calibration, levelled, speak, trimmed
from voice_agent.speech.phonemes import ESPEAK

RHYTHM = 0.5
"""How much the engine varies the length of sounds, 0..1. Its own default, 0.8, makes the pace waver
by a tenth from one saying to the next; 0 sounds read."""


class _Engine(PiperVoice):
    def phonemize(self, text: str) -> list[list[str]]:
        """The sounds of `text`, sentence by sentence."""
        with ESPEAK:
            return super().phonemize(text)


class Piper:
    """A piper voice. Safe to use from several threads; they take turns."""

    def __init__(self, folder: Path, *, cache: Path | None = None, threads: int = 2) -> None:
        """Load the voice in `folder`. Raises EngineUnavailable.

        `cache` keeps the pace of voices we have not measured ourselves; `threads` CPU threads.
        """
        try:
            weights = next(iter(sorted(folder.glob("*.onnx"))))
            described = json.loads(weights.with_suffix(".onnx.json").read_text(encoding="utf-8"))
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = threads
            # spinning threads would take the core the recogniser needs at that very moment
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            session = onnxruntime.InferenceSession(
                str(weights), options, providers=["CPUExecutionProvider"]
            )
            self._engine = _Engine(session=session, config=PiperConfig.from_dict(described))
        except (StopIteration, OSError, ValueError, KeyError, Fail, InvalidProtobuf) as error:
            raise EngineUnavailable(
                "piper",
                f"the voice in {folder} cannot be loaded ({type(error).__name__}).",
                retryable=False,
                mend="Run `voice-agent models verify`.",
            ) from error
        self._name = f"piper {weights.stem} {weights.stat().st_size} 1"
        self.calibration = calibration(self, cache)

    @property
    def name(self) -> str:
        """Engine, weights, their size and our own version of this file."""
        return self._name

    @property
    def rate(self) -> int:
        """Hertz, as the weights have it."""
        return self._engine.config.sample_rate

    def utter(self, phrase: str, stretch: float) -> Samples:
        """Say one phrase, words `stretch` times as long as the engine's own. Raises EngineError."""
        how = SynthesisConfig(length_scale=stretch, noise_w_scale=RHYTHM)
        try:
            chunks = [
                np.asarray(chunk.audio_float_array, np.float32)
                for chunk in self._engine.synthesize(phrase, how)
            ]
        except (RuntimeException, Fail, ValueError, KeyError) as error:
            raise EngineError(
                "piper", f"a phrase could not be spoken ({type(error).__name__}).", retryable=True
            ) from error
        if not chunks:
            return np.zeros(0, np.float32)
        return levelled(trimmed(np.concatenate(chunks), self.rate))

    def say(self, sentence: str, *, pace: float) -> Iterator[Clip]:
        """Say `sentence` at `pace` words a minute, phrase by phrase. Raises EngineError."""
        return speak(self, self.calibration, sentence, pace)
