"""Which microphones and loudspeakers there are, as a person would look it up."""

import json

import pytest
from sound_card import SoundCard
from typer.testing import CliRunner

from voice_agent.audio.devices import find
from voice_agent.cli import app
from voice_agent.errors import NoLoudspeaker, NoMicrophone


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
