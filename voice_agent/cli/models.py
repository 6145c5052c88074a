"""`voice-agent models`: what weights there are, fetching them, and checking that they are whole; which to want."""

import json
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TaskID, TextColumn
from rich.table import Table

from voice_agent import settings, weights
from voice_agent.cli.models_server import allow_server
from voice_agent.cli.models_suggest import suggest
from voice_agent.cli.options import Json, Profile, SettingsFile

app = typer.Typer(
    help="The weights of the speech and language engines: list, fetch and verify them.",
    no_args_is_help=True,
)

app.command()(suggest)
app.command()(allow_server)

Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="[NAMES]...", help="As `models list` prints them; none: the profile's."),
]


@app.command("list")
def list_models(
    profile: Profile = None, settings_file: SettingsFile = None, as_json: Json = False
) -> None:
    """Print every model we know and whether it is here."""
    chosen = settings.load(settings_file, profile=profile)
    manifest = weights.read()
    needed = manifest.sets[chosen.profile]
    rows = [_row(chosen, model, needed) for model in manifest.models.values()]
    if as_json:
        print(json.dumps({"directory": str(chosen.weights), "models": rows}, indent=2))
        return
    table = Table(box=SIMPLE_HEAD, title=f"Models in {chosen.weights}", pad_edge=False)
    for heading in ("name", "for", "size", "memory", "here"):
        right = heading in {"size", "memory"}
        table.add_column(heading, justify="right" if right else "left", no_wrap=True)
    table.add_column("licence")
    for row in rows:
        table.add_row(
            f"{'•' if row['needed'] else ' '} {row['name']}",
            row["role"],
            _megabytes(row["bytes"]),
            _megabytes(row["memory_mb"] * 1_000_000),
            row["here"],
            row["licence"],
        )
    table.caption = f"• needed by the profile {chosen.profile}"
    Console().print(table)


@app.command()
def fetch(
    names: Names = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    as_json: Json = False,
) -> None:
    """Fetch what is missing or damaged; without names, all that the profile needs.

    Uses the internet only for what is not here. May be interrupted: it goes on where it stopped.
    """
    chosen = settings.load(settings_file, profile=profile)
    models = _asked_for(chosen, names)
    console = Console(stderr=as_json)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=console) as bars:
        fetched = weights.fetch(
            chosen.weights, models, offline=chosen.models.offline, tell=_drawing_on(bars)
        )
    if as_json:
        there = [model.name for model in models]
        print(json.dumps({"directory": str(chosen.weights), "fetched": fetched, "there": there}))
        return
    what = (
        f"Fetched and checked: {', '.join(fetched)}." if fetched else "Nothing had to be fetched."
    )
    console.print(f"{what} {len(models)} models are whole in {chosen.weights}.")


@app.command()
def verify(
    names: Names = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    as_json: Json = False,
) -> None:
    """Read every byte and compare checksums; exit code 1 when anything is missing or damaged."""
    chosen = settings.load(settings_file, profile=profile)
    models = _asked_for(chosen, names)
    flaws = {model.name: weights.check(chosen.weights, model, thorough=True) for model in models}
    if as_json:
        report: dict[str, Any] = {
            model.name: {
                "whole": not flaws[model.name],
                "flaws": [{"file": f.path, "wrong": f.wrong} for f in flaws[model.name]],
                "mend": model.mend if flaws[model.name] else "",
            }
            for model in models
        }
        print(json.dumps(report, indent=2))
    else:
        console = Console()
        for model in models:
            if not flaws[model.name]:
                console.print(f"{model.name}: whole", highlight=False, markup=False)
                continue
            says = " ".join(flaw.says for flaw in flaws[model.name])
            console.print(
                f"{model.name}: {says} {model.mend}", highlight=False, markup=False, style="red"
            )
    if any(flaws.values()):
        raise typer.Exit(1)


def _asked_for(chosen: settings.Settings, names: Sequence[str] | None) -> Sequence[weights.Model]:
    manifest = weights.read()
    if names:
        return tuple(dict.fromkeys(manifest.model(name) for name in names))
    return manifest.of_profile(chosen.profile)


def _row(chosen: settings.Settings, model: weights.Model, needed: Sequence[str]) -> dict[str, Any]:
    flaws = weights.check(chosen.weights, model)
    missing = all(flaw.wrong == "missing" for flaw in flaws)
    return {
        "name": model.name,
        "role": model.role,
        "engine": model.engine,
        "source": model.source,
        "languages": model.languages,
        "bytes": model.bytes,
        "memory_mb": model.memory,
        "licence": model.licence,
        "upstream": model.upstream,
        "needed": model.name in needed,
        "here": "yes" if not flaws else "missing" if missing else "damaged",
    }


def _megabytes(count: int) -> str:
    return f"{count / 1e6:,.0f} MB" if count else "?"


def _drawing_on(bars: Progress) -> weights.Tell:
    """A bar for each pack that is fetched."""
    drawn: dict[str, TaskID] = {}

    def tell(progress: weights.Progress) -> None:
        total = progress.total or None
        if progress.what not in drawn:
            drawn[progress.what] = bars.add_task(progress.what, total=total)
        bars.update(drawn[progress.what], completed=progress.done, total=total)

    return tell
