"""`python -m lab scenarios`: hold the twenty talks of lab/scenarios, and show which go as they should."""

from pathlib import Path
from typing import Annotated

import typer

from voice_agent import settings as house
from voice_agent.cli.options import Json, Profile, SettingsFile

HERE = Path(__file__).resolve().parents[1] / "scenarios"


def scenarios(
    names: Annotated[
        list[str] | None, typer.Argument(help="Files of lab/scenarios, without .toml; none: all.")
    ] = None,
    spoken: Annotated[bool, typer.Option("--spoken", help="Aloud instead of in writing.")] = False,
    talk: Annotated[bool, typer.Option("--talk", help="Show the talks, too.")] = False,
    as_json: Json = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Hold the scenarios that ship with the lab; ends non-zero where one fails of which nobody had said so."""
    from voice_agent.cli.scenario import held

    files = [HERE / f"{name}.toml" for name in names or ()] or sorted(HERE.glob("*.toml"))
    here = house.load(settings_file, profile=profile)
    if not held(files, spoken=spoken, talk=talk, here=here, as_json=as_json):
        raise typer.Exit(1)
