"""Bluetooth that sounds like a telephone: which of our devices does, and what to do.

Bluetooth has room for good sound in one direction only. Once a headset's microphone is used, it leaves its
profile for music (A2DP) for the telephone's (HSP, HFP): one channel of 8 or 16 kHz, and the loudspeaker goes
with it. PortAudio sees such devices only as the sound server's, so the server is asked.
"""

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voice_agent.audio.devices import Device, Kind, devices, find
from voice_agent.audio.portaudio import LIBRARY, as_lost
from voice_agent.errors import DeviceError
from voice_agent.settings_sections import Audio
from voice_agent.sound import RATE

KINDS: tuple[Kind, ...] = ("microphone", "loudspeaker")

SERVERS = frozenset({"default", "pulse", "pipewire"})
"""What PortAudio calls the sound server, which may stand for any device."""

SECONDS = 2.0
"""Until a sound server that does not answer is taken for none."""

_HEADSET = re.compile(r"hands[\W_]*free|head[\W_]*set|bluez", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Behind:
    """A device as the sound server has it."""

    name: str
    rate: int
    """Hertz."""


@dataclass(frozen=True, slots=True)
class Narrow:
    """A device of ours that sounds like a telephone."""

    kind: Kind
    rate: int
    """Hertz."""

    bluetooth: bool
    """Its name says that it is a headset in its telephone profile."""

    @property
    def says(self) -> str:
        """What is so, without the device's name: it may be somebody's."""
        what = (
            f"The {self.kind} is a Bluetooth headset in its telephone profile"
            if self.bluetooth
            else f"The {self.kind} sounds like a telephone"
        )
        harm = "words are misheard" if self.kind == "microphone" else "our voice is hard to follow"
        return f"{what} ({self.rate:,} Hz): {harm}."

    @property
    def do(self) -> str:
        """What to do about it."""
        if not self.bluetooth:
            return f"Choose another one with `voice-agent devices`, in audio.{self.kind}."
        return (
            "Bluetooth cannot carry good sound both ways: plug in a microphone with a cable, put its name into "
            "audio.microphone, and choose the profile for music (A2DP) in the sound settings."
        )


def narrow(
    wanted: Audio,
    among: Sequence[Device] | None = None,
    behind: Mapping[Kind, Behind] | None = None,
) -> tuple[Narrow, ...]:
    """Return which of the two `wanted` devices sounds like a telephone. Blocking, some 50 ms.

    `behind`: what the sound server uses now. Not there at all is somebody else's finding; nothing is found
    where the list cannot be read, for a talk must not end over a hint.
    """
    found: list[Narrow] = []
    there = _there() if among is None else among
    server = in_use() if behind is None else behind
    for kind in KINDS:
        try:
            device = find(getattr(wanted, kind), kind, there)
        except DeviceError:
            continue
        name, rate = device.name, device.rate
        if name in SERVERS:
            if kind not in server:
                continue
            name, rate = server[kind].name, server[kind].rate
        bluetooth = bool(_HEADSET.search(name))
        # a table microphone may well have 16 kHz of its own, which is what we listen with
        if 0 < rate < RATE or (rate == RATE and bluetooth):
            found.append(Narrow(kind, rate, bluetooth))
    return tuple(found)


def _there() -> list[Device]:
    if not LIBRARY.acquire(timeout=SECONDS):
        return []
    try:
        with as_lost():
            return devices()
    except DeviceError:
        return []
    finally:
        LIBRARY.release()


def in_use() -> dict[Kind, Behind]:
    """Ask PulseAudio or PipeWire which devices it uses now; {} where none answers."""
    about = dict(line.split(": ", 1) for line in _asked("info").splitlines() if ": " in line)
    found: dict[Kind, Behind] = {}
    asked: tuple[tuple[Kind, str | None, str], ...] = (
        ("microphone", about.get("Default Source"), "sources"),
        ("loudspeaker", about.get("Default Sink"), "sinks"),
    )
    for kind, usual, lines in asked:
        for line in _asked("list", "short", lines).splitlines() if usual else ():
            _, name, *rest = line.split("\t")
            if name == usual and (rate := re.search(r"(\d+)Hz", " ".join(rest))):
                found[kind] = Behind(name, int(rate[1]))
    return found


def _asked(*words: str) -> str:
    try:
        done = subprocess.run(
            ["pactl", *words],
            env=os.environ | {"LC_ALL": "C"},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
