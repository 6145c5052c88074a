"""How fast the narrator speaks, and how fast we therefore should. Pure."""

from dataclasses import dataclass

FOLLOW = 0.9
"""Our pace as a share of the narrator's (product.md, "our speech")."""

WEIGHT = 0.3
"""How much one turn moves the estimate. A guess; three turns then make up two thirds of it."""

ENOUGH_WORDS = 12
"""Words a turn must have to say anything about pace."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """The narrator's pace and what they asked for by voice."""

    narrator: float = 0.0
    """Words a minute while speaking, pauses left out; 0: not yet known."""

    asked: float = 1.0
    """Factor from "slower" and "faster", 0.6..1.4."""

    def hear(self, words: int, spoken: float) -> "Tempo":
        """Take in a turn of `words` words in `spoken` seconds of speech."""
        if words < ENOUGH_WORDS or spoken <= 0:
            return self
        pace = min(max(words / spoken * 60, 60.0), 300.0)
        mixed = pace if not self.narrator else (1 - WEIGHT) * self.narrator + WEIGHT * pace
        return Tempo(mixed, self.asked)

    def ask(self, factor: float) -> "Tempo":
        """Take in a wish for another pace."""
        return Tempo(self.narrator, min(max(self.asked * factor, 0.6), 1.4))

    def ours(self, *, fixed: float, slowest: float, fastest: float) -> float:
        """Return our pace, words a minute. `fixed` 0: follow the narrator."""
        base = fixed or (FOLLOW * self.narrator if self.narrator else (slowest + fastest) / 2)
        # a spoken wish may leave the band: it was asked for
        return min(max(base, slowest), fastest) * self.asked
