"""`python -m lab spoken`: are years, old money, names and initials said as a person says them?"""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, Profile, SettingsFile

EARS = ("whisper-base", "whisper-tiny-en")


def spoken(
    voices: Annotated[
        list[str] | None, typer.Option("--voice", help="None: piper-joe and hibari-heart.")
    ] = None,
    ears: Annotated[
        list[str] | None, typer.Option("--ear", help=f"Recognisers; none: {' and '.join(EARS)}.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FILE", help="Other sentences of that form.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Only every so many-th sentence.")] = 1,
    quiet: Annotated[bool, typer.Option(help="Say nothing: the words alone.")] = False,
    show: Annotated[int, typer.Option(help="How many of the worst are printed.")] = 20,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    json_file: JsonFile = None,
) -> None:
    """Say two hundred sentences in both voices, have two recognisers write them down, and count the words that went wrong."""
    from lab.evaluation.spoken import said_aloud
    from lab.evaluation.tables import Figures, publish
    from voice_agent import assemble, weights
    from voice_agent.speech.whisper import Whisper

    chosen = house.load(settings_file, profile=profile)
    sentences = said_aloud.sentences(data or said_aloud.SENTENCES)[::every]
    found: list[said_aloud.Listened] = []
    if not quiet:
        listeners = {
            ear: Whisper(weights.find(chosen.weights, ear), device="cpu", beam=5)
            for ear in ears or EARS
        }
        for name in voices or ("piper-joe", "hibari-heart"):
            voice = assemble.load_voice(chosen, name)
            found.extend(said_aloud.listen(name, voice, listeners, sentences))
    about = f"words wrong where {len(sentences)} sentences are said and written down"
    lines = [
        {"voice": one.voice, "ear": one.ear, "written": one.sentence.written, "heard": one.heard}
        for one in found
        if one.errors.wrong
    ]
    publish(
        Figures("spoken", about, said_aloud.rows(found, sentences), more={"missed": lines}),
        json_file,
    )
    console = Console(highlight=False, soft_wrap=True)
    for sentence in sentences:
        if not sentence.rightly_worded:
            console.print(f"other words than a person's: {sentence.written}")
    for name, sentence, each in said_aloud.worst(found)[:show]:
        heard = " | ".join(one.heard for one in each)
        console.print(f"{name}: {sentence.written} → {heard}")
