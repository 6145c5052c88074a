"""`python -m lab moments`: what is said to single moments, by ourselves and with a language model in the seat."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import anyio
import typer
from anyio.to_thread import current_default_thread_limiter
from rich.console import Console

from voice_agent import settings as house
from voice_agent.cli.options import Profile, SettingsFile

if TYPE_CHECKING:
    from lab.evaluation.seat.moments import Answered, Moment
    from voice_agent.settings import Settings


SEED = 7
"""So that our own replies are the same each time."""


SPARE = 40
"""Places for threads beside."""


def moments(
    file: Annotated[Path, typer.Option("--data", metavar="FILE", help="Moments, one a line.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="What was said, one a line.")],
    settings_file: SettingsFile = None,
    profile: Profile = None,
) -> None:
    """Ask the language model of the settings about every moment, all at once, and write down what is said."""
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
    found = dict[str, "Answered"]()
    with TemporaryDirectory() as folder:
        record = Record(Path(folder), None)
        today = datetime.now(UTC).date()
        rules = readers.leading(led(settings, record, seed=SEED, today=today, tell=tell))
        # a server answers them side by side, which one gate's queue would not let it; each holds a place while it is asked
        current_default_thread_limiter().total_tokens = len(rows) + SPARE

        async def one(moment: "Moment") -> None:
            smith = await assemble.wordsmith(settings, lambda says: None, None)
            if smith is not None:
                await smith.gate.settle()
            seat = smith.seat(Known) if smith is not None else None
            found[moment.id] = await answered(rules, moment, seat)

        async with anyio.create_task_group() as tasks:
            for each in rows:
                tasks.start_soon(one, each)
    return [found[each.id] for each in rows]
