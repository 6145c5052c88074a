"""`python -m lab borrowed`: what it costs to let another machine hear and speak."""

import json
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, Profile, SettingsFile


def borrowed(
    count: Annotated[int, typer.Option("--turns", min=1, help="Turns of ten seconds.")] = 20,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    json_file: JsonFile = None,
) -> None:
    """Ask the servers of [borrowing] for words and sound of invented people; our own recogniser in the first row."""
    import numpy as np

    from lab.evaluation.spoken import borrowed as measure
    from voice_agent import weights
    from voice_agent.audio import files
    from voice_agent.borrowing.asking import Asking
    from voice_agent.borrowing.servers import servers
    from voice_agent.borrowing.voice import LentVoice
    from voice_agent.endpoints import Endpoints
    from voice_agent.measuring import machine
    from voice_agent.measuring.voices import REPLIES
    from voice_agent.speech.narrator import sample_narrator
    from voice_agent.speech.whisper import Whisper

    chosen = house.load(settings_file, profile=profile)
    wanted, hearing, console = chosen.borrowing, chosen.hearing, Console()

    def asking(addresses: list[str]) -> Asking:
        lent = servers(wanted, addresses)
        return Asking(Endpoints(lent, instead="", tell=console.print), 60.0)

    own = Whisper(
        weights.find(chosen.weights, hearing.model), device="cpu", threads=hearing.threads
    )
    told = [files.read(each.file).samples for each in sample_narrator().lines]
    sounds = measure.turns(told, count)
    measure.here(own, sounds[:1])
    ways = {"heard here": measure.here(own, sounds)}
    if wanted.hearing:
        ways["heard there"] = measure.there(asking(wanted.hearing), sounds, wanted.hearing_model)
    if wanted.speaking:
        lent = LentVoice(
            asking(wanted.speaking), model=wanted.speaking_model, voice=wanted.speaking_voice
        )
        ways["said there"] = measure.said(lent, REPLIES[:count])
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for column in ("", "n", "seconds, p50 (p95)", "sent, kB a minute", "came, kB a minute"):
        table.add_column(column, justify="right" if column else "left")
    figures = dict[str, dict[str, float]]()
    for name, way in ways.items():
        p50, p95 = (float(np.quantile(way.seconds, share)) for share in (0.5, 0.95))
        sent, came = way.a_minute(way.sent), way.a_minute(way.came)
        figures[name] = {
            "n": len(way.seconds), "p50_s": p50, "p95_s": p95, "sent_kb": sent, "came_kb": came,
        }  # fmt: skip
        table.add_row(
            name, str(len(way.seconds)), f"{p50:.2f} ({p95:.2f})", f"{sent:.0f}", f"{came:.1f}"
        )
    console.print(table)
    described = machine.describe()
    console.print(machine.sentence(described), style="dim", highlight=False)
    if json_file:
        whole = {"ways": figures, "machine": described}
        json_file.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
