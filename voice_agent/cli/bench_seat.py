"""`voice-agent bench seat`: may the language model of this house lead the talk?"""

import json
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, Profile, SettingsFile
from voice_agent.errors import EngineUnavailable
from voice_agent.settings import Settings

if TYPE_CHECKING:  # every command of the program would wait for the interview otherwise
    from voice_agent.interview.seat.verdict import Figures, Verdict


def seat(
    limit: Annotated[
        int | None, typer.Option(min=1, help="Ask fewer moments: nothing is kept of it then.")
    ] = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    json_file: JsonFile = None,
) -> None:
    """Measure the language model of the settings on invented moments, and say whether it may lead the talk."""
    import anyio

    from voice_agent.archive import seat_verdicts
    from voice_agent.archive.seat_verdicts import Measured
    from voice_agent.interview.seat import verdict
    from voice_agent.interview.seat.moments import MOST
    from voice_agent.measuring import machine

    settings = house.load(settings_file, profile=profile)
    console = Console()
    described = machine.describe()
    model, figures, whole = anyio.run(_measure, settings, min(limit or MOST, MOST))
    found = verdict.judge(figures)
    _print(console, figures)
    console.print(found.sentence(model), soft_wrap=True)
    console.print(f"{figures.moments} moments. {machine.sentence(described)}.", soft_wrap=True)
    if whole:
        kept = Measured(figures, datetime.now().astimezone().date(), machine.sentence(described))
        seat_verdicts.keep(settings.state, model, kept)
    else:
        console.print("Not all moments were asked: nothing of it is kept.")
    if json_file:
        told = _as_json(model, figures, found) | {"machine": described, "kept": whole}
        json_file.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
        console.print(f"Written to {json_file}.", soft_wrap=True)


async def _measure(settings: Settings, limit: int) -> "tuple[str, Figures, bool]":
    """The model's name, its figures, and whether every moment was asked. Raises EngineUnavailable without a model."""
    from contextlib import aclosing

    from voice_agent import assemble
    from voice_agent.interview.seat.measured import Marked, figures
    from voice_agent.language import seating
    from voice_agent.measuring import seat as measuring

    console = Console(stderr=True)
    leading = settings.language.model_copy(update={"leads": "yes"})
    told: list[str] = []
    smith = await assemble.wordsmith(
        settings.model_copy(update={"language": leading}), told.append, None
    )
    if smith is not None:
        with console.status("Waiting until the language model is ready."):
            await smith.gate.settle()
    if smith is None or not smith.gate.ready:
        raise EngineUnavailable(
            "language",
            f"There is no language model to be measured. {told[-1] if told else ''}".strip(),
            retryable=False,
            safe="Nothing was changed: the interviewer uses its own words.",
            mend="Start its server, or name one under [language]; `voice-agent doctor` says what it finds.",
        )
    every = measuring.shipped()
    asked = measuring.spread(every, limit)
    marked: list[Marked] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as shown:
        task = shown.add_task(f"asking {smith.gate.name}", total=len(asked))
        rules = assemble.rules(settings, seed=7)
        run = measuring.run(smith.gate, rules, seating.prompt(), asked)
        async with aclosing(run) as answers:
            async for each in answers:
                marked.append(each)
                shown.advance(task)
    return smith.gate.name, figures(marked), len(asked) == len(every)


def _as_json(model: str, figures: "Figures", found: "Verdict") -> dict[str, Any]:
    from voice_agent.archive import seat_verdicts

    return {
        "model": model,
        "verdict": str(found.role),
        "fields": sorted(found.fields),
        "missed": list(found.missed),
        "figures": seat_verdicts.as_json(figures),
    }


def _print(console: Console, figures: "Figures") -> None:
    from voice_agent.interview.seat import verdict

    table = Table("figure", "measured", "wanted", "", box=SIMPLE_HEAD, pad_edge=False)
    rows = [("to lead", each) for each in verdict.LEADS]
    rows += [(name, each) for name, bars in verdict.FIELDS.items() for each in bars]
    for what, bar in rows:
        value = getattr(figures, bar.figure)
        mark = "[green]✓[/]" if bar.holds(figures) else "[yellow]✗[/]"
        table.add_row(f"{what}: {bar.says}", f"{value:.3g}", bar.wanted, mark)
    for says, value in (
        ("questions about what matters, by the question's own words", figures.hooks_asked),
        ("names, numbers and relations made up, proposed", figures.invented),
        ("milliseconds to the first word", figures.prefill_ms),
        ("tokens a second", figures.tokens),
    ):
        table.add_row(says, f"{value:.3g}", "", "")
    console.print(table)
