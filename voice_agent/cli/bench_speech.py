"""`voice-agent bench speech`: how well we hear, and what we hear where nobody speaks."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, Profile, SettingsFile
from voice_agent.resources import resource

if TYPE_CHECKING:
    from voice_agent.measuring.recordings import Recording


def speech(
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="DIR",
            help="Clips with transcripts.tsv; none: the shared data folder beside the checkout, else our voices.",
        ),
    ] = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    json_file: JsonFile = None,
    minutes: Annotated[
        float, typer.Option(min=0.25, help="Of each noise, and of television.")
    ] = 1.0,
    names: Annotated[
        bool,
        typer.Option(
            "--names", help="Sixty names and forty years instead, by voices of other programs."
        ),
    ] = False,
    model: Annotated[
        Path | None,
        typer.Option(
            "--model",
            metavar="FOLDER",
            exists=True,
            file_okay=False,
            help="Words wrong by another recogniser, instead: a folder of CTranslate2 weights.",
        ),
    ] = None,
) -> None:
    """Measure hearing: words wrong and made up, strangers, speed, memory, the idle processor."""
    from voice_agent import assemble
    from voice_agent.measuring import machine, recordings
    from voice_agent.measuring import speech as measure

    settings = house.load(settings_file, profile=profile)
    console = Console()
    described = machine.describe()
    folder = data or _beside_the_checkout()
    if folder:
        found = recordings.load(folder)
    else:
        voices = [assemble.load_voice(settings, name) for name in ("hibari-heart", "piper-joe")]
        found = tuple(clip for voice in voices for clip in recordings.spoken(voice))
    if names:
        _names(settings, found, console, json_file)
        return
    if model:
        _other(settings, found, model, console, json_file)
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=None)
        figures = measure.run(
            settings,
            found,
            minutes=minutes,
            settings_file=settings_file,
            tell=lambda what: progress.update(task, description=what),
        )
    heard = sum(len(clip.samples) for clip in found) / 16_000
    figures["data"] = {
        "folder": str(folder) if folder else "our own voices: synthetic, easier than people",
        "clips": len(found),
        "seconds": round(heard, 1),
        "synthetic": folder is None,
    }
    figures["model"] = settings.hearing.model
    figures["machine"] = described
    _print(console, figures)
    console.print(
        f"{len(found)} clips, {heard:.0f} s, from {figures['data']['folder']}. Nobody in them is known "
        "to be old. " + machine.sentence(described),
        soft_wrap=True,
    )
    if json_file:
        json_file.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
        console.print(f"Written to {json_file}.", soft_wrap=True)


def _other(
    settings: house.Settings,
    clips: "Sequence[Recording]",
    model: Path,
    console: Console,
    json_file: Path | None,
) -> None:
    from voice_agent import weights
    from voice_agent.cli.progress import progress
    from voice_agent.measuring import machine, speech

    ours = settings.hearing.model
    heard = dict[str, Any]()
    with progress("Words") as tell:
        for name, folder in ((ours, weights.find(settings.weights, ours)), (model.name, model)):
            tell(f"Words, {name}")
            heard[name] = speech.words_by(settings, clips, folder, tell)
    table = _table("words wrong", "recogniser", "way", "in quiet", "at 10 dB")
    for name, ways in heard.items():
        for way, rates in ways.items():
            cells = (f"{rates[each]['rate']:.1%}" for each in ("clean", "noise"))
            table.add_row(name, way, *cells)
    console.print(table)
    described = machine.describe()
    console.print(f"{len(clips)} clips. {machine.sentence(described)}", soft_wrap=True)
    if json_file:
        figures = {"words": heard, "machine": described}
        json_file.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def _names(
    settings: house.Settings,
    clips: "Sequence[Recording]",
    console: Console,
    json_file: Path | None,
) -> None:
    from voice_agent import weights
    from voice_agent.cli.progress import progress
    from voice_agent.measuring import machine, names
    from voice_agent.speech.whisper import Whisper

    hearing, voices = settings.hearing, names.voices()
    if not voices:
        console.print(
            "No other program that speaks is here: `sudo apt-get install flite espeak-ng` brings two.",
            soft_wrap=True,
        )
        raise typer.Exit(1)
    whisper = Whisper(
        weights.find(settings.weights, hearing.model),
        device=hearing.device,
        threads=hearing.threads,
        said_as=names.SAID_AS,
    )
    hear = names.by(whisper, hearing.archive_beam)
    table = _table(
        "names and years heard wrong", "voice", "unknown names", "known names", "after a yes", "years", "ghosts"
    )  # fmt: skip
    rows = list[names.Names]()
    with progress("Names and years") as tell:
        for voice, say in voices.items():
            tell(f"Names and years, {voice}")
            rows.append(names.measure(voice, say, hear))
        tell("Names where nobody says one")
        ghosts = names.ghosts([clip.samples for clip in clips], hear)
    for row in rows:
        wrong = (row.unknown, row.known, row.after_a_yes)
        cells = (f"{each} of {row.names}" for each in wrong)
        table.add_row(row.voice, *cells, f"{row.years_wrong} of {row.years}", str(row.ghosts))
    console.print(table)
    described = machine.describe()
    console.print(
        f"In {len(clips)} clips of people, which hold none of them: {ghosts}. "
        + machine.sentence(described),
        soft_wrap=True,
    )
    for row in rows:
        for name, heard in row.missed:
            console.print(f"  {row.voice}: {name}: {heard}", soft_wrap=True, highlight=False)
    if json_file:
        figures = {
            "voices": [row.as_json() for row in rows],
            "ghosts_in_clips": ghosts,
            "machine": described,
        }
        json_file.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def _beside_the_checkout() -> Path | None:
    folder = resource("pyproject.toml").parent.parent / "shared" / "data" / "speech"
    return folder if (folder / "transcripts.tsv").is_file() else None


def _print(console: Console, figures: dict[str, Any]) -> None:
    words = _table("words heard wrong", "", "clean", "95 %", "10 dB noise", "95 %", "words", "RTF")
    for way, row in figures["wer"].items():
        clean, noise = row["clean"], row["noise"]
        words.add_row(
            f"{way} (baseline)" if way == "raw" else way,
            f"{clean['rate']:.1%}",
            f"{clean['low']:.1%}–{clean['high']:.1%}",
            f"{noise['rate']:.1%}",
            f"{noise['low']:.1%}–{noise['high']:.1%}",
            str(clean["words"]),
            f"{clean['real_time_factor']:.3f}",
        )
    console.print(words)
    made_up = _table(
        "words a minute where nobody speaks", "", "raw (baseline)", "guarded", "in the record"
    )
    for name, row in figures["invented_words_per_minute"].items():
        cells = (row["raw"], row["guarded"], row["record"])
        made_up.add_row(name.replace("_", " "), *(f"{cell:.1f}" for cell in cells))
    console.print(made_up)
    television = _table(
        "television beside the narrator, words", "narrator", "its words in their record",
        "kept apart", "their own", "taken for another's", "in one turn: theirs", "its",
    )  # fmt: skip
    for row in figures["television"]["people"]:
        television.add_row(
            row["voice"],
            *(
                str(row[key])
                for key in (
                    "alone_leaked", "alone_kept_apart", "own_words", "own_lost", "mixed_narrator",
                    "mixed_others",
                )
            ),
        )  # fmt: skip
    console.print(television)
    voices = _table(
        "whose voice", "", "equal error", "at", "same n", "other n", "let in", "shut out"
    )
    for name, row in figures["speaker_check"].items():
        if row["equal_error_rate"] is None:
            continue
        voices.add_row(
            name.replace("_", " "),
            f"{row['equal_error_rate']:.1%}",
            f"{row['at']:.2f}",
            str(row["same_n"]),
            str(row["other_n"]),
            f"{row['other_above_surely']:.1%}",
            f"{row['same_below_strange']:.1%}",
        )
    console.print(voices)
    finish = figures["finish_ms"]
    rest = _table("the rest", "what", "figure", "wanted")
    rest.add_row(
        "from the decision to the text", f"p50 {finish['p50']} ms, p95 {finish['p95']} ms", ""
    )
    rest.add_row("peak memory of the service", f"{figures['peak_memory_mb']:.0f} MB", "≤ 1500")
    rest.add_row("processor while nobody speaks", f"{figures['idle_cpu_percent']:.1f} %", "≤ 5")
    rest.add_row("loading every engine", f"{figures['loading_seconds']:.1f} s", "")
    console.print(rest)


def _table(title: str, *columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left")
    return table
