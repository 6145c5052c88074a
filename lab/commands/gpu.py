"""`python -m lab gpu`."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

from voice_agent import settings as house
from voice_agent.cli.options import Profile, SettingsFile
from voice_agent.measuring import machine

KEPT = Path(__file__).parents[1] / "reports" / "gpu.md"


def gpu(
    device: Annotated[
        Literal["cuda", "cpu"], typer.Option(help="cpu: only to see that it runs.")
    ] = "cuda",
    keep: Annotated[bool, typer.Option("--keep", help="Write lab/reports/gpu.md.")] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Try on a graphics card what can run there, and compare it with the processor; exit code 1 where a part did not run."""
    from lab.evaluation import card
    from lab.evaluation.tables import Figures, publish
    from voice_agent.audio import files
    from voice_agent.speech.narrator import sample_narrator

    clips = [files.read(line.file).samples for line in sample_narrator().lines]
    found = [*card.parts(house.load(settings_file, profile=profile), device, clips)]
    rows = [each.as_row() for each in found]
    notes = (
        () if device == "cuda" else ("Both are the processor: no figure here speaks of a card.",)
    )
    publish(Figures("gpu", "what runs on a graphics card, beside the processor", rows, notes=notes))
    if keep:
        KEPT.write_text(_page(rows, device, notes), encoding="utf-8")
    if device == "cuda" and not all(each.card for each in found):
        raise typer.Exit(1)


def _page(rows: list[dict[str, str]], device: str, notes: tuple[str, ...]) -> str:
    here = machine.describe()
    columns = list(rows[0])
    lines = [
        "# On a graphics card",
        "",
        "Made by `lab/gpu/run` (`python -m lab gpu --keep`); do not edit. "
        f"Last run {datetime.now(UTC):%Y-%m-%d} with the device `{device}`: {machine.sentence(here)}.",
        *notes,
        "",
        f"| {' | '.join(columns)} |",
        f"|{'---|' * len(columns)}",
        *(f"| {' | '.join(row[name] for name in columns)} |" for row in rows),
    ]
    return "\n".join(lines) + "\n"
