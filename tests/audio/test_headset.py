"""A headset that falls back to the sound of a telephone is noticed; a good microphone is left in peace."""

import pytest

from voice_agent.audio.devices import Device
from voice_agent.audio.headset import Behind, Kind, narrow
from voice_agent.measuring import device_check
from voice_agent.measuring.checkup import State
from voice_agent.measuring.sound_card import SoundCard
from voice_agent.settings_sections import Audio

SERVER = Device(0, "default", "ALSA", 32, 32, 44_100, True, True)


@pytest.mark.parametrize(
    ("name", "rate", "bluetooth"),
    [
        ("bluez_source.00_1B.handsfree_head_unit", 8_000, True),
        ("bluez_input.00_1B.headset-head-unit", 16_000, True),
        ("WH-1000XM4 Hands-Free", 16_000, True),
        ("Telephone adaptor", 8_000, False),
    ],
)
def test_the_sound_of_a_telephone_is_noticed_behind_the_sound_server(
    name: str, rate: int, bluetooth: bool
) -> None:
    (thin,) = narrow(Audio(), [SERVER], {"microphone": Behind(name, rate)})
    assert (thin.kind, thin.rate, thin.bluetooth) == ("microphone", rate, bluetooth)
    assert f"{rate:,} Hz" in thin.says and thin.do
    assert name not in thin.says + thin.do, "it may be called after somebody"


@pytest.mark.parametrize(
    ("name", "rate"),
    [
        ("bluez_sink.00_1B.a2dp_sink", 44_100),
        ("alsa_input.usb-Jabra_SPEAK_410", 16_000),
        ("Logitech USB Headset", 48_000),
    ],
)
def test_music_over_bluetooth_and_a_table_microphone_are_well(name: str, rate: int) -> None:
    good = Behind(name, rate)
    assert narrow(Audio(), [SERVER], {"microphone": good, "loudspeaker": good}) == ()


def test_where_portaudio_sees_the_headset_itself_nobody_else_is_asked() -> None:
    headset = Device(3, "AirPods Hands-Free", "Core Audio", 1, 1, 16_000, False, False)
    nobody: dict[Kind, Behind] = {}
    found = narrow(Audio(microphone="airpods"), [SERVER, headset], nobody)
    assert [each.kind for each in found] == ["microphone"]


def test_a_number_and_two_of_one_name_are_pointed_out_with_what_to_write() -> None:
    twins = [
        SERVER,
        Device(1, "USB Audio: - (hw:1,0)", "ALSA", 1, 2, 48_000, False, False),
        Device(2, "USB Audio: - (hw:2,0)", "ALSA", 1, 2, 48_000, False, False),
    ]
    number, unclear = device_check.judge(Audio(microphone="2", loudspeaker="usb"), twins, ())
    assert number.state is State.NOTE and 'microphone = "USB Audio: - (hw:2,0)"' in number.do
    assert unclear.state is State.CARE and "(hw:1,0)” or “USB Audio: - (hw:2,0)" in unclear.do
    assert device_check.judge(Audio(microphone="USB Audio: - (hw:2,0)"), twins, ()) == ()


@pytest.mark.sound_card
def test_a_real_sound_server_says_that_its_headset_telephones(sound_card: SoundCard) -> None:
    assert device_check.look(Audio()) == (), "the card's own ear has what we listen with"
    module = sound_card.control(
        *("load-module", "module-null-sink", "sink_name=bluez_sink.00_1B.handsfree_head_unit"),
        *("rate=8000", "channels=1"),
    )
    try:
        sound_card.control("set-default-sink", "bluez_sink.00_1B.handsfree_head_unit")
        sound_card.control("set-default-source", "bluez_sink.00_1B.handsfree_head_unit.monitor")
        found = device_check.look(Audio())
    finally:
        sound_card.control("unload-module", module)
        sound_card.control("set-default-source", "ear.monitor")
        sound_card.control("set-default-sink", "mouth")
    assert [(each.about, each.state, each.figures["rate_hz"]) for each in found] == [
        ("microphone", State.CARE, 8_000),
        ("loudspeaker", State.CARE, 8_000),
    ]
