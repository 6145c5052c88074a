"""Invented lives as they were told, a talk at a time: tests/data/lives says who drew them."""

from functools import cache
from pathlib import Path

LIVES = Path(__file__).parents[1] / "data" / "lives"


@cache
def _parts(name: str) -> dict[str, tuple[str, ...]]:
    """Heading -> the lines below it."""
    text = (LIVES / name).read_text(encoding="utf-8")
    found: dict[str, tuple[str, ...]] = {}
    for part in text.split("\n## ")[1:]:
        heading, *lines = part.strip().splitlines()
        found[heading] = tuple(lines)
    return found


def told(life: int, talk: int) -> tuple[str, ...]:
    """What the narrator of `life`, from 0, tells in her talk number `talk`, from 1."""
    return _parts("years.txt")[f"life {life}, talk {talk}"]


def retold(life: int) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """The year of birth, and the sessions, of a life told several times over; `life` from 1. "? " asks."""
    parts = [(each.split(", "), lines) for each, lines in _parts("retold.txt").items()]
    of = [(born, lines) for (born, name, _), lines in parts if name == f"life {life}"]
    return of[0][0].removeprefix("born "), tuple(lines for _, lines in of)
