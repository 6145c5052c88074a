"""Speech is noticed, silence and household noise are not."""

from pathlib import Path

import numpy as np
import pytest
from shared import shared

from voice_agent.audio import files
from voice_agent.audio.vad import GatedSilero
from voice_agent.errors import EngineUnavailable
from voice_agent.sound import FRAME, RATE, Samples, Sound

pytestmark = pytest.mark.models


def probabilities(samples: Samples, detector: GatedSilero | None = None) -> list[float]:
    detector = detector or GatedSilero()
    frames = range(0, len(samples) - FRAME + 1, FRAME)
    return [detector.probability(Sound(samples[at : at + FRAME], at)) for at in frames]


def noise(seconds: float, level: float) -> Samples:
    return np.random.default_rng(5).normal(0, level, round(seconds * RATE)).astype(np.float32)


@pytest.mark.parametrize("level", [0.0, 3e-4, 1e-2, 1e-1])
def test_a_hissing_room_is_not_speech(level: float) -> None:
    assert max(probabilities(noise(10, level))) < 0.5


def test_a_humming_refrigerator_is_not_speech() -> None:
    hum = 0.1 * np.sin(np.arange(10 * RATE) * 2 * np.pi * 50 / RATE)
    assert max(probabilities(hum.astype(np.float32) + noise(10, 1e-3))) < 0.5


@pytest.mark.parametrize("clip", ["jfk.wav", "LJ001-0004.wav", "cv_651325.wav"])
def test_recorded_people_are_noticed(clip: str) -> None:
    said = files.read(shared("speech") / clip).samples
    found = np.array(probabilities(said)) > 0.5
    assert found.mean() > 0.4


def test_a_soft_voice_is_noticed_too() -> None:
    """30 dB below an ordinary recording, in a quiet room."""
    said = files.read(shared("speech") / "jfk.wav").samples
    soft = 0.03 * said + noise(len(said) / RATE, 1e-4)[: len(said)]
    usual = (np.array(probabilities(said)) > 0.5).sum()
    assert (np.array(probabilities(soft)) > 0.5).sum() > 0.8 * usual


def test_the_gate_changes_nothing_that_matters() -> None:
    """With the gate closed in between, Silero finds the same speech as when it hears everything."""
    said = files.read(shared("speech") / "jfk.wav").samples
    whole = np.concatenate([noise(5, 1e-4), said, noise(5, 1e-4), said, noise(2, 1e-4)])
    gated = np.array(probabilities(whole)) > 0.5
    open_ = np.array(probabilities(whole, GatedSilero(gate=False))) > 0.5
    assert (gated != open_).mean() < 0.03


def test_reset_forgets_everything() -> None:
    detector = GatedSilero(gate=False)
    tone = noise(1, 0.05)
    first = probabilities(tone, detector)
    probabilities(noise(3, 0.3), detector)
    detector.reset()
    assert probabilities(tone, detector) == first


def test_damaged_weights_are_said_to_be_so(tmp_path: Path) -> None:
    damaged = tmp_path / "silero.onnx"
    damaged.write_bytes(b"not a network")
    with pytest.raises(EngineUnavailable) as caught:
        GatedSilero(damaged)
    assert caught.value.mend
