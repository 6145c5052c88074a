"""Did that sound like the end? Smart Turn v3.2 listens to melody and rhythm, not to words.

It knows the ends of sentences, not of stories: it may shorten the narrator's patience, never
replace it (dialogue/endpoint.py decides).
"""

from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi.onnxruntime_pybind11_state import (
    Fail,
    InvalidArgument,
    InvalidGraph,
    InvalidProtobuf,
    NoSuchFile,
    RuntimeException,
)

from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.sound import RATE, Samples, Sound
from voice_agent.speech.mel import mel

SPAN = 8 * RATE
"""Samples the model looks at: the last 8 s, padded with zeros at the front."""

FILE = "smart-turn-v3.2-cpu.onnx"

BROKEN = (Fail, InvalidArgument, InvalidGraph, InvalidProtobuf, NoSuchFile)
"""What onnxruntime raises for a file that is no network; they share no base of their own."""


class SmartTurn:
    """A loaded end-of-turn model; shared, keeps no state, may be called from several threads."""

    def __init__(self, folder: Path) -> None:
        """Load FILE from `folder`. Raises EngineUnavailable."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        # waiting threads must sleep: this model runs beside the recogniser on the same two cores
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(
                str(folder / FILE), options, providers=["CPUExecutionProvider"]
            )
        except (*BROKEN, RuntimeException) as error:
            raise EngineUnavailable(
                "smart turn",
                f"the end-of-turn model in {folder} cannot be loaded.",
                retryable=False,
                safe="Turns can still end by patience alone.",
                mend="Run: voice-agent models verify",
            ) from error

    def finished(self, sound: Sound) -> float:
        """Return the probability in [0, 1] that the turn ends here. Raises EngineError."""
        try:
            (answer,) = self._session.run(None, {"input_features": features(sound.samples)})
        except (Fail, InvalidArgument, RuntimeException) as error:
            raise EngineError("smart turn", str(error), retryable=True) from error
        return float(np.asarray(answer).reshape(-1)[0])


def features(samples: Samples) -> NDArray[np.float32]:
    """Return what the model wants, shape (1, 80, 800): Whisper's log-mel of the last 8 s.

    The padding comes before the mean and variance are evened out, as it did in training.
    """
    last = samples[-SPAN:].astype(np.float32)
    last = np.pad(last, (SPAN - len(last), 0))
    even = (last - last.mean()) / np.sqrt(last.var() + 1e-7)
    log = np.log10(np.maximum(mel(even, 80), 1e-10))
    log = (np.maximum(log, log.max() - 8.0) + 4.0) / 4.0
    return log[None].astype(np.float32)
