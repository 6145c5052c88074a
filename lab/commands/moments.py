"""`python -m lab moments`: what is said to single moments, by ourselves and with a language model in the seat."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import anyio
import typer
from rich.console import Console

from voice_agent import settings as house
from voice_agent.cli.options import Profile, SettingsFile

if TYPE_CHECKING:
    from lab.evaluation.seat.moments import Answered, Moment
    from voice_agent.settings import Settings


SEED = 7
"""So that our own replies are the same each time."""


def moments(
    file: Annotated[Path, typer.Option("--data", metavar="FILE", help="Moments, one a line.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="What was said, one a line.")],
    settings_file: SettingsFile = None,
    profile: Profile = None,
) -> None:
    """Ask the language model of the settings about every moment, and write down what is said.

    Where somebody writes the answers (an answering server), run it with a short patience first, which lays every request out, and
    once more when they are answered.
    """
    from lab.evaluation.seat import moments as work

    rows = list(work.read(file))
    chosen = house.load(settings_file, profile=profile)
    found = anyio.run(_all, chosen, rows)
    lines = (json.dumps(each.as_json(), ensure_ascii=False) for each in found)
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    Console().print(work.shares(found))


async def _all(settings: "Settings", rows: "list[Moment]") -> "list[Answered]":
    from tempfile import TemporaryDirectory

    from lab.evaluation.seat.moments import answered
    from voice_agent import assemble
    from voice_agent.archive.record import Record
    from voice_agent.assemble.leading import led
    from voice_agent.interview.known import Known

    tell = Console(stderr=True).print
    readers = assemble.readers(settings, tell)
    found = list["Answered"]()
    with TemporaryDirectory() as folder:
        record = Record(Path(folder), None)
        today = datetime.now(UTC).date()
        rules = readers.leading(led(settings, record, seed=SEED, today=today, tell=tell))
        for each in rows:
            # whoever answers may have been too slow for the moment before: nobody is given up for that
            smith = await assemble.wordsmith(settings, lambda says: None, None)
            if smith is not None:
                await smith.gate.settle()
            seat = smith.seat(Known) if smith is not None else None
            found.append(await answered(rules, each, seat))
    return found
