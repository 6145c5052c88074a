"""Does a reply fit what was just said? Pure.

Readers marked many replies to many moments (lab/training/lessons/fitting.tsv); what was learnt of their marks is asked before
something is said (language/fitting.py).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from voice_agent.reading.words.vocabulary import plain

MARKS = 3
"""Wrong, passable, good."""

LAST = 70
"""Words of an answer that are read, the last ones."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How likely a reader would have called a reply wrong, passable or good; they sum to 1."""

    wrong: float
    passable: float
    good: float

    @property
    def worth(self) -> float:
        """-1: certainly wrong; 1: certainly good."""
        return self.good - self.wrong


Fits = Callable[[str, str, Sequence[str]], Sequence[Fit]]
"""Given what was asked or said before, the answer, and replies: how well each of them fits. Blocking, some 40 ms for ten."""


def moment(asked: str, said: str) -> tuple[str, str]:
    """What is read of a moment: what was asked or said before, and the last words of the answer."""
    return asked, " ".join(plain(said).split()[-LAST:])
