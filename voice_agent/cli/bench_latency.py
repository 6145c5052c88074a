"""`voice-agent bench latency`: how long the narrator waits, and how often we cut in."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, Profile, Seed, SettingsFile

WANTED = {
    "decision_to_first_content_ms": "p50 <= 150, p95 <= 500",
    "speech_end_to_first_sound_murmured_ms": "",
    "speech_end_to_first_sound_finished_ms": "p50 <= 350",
    "barge_in_stop_ms": "p95 <= 100",
}
"""What the design asks for, shown beside what was measured."""


def latency(
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="Clips with transcripts.tsv; none: our voice."),
    ] = None,
    life: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="A state directory: a copy of it is talked in. None: empty."
        ),
    ] = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    json_file: JsonFile = None,
    exchanges: Annotated[int, typer.Option(min=3, help="Turns through the sound card.")] = 45,
    turns: Annotated[int, typer.Option(min=60, help="Pauses on the audio clock.")] = 900,
    seed: Seed = 7,
) -> None:
    """Measure waiting and barge-in through a virtual sound card, and false cut-ins on the audio clock."""
    from voice_agent import assemble
    from voice_agent.measuring import cut_ins, machine, recordings
    from voice_agent.measuring import latency as measure

    settings = house.load(settings_file, profile=profile)
    console = Console()
    given = recordings.load(data) if data else None  # before anything is loaded: it may be unfit
    engines = assemble.engines(settings)
    found = given or recordings.spoken(engines.voice)
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("through the sound card", total=exchanges)
        measured = measure.run(
            settings,
            engines,
            found,
            turns=exchanges,
            life=life,
            tell=lambda done, wanted: progress.update(task, completed=done, total=wanted),
        )
        progress.add_task("cutting in, or not", total=None)
        result = cut_ins.run(
            found,
            detector=engines.detector,
            turn_end=engines.turn_end,
            transcriber=engines.transcriber,
            endpoint=settings.endpoint,
            turns=turns,
            seed=seed,
        )
    figures: dict[str, Any] = {
        **measured.as_json(),
        **result.as_json(),
        "machine": machine.describe(),
        "data": str(data or "the product's own voice"),
    }
    _print(console, figures)
    if json_file:
        json_file.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
        console.print(f"Written to {json_file}.", soft_wrap=True)


def _print(console: Console, figures: dict[str, Any]) -> None:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title="through the sound card, milliseconds")
    for heading in ("", "p50", "p95", "n", "wanted"):
        table.add_column(heading, justify="left" if heading in {"", "wanted"} else "right")
    for key, value in figures.items():
        if key.endswith("_ms"):
            cells = ("–" if value[k] is None else f"{value[k]}" for k in ("p50", "p95", "n"))
            table.add_row(key.removesuffix("_ms").replace("_", " "), *cells, WANTED.get(key, ""))
    console.print(table)
    console.print(f"A murmur came first in {figures['murmur_share']:.0%} of the turns.")
    made = figures["murmurs"]
    console.print(
        f"{made['sounded_finished']} of {made['turns']} turns sounded finished to the model; "
        f"{made['murmurs_after_finished']} of them were met at once, and {made['murmurs_in_a_pause']} turns "
        "later, as pauses."
    )
    for key in (
        "asked_after",
        "answer_takes",
        "finished_murmur_made_after",
        "pause_murmur_made_after",
    ):
        if (median := made[f"{key}_ms"]) is not None:
            console.print(f"  {key.replace('_', ' ')}: {median:.0f} ms (median)")
    ends = Table(box=SIMPLE_HEAD, pad_edge=False, title="deciding that a turn is over")
    for heading in ("", "false cut-ins", "n", "wait p50 s", "wait p95 s"):
        ends.add_column(heading, justify="right" if heading else "left")
    for name, row in {**figures["baselines"], "ours": figures["ours"]}.items():
        wait = row["added_wait_s"]
        ends.add_row(
            name,
            f"{row['false_cut_in_rate']:.1%}",
            str(row["false_cut_in_n"]),
            f"{wait['p50']:.2f}",
            f"{wait['p95']:.2f}",
        )
    console.print(ends)
    low, high = figures["false_cut_in_interval"]
    console.print(f"Ours, 95 % interval: {low:.1%} to {high:.1%}.")
    for note in figures["notes"]:
        console.print(note)
