"""`python -m lab safety | commands | comfort`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lab.training import LESSONS
from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, LogFile, Profile, Seed, SettingsFile
from voice_agent.resources import resource

if TYPE_CHECKING:  # slow to import, and `--help` needs none of it
    from lab.evaluation.interview.comfort import Feels
    from lab.evaluation.spoken.read_aloud import ReadAloud
    from lab.evaluation.tables import Figures
    from voice_agent.interview.rules import Rules

Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="FILE", help="Other utterances: label, tab, words, one a line."),
]
Stories = Annotated[
    list[Path] | None,
    typer.Option(
        "--stories",
        metavar="FOLDER",
        help="Life stories (.txt) without any cry or wish; else those of ../shared/data, if they are there.",
    ),
]
Spoken = Annotated[
    int,
    typer.Option(
        "--spoken",
        min=0,
        metavar="N",
        help="Say N of each kind with the voice, and read what the recogniser hears; stories only if named.",
    ),
]
HAND = LESSONS / "wishes_h.tsv"
Every = Annotated[bool, typer.Option("--all", help="Both halves together.")]
Held = Annotated[
    bool, typer.Option("--held", help="The held-back half alone: for the final figure.")
]


def safety(
    data: Data = None,
    stories: Stories = None,
    held: Held = False,
    every: Every = False,
    rules_only: Annotated[
        bool, typer.Option("--rules-only", help="Without the reading by meaning.")
    ] = False,
    untaught: Annotated[
        bool,
        typer.Option(
            "--untaught",
            help="Of the stories, every second one alone: the others trained the reading.",
        ),
    ] = False,
    calm: Annotated[
        list[Path] | None,
        typer.Option(
            "--calm",
            metavar="FILE",
            help="Count false levels in this calm talk alone: a turn a line, or label, tab, words.",
        ),
    ] = None,
    talks: Annotated[
        Path | None,
        typer.Option(
            "--talks",
            metavar="FILE",
            help="Play these whole talks, in some of which danger comes out turn by turn.",
        ),
    ] = None,
    show: Annotated[
        bool,
        typer.Option(
            "--show",
            help="Write what was missed and what was falsely taken into the JSON. Never for a set that is held back.",
        ),
    ] = False,
    spoken: Spoken = 0,
    seed: Seed = 0,
    json_file: JsonFile = None,
    log_file: LogFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Is a cry for help heard, is a story left a story, and is only the right person told?"""
    from lab import LABELLED, utterances
    from lab.evaluation.feeling import calm_talk, danger, danger_talks
    from lab.evaluation.tables import publish
    from voice_agent import assemble
    from voice_agent.reading.danger import safety as page

    chosen = house.load(settings_file, profile=profile)
    if talks:
        listening, feels = _listening(chosen, seed, rules_only=rules_only)
        figures = danger_talks.evaluate(listening, feels, danger_talks.read(talks), show=show)
        publish(figures, json_file)
        _keep(log_file, chosen, figures)
        return
    rules = page.read(resource("config/safety.toml"), chosen.narrator.country)
    net = rules if rules_only else assemble.by_meaning(chosen, rules, typer.echo)
    if calm:
        calm_talks = {file.name: calm_talk.turns(file) for file in calm}
        figures = calm_talk.evaluate(rules, net, calm_talks, show=show)
        publish(figures, json_file)
        _keep(log_file, chosen, figures)
        return
    said = utterances.read(data or LABELLED / "safety.tsv")
    half = None if every else held
    render = utterances.as_heard
    if spoken:
        said = utterances.drawn(said, spoken, held=half, seed=seed)
        render = _read_aloud(chosen)
    told = danger.paragraphs(stories or _beside(spoken), untaught=untaught)
    figures = danger.evaluate(net, said, told, held=half, show=show, render=render, seed=seed)
    publish(figures, json_file)
    _keep(log_file, chosen, figures)


