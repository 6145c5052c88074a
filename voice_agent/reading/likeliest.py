"""Which of a few kinds something is, by a reader that says how likely each is. Pure."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

Kind = TypeVar("Kind", bound=StrEnum)


def likeliest(
    kinds: type[Kind], shares: Mapping[str, float], bars: Mapping[str, float], least: float = 0.0
) -> Kind | None:
    """The likeliest of `kinds`, if its share (0..1) reaches its threshold and `least`; a kind without one is never believed."""
    best = max(kinds, key=lambda kind: shares.get(kind, 0.0))
    return best if shares.get(best, 0.0) >= max(least, bars.get(best, 2.0)) else None
