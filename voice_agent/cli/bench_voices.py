"""`voice-agent bench voices`: what our voices do on this machine."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.cli.options import JsonFile, Profile, SettingsFile

if TYPE_CHECKING:
    from voice_agent.backends import Transcriber, Voice

VOICES = ("piper-joe", "hibari-heart")


def voices(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[VOICES]...", help="None: both.")
    ] = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    json_file: JsonFile = None,
    calibrate: Annotated[
        bool,
        typer.Option(help="Measure how stretching becomes words a minute, and print the table."),
    ] = False,
) -> None:
    """Measure our voices: first sound, speed, pace, and what a recogniser understands of them."""
    from voice_agent import assemble
    from voice_agent.speech.pace import Articulator, measure
    from voice_agent.speech.whisper import Whisper

    chosen = house.load(settings_file, profile=profile)
    console = Console()
    loaded = {name: assemble.load_voice(chosen, name) for name in names or VOICES}
    if calibrate:
        for voice in loaded.values():
            if isinstance(voice, Articulator):
                console.print(measure(voice), soft_wrap=True)
        return
    transcriber = Whisper(weights.find(chosen.weights, chosen.hearing.model), device="cpu")
    figures: dict[str, Any] = {
        "recogniser": chosen.hearing.model,
        "load_before": os.getloadavg()[0],
    }
    console.print(
        f"{os.cpu_count()} cores, load {figures['load_before']:.1f} before we began; "
        "times grow with the load, pace and words do not."
    )
    for name, voice in loaded.items():
        figures[name] = _one(console, name, voice, transcriber, chosen.cache)
    figures["sample_narrator"] = _narrator(console, transcriber)
    if json_file:
        json_file.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
        console.print(f"Written to {json_file}.")


def _one(
    console: Console, name: str, voice: "Voice", transcriber: "Transcriber", cache: Path
) -> dict[str, Any]:
    import numpy as np

    from voice_agent.measuring import voices as measured
    from voice_agent.speech.acknowledgements import Acknowledgements

    timing = measured.timing(voice)
    p50, p95 = (float(np.percentile(timing.first_audio, q)) for q in (50, 95))
    cpu50, cpu95 = (float(np.percentile(timing.first_work, q)) for q in (50, 95))
    paces = [measured.pacing(voice, pace) for pace in measured.PACES]
    understood = list(measured.understanding(voice, transcriber))
    rate, (low, high) = measured.rate_of(understood)
    small = list(measured.murmurs(Acknowledgements.of(voice, cache), transcriber))

    table = _table(name, "what", "figure")
    table.add_row(
        "first audio, p50 / p95", f"{p50:.0f} / {p95:.0f} ms (n {len(timing.first_audio)})"
    )
    table.add_row("its CPU time, p50 / p95", f"{cpu50:.0f} / {cpu95:.0f} ms")
    table.add_row("real-time factor, in CPU time", f"{timing.factor:.3f}, {timing.work_factor:.3f}")
    for pace in paces:
        table.add_row(
            f"asked for {pace.asked:.0f} words a minute",
            f"{pace.met:.0f} ({pace.off:+.1%}; single replies {min(pace.each):.0f}–{max(pace.each):.0f})",
        )
    table.add_row(
        "words understood wrong", f"{rate:.1%} ({low:.1%}–{high:.1%}, {len(understood)} replies)"
    )
    for murmur in small:
        table.add_row(
            f"“{murmur.kind}”",
            f"{murmur.seconds:.2f} s, {murmur.level:.0f} dB, heard as “{murmur.heard}”",
        )
    console.print(table)
    for one in understood:
        if one.errors.wrong:
            console.print(f"  said  {one.said}\n  heard {one.heard}", style="dim", highlight=False)
    return {
        "first_audio_ms": {"p50": p50, "p95": p95, "n": len(timing.first_audio)},
        "first_audio_cpu_ms": {"p50": cpu50, "p95": cpu95, "n": len(timing.first_work)},
        "real_time_factor": timing.factor,
        "cpu_factor": timing.work_factor,
        "pace": [{"asked": p.asked, "met": p.met, "off": p.off, "each": p.each} for p in paces],
        "wer": {"rate": rate, "low": low, "high": high, "n": len(understood)},
        "murmurs": [
            {"kind": m.kind, "seconds": m.seconds, "db": m.level, "heard": m.heard} for m in small
        ],
    }


def _narrator(console: Console, transcriber: "Transcriber") -> dict[str, Any]:
    from voice_agent.measuring import voices as measured
    from voice_agent.speech.narrator import sample_narrator

    clips = list(measured.sample_clips(sample_narrator(), transcriber))
    table = _table("sample narrator", "clip", "seconds", "longest pause, asked", "words wrong")
    for clip in clips:
        wrong = clip.understood.errors
        table.add_row(
            clip.file,
            f"{clip.seconds:.1f}",
            f"{clip.pause:.1f} s, {clip.asked_pause:.1f} s",
            f"{wrong.wrong} of {wrong.words}",
        )
    console.print(table)
    rate, (low, high) = measured.rate_of([clip.understood for clip in clips])
    return {
        "wer": {"rate": rate, "low": low, "high": high, "n": len(clips)},
        "clips": [
            {"file": c.file, "seconds": c.seconds, "pause": c.pause, "asked": c.asked_pause}
            for c in clips
        ],
    }


def _table(title: str, *columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    for column in columns:
        table.add_column(column)
    return table
