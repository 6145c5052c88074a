"""`python -m lab dated`: does every dated fact keep its own year, and a correction touch only what it names?"""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, Profile, SettingsFile


def dated(
    file: Annotated[
        Path | None,
        typer.Option(
            exists=True, dir_okay=False, help="Talks of your own. Left out: the sealed ones."
        ),
    ] = None,
    show: Annotated[
        bool, typer.Option("--show", help="Print every talk that did not come out as it should.")
    ] = False,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Dated facts two in a turn, corrections, and ages: does each keep its own year?"""
    from lab.evaluation.memory import dated as evaluation
    from lab.evaluation.memory.retold import remember
    from lab.evaluation.tables import publish
    from voice_agent.assemble import memory_engines

    console = Console(stderr=True)
    loaded = memory_engines(
        house.load(settings_file, profile=profile),
        None,
        lambda says: console.print(says, soft_wrap=True),
    )
    talks = evaluation.read(file or evaluation.SEALED)
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("Listening ...", total=len(talks))
        figures, outcomes = evaluation.evaluate(
            talks,
            lambda told: remember(told, loaded.reader, loaded.again),
            tick=lambda: progress.advance(task),
        )
    for each in outcomes if show else ():
        if not evaluation.well(each):
            console.print("\n".join(each.talk.said), style="bold", markup=False)
            console.print(str(each), markup=False, style="dim")
    publish(figures, json_file)
