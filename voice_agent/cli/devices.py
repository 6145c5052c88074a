"""`voice-agent devices`: the microphones and loudspeakers of this computer, as the settings name them."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from voice_agent import settings, settings_sections
from voice_agent.audio.devices import Device, Kind, name_of
from voice_agent.audio.devices import devices as found
from voice_agent.cli.options import Json, Profile, SettingsFile
from voice_agent.errors import SettingsError

MARKS = 40
"""Width of the level meter."""

FAINTEST = -60.0
"""dB at the left end of the meter."""


def devices(
    listen: Annotated[
        float,
        typer.Option(
            min=0,
            max=3600,
            metavar="SECONDS",
            help="Show how loud the microphone of the settings hears you, for so long.",
        ),
    ] = 0.0,
    as_json: Json = False,
    settings_file: SettingsFile = None,
    profile: Profile = None,
) -> None:
    """Print microphones and loudspeakers; exit code 1 when either is missing."""
    if listen:
        _listen(settings.load(settings_file, profile=profile).audio, listen, as_json)
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from voice_agent.measuring import device_check

    there = found()

    def write(device: Device) -> str:
        kind: Kind = "microphone" if device.can("microphone") else "loudspeaker"
        return name_of(device, kind, there)

    if as_json:
        print(json.dumps([asdict(each) | {"write": write(each)} for each in there], indent=2))
    else:
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for heading in ("what to write", "hears", "plays", "rate"):
            table.add_column(heading, justify="right" if heading == "rate" else "left")
        for device in there:
            table.add_row(
                escape(write(device)),
                _use(device.can("microphone"), device.default_input),
                _use(device.can("loudspeaker"), device.default_output),
                f"{device.rate:,} Hz",
            )
        console = Console()
        if there:
            console.print(table)
            console.print(
                "Put a name into [audio] of the settings, as it stands here or a part of it: a name stays "
                "when something is plugged in or out. Where two have the same, the port tells them apart.",
                markup=False,
            )
        for finding in device_check.look(_chosen(settings_file, profile)):
            console.print(f"{finding.says} {finding.do}", markup=False)
        for kind in ("microphone", "loudspeaker"):
            if not any(device.can(kind) for device in there):
                console.print(f"There is no {kind} on this machine. Plug one in and look again.")
    if not all(any(device.can(kind) for device in there) for kind in ("microphone", "loudspeaker")):
        raise typer.Exit(1)


def _chosen(settings_file: Path | None, profile: str | None) -> settings_sections.Audio:
    """What the settings say; the usual devices where they cannot be read: this helps to mend them."""
    try:
        return settings.load(settings_file, profile=profile).audio
    except SettingsError:
        return settings_sections.Audio()


def _use(able: bool, default: bool) -> str:
    return "default" if able and default else "yes" if able else ""


def _listen(chosen: settings_sections.Audio, seconds: float, as_json: bool) -> None:
    """Draw a level meter where somebody watches; then say whether people can be heard well."""
    import anyio
    import numpy as np
    from rich.console import Console

    from voice_agent.audio.microphone import open_microphone
    from voice_agent.measuring.room_check import judge_level, level
    from voice_agent.sound import RATE, Samples

    console = Console(highlight=False)
    watched = sys.stdout.isatty() and not as_json

    async def hear() -> tuple[str, Samples]:
        pieces: list[Samples] = []
        async with open_microphone(chosen.microphone, patience=chosen.patience) as microphone:
            if watched:
                console.print(f"Listening to “{microphone.name}”. Say something.", markup=False)
            async for frame in microphone:
                pieces.append(frame.samples)
                if watched and len(pieces) % 5 == 0:
                    _meter(float(np.abs(np.concatenate(pieces[-5:])).max()))
                if frame.end >= seconds * RATE:
                    break
            return microphone.name, np.concatenate(pieces)

    name, heard = anyio.run(hear)
    found = judge_level(level(heard))
    if as_json:
        said: dict[str, Any] = {"microphone": name, "says": found.says, "do": found.do}
        print(json.dumps(said | dict(found.figures), indent=2))
        return
    if watched:
        print()
    console.print(f"{found.says} {found.do}".strip(), markup=False)


def _meter(peak: float) -> None:
    """Overwrite the line with a bar."""
    import math

    decibels = 20 * math.log10(peak) if peak else FAINTEST
    marks = round(MARKS * min(1.0, max(0.0, 1 - decibels / FAINTEST)))
    print(f"\r{'█' * marks:<{MARKS}} {max(decibels, FAINTEST):4.0f} dB", end="", flush=True)
