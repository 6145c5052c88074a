"""`python -m lab echo`: does our own voice interrupt us, and can a person?"""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, Profile, Seed, SettingsFile


def echo(
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", metavar="DIR", help="People: clips with transcripts.tsv; none: Margaret."
        ),
    ] = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    json_file: JsonFile = None,
    name: Annotated[
        str, typer.Option("--voice", help="Ours. piper-joe never says a sentence twice alike.")
    ] = "hibari-heart",
    seed: Seed = 7,
) -> None:
    """Measure echo cancelling and barge-in in simulated rooms; without cancelling in the first row."""
    import numpy as np

    from lab.evaluation.spoken import echo as measure
    from voice_agent import assemble
    from voice_agent.audio import files
    from voice_agent.audio.echo import HalfDuplex, NoEcho, WebRtcEcho
    from voice_agent.audio.vad import GatedSilero
    from voice_agent.measuring import machine, recordings
    from voice_agent.measuring.voices import REPLIES
    from voice_agent.speech.narrator import sample_narrator

    settings = house.load(settings_file, profile=profile)
    console = Console()
    replies = recordings.spoken(assemble.load_voice(settings, name), REPLIES[:5])
    ours = np.concatenate([reply.samples for reply in replies])
    if data:
        person = max((one.samples for one in recordings.load(data)), key=len)
    else:
        person = files.read(sample_narrator().lines[1].file).samples
    tried = {"none": NoEcho, "half duplex": HalfDuplex, "WebRTC AEC3": WebRtcEcho}
    results = [
        measure.run(
            called,
            ours,
            person,
            make,
            GatedSilero,
            seeds=(seed, seed + 1) if make is WebRtcEcho else (seed,),
        )
        for called, make in tried.items()
    ]
    figures: dict[str, Any] = {result.name: result.as_json() for result in results}
    _print(console, figures)
    described = machine.describe()
    console.print(machine.sentence(described), style="dim", highlight=False)
    if json_file:
        whole = figures | {
            "machine": described,
            "data": str(data or "the sample narrator"),
            "voice": name,
        }
        json_file.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
        console.print(f"Written to {json_file}.", soft_wrap=True)


def _print(console: Console, figures: dict[str, Any]) -> None:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for called in figures:
        table.add_column(called, justify="right")
    ones = list(figures.values())
    table.add_row(
        "echo taken away, p50 (p5), dB",
        *(f"{one['cancelled_db']['p50']:.0f} ({one['cancelled_db']['p5']:.0f})" for one in ones),
    )
    table.add_row(
        "false barge-ins, minutes of our speech",
        *(
            f"{one['false_barge_ins']}, {one['rooms'] * one['seconds_a_room'] / 60:.0f}"
            for one in ones
        ),
    )
    table.add_row(
        "barge-ins missed", *(f"{one['barge_ins_missed']} of {one['barge_ins']}" for one in ones)
    )
    for level in ones[0]["noticed_ms"]:
        times = [one["noticed_ms"][level] for one in ones]
        table.add_row(
            f"noticed after, at {level}, p50 / p95, ms",
            *("–" if t["p50"] is None else f"{t['p50']:.0f} / {t['p95']:.0f}" for t in times),
        )
    console.print(table)
