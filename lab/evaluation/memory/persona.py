"""Invented lives with questions, for measuring recall: thirty tellings each, and what a good listener would

bring up for five open remarks. Anyone's file of the same form will do:

    Name, born 1939, ...

    1. A telling.
    2. Another, twelve days later.

    ? Something the person says today.
    2: 4 22
    1: 28

`2:` lists the tellings that should come up, `1:` those that may. Journals and labels in journals beside this
were written before there was a ranker, by whoever wrote config/themes.toml as well: see lab/notes/memory.md.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from voice_agent.errors import MemoryRefused

TODAY = datetime(2026, 11, 21, tzinfo=UTC)
"""When the remarks are made; the last telling is a week before."""

APART = timedelta(days=12)
"""Between two tellings: thirty of them are a year."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One telling."""

    number: int
    text: str
    told_at: datetime


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said, and what should come to mind: 2 should, 1 may."""

    text: str
    wanted: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Persona:
    """One invented life."""

    name: str
    about: str
    entries: tuple[Entry, ...]
    remarks: tuple[Remark, ...]


def read(path: Path) -> Persona:
    """Raises MemoryRefused where the file has another form."""
    entries: list[str] = []
    remarks: list[tuple[str, dict[int, int]]] = []
    about = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        if line.startswith("? "):
            remarks.append((line[2:].strip(), {}))
        elif remarks and (found := re.fullmatch(r"([12]): ([\d ]+)", line.strip())):
            remarks[-1][1].update(dict.fromkeys(map(int, found[2].split()), int(found[1])))
        elif not remarks and (found := re.match(r"(\d+)\. (.+)", line)):
            if int(found[1]) != len(entries) + 1:
                raise MemoryRefused(f"{path}, line {number}: tellings must be numbered in order.")
            entries.append(found[2])
        elif not about:
            about = line.strip()
        else:
            raise MemoryRefused(
                f"{path}, line {number} is neither a telling nor a remark nor a label.",
                mend="See evaluation/memory/persona.py for the form.",
            )
    if not entries or any(set(wanted) - set(range(1, len(entries) + 1)) for _, wanted in remarks):
        raise MemoryRefused(f"{path}: a label points at a telling that is not there.")
    return Persona(
        path.stem,
        about,
        tuple(
            Entry(n, text, TODAY - timedelta(days=7) - (len(entries) - n) * APART)
            for n, text in enumerate(entries, 1)
        ),
        tuple(Remark(text, wanted) for text, wanted in remarks),
    )


def shipped() -> Path:
    """The folder of our eight lives."""
    return Path(__file__).parent / "journals"
