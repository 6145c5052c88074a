"""`python -m lab cost`."""

from pathlib import Path
from typing import Annotated

import typer

from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, Profile, SettingsFile

TALKS = Path(__file__).parents[1] / "talks"


def cost(
    talks: Annotated[
        list[Path] | None, typer.Argument(help="Kept talks; none: the first of each stranger.")
    ] = None,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Count the files that one reply goes through, and how often a pattern is tried on words."""
    from lab.evaluation import reply_cost
    from lab.evaluation.tables import publish
    from voice_agent import assemble
    from voice_agent.emotion.sympathy import Sympathy

    settings = house.load(settings_file, profile=profile)
    readers = assemble.readers(settings)
    rules = readers.leading(assemble.rules(settings, seed=0))
    sympathy = Sympathy(readers.feelings) if readers.feelings else None
    paths = talks or sorted(TALKS.glob("*-1.txt"))
    publish(reply_cost.measure(paths, rules, sympathy), json_file)
