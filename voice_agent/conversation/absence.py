"""The microphone was away: the narrator is told that nobody hears them, and that somebody does again.

Nobody should tell the best of a story to a plug on the floor. What is said of it is said before anything else; what
fell into the time is not guessed at: they are asked to tell it again.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from voice_agent.sound import RATE

WORTH_A_WORD = 3.0
"""Seconds without a microphone from which we speak of it: a plug that is only moved costs half a sentence. A guess."""

LISTENS_FIRST = 1.0
"""Seconds that we listen when it is back: whoever is in the middle of a sentence is not cut off. A guess."""


class Word(StrEnum):
    """What is to be said. The values are phrases of the book."""

    LOST = "microphone_lost"
    BACK = "microphone_back"


@dataclass(frozen=True, slots=True)
class Absence:
    """Of the microphone; nothing of it while it is there."""

    since: int | None = None
    """Samples on the session's clock; None: it is there."""

    told: bool = False
    """That it is away has been said, or was to be."""

    back: int | None = None
    """Since when it is there again, samples, until that is said."""

    def at(self, now: int, *, away: bool, missed: float = 0.0) -> tuple[Word | None, "Absence"]:
        """Take in one frame that ends at `now`; return what is to be said from here on.

        `missed`: seconds that were not heard just before it, while the clock stood still.
        """
        if missed >= WORTH_A_WORD and not away:
            return None, Absence(now, told=True, back=now)
        if away and not self.told:
            since = now if self.since is None else self.since
            long = now - since >= WORTH_A_WORD * RATE
            return (Word.LOST if long else None), Absence(since, told=long)
        if away or not self.told:
            return None, replace(self, back=None) if self.told else Absence()
        if self.back is None:
            return None, replace(self, back=now)
        if now - self.back < LISTENS_FIRST * RATE:
            return None, self
        return Word.BACK, Absence()
