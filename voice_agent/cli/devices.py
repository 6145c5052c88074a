"""`voice-agent devices`: the microphones and loudspeakers of this computer, as the settings name them."""

import json
from dataclasses import asdict

import typer

from voice_agent.cli.options import Json


def devices(as_json: Json = False) -> None:
    """Print microphones and loudspeakers; exit code 1 when either is missing."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from voice_agent.audio.devices import devices as found

    there = found()
    if as_json:
        print(json.dumps([asdict(device) for device in there], indent=2))
    else:
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for heading in ("number", "name", "hears", "plays", "rate"):
            table.add_column(heading, justify="right" if heading in {"number", "rate"} else "left")
        for device in there:
            table.add_row(
                str(device.number),
                escape(device.name),
                _use(device.can("microphone"), device.default_input),
                _use(device.can("loudspeaker"), device.default_output),
                f"{device.rate:,} Hz",
            )
        console = Console()
        if there:
            console.print(table)
            console.print(
                "Put a name, part of one, or a number into [audio] of the settings.", markup=False
            )
        for kind in ("microphone", "loudspeaker"):
            if not any(device.can(kind) for device in there):
                console.print(f"There is no {kind} on this machine. Plug one in and look again.")
    if not all(any(device.can(kind) for device in there) for kind in ("microphone", "loudspeaker")):
        raise typer.Exit(1)


def _use(able: bool, default: bool) -> str:
    return "default" if able and default else "yes" if able else ""
