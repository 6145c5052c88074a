"""`voice-agent evaluate safety | commands | comfort`."""

from pathlib import Path
from typing import Annotated

import typer

from voice_agent import settings as house
from voice_agent.cli.evaluate_memory import JsonFile
from voice_agent.cli.options import Profile, SettingsFile
from voice_agent.resources import resource

LABELLED = "tests/interview/labelled"

Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="FILE", help="Other utterances: label, tab, words, one a line."),
]
Stories = Annotated[
    list[Path] | None,
    typer.Option(
        "--stories", metavar="FOLDER", help="Life stories (.txt) without any cry or wish."
    ),
]
Held = Annotated[
    bool, typer.Option("--held", help="The held-back half alone: for the final figure.")
]


def safety(
    data: Data = None,
    stories: Stories = None,
    held: Held = False,
    rules_only: Annotated[
        bool, typer.Option("--rules-only", help="Without the reading by meaning.")
    ] = False,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Is a cry for help heard, is a story left a story, and is only the right person told?"""
    from voice_agent import assemble, labelled
    from voice_agent.evaluation import danger
    from voice_agent.evaluation.tables import publish
    from voice_agent.interview import safety as page

    chosen = house.load(settings_file, profile=profile)
    net = page.read(resource("config/safety.toml"), chosen.narrator.country)
    if not rules_only:
        net = assemble.by_meaning(chosen, net, typer.echo)
    said = labelled.read(data or resource(f"{LABELLED}/safety.tsv"))
    publish(danger.evaluate(net, said, danger.paragraphs(stories or []), held=held), json_file)


def commands(
    data: Data = None,
    stories: Stories = None,
    held: Held = False,
    json_file: JsonFile = None,
) -> None:
    """Is every wish understood in many wordings, and no story taken for one?"""
    from voice_agent import labelled
    from voice_agent.evaluation import danger, wishes_heard
    from voice_agent.evaluation.tables import publish

    said = labelled.read(data or resource(f"{LABELLED}/commands.tsv"))
    told = danger.paragraphs(stories or [])
    publish(wishes_heard.evaluate(said, told, held=held), json_file)
