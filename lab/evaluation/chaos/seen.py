"""How a house came through one accident, and what it had been told is safe."""

from collections.abc import Mapping
from dataclasses import dataclass, field

MOST = 0.5
"""Seconds of sound that an accident may cost."""


@dataclass(slots=True)
class Seen:
    """How a house came through one accident."""

    kind: str
    seed: int
    wrong: list[str] = field(default_factory=list[str])
    """What is missing that should not be, in sentences; empty: nothing."""

    said: str = ""
    """What the program said of it, where it said anything."""

    seconds: float = 0.0

    turns: int = 0
    """Committed turns that were looked for."""

    lost: float | None = None
    """Seconds of sound that had come in and are gone; None: no sound was looked for."""

    how: str = ""
    """What of this kind happened, where it was drawn among several."""

    def missed(self, seconds: float) -> None:
        """So much sound is gone in one talk of this house; the worst is kept."""
        self.lost = max(self.lost or 0.0, round(seconds, 3))


@dataclass(frozen=True, slots=True)
class Told:
    """What a teller was told is safe."""

    last: Mapping[str, int]
    sizes: Mapping[str, int]
    stopped: str = ""
    """By which error it stopped by itself."""
