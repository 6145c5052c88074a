"""What a turn means: one frozen value a turn, made once, journalled as places in the turn and never as words. Pure.

A reader of any kind (rules, a head, a language model) fills the same fields; which one counts in which field is said by
one table (merge.py). `voice-agent sessions show --why` prints it beside the words.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple


class Span(NamedTuple):
    """Some words of the turn, by their characters."""

    begin: int
    end: int


def span(words: str, said: str) -> Span | None:
    """Where `words` stand in `said`, whatever their case; None: nowhere, and then they are nobody's words."""
    begin = said.lower().find(words.strip().lower()) if words.strip() else -1
    return Span(begin, begin + len(words.strip())) if begin >= 0 else None


@dataclass(frozen=True, slots=True)
class Danger:
    """What may be danger."""

    level: str
    """2, 3, 3m or A; 0 and 1 are sadness and distress."""

    sure: str
    """What speaks for it: a value of reading.evidence.Evidence."""

    rule: str
    """Which rule or reader heard it."""


@dataclass(frozen=True, slots=True)
class Wished:
    """What is asked for beyond words."""

    command: str
    sure: str
    about: Span | None = None
    """Of whom or what, where that stands in the turn in so many words."""


@dataclass(frozen=True, slots=True)
class Hooked:
    """What one could ask about."""

    form: str
    words: Span


@dataclass(frozen=True, slots=True)
class Reading:
    """What one turn means."""

    words: int = 0
    """How many."""

    answers: bool | None = None
    """Yes, no, or neither, to what we asked."""

    danger: Danger | None = None
    wishes: tuple[Wished, ...] = ()
    asks_us: tuple[str, ...] = ()
    """What the narrator asks of us: kinds."""

    hard: str = ""
    """Which hard moment it is; "" for none, or nobody is sure."""

    sorrow: tuple[str, ...] = ()
    """What of something hard stands in its last sentences: loss, wronged, mourns, hurts."""

    story: str = ""
    """Where the story stands: refused, nothing, open, told, live, whole, brief."""

    hooks: tuple[Hooked, ...] = ()
    feeling: str = ""
    intensity: float = 0.0
    """0..1."""

    def as_note(self) -> dict[str, Any]:
        """For the journal: kinds, numbers and places, no words."""
        return {name: value for name, value in asdict(self).items() if value or value is False}

    @classmethod
    def noted(cls, note: Mapping[str, Any]) -> "Reading":
        """Out of the journal again. Raises AttributeError, KeyError, TypeError or ValueError for what is no such note."""
        danger, wishes, hooks = (note.get(each, ()) for each in ("danger", "wishes", "hooks"))
        built: dict[str, Any] = {
            "danger": Danger(**danger) if danger else None,
            "wishes": tuple(
                Wished(each["command"], each["sure"], each["about"] and _place(each["about"]))
                for each in wishes
            ),
            "hooks": tuple(Hooked(each["form"], _place(each["words"])) for each in hooks),
            "asks_us": tuple(note.get("asks_us", ())),
            "sorrow": tuple(note.get("sorrow", ())),
        }
        return cls(**{**note, **built})


def _place(noted: Iterable[Any]) -> Span:
    return Span(*map(int, noted))
