"""A stand-in for whoever says how well a reply fits (interview.fitting.Fits): it goes by single words of the reply."""

from collections.abc import Sequence
from dataclasses import dataclass

from voice_agent.interview.fitting import Fit

ASKED = "What work did your father do?"
SAID = (
    "He was a docker, and he'd come home with his pockets full of Brazil nuts. My mother said one day "
    "he'd come home with the ship."
)
REPLIES = (
    "What else did he bring home?",
    "Go on, I am listening.",
    "What did the house you grew up in look like when you came through the door?",
    "There is no hurry with this.",
)
"""A moment, and what could be said to it: takes it up, goes on, leaves it, hurries."""


@dataclass(frozen=True)
class ByWord:
    """Good, or wrong, is what holds one of these words; all else is passable."""

    good: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    def __call__(self, asked: str, said: str, replies: Sequence[str]) -> Sequence[Fit]:
        del asked, said
        return [self._fit(each.lower()) for each in replies]

    def _fit(self, reply: str) -> Fit:
        if any(word in reply for word in self.wrong):
            return Fit(0.9, 0.1, 0.0)
        return (
            Fit(0.0, 0.1, 0.9) if any(word in reply for word in self.good) else Fit(0.2, 0.6, 0.2)
        )
