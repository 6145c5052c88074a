"""`python -m lab chaos`: accidents drawn by seed, as many as one likes, added up on one page."""

import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from lab.evaluation.chaos.picture import picture
from lab.evaluation.chaos.seen import MOST
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
        ROWS.with_suffix(".svg").write_text(picture(rows), encoding="utf-8")
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
    """All that was seen so far, as a page with a line for each kind and what there was of it."""
    kinds = Counter[str](row["kind"] for row in rows)
    lines = [
        "# Accidents",
        "",
        "Made by `python -m lab chaos --keep`; do not edit. Each is drawn by its seed and can be met again",
        "(`python -m lab chaos --only KIND --seed N`). A house is right where every committed turn and correction, and all sound but",
        f"the last {MOST} s, is there when it is opened again, the next talk begins, and what was to be said was said.",
        "",
        f"{len(rows)} accidents, {sum(row['turns'] for row in rows)} committed turns looked for, "
        f"{sum(bool(row['wrong']) for row in rows)} houses not as they should be.",
        "",
        "![Accidents by kind, how often the house held, and seconds of sound gone](chaos.svg)",
        "",
        "| what happened | times | turns looked for | sound gone, half of them | the most | what the program said | not right |",
        "|---|---:|---:|---:|---:|---|---:|",
    ]
    for kind, times in kinds.items():
        of = [row for row in rows if row["kind"] == kind]
        said = _counted(row["said"] for row in of if row["said"])
        lost = sorted(row["lost"] for row in of if row.get("lost") is not None)
        gone = f"{lost[len(lost) // 2]:.2f} s | {lost[-1]:.2f} s" if lost else "| "
        lines.append(
            f"| {kind} | {times} | {sum(row['turns'] for row in of)} | {gone} | {said} | {sum(bool(row['wrong']) for row in of)} |"
        )
    hows = {kind: _counted(row["how"] for row in rows if row["kind"] == kind and row.get("how")) for kind in kinds}  # fmt: skip
    for kind, how in hows.items():
        if how:
            lines += ["", f"Of “{kind}”: {how}."]
    return "\n".join(lines) + "\n"


def _counted(words: Iterable[str]) -> str:
    """Each with how often it came, the most frequent first."""
    return ", ".join(f"{word} ({count})" for word, count in Counter(words).most_common(12))
