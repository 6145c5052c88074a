"""The end of a sentence is heard in its melody; our spectrogram is the one the model was trained on."""

from pathlib import Path

import numpy as np
import pytest
from faster_whisper.feature_extractor import FeatureExtractor
from heard import joined, room, said, smart_turn

from voice_agent.errors import EngineUnavailable
from voice_agent.sound import RATE, Sound
from voice_agent.speech.mel import HOP, filters, mel
from voice_agent.speech.smart_turn import SPAN, SmartTurn, features


def test_our_spectrogram_is_whispers() -> None:
    sound = said("We lived in a small house near the river, until the flood came that spring.")
    last = np.pad(sound.samples, (SPAN, 0))[-SPAN:]
    even = (last - last.mean()) / np.sqrt(last.var() + 1e-7)
    theirs = FeatureExtractor(chunk_length=8)(even, padding=0)
    ours = features(sound.samples)
    assert ours.shape == (1, 80, 800) and ours.dtype == np.float32
    assert np.abs(ours[0] - theirs).max() < 1e-3


def test_only_the_last_eight_seconds_count() -> None:
    recent = said("And that was how we met.")
    long_ago = Sound(np.ones(5 * RATE, np.float32) * 0.3)
    rest = room(8.0 - recent.seconds)
    with_past = joined(long_ago, rest, recent)
    assert np.array_equal(features(with_past.samples), features(with_past.samples[-SPAN:]))


def test_every_band_weighs_the_same() -> None:
    """A triangle's area in hertz is one, up to the 40 Hz between two bins."""
    wide = filters(40)[10:].sum(axis=1) * (RATE / 2 / 200)
    assert np.allclose(wide, 1.0, atol=0.1)


def test_a_tone_lands_in_its_band() -> None:
    tone = np.sin(np.arange(RATE) * 2 * np.pi * 1000 / RATE).astype(np.float32)
    loudest = mel(tone, 40).mean(axis=1).argmax()
    frequencies = np.fft.rfftfreq(400, 1 / RATE)
    assert abs(frequencies[filters(40)[loudest].argmax()] - 1000) < 100
    assert mel(tone, 40).shape == (40, RATE // HOP)


@pytest.mark.models
def test_a_finished_sentence_sounds_more_finished_than_a_broken_one() -> None:
    whole = said("My father worked at the mill until he was sixty five years old.")
    broken = Sound(said("My father worked at the mill until he was sixty five.").samples[:-14_000])
    pause = room(0.3)
    assert smart_turn().finished(joined(whole, pause)) > 0.5
    assert smart_turn().finished(joined(broken, pause)) < 0.5


@pytest.mark.parametrize("content", [None, b"", b"not a network at all"])
def test_damaged_weights_are_reported_with_what_mends_them(
    tmp_path: Path, content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / "smart-turn-v3.2-cpu.onnx").write_bytes(content)
    with pytest.raises(EngineUnavailable) as failed:
        SmartTurn(tmp_path)
    assert "models verify" in failed.value.mend
