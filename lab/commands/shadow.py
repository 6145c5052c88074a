"""`python -m lab shadow`."""

from pathlib import Path
from typing import Annotated

import typer

from voice_agent import settings as house
from voice_agent.cli.options import Profile, SettingsFile


def shadow(
    replay: Annotated[
        bool, typer.Option("--replay", help="Compute from the answers that are kept; ask nobody.")
    ] = False,
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help="Write the tables as a page.")
    ] = None,
    patience: Annotated[
        float, typer.Option(min=1, help="Seconds that an answer is waited for.")
    ] = 120.0,
    seed: Annotated[int, typer.Option(help="By which rows are drawn.")] = 0,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Lay a language model's reading of the labelled sets beside that of rules and heads."""
    from datetime import datetime

    import anyio

    from lab.evaluation.shadow import asking, drawing, tables
    from lab.evaluation.tables import publish

    rows = drawing.drawn(seed)
    if not replay:
        from voice_agent import assemble
        from voice_agent.reading.danger import safety
        from voice_agent.resources import resource

        chosen = house.load(settings_file, profile=profile)
        model = asking.server(chosen.language, patience)
        rules = safety.read(resource("config/safety.toml"), chosen.narrator.country)
        net = assemble.by_meaning(chosen, rules, typer.echo)
        today = datetime.now().astimezone().date().isoformat()

        async def go() -> None:
            asking.keep(await asking.ask(model, rows, net, today, tell=typer.echo))

        anyio.run(go)
    figures = tables.measure(rows, seed)
    for each in figures:
        publish(each)
    if page is not None:
        page.write_text(tables.page(figures), encoding="utf-8")
