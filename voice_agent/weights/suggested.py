"""models/suggested.toml as values: which language model to pull for which card."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass

from voice_agent.resources import resource
from voice_agent.weights.card import Card


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One model for one size of card."""

    card: int
    """GB of the smallest card it is for; 0: none."""

    model: str
    run: str
    """The command that brings it."""

    leads: bool
    """Might it lead a talk? `voice-agent bench seat` decides."""

    expect: str
    """A sentence for a person."""


def read() -> tuple[Suggestion, ...]:
    """All of them, for the largest card first."""
    text = resource("models/suggested.toml").read_text(encoding="utf-8")
    return tuple(Suggestion(**row) for row in tomllib.loads(text)["rows"])


def for_card(rows: Sequence[Suggestion], card: Card | None) -> tuple[Suggestion, ...]:
    """Those for the largest size that `card` reaches."""
    reached = max(row.card for row in rows if row.card <= (card.memory if card else 0))
    return tuple(row for row in rows if row.card == reached)
