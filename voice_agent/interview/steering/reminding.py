"""What is to be brought up at the next talk, as we say it to them: "my wedding" -> "your wedding". Pure."""

from collections.abc import Iterable

from voice_agent.interview.wording.checks import faults
from voice_agent.reading.by_rules import expression
from voice_agent.reading.words.vocabulary import said as words_of

ABOUT = 8
"""Words of a subject that can be spoken of as it was named. A guess."""


def spoken(about: str) -> str:
    """The subject as we say it to them: "my wedding" -> "your wedding"; "" where it cannot be said rightly."""
    name = expression.turned(about)
    told = f"You wanted to tell me about {name}."
    sayable = 0 < len(name.split()) <= ABOUT and not faults(told, words_of(about, name))
    return name if sayable else ""


def first(subjects: Iterable[str]) -> str:
    """The first of them that can be said; "" for none."""
    return next(filter(spoken, subjects), "")
