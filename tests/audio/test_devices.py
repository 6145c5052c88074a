"""Which device is meant, and what is said when there is none."""

import subprocess
import sys

import pytest

from voice_agent.audio.devices import Device, find, kept, name_of
from voice_agent.errors import NoLoudspeaker, NoMicrophone, UnknownDevice


def device(number: int, name: str, inputs: int, outputs: int, default: bool = False) -> Device:
    return Device(number, name, "ALSA", inputs, outputs, 48_000, default, default)


THERE = [
    device(0, "HDA Intel: ALC257", 2, 2),
    device(1, "HDMI 0", 0, 8),
    device(2, "Jabra SPEAK 410 USB", 1, 2),
    device(3, "default", 32, 32, default=True),
]


@pytest.mark.parametrize(
    ("wanted", "number"), [("", 3), ("jabra", 2), ("2", 2), ("0", 0), ("ALC", 0), ("default", 3)]
)
def test_a_device_is_found_by_number_or_any_part_of_its_name(wanted: str, number: int) -> None:
    assert find(wanted, "microphone", THERE).number == number


TWINS = [
    *THERE,
    device(4, "USB Audio: - (hw:1,0)", 1, 2),
    device(7, "USB Audio: - (hw:2,0)", 1, 2),
]


@pytest.mark.parametrize("wanted", ["5", "1", "410", " 12 "])
def test_a_number_that_no_microphone_has_is_refused_and_no_name_with_that_figure_is_taken(
    wanted: str,
) -> None:
    with pytest.raises(UnknownDevice, match=f"No microphone has the number {wanted.strip()}") as no:
        find(wanted, "microphone", [*THERE, device(9, "USB 5.1 Audio 12", 2, 2)])
    assert "Jabra" in no.value.what
    assert "put a name into audio.microphone" in no.value.mend


def test_a_device_is_kept_by_its_name_when_its_number_and_its_port_have_moved() -> None:
    chosen = find("4", "microphone", TWINS)
    name = kept("4", chosen.name)
    elsewhere = [device(4, "HDMI 1", 1, 8), *THERE, device(8, "USB Audio: - (hw:3,0)", 1, 2)]
    assert find(name, "microphone", elsewhere).number == 8
    assert find(kept("jabra", THERE[2].name), "microphone", elsewhere).number == 2
    assert kept("", "default") == "", "who chose none gets whatever is the usual one then"


def test_two_of_one_name_are_told_apart_by_their_port() -> None:
    assert [name_of(each, "microphone", TWINS) for each in TWINS[4:]] == [
        "USB Audio: - (hw:1,0)",
        "USB Audio: - (hw:2,0)",
    ]
    assert name_of(TWINS[4], "microphone", TWINS[:5]) == "USB Audio", "alone it needs no port"
    for there in (TWINS, TWINS[:5]):
        for each in there:
            if each.can("microphone"):
                assert find(name_of(each, "microphone", there), "microphone", there) == each


def test_a_loudspeaker_is_never_taken_for_a_microphone() -> None:
    assert find("hdmi", "loudspeaker", THERE).number == 1
    with pytest.raises(UnknownDevice) as caught:
        find("hdmi", "microphone", THERE)
    assert "Jabra" in caught.value.what
    assert "HDMI" not in caught.value.what.split("There is:")[1]
    assert "audio.microphone" in caught.value.mend


def test_without_a_default_the_first_that_can_is_taken() -> None:
    assert find("", "loudspeaker", THERE[:2]).number == 0
    assert find("", "loudspeaker", THERE[1:2]).number == 1


def test_a_machine_without_sound_is_told_so() -> None:
    with pytest.raises(NoMicrophone, match="no microphone on this machine") as caught:
        find("", "microphone", THERE[1:2])
    assert "voice-agent devices" in caught.value.mend
    with pytest.raises(NoLoudspeaker):
        find("", "loudspeaker", [])


def test_a_machine_without_portaudio_is_told_the_one_line_to_run() -> None:
    """A child whose library finder finds nothing stands for a machine where nothing is installed."""
    script = """
import ctypes.util
ctypes.util.find_library = lambda name: None
from voice_agent.audio import devices
from voice_agent.errors import DeviceError
try:
    devices.devices()
except DeviceError as error:
    print(error.what, error.mend)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert "apt install libportaudio2" in done.stdout