def commands(
    data: Data = None,
    stories: Stories = None,
    held: Held = False,
    every: Every = False,
    apart: Annotated[
        bool,
        typer.Option(
            "--apart",
            help="The third of lab/training/lessons/wishes_h.tsv that taught nothing.",
        ),
    ] = False,
    rules_only: Annotated[
        bool, typer.Option("--rules-only", help="Without the second opinion by meaning.")
    ] = False,
    spoken: Spoken = 0,
    seed: Seed = 0,
    json_file: JsonFile = None,
    log_file: LogFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Is every wish understood in many wordings, and no story taken for one?"""
    from lab import LABELLED, utterances
    from lab.evaluation.feeling import danger, wishes_heard
    from lab.evaluation.tables import publish
    from voice_agent import assemble

    chosen = house.load(settings_file, profile=profile)
    said = utterances.read(data or (HAND if apart else LABELLED / "commands.tsv"))
    half = None if every or apart else held
    if apart:
        said = tuple(each for each in said if each.apart)
    second = None if rules_only else assemble.second_opinion(chosen, typer.echo)
    render = utterances.as_heard
    if spoken:
        said = utterances.drawn(said, spoken, held=half, seed=seed)
        render = _read_aloud(chosen)
    told = danger.paragraphs(stories or _beside(spoken))
    figures = wishes_heard.evaluate(said, told, held=half, second=second, render=render, seed=seed)
    publish(figures, json_file)
    _keep(log_file, chosen, figures)


def _read_aloud(settings: house.Settings) -> "ReadAloud":
    """The house's own voice and recogniser."""
    from lab.evaluation.spoken.read_aloud import ReadAloud
    from voice_agent import assemble

    engines = assemble.engines(settings)
    return ReadAloud(engines.voice, engines.transcriber)


def _listening(
    settings: house.Settings, seed: int, *, rules_only: bool = False
) -> "tuple[Rules, Feels]":
    """The planner with all its readers, and who feels along with it."""
    from dataclasses import replace

    from lab.evaluation.interview import comfort as evaluation
    from voice_agent import assemble

    rules = assemble.attentive(assemble.rules(settings, seed=seed), settings, typer.echo)
    second = assemble.second_opinion(settings, typer.echo)
    net = (
        rules.readers.net
        if rules_only
        else assemble.by_meaning(settings, rules.readers.net, typer.echo)
    )
    reader = assemble.load_feelings(settings)
    feels = evaluation.felt_by(reader) if reader else evaluation.no_feelings
    return replace(rules, readers=replace(rules.readers, net=net, second=second)), feels


def _keep(file: Path | None, settings: house.Settings, figures: "Figures") -> None:
    from lab.evaluation import log

    if file is not None:
        log.write(file, settings, figures)


def _beside(spoken: int) -> list[Path]:
    """The life stories beside the checkout; none where a voice reads, for they are not read aloud."""
    folder = resource("pyproject.toml").parent.parent / "shared/data/safety/life_histories"
    return [folder] if folder.is_dir() and not spoken else []


def comfort(
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="FILE", help="Other moments, in the same form."),
    ] = None,
    ordinary: Annotated[
        bool, typer.Option("--ordinary", help="Ordinary answers instead of hard moments.")
    ] = False,
    page: Annotated[
        Path | None,
        typer.Option("--page", metavar="FILE", help="Write what was said as a page to read."),
    ] = None,
    seed: Seed = 7,
    json_file: JsonFile = None,
    log_file: LogFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Hard moments, or ordinary ones: what was said, which rule chose it, what rule it broke."""
    from lab.evaluation.interview import comfort as evaluation
    from lab.evaluation.tables import publish

    chosen = house.load(settings_file, profile=profile)
    rules, feels = _listening(chosen, seed)
    moments = evaluation.read(data or (evaluation.ORDINARY if ordinary else evaluation.MOMENTS))
    figures, met = evaluation.evaluate(rules, feels, moments)
    publish(figures, json_file)
    _keep(log_file, chosen, figures)
    if page is not None:
        page.write_text(evaluation.page(met, ordinary=ordinary), encoding="utf-8")
