"""Whose verdict counts in which field of a reading, where several readers speak: one table. Pure.

Consent is the rules' alone. Danger in plain words is never a model's to let be. What no plain words tell is heard by readers that were taught alike;
in twenty-four talks they took grief for danger seven times, and told three narrators to ring for help. Where a model reads danger well
(240 hints of 240, no calm turn of 374 taken for one) and finds none, such a reading leads to a question at most, and a doubt to none. Elsewhere a language
model counts in the fields that its verdict in this house covers; without one, the rules, and the heads that earned it.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum

from voice_agent.reading.wishes.commands import Command


class Reader(StrEnum):
    """Who reads."""

    RULES = "rules"
    """The form of the words."""

    HEAD = "head"
    """A small reader that was taught with lines of several writers."""

    BOTH = "rules and head"
    """Each may raise it; two of them that were taught with other lines agree (reading/evidence.py)."""

    VOICE = "words and voice"
    """The reader of feelings."""

    MODEL = "model"
    """A language model, where one has the interviewer's seat."""


WHO: Mapping[str, Reader] = {
    "answers": Reader.RULES,
    "danger": Reader.BOTH,
    "wishes": Reader.BOTH,
    "asks_us": Reader.RULES,
    "hard": Reader.BOTH,
    "sorrow": Reader.RULES,
    "story": Reader.BOTH,
    "hooks": Reader.RULES,
    "feeling": Reader.VOICE,
}
"""Field of a reading -> whose verdict stands in it."""


class May(StrEnum):
    """What a language model's reading of a field may bring about, where its verdict in this house covers that field."""

    ASK = "is asked about"
    """It raises what the others read, and leads to a question at most."""

    ASK_OR_LOCK = "is asked about, or locked"
    """The same; what can be undone is done at once."""

    CHOOSE = "says which of our answers fits, or that none does"
    """Our answers stay as they are written; where none fits, the model has the word."""

    SHOW = "is shown what may be brought back"
    """Nothing of it is done: it lets the model propose."""

    CALM = "lets be what only a doubt would have asked about"
    """Whatever is plain, or read by one of ours for certain, is asked about and acted on all the same."""

    NOTE = "is noted"
    """Nothing comes of it yet."""


BY_MODEL: Mapping[str, May] = {
    "danger": May.ASK,
    "no danger": May.CALM,
    "wishes": May.ASK_OR_LOCK,
    "questions to us": May.CHOOSE,
    "hooks": May.NOTE,
    "old story": May.SHOW,
}
"""Every field that a model may fill at all. What is not here is not a model's, whatever it was measured at: consent first of
all. What is here and not covered runs in the shadow: it is journalled, and nothing comes of it."""

NEVER_BY_MODEL = frozenset({Command.STOP, Command.NO_RECORDING})
"""Wishes that only rules hear: nothing is switched off, or asked about, because a model thought so."""


def fills(field: str, covered: Collection[str]) -> bool:
    """Does a model fill `field`, where its verdict covers the fields `covered`?"""
    return field in BY_MODEL and field in covered


def fills_wish(command: Command, covered: Collection[str]) -> bool:
    """The same of one wish."""
    return fills("wishes", covered) and command not in NEVER_BY_MODEL
