"""`python -m lab returns`: is the right old story come back to, at the right moment, with a language model in the seat?"""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, Profile, SettingsFile
from voice_agent.errors import SettingsError

WAIT = 7200.0
"""Seconds: an answer may be written by a person."""


def returns(
    lives: Annotated[list[Path] | None, typer.Argument(help="Files of lives.")] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Where houses and replies are kept."),
    ] = None,
    score: Annotated[
        Path | None,
        typer.Option("--score", metavar="FOLDER", help="Hold nothing: score what was held there."),
    ] = None,
    wait: Annotated[
        float, typer.Option(min=1, help="Seconds for which a model is waited for.")
    ] = WAIT,
    json_file: JsonFile = None,
    settings_file: SettingsFile = None,
    profile: Profile = None,
) -> None:
    """Hold the later talks of lives, all side by side; what was held already is not held again."""
    import shutil
    from functools import partial

    import anyio

    from lab.evaluation.seat import lives as reading
    from lab.evaluation.seat import returns as work
    from lab.evaluation.seat import returns_scored
    from lab.evaluation.tables import publish

    if score is not None:
        publish(returns_scored.figures(score), json_file)
        return
    if not lives or out is None:
        raise SettingsError("Name the files of lives, and a folder with --out.")
    tell = partial(Console(stderr=True).print, soft_wrap=True, highlight=False)
    found = [reading.read(each) for each in lives]
    out.mkdir(parents=True, exist_ok=True)
    for each in lives:
        shutil.copy(each, out / f"{each.stem}.json")
    work.prepare(found, out, tell)
    chosen = house.load(settings_file, profile=profile)
    anyio.run(work.hold, found, out, chosen, wait, tell)
