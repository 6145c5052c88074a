"""Hears that somebody is getting tired: they speak more slowly and answer later than is usual for them. Pure.

What is usual is learned from the beginnings of their own talks, when they are rested; nobody is compared with anybody
else. Both must have changed: whoever thinks longer and then tells briskly is thinking. The thresholds are guesses, for
no recording of tired narrators was at hand.
"""

from dataclasses import dataclass, replace
from statistics import median

RESTED = 5
"""Answers at the beginning of a talk that count as rested."""

LATELY = 4
"""Answers by which tiredness is judged."""

SLOWER = 0.8
"""Share of the usual pace below which somebody speaks slowly."""

LATER = 1.6
"""Times the usual wait above which somebody answers late."""

AT_LEAST = 0.8
"""Seconds by which they must also be later: half a second more is nothing."""

ENOUGH_WORDS = 6
"""Words an answer must have to say anything about pace."""

LONGEST_PAUSE_SECONDS = 20.0
"""Seconds; whoever was silent longer was not answering."""

WEIGHT = 0.3
"""How much one talk moves what is usual."""


@dataclass(frozen=True, slots=True)
class Usual:
    """A rested narrator."""

    pace: float
    """Words a minute while speaking, pauses left out."""

    wait: float
    """Seconds between our last word and their first."""


@dataclass(frozen=True, slots=True)
class Tiring:
    """One talk's answers beside what is usual."""

    usual: Usual | None = None
    """From earlier talks; None: today's beginning is the measure."""

    answers: tuple[Usual, ...] = ()
    """Of this talk, in order."""

    def hear(self, words: int, spoken: float, waited: float) -> "Tiring":
        """Take in an answer of `words` words in `spoken` seconds of speech, begun `waited` seconds after us."""
        if words < ENOUGH_WORDS or spoken <= 0 or not 0 <= waited <= LONGEST_PAUSE_SECONDS:
            return self
        return replace(self, answers=(*self.answers, Usual(words / spoken * 60, waited)))

    @property
    def tired(self) -> bool:
        """Are their last answers slow and late?"""
        usual = self.usual or self._rested
        if usual is None or len(self.answers) < RESTED + LATELY:
            return False
        now = _middle(self.answers[-LATELY:])
        late = now.wait >= max(LATER * usual.wait, usual.wait + AT_LEAST)
        return late and now.pace <= SLOWER * usual.pace

    @property
    def learned(self) -> Usual | None:
        """What is usual, for the next talk."""
        if self.usual is None or self._rested is None:
            return self._rested or self.usual
        old, new = self.usual, self._rested
        return Usual(
            (1 - WEIGHT) * old.pace + WEIGHT * new.pace, (1 - WEIGHT) * old.wait + WEIGHT * new.wait
        )

    @property
    def _rested(self) -> Usual | None:
        return _middle(self.answers[:RESTED]) if len(self.answers) >= RESTED else None

    def as_json(self) -> list[float] | None:
        """What `from_json` reads."""
        learned = self.learned
        return [learned.pace, learned.wait] if learned else None

    @staticmethod
    def from_json(kept: object) -> "Tiring":
        """What an earlier talk left; nothing where it cannot be read."""
        if (
            isinstance(kept, list)
            and len(kept) == 2
            and all(isinstance(v, int | float) for v in kept)
        ):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
            pace, wait = (float(v) for v in kept)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
            if pace > 0 and wait >= 0:
                return Tiring(Usual(pace, wait))
        return Tiring()


def _middle(answers: tuple[Usual, ...]) -> Usual:
    return Usual(median(a.pace for a in answers), median(a.wait for a in answers))
