"""Are the two devices named so that they are found again, and do they sound as they could? Pure, but for `look`."""

from collections.abc import Sequence

from voice_agent.audio import devices, headset
from voice_agent.audio.devices import Device, Kind
from voice_agent.audio.headset import KINDS, Narrow
from voice_agent.errors import DeviceError
from voice_agent.measuring.checkup import Finding, State
from voice_agent.settings_sections import Audio


def look(wanted: Audio) -> tuple[Finding, ...]:
    """Look at the devices that are there now. Blocking. Raises DeviceError."""
    there = devices.devices()
    return judge(wanted, there, headset.narrow(wanted, there))


def judge(wanted: Audio, there: Sequence[Device], narrow: Sequence[Narrow]) -> tuple[Finding, ...]:
    """Return what somebody should know; nothing where both are well chosen."""
    named = (_named(getattr(wanted, kind), kind, there) for kind in KINDS)
    thin = (
        Finding(one.kind, State.CARE, one.says, one.do, {"rate_hz": float(one.rate)})
        for one in narrow
    )
    return (*(finding for finding in named if finding), *thin)


def _named(wanted: str, kind: Kind, there: Sequence[Device]) -> Finding | None:
    """What is to be said of how it is named in the settings."""
    try:
        device = devices.find(wanted, kind, there)
    except DeviceError:
        return None  # said where it is opened
    if not wanted or wanted.strip().casefold() == device.name.casefold():
        return None
    write = devices.name_of(device, kind, there)
    if wanted.strip().isdecimal():
        return Finding(
            kind,
            State.NOTE,
            f"audio.{kind} is a number, {wanted.strip()}, which moves when something is plugged in or out. "
            f"It is “{device.name}” now.",
            f'Put the name there instead: {kind} = "{write}"',
        )
    short = devices.without_port(device.name)
    alike = [d.name for d in there if d.can(kind) and devices.without_port(d.name) == short]
    if len(alike) == 1:
        return None
    return Finding(
        kind,
        State.CARE,
        f"There are {len(alike)} {kind}s called “{short}”, and the first is taken.",
        f"Put the whole name into audio.{kind}, port and all: "
        + " or ".join(f"“{name}”" for name in alike),
    )
