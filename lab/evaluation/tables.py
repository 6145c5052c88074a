"""One form for every evaluation: a table with the baseline first, n below it, and the same as JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from voice_agent.measuring import machine


@dataclass(frozen=True, slots=True)
class Figures:
    """What an evaluation found."""

    name: str
    """As in `python -m lab NAME`."""

    about: str
    """What was measured, of how many; a sentence."""

    rows: Sequence[Mapping[str, Any]]
    """The baseline first; every row has the same columns, the first of which names it."""

    seed: int = 0
    notes: Sequence[str] = ()
    """What a reader must know; what was not measured."""

    more: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """For the JSON only."""

    turns: Sequence[Mapping[str, Any]] = ()
    """Every turn with what it scored, for --log only."""


def publish(figures: Figures, json_file: Path | None = None) -> None:
    """Print the table; write the JSON where a file is named."""
    here = machine.describe()
    # headings are short enough for 100 columns; a narrower terminal may scroll
    console = Console(width=max(100, Console().width))
    for place, columns in enumerate(_side_by_side(figures.rows, console.width)):
        title = figures.about if place == 0 else None
        table = Table(box=SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left")
        for number, name in enumerate(columns):
            table.add_column(name, justify="left" if number == 0 else "right", no_wrap=True)
        for row in figures.rows:
            table.add_row(*(shown(row[name]) for name in columns))
        console.print(table)
    for note in figures.notes:
        console.print(note, style="dim", highlight=False)
    console.print(f"seed {figures.seed}; {machine.sentence(here)}", style="dim", highlight=False)
    if json_file is not None:
        whole = {
            "evaluation": figures.name,
            "about": figures.about,
            "seed": figures.seed,
            "machine": here,
            "rows": list(figures.rows),
            "notes": list(figures.notes),
            **figures.more,
        }
        json_file.write_text(
            json.dumps(whole, indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
        )
        console.print(f"Written to {json_file}.", highlight=False, soft_wrap=True)


BETWEEN = 3
"""Characters between two columns."""


def _side_by_side(rows: Sequence[Mapping[str, Any]], width: int) -> list[list[str]]:
    """The columns of each table: as many as fit beside the first, which every table begins with."""
    names = list(rows[0]) if rows else []
    if not names:
        return [[]]
    wide = {
        name: BETWEEN + max(len(name), *(len(shown(row[name])) for row in rows)) for name in names
    }
    first, *others = names
    tables, room = [[first]], width - wide[first]
    for name in others:
        if wide[name] > room and len(tables[-1]) > 1:
            tables.append([first])
            room = width - wide[first]
        tables[-1].append(name)
        room -= wide[name]
    return tables


def shown(value: Any) -> str:
    """A figure as people read it."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) < 2 else f"{value:.1f}"
    if isinstance(value, tuple):
        return "–".join(shown(each) for each in value)
    return str(value)
