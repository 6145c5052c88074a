"""Whose verdict counts in which field of a reading, where several readers speak: one table. Pure.

Consent and what ends a talk are the rules' alone. Danger may only ever be raised by a further reader. Elsewhere a language
model counts in the fields that its verdict in this house covers; without one, the rules, and the heads that earned it.
"""

from collections.abc import Mapping
from enum import StrEnum


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
