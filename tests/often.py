"""How often a property is tried: a sixth as often as it could be, so that a checkout is proved while somebody waits for it.

Each promise is proved once on every checkout; its variants in a whole program, a browser or a real engine run with --long.

.venv/bin/python -m pytest --long      # all of it, before a release
"""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

long = False
"""Was --long given? conftest.py says so before a test is read."""


def times(often: int) -> int:
    """`often` with --long, else a sixth of it."""
    return often if long else max(often // 6, 3)


def some(cases: Iterable[T], of: int = 3) -> list[T]:
    """`cases` with --long, else the first of every `of`: for those that hold a whole talk each and differ in one word."""
    every = [*cases]
    return every if long else every[::of]
