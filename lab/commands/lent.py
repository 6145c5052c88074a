"""`python -m lab lent`: what it costs to hear for other programs of the house, and what a talk feels of it."""

from pathlib import Path
from typing import Annotated

import typer

from voice_agent.cli.options import Profile, SettingsFile


def lent(
    recording: Annotated[Path, typer.Argument(help="Somebody speaking.")],
    times: Annotated[int, typer.Option(min=1)] = 10,
    seconds: Annotated[float, typer.Option(min=1, max=23)] = 10.0,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Hear a clip directly and through each door, and a turn of a talk while a stranger's file is being heard."""
    import tempfile
    from statistics import median

    import anyio
    from rich.console import Console

    from lab.evaluation import lent as measure
    from voice_agent.audio import files
    from voice_agent.lending.loading import by_itself
    from voice_agent.measuring import machine
    from voice_agent.settings import load

    console = Console()
    engines = by_itself(load(settings_file, profile=profile), console.print)
    samples = files.read(recording).samples
    clip = measure.clip_of(samples, seconds)
    with tempfile.TemporaryDirectory() as state:
        costs = anyio.run(measure.doors, engines, clip, Path(state), times)
    texts = {cost.text for cost in costs}
    for door in dict.fromkeys(cost.door for cost in costs):
        of = [cost for cost in costs if cost.door == door]
        console.print(
            f"{door}: {median(c.cpu for c in of):.2f} s of the processor, {median(c.wall for c in of):.2f} s, n {len(of)}"
        )
    console.print(f"The words were {'the same' if len(texts) == 1 else 'not all the same'}.")
    waited = list(measure.waits(engines, clip, measure.clip_of(samples, 120), times))
    alone, beside = zip(*waited, strict=True)
    console.print(
        f"A turn of {seconds:g} s of a talk is heard in {median(alone):.2f} s alone; where it ends just when a stranger's file is "
        f"being heard, in {median(beside):.2f} s, at most {max(beside):.2f} s, n {len(waited)}."
    )
    console.print(f"{machine.sentence(machine.describe())}.")
