"""How likely is each of a few answers? From the first token's probabilities, or, failing that, by asking.

Servers tell the likeliest twenty tokens at most. Where those hold too little of what was asked for,
or two answers begin alike, nothing can be said from them and the server is made to choose instead:
then the answer is certainty, 1 for one and 0 for the rest, and the caller should know its model.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

ENOUGH_ON_CHOICES = 0.05
"""Probability that must fall on the choices in all before shares of it mean anything. A guess."""


def shares(likeliest: Iterable[tuple[str, float]], choices: Sequence[str]) -> list[float] | None:
    """Return each choice's share from the first token's (text, log probability); None if unclear."""
    sums = [0.0] * len(choices)
    wanted = [choice.casefold() for choice in choices]
    for token, logarithm in likeliest:
        start = token.strip().casefold()
        if not start:
            continue
        begun = [place for place, choice in enumerate(wanted) if choice.startswith(start)]
        if len(begun) > 1:
            return None
        for place in begun:
            sums[place] += math.exp(logarithm)
    whole = sum(sums)
    return [one / whole for one in sums] if whole >= ENOUGH_ON_CHOICES else None


def schema(choices: Sequence[str]) -> Mapping[str, Any]:
    """A form that leaves only the choices."""
    return {
        "type": "object",
        "properties": {"answer": {"enum": list(choices)}},
        "required": ["answer"],
    }


def certain(choices: Sequence[str], chosen: object) -> list[float]:
    """1 for the chosen one, 0 for the rest."""
    return [float(choice == chosen) for choice in choices]


def at_least_two(choices: Sequence[str]) -> None:
    """Raise ValueError where there is nothing to choose between: our bug."""
    if len(set(choices)) < 2 or len(set(choices)) != len(choices):
        raise ValueError("a choice needs at least two answers, all different")
