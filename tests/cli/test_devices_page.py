"""Which microphones and loudspeakers there are, as a person would look it up."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from voice_agent.audio import files
from voice_agent.audio.devices import find
from voice_agent.cli import app
from voice_agent.errors import NoLoudspeaker, NoMicrophone
from voice_agent.measuring.sound_card import SoundCard
from voice_agent.sound import RATE, Sound


def test_a_computer_without_a_microphone_is_told_to_plug_one_in() -> None:
    with pytest.raises(NoMicrophone) as caught:
        find("", "microphone", [])
    assert "voice-agent devices" in caught.value.mend


def test_a_computer_without_a_loudspeaker_is_told_to_plug_one_in() -> None:
    with pytest.raises(NoLoudspeaker) as caught:
        find("", "loudspeaker", [])
    assert "voice-agent devices" in caught.value.mend


@pytest.mark.sound_card
def test_the_usual_microphone_and_loudspeaker_are_listed(sound_card: SoundCard) -> None:
    done = CliRunner().invoke(app, ["devices", "--json"])
    assert done.exit_code == 0
    there = json.loads(done.stdout)
    assert any(device["default_input"] and device["inputs"] for device in there)
    assert any(device["default_output"] and device["outputs"] for device in there)
    assert "default" in CliRunner().invoke(app, ["devices"]).stdout


@pytest.mark.sound_card
def test_the_level_meter_hears_a_voice_and_misses_a_silent_room(
    sound_card: SoundCard, tmp_path: Path
) -> None:
    silent = CliRunner().invoke(app, ["devices", "--listen", "1", "--json"])
    assert "perfect silence" in json.loads(silent.stdout)["says"]
    tone = (0.2 * np.sin(np.arange(8 * RATE) / 8)).astype(np.float32)
    files.write(tmp_path / "voice.wav", [Sound(tone)])
    sound_card.play(tmp_path / "voice.wav")
    spoken = CliRunner().invoke(app, ["devices", "--listen", "2"])
    assert spoken.exit_code == 0
    assert "Speech arrives at -17 dB" in spoken.stdout
