"""Whose voice is this? GE2E: a three-layer LSTM on 40 mel bands that turns a voice into a direction.

Wan et al., Generalized end-to-end loss for speaker verification, 2018. The forward pass is a page
of numpy: with torch it would be the only thing in the spoken loop that needs torch, which takes
more than a second to import and 190 MB (measured).
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import VoiceLook
from voice_agent.errors import EngineUnavailable, ModelDamaged
from voice_agent.sound import RATE, Samples, Sound
from voice_agent.speech.checkpoint import read
from voice_agent.speech.evidence import FRAME, weigh
from voice_agent.speech.mel import HOP, mel

WINDOW = 160
"""Mel frames in one look at a voice: 1.6 s."""

STRIDE = 80
"""Mel frames between two looks: 0.8 s."""

LOUD = 10 ** (-30 / 20)
"""Root mean square that quiet voices are raised to, as in the model's training (-30 dBFS)."""

SIZE = 256
"""Length of an embedding, and of each layer's memory."""

FILE = "pretrained.pt"


@dataclass(frozen=True, slots=True)
class _Layer:
    """One LSTM layer; rows are the input, forget, cell and output gates, SIZE each."""

    into: NDArray[np.float32]
    """Shape (inputs, 4 * SIZE)."""

    again: NDArray[np.float32]
    """Shape (SIZE, 4 * SIZE)."""

    bias: NDArray[np.float32]
    """Shape (4 * SIZE,)."""


class GE2E:
    """A loaded speaker encoder; shared, keeps no state, may be called from several threads."""

    def __init__(self, folder: Path) -> None:
        """Load FILE from `folder`. Raises EngineUnavailable."""
        try:
            table = read(folder / FILE, "model_state")
            self._layers = [_layer(table, number) for number in range(3)]
            self._weight, self._bias = table["linear.weight"].T, table["linear.bias"]
        except (ModelDamaged, KeyError) as error:
            raise EngineUnavailable(
                "speaker check",
                f"the speaker encoder in {folder} cannot be loaded: {error}",
                retryable=False,
                safe="The interviewer can work without it, but cannot tell voices apart.",
                mend="Run: voice-agent models verify",
            ) from error

    def embed(self, sound: Sound) -> NDArray[np.float32]:
        """Return shape (SIZE,), unit length, none below 0. Pauses do not count.

        About 9 ms of CPU per second of speech. Below 1.6 s of speech the answer is a guess
        (dialogue/voiceprint.py calls it unsure).
        """
        places = _spoken(sound)
        speech = sound.samples[places] if len(places) else sound.samples
        short = max(0, WINDOW * HOP - len(speech))
        total = self._rows(np.pad(speech, (0, short))).sum(axis=0)
        return (total / max(float(np.linalg.norm(total)), 1e-9)).astype(np.float32)

    def looks(self, sound: Sound) -> list[VoiceLook]:
        """Return the voice every STRIDE of speech; none below 1.6 s of it."""
        places = _spoken(sound)
        if len(places) < WINDOW * HOP:
            return []
        times = (sound.start + places) / RATE
        rows = self._rows(sound.samples[places])
        return [
            VoiceLook(float(times[begin]), float(times[begin + WINDOW * HOP - 1]), row)
            for begin, row in zip(range(0, len(places), STRIDE * HOP), rows, strict=False)
        ]

    def _rows(self, speech: Samples) -> NDArray[np.float32]:
        """Return shape (n, SIZE): a unit row for every STRIDE. At least one WINDOW of speech."""
        bands = mel(_raised(speech), 40).T
        starts = range(0, len(bands) - WINDOW + 1, STRIDE)
        state = np.stack([bands[start : start + WINDOW] for start in starts])
        for layer in self._layers:
            state = _run(layer, state)
        raw = np.maximum(state[:, -1] @ self._weight + self._bias, 0.0)
        rows = raw / np.maximum(np.linalg.norm(raw, axis=1, keepdims=True), 1e-9)
        return rows.astype(np.float32)


def _spoken(sound: Sound) -> NDArray[np.int64]:
    """Return where in `sound` the spoken samples lie, with 0.1 s of edge; pauses left out."""
    voiced = weigh(sound).voiced >= 0.5
    if not voiced.any():
        return np.zeros(0, np.int64)
    wide = np.convolve(voiced, np.ones(7), mode="same") > 0.5
    return np.flatnonzero(np.repeat(wide, FRAME)[: len(sound.samples)])


def _raised(samples: Samples) -> Samples:
    loud = float(np.sqrt(np.mean(np.square(samples)))) if len(samples) else 0.0
    return samples if loud >= LOUD else samples * np.float32(LOUD / max(loud, 1e-9))


def _layer(table: dict[str, NDArray[np.float32]], number: int) -> _Layer:
    return _Layer(
        np.ascontiguousarray(table[f"lstm.weight_ih_l{number}"].T),
        np.ascontiguousarray(table[f"lstm.weight_hh_l{number}"].T),
        table[f"lstm.bias_ih_l{number}"] + table[f"lstm.bias_hh_l{number}"],
    )


def _run(layer: _Layer, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
    """`inputs` (n, frames, inputs); returns what the layer says at each frame, (n, frames, SIZE)."""
    count, frames, _ = inputs.shape
    fed = inputs @ layer.into + layer.bias
    said = np.zeros((count, frames, SIZE), np.float32)
    hidden = np.zeros((count, SIZE), np.float32)
    cell = np.zeros((count, SIZE), np.float32)
    for frame in range(frames):
        gates = np.add(fed[:, frame], hidden @ layer.again, dtype=np.float32)
        let_in, keep, _, let_out = np.split(_sigmoid(gates), 4, axis=1)
        cell = keep * cell + let_in * np.tanh(gates[:, 2 * SIZE : 3 * SIZE])
        hidden = let_out * np.tanh(cell)
        said[:, frame] = hidden
    return said


def _sigmoid(x: NDArray[np.float32]) -> NDArray[np.float32]:
    half = np.float32(0.5)
    return np.add(half * np.tanh(half * x), half, dtype=np.float32)  # tanh never overflows
