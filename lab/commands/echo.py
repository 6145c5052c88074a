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

CLIPS = 14
"""Sentences of ours in a talk at a satellite."""


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
    satellite: Annotated[
        bool,
        typer.Option("--satellite", help="At a satellite, which begins each clip a little late."),
    ] = False,
) -> None:
    """Measure echo cancelling and barge-in in simulated rooms; without cancelling in the first row."""
    import numpy as np

    from lab.evaluation.spoken import echo as measure
    from lab.evaluation.spoken import satellite_echo
    from voice_agent import assemble
    from voice_agent.audio import files
    from voice_agent.audio.echo import HalfDuplex, NoEcho, WebRtcEcho
    from voice_agent.audio.vad import GatedSilero
    from voice_agent.measuring import recordings
    from voice_agent.measuring.voices import REPLIES
    from voice_agent.speech.narrator import sample_narrator

    settings = house.load(settings_file, profile=profile)
    console = Console()
    many = CLIPS if satellite else 5
    replies = recordings.spoken(assemble.load_voice(settings, name), REPLIES[:many])
    if data:
        person = max((one.samples for one in recordings.load(data)), key=len)
    else:
        person = files.read(sample_narrator().lines[1].file).samples
    if satellite:
        clips = [reply.samples for reply in replies]
        person = person[int((np.abs(person) > 0.05 * np.abs(person).max()).argmax()) :]
        figures: dict[str, Any] = {
            called: [
                one.as_json()
                for one in satellite_echo.run(clips, person, WebRtcEcho, GatedSilero, once=once)
            ]
            for called, once in (("one delay", True), ("clip by clip", False))
        }
        _print_clips(console, figures)
        _keep(console, figures, json_file, str(data or "the sample narrator"), name)
        return
    ours = np.concatenate([reply.samples for reply in replies])
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
    figures = {result.name: result.as_json() for result in results}
    _print(console, figures)
    _keep(console, figures, json_file, str(data or "the sample narrator"), name)


def _keep(
    console: Console, figures: dict[str, Any], json_file: Path | None, data: str, voice: str
) -> None:
    from voice_agent.measuring import machine

    described = machine.describe()
    console.print(machine.sentence(described), style="dim", highlight=False)
    if json_file:
        whole = figures | {"machine": described, "data": data, "voice": voice}
        json_file.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
        console.print(f"Written to {json_file}.", soft_wrap=True)


def _print_clips(console: Console, figures: dict[str, Any]) -> None:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for head in ("", "clips begin up to", "false barge-ins", "missed", "noticed after, p50 / p95"):
        table.add_column(head, justify="right" if head else "left")
    for called, rows in figures.items():
        for row in rows:
            times = row["noticed_ms"]
            table.add_row(
                called,
                f"{row['jitter_ms']} ms late",
                f"{row['false_barge_ins']} in {row['seconds']} s",
                f"{row['barge_ins_missed']} of {row['barge_ins']}",
                f"{times['p50']:.0f} / {times['p95']:.0f} ms",
            )
    console.print(table)


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
