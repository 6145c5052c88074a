"""`python -m lab guidellm`: a language model's share in extract, merge, insert, extrapolate."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, Profile, SettingsFile
from voice_agent.errors import SettingsError

if TYPE_CHECKING:
    from lab.evaluation.interview.guidellm import Round
    from voice_agent.settings import Settings


def guidellm(
    talk: Annotated[Path, typer.Argument(metavar="FILE", help="A kept talk, as in lab/talks.")],
    answers: Annotated[int, typer.Option(min=1, help="Answers a round.")] = 5,
    most: Annotated[int, typer.Option("--rounds", min=1, help="Rounds at most.")] = 20,
    show: Annotated[bool, typer.Option(help="Also print what was kept.")] = False,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Let the language model of the settings read a talk as the GuideLLM paper does, and count what stands our checks."""
    import anyio

    from lab.evaluation.interview.guidellm import cut
    from lab.evaluation.interview.kept_talks import NARRATOR, exchanges
    from lab.evaluation.tables import Figures, publish

    told = [said for who, said in exchanges(talk) if who == NARRATOR and len(said.split()) > 3]
    found = anyio.run(_all, house.load(settings_file, profile=profile), cut(told, answers)[:most])
    names = ("told", "asked", "failed", "events", "stand", "merged", "known", "questions", "kept")
    rows = [
        {"round": number, **{name: getattr(each, name) for name in names}}
        for number, each in enumerate(found, 1)
    ]
    publish(
        Figures("guidellm", "events and questions of a language model, round by round", rows),
        json_file,
    )
    for each in found if show else ():
        Console().print("\n".join(each.lines), highlight=False)


async def _all(settings: "Settings", talk: list[list[str]]) -> "list[Round]":
    from lab.evaluation.interview.guidellm import rounds
    from voice_agent import assemble
    from voice_agent.language.gate import Purpose

    smith = await assemble.wordsmith(settings, Console(stderr=True).print, None)
    if smith is None:
        raise SettingsError("This needs a language model.", mend="Set language.model.")
    await smith.gate.settle()
    return [each async for each in rounds(smith.gate.to(Purpose.MEASURING), talk)]
