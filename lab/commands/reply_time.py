"""`python -m lab reply-time`: how long a model of a stated pace in the seat takes to have something to say after a long story."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from voice_agent.cli.options import JsonFile


def reply_time(
    talks: Annotated[list[Path], typer.Argument(help="Held talks whose turns are the stories.")],
    reads: Annotated[float, typer.Option(min=10, help="Tokens a second that it reads.")] = 900.0,
    writes: Annotated[float, typer.Option(min=1, help="Tokens a second that it writes.")] = 40.0,
    json_file: JsonFile = None,
) -> None:
    """Ask a server that reads and writes so fast about stories of three minutes, told at once and with pauses."""
    import json
    from contextlib import aclosing
    from statistics import median, quantiles

    import anyio

    from lab.evaluation.seat import reply_time as measure
    from lab.evaluation.seat.paced_server import paced_server
    from voice_agent import assemble
    from voice_agent.language.openai_compatible import openai_compatible
    from voice_agent.measuring import machine
    from voice_agent.settings import load

    console = Console()
    stories = [story for file in talks for story in measure.told(file)]
    rules = assemble.rules(load(), seed=7)
    took: list[measure.Took] = []

    async def ask(url: str) -> None:
        engine = openai_compatible(url, "paced")
        async with aclosing(measure.replies(engine, rules, stories)) as found:
            async for each in found:
                took.append(each)
                console.print(f"{each.at_once:.2f} s at once, {each.in_pauses:.2f} s in pauses")

    with paced_server(reads=reads, writes=writes) as url:
        anyio.run(ask, url)
    for name in measure.Took._fields:
        seconds = [getattr(each, name) for each in took]
        ninth = quantiles(seconds, n=10)[-1] if len(seconds) > 1 else seconds[0]
        console.print(
            f"{name}: median {median(seconds):.2f} s, p90 {ninth:.2f} s, n {len(seconds)}"
        )
    console.print(
        f"Reads {reads:g}, writes {writes:g} tokens a second. {machine.sentence(machine.describe())}."
    )
    if json_file:
        rows = [each._asdict() for each in took]
        json_file.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
