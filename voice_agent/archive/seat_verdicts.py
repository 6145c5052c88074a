"""What was measured of each language model in this house, and what it may do by that: one small file, read when a talk begins.

It lies in the state folder for its owner alone, and holds names of models, figures and dates: no word of anybody.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from math import inf, isinf
from pathlib import Path
from typing import Any

from voice_agent.archive.private import folder, replacing, write_all
from voice_agent.interview.seat.verdict import Figures, Verdict, judge

FILE = "language-models.json"
"""In the state folder."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of one model."""

    figures: Figures
    on: date
    machine: str
    """A line about the computer."""

    @property
    def verdict(self) -> Verdict:
        """By the bars of today: they may have changed since."""
        return judge(self.figures)


def read(state: Path) -> Mapping[str, Measured]:
    """Name of a model -> what was measured of it. What cannot be read is left out: then nobody has measured it."""
    try:
        table = json.loads((state / FILE).read_text(encoding="utf-8"))
        rows: Mapping[str, Any] = dict(table)
    except (OSError, ValueError, TypeError):
        return {}
    found = {name: _measured(row) for name, row in rows.items()}
    return {name: each for name, each in found.items() if each is not None}


def keep(state: Path, model: str, measured: Measured) -> None:
    """Keep it in the place of what was measured of `model` before. Raises DiskFull, StateUnwritable."""
    every = {**read(state), model: measured}
    table = {name: _row(each) for name, each in every.items()}
    with replacing(folder(state) / FILE) as file:
        write_all(file, (json.dumps(table, indent=2) + "\n").encode(), 0)


def as_json(figures: Figures) -> dict[str, float | None]:
    """The figures; None where there was none."""
    return {name: None if isinf(value) else value for name, value in asdict(figures).items()}


def _row(measured: Measured) -> dict[str, Any]:
    return {
        "figures": as_json(measured.figures),
        "on": measured.on.isoformat(),
        "machine": measured.machine,
    }


def _measured(row: Any) -> Measured | None:
    try:
        found: dict[str, Any] = dict(row["figures"])
        figures: dict[str, Any] = {
            name: inf if value is None else value for name, value in found.items()
        }
        if not all(isinstance(each, int | float) for each in figures.values()):
            return None
        return Measured(Figures(**figures), date.fromisoformat(row["on"]), str(row["machine"]))
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
