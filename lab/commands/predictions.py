"""`python -m lab predictions`."""

from pathlib import Path
from typing import Annotated

import typer

from voice_agent import settings as house
from voice_agent.cli.options import Profile, SettingsFile


def predictions(
    sets: Annotated[
        list[Path] | None, typer.Argument(help="Labelled sets; none: all of lab/labelled.")
    ] = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Keep what rules and readers make of every row of the labelled sets, to lay another reading beside it later."""
    from lab.evaluation import predictions as predicted

    predict = predicted.Predictor.of(house.load(settings_file, profile=profile))
    for path in sets or sorted(predicted.LABELLED.iterdir()):
        many = predicted.write(path, predict)
        typer.echo(f"{path.stem}: {many} rows")
