"""The machine's microphones and loudspeakers, and which of them is meant."""

from dataclasses import dataclass
from typing import Any, Literal

from voice_agent.audio.portaudio import sounddevice
from voice_agent.errors import DeviceError, NoLoudspeaker, NoMicrophone, UnknownDevice

Kind = Literal["microphone", "loudspeaker"]


@dataclass(frozen=True, slots=True)
class Device:
    """One entry of PortAudio's list."""

    number: int
    """As in the settings; may change when devices come and go, the name does not."""

    name: str
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


def find(wanted: str, kind: Kind, among: list[Device] | None = None) -> Device:
    """Return the device whose number is `wanted`, or whose name holds it; "" is the default one.

    Raises NoMicrophone, NoLoudspeaker, UnknownDevice (naming those there are).
    """
    able = [d for d in (devices() if among is None else among) if d.can(kind)]
    if not able:
        raise _none(kind)
    if not wanted:
        defaults = [
            d for d in able if (d.default_input if kind == "microphone" else d.default_output)
        ]
        return (defaults or able)[0]
    for device in able:
        if wanted.isdecimal() and device.number == int(wanted):
            return device
    for device in able:
        if wanted.casefold() in device.name.casefold():
            return device
    names = ", ".join(f"{d.number} “{d.name}”" for d in able)
    raise UnknownDevice(
        f"There is no {kind} called “{wanted}”. There is: {names}.",
        mend=f"Put one of these names or numbers into audio.{kind}, or leave it empty.",
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
