"""`python -m lab chaos`: accidents drawn by seed, as many as one likes, added up on one page."""

import json
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from voice_agent.cli.options import Seed

if TYPE_CHECKING:
    from lab.evaluation.chaos.seen import Seen

ROWS = Path("lab/reports/chaos.jsonl")


def chaos(
    runs: Annotated[int, typer.Option(help="Accidents, of each kind in turn.")] = 100,
    seed: Seed = 1,
    only: Annotated[str, typer.Option(metavar="KIND", help="One kind alone.")] = "",
    keep: Annotated[
        bool,
        typer.Option(
            "--keep", help="Add what was seen to lab/reports/chaos.jsonl, and draw the page."
        ),
    ] = False,
) -> None:
    """Kill, cut, fill up, damage: a house is opened again each time, and compared with what had been promised to it.

    Exit code 1 where a committed word, more than half a second of sound, or a sentence that should have been said is missing.
    """
    from lab.evaluation.chaos.accidents import ACCIDENTS, meet

    kinds = [only] if only else [*ACCIDENTS]
    if only and only not in ACCIDENTS:
        raise typer.BadParameter(f"one of: {', '.join(ACCIDENTS)}")
    seen: list[Seen] = []
    with tempfile.TemporaryDirectory() as place:
        for number in track(range(runs), "Accidents", transient=True, console=Console(stderr=True)):
            kind = kinds[number % len(kinds)]
            seen.append(meet(kind, seed * 1_000_000 + number, Path(place) / str(number)))
    console = Console(soft_wrap=True)
    for one in seen:
        if one.wrong:
            console.print(f"{one.kind}, seed {one.seed}: {'; '.join(one.wrong[:3])}", markup=False)
    if keep:
        with ROWS.open("a", encoding="utf-8") as out:
            out.writelines(
                json.dumps(row(one, datetime.now(UTC)), ensure_ascii=False) + "\n" for one in seen
            )
        rows = [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]
        ROWS.with_suffix(".md").write_text(page(rows), encoding="utf-8")
    wrong = sum(bool(one.wrong) for one in seen)
    console.print(
        f"{len(seen)} accidents, {sum(each.turns for each in seen)} committed turns looked for, {wrong} houses not as they should be."
    )
    if wrong:
        raise typer.Exit(1)


def row(one: "Seen", now: datetime) -> dict[str, Any]:
    """One accident as it is kept: what there is nothing to say of is left out."""
    every = {"on": str(now.date()), **asdict(one), "seconds": round(one.seconds, 2)}
    return {
        name: value for name, value in every.items() if value not in ("", None) or name == "said"
    }


def page(rows: Sequence[dict[str, Any]]) -> str:
    """All that was seen so far, as a page with a bar for each kind."""
    kinds = Counter[str](row["kind"] for row in rows)
    most = max(kinds.values(), default=1)
    lines = [
        "# Accidents",
        "",
        "Made by `python -m lab chaos --keep`; do not edit. Each is drawn by its seed and can be met again",
        "(`python -m lab chaos --only KIND --seed N`). A house is right where every committed turn and correction, and all sound but",
        "the last half second, is there when it is opened again, the next talk begins, and what was to be said was said.",
        "",
        f"{len(rows)} accidents, {sum(row['turns'] for row in rows)} committed turns looked for, "
        f"{sum(bool(row['wrong']) for row in rows)} houses not as they should be.",
        "",
        "| what happened | times | | turns looked for | what the program said | not right |",
        "|---|---:|---|---:|---|---:|",
    ]
    for kind, times in kinds.items():
        of = [row for row in rows if row["kind"] == kind]
        says = Counter[str](row["said"] for row in of if row["said"])
        told = ", ".join(f"{word} ({count})" for word, count in says.most_common(4))
        bar = "█" * round(20 * times / most)
        lines.append(
            f"| {kind} | {times} | {bar} | {sum(row['turns'] for row in of)} | {told} | {sum(bool(row['wrong']) for row in of)} |"
        )
    return "\n".join(lines) + "\n"
