"""`python -m lab fleet`: two talks at once while their cluster dies in parts; and what ten thousand houses would need."""

import json
import signal
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

KEPT = Path("lab/reports/fleet.json")


def fleet(
    rounds: Annotated[
        int, typer.Option(min=1, help="How often the narrator tells; three take nine minutes.")
    ] = 3,
    arithmetic: Annotated[
        bool, typer.Option("--arithmetic", help="Hold nothing: print what houses would need.")
    ] = False,
    costs: Annotated[
        bool, typer.Option("--costs", help="Hold nothing: measure what a talk costs, and keep it.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Write lab/reports/fleet.json and its page.")
    ] = False,
) -> None:
    """Borrow from a cluster in two real talks, and kill, drain, roll and cut it meanwhile. Needs the extra “fleet”.

    Exit code 1 where a talk ended, a line was lost, or a word was found on the cluster's disk.
    """
    console = Console(stderr=True, soft_wrap=True)
    if arithmetic or costs:
        _figures(costs)
        return
    from lab.fleet import page
    from lab.fleet.drill import drill

    # in memory: what is looked for afterwards is whether anything was written at all
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # nodes and talks end, too
    with tempfile.TemporaryDirectory(prefix="fleet-", dir="/dev/shm") as place:
        seen = drill(Path(place), rounds, lambda says: console.print(says, markup=False))
    written = page.written(seen)
    if keep:
        KEPT.write_text(json.dumps(seen, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        KEPT.with_suffix(".md").write_text(written, encoding="utf-8")
    print(written)
    if page.wrong(seen):
        raise typer.Exit(1)


def _figures(measure: bool) -> None:
    from lab.fleet import arithmetic, costs

    if measure:
        costs.KEPT.write_text(json.dumps(costs.measure(), indent=1) + "\n", encoding="utf-8")
    print(arithmetic.table(json.loads(costs.KEPT.read_text(encoding="utf-8"))))
