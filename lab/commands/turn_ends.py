"""`python -m lab turn-ends`: how often we cut in on narrators of held talks, and how long they wait for us."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, Profile, Seed, SettingsFile
from voice_agent.settings import Settings

if TYPE_CHECKING:
    from lab.evaluation.spoken.turn_ends import Figures, Way
    from lab.evaluation.spoken.voiced_turns import Rest, VoicedTurn


def turn_ends(
    talks: Annotated[
        Path, typer.Option("--talks", metavar="DIR", help="Held talks: files of who said what.")
    ] = Path("lab/talks"),
    heard: Annotated[
        Path | None,
        typer.Option(
            "--heard", metavar="FILE", help="What was heard is kept here, and read if it is there."
        ),
    ] = None,
    tuning: Annotated[
        bool, typer.Option("--tuning", help="The narrators on whom the rule was chosen instead.")
    ] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    json_file: JsonFile = None,
    seed: Seed = 7,
) -> None:
    """Voice held talks with drawn pauses and let the end of each turn be judged; today's rule in the first row.

    Hearing all 612 turns takes some 16 CPU minutes; with `--heard` it is done once.
    """
    from lab.evaluation.spoken import turn_ends as measure
    from lab.evaluation.spoken import voiced_turns as voiced

    settings = house.load(settings_file, profile=profile)
    if heard is not None and heard.exists():
        every = voiced.kept(heard)
    else:
        every = _hear(talks, settings, seed)
        if heard is not None:
            voiced.keep(every, heard)
    turns = [turn for turn in every if (turn.narrator in measure.TUNING) is tuning]
    ways = _ways(settings)
    figures = {
        "nothing learned before the turn": [
            measure.unknown(way, turns, settings.endpoint) for way in ways
        ],
        "the first half of the turns known": [
            measure.known(way, turns, settings.endpoint) for way in ways
        ],
    }
    console = Console()
    for title, rows in figures.items():
        _print(console, title, turns, rows)
    if json_file:
        whole = {title: [row.as_json() for row in rows] for title, rows in figures.items()}
        json_file.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
        console.print(f"Written to {json_file}.", soft_wrap=True)


def _hear(talks: Path, settings: Settings, seed: int) -> "list[VoicedTurn]":
    from lab.evaluation.spoken import voiced_turns as voiced
    from lab.evaluation.spoken.held_turns import held_turns
    from voice_agent import assemble, weights
    from voice_agent.audio.vad import GatedSilero
    from voice_agent.speech.smart_turn import SmartTurn

    turns = [turn for path in sorted(talks.glob("*-*.txt")) for turn in held_turns(path)]
    manners = voiced.manners_of(sorted({turn.narrator for turn in turns}))
    room = voiced.Room(
        assemble.load_voice(settings, "hibari-heart"),
        GatedSilero,
        SmartTurn(weights.find(settings.weights, "smart-turn")),
    )
    return room.hear([(turn, manners[turn.narrator]) for turn in turns], seed)


def _ways(settings: Settings) -> "Sequence[Way]":
    from lab.evaluation.spoken import turn_ends as measure
    from voice_agent.assemble import loading
    from voice_agent.conversation.story_places import by_words
    from voice_agent.dialogue.story_patience import StoryPlace

    ending = loading.load_endings(settings, typer.echo)
    read = dict[str, StoryPlace]()

    def words(rest: "Rest", end: bool) -> StoryPlace:
        if rest.words not in read:
            read[rest.words] = by_words(rest.words, ending(rest.words) if ending else None)
        return read[rest.words]

    return measure.ways(words)


def _print(
    console: Console, title: str, turns: "Sequence[VoicedTurn]", rows: "Sequence[Figures]"
) -> None:
    names = sorted({turn.narrator for turn in turns})
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left")
    table.add_column(", ".join(names))
    for column in ("pauses cut, %", "95 %", "in sentences", "after", "turns cut", "p50, s", "p90"):
        table.add_column(column, justify="right")
    for row in rows:
        cuts, wait = row.cut_ins, row.wait
        table.add_row(
            row.name,
            f"{cuts.rate:.1%} of {cuts.n}",
            f"{cuts.low:.1%} to {cuts.high:.1%}",
            f"{row.inside.rate:.1%}",
            f"{row.between.rate:.1%}",
            f"{row.turns_cut.rate:.0%} of {row.turns_cut.n}",
            f"{wait.p50:.2f}",
            f"{wait.p90:.2f}",
        )
    console.print(table)
