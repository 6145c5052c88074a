"""The machine's microphones and loudspeakers, and which of them is meant."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from voice_agent.audio.portaudio import sounddevice
from voice_agent.errors import DeviceError, NoLoudspeaker, NoMicrophone, UnknownDevice

Kind = Literal["microphone", "loudspeaker"]


@dataclass(frozen=True, slots=True)
class Device:
    """One entry of PortAudio's list."""

    number: int
    """Changes when devices come and go, the name does not: what is kept is the name."""

    name: str
    """Under ALSA with the port at its end: "USB Audio: - (hw:1,0)"."""

    host: str
    """ALSA, Core Audio, ..."""

    inputs: int
    """Channels it can record."""

    outputs: int
    """Channels it can play."""

    rate: int
    """Its own rate, hertz."""

    default_input: bool
    default_output: bool

    def can(self, kind: Kind) -> bool:
        """Does it record (microphone), does it play (loudspeaker)?"""
        return bool(self.inputs if kind == "microphone" else self.outputs)


def devices() -> list[Device]:
    """Return what is there now. Raises DeviceError where PortAudio itself is missing."""
    sd = sounddevice()
    hosts = sd.query_hostapis()
    standard = {kind: _default(sd, kind) for kind in ("input", "output")}
    return [
        Device(
            number=number,
            name=str(entry["name"]),
            host=str(hosts[entry["hostapi"]]["name"]),
            inputs=int(entry["max_input_channels"]),
            outputs=int(entry["max_output_channels"]),
            rate=round(entry["default_samplerate"]),
            default_input=number == standard["input"],
            default_output=number == standard["output"],
        )
        for number, entry in enumerate(sd.query_devices())
    ]


def find(wanted: str, kind: Kind, among: Sequence[Device] | None = None) -> Device:
    """Return the device called `wanted`; "" is the default one.

    A whole name goes before a number, a number before part of a name. Last comes the same name at another
    port: plugged in again, a device may get another one. Of several the first is taken. Raises NoMicrophone,
    NoLoudspeaker, UnknownDevice (naming those there are), the latter also for a number that none has: the
    numbers move, and a "5" in a name is not meant by it.
    """
    able = [d for d in (devices() if among is None else among) if d.can(kind)]
    if not able:
        raise _none(kind)
    if not wanted:
        defaults = [
            d for d in able if (d.default_input if kind == "microphone" else d.default_output)
        ]
        return (defaults or able)[0]
    name = wanted.strip().casefold()
    found = [d for d in able if d.name.casefold() == name]
    if name.isdecimal():
        found = found or [d for d in able if d.number == int(name)]
    else:
        found = found or [d for d in able if name in d.name.casefold()]
        found = found or [d for d in able if without_port(d.name).casefold() == without_port(name)]
    if not found:
        raise _unknown(wanted, kind, able)
    return found[0]


def name_of(device: Device, kind: Kind, among: Sequence[Device]) -> str:
    """Return what to write into the settings for `device`: its name, with its port where another has the same."""
    short = without_port(device.name)
    alike = [d for d in among if d.can(kind) and without_port(d.name) == short]
    return short if len(alike) == 1 and find(short, kind, among) == device else device.name


def kept(wanted: str, name: str) -> str:
    """Return by what an open device is found again once it was away: `name`, where `wanted` was only a number."""
    return name if wanted.strip().isdecimal() else wanted


def without_port(name: str) -> str:
    """Return the name that a device keeps wherever it is plugged in."""
    return re.sub(r"[\s:-]*\(hw:\d+,\d+\)\s*$", "", name, flags=re.IGNORECASE)


def _unknown(wanted: str, kind: Kind, able: Sequence[Device]) -> UnknownDevice:
    names = ", ".join(f"{d.number} “{d.name}”" for d in able)
    if wanted.strip().isdecimal():
        return UnknownDevice(
            f"No {kind} has the number {wanted.strip()}. There is: {names}.",
            mend=f"Numbers move when something is plugged in or out: put a name into audio.{kind}.",
        )
    return UnknownDevice(
        f"There is no {kind} called “{wanted}”. There is: {names}.",
        mend=f"Put one of these names into audio.{kind}, or leave it empty.",
    )


def _default(sd: Any, kind: str) -> int:
    try:
        return int(sd.query_devices(kind=kind)["index"])
    except (sd.PortAudioError, ValueError):
        return -1


def _none(kind: Kind) -> DeviceError:
    if kind == "microphone":
        return NoMicrophone(
            "There is no microphone on this machine.",
            mend="Plug one in, then look with: voice-agent devices",
        )
    return NoLoudspeaker(
        "There is no loudspeaker on this machine.",
        mend="Plug one in, then look with: voice-agent devices",
    )
