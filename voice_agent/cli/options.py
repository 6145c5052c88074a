"""Options that many commands share, so that they are called the same everywhere."""

from pathlib import Path
from typing import Annotated

import typer

SettingsFile = Annotated[
    Path | None,
    typer.Option(
        "--settings", metavar="FILE", help="The house's settings, instead of its usual file."
    ),
]

Profile = Annotated[
    str | None,
    typer.Option(
        "--profile", metavar="NAME", help="starter, home-gpu or ci; overrides the settings."
    ),
]

Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]

JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write all figures to FILE.")
]

LogFile = Annotated[
    Path | None,
    typer.Option(
        "--log", metavar="FILE", help="Write settings, machine, every turn and score to FILE."
    ),
]

Seed = Annotated[int, typer.Option(help="Same seed, same result.")]
