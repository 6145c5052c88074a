"""`voice-agent talk`: hold a session, aloud or in writing."""

from pathlib import Path
from typing import Annotated

import typer


def talk(
    text: Annotated[bool, typer.Option("--text", help="Write instead of speaking.")] = False,
    sample: Annotated[
        bool, typer.Option("--sample", help="Let the bundled sample narrator speak.")
    ] = False,
    fast: Annotated[
        bool, typer.Option("--fast", help="With the sample narrator: as fast as the engines work.")
    ] = False,
    settings_file: Annotated[
        Path | None, typer.Option("--settings", help="A settings file of your own.")
    ] = None,
    profile: Annotated[str | None, typer.Option(help="starter, home-gpu or ci.")] = None,
) -> None:
    """Hold an interview. Without a microphone the sample narrator speaks instead, and it says so."""
    from voice_agent.archive import narrators_pin
    from voice_agent.cli.clocks import before_a_talk
    from voice_agent.cli.models_server import ask_once
    from voice_agent.settings import load
    from voice_agent.telemetry.telling import opened

    settings = load(settings_file, profile=profile)
    if not sample:
        for says in before_a_talk(settings):
            typer.echo(says, err=True)
        narrators_pin.learn(settings.state, settings.memory.pin)
        ask_once(settings)
    with opened(settings, print) as telling:
        if text:
            from voice_agent.cli.writing import write

            write(settings, telling=telling)
        else:
            from voice_agent.cli.sitting import sit

            sit(settings, sample=sample, fast=fast, telling=telling)
