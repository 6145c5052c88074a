"""What a language model reads in a turn while the narrator waits: a few fields, each checked against the turn. Pure.

    read = live(answer, said)      # `answer`: what the model wrote, as LIVE asks

A model is one more reader (merge.py). Whatever it quotes must stand in the turn, or that field is dropped; what it takes
for danger or for a wish leads to a question at most (evidence.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from voice_agent.reading.reading import Span, span
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.words.vocabulary import plain

T = TypeVar("T", bound=StrEnum)

LONGEST_SPAN = 80
"""Characters that a model may quote."""


class Place(StrEnum):
    """Where the story stands, as a model sees it."""

    NONE = "none"
    MIDDLE = "middle"
    HEIGHT = "height"
    TOLD = "told"


DANGERS: Mapping[str, str] = {
    "wants to die": "2",
    "may do it now": "3",
    "hurt or ill now": "3m",
    "is harmed by somebody": "A",
}
"""How a model says it -> safety level."""

WISHES: Mapping[str, Command] = {
    "stop recording": Command.NO_RECORDING,
    "goodbye": Command.GOODBYE,
    "tired": Command.TIRED,
    "not this": Command.SKIP,
    "another time": Command.NOT_TODAY,
    "another subject": Command.CHANGE,
    "talk about": Command.TALK_ABOUT,
    "keep between us": Command.BETWEEN_US,
    "keep from": Command.NOT_FOR,
    "only for": Command.ONLY_FOR,
    "after my death": Command.NOT_WHILE_I_LIVE,
    "forget": Command.FORGET,
    "say again": Command.REPEAT,
    "slower": Command.SLOWER,
    "louder": Command.LOUDER,
    "what did i tell": Command.WHAT_DID_I_TELL,
}
"""How a model says it -> what is asked for."""


class Asks(StrEnum):
    """What a model finds asked of us."""

    NOTHING = "none"
    WHO_HEARS = "who hears"
    KEPT = "what is kept"
    ABLE = "what you can do"
    OF_YOU = "of you"
    """Whatever else is asked of us: it is the model's to answer. The rest only the program knows."""


_NAMED = frozenset({Command.NOT_FOR, Command.ONLY_FOR, Command.TALK_ABOUT, Command.WHAT_DID_I_TELL})
"""Wishes that are none without saying whom or what they are about."""

_QUOTE = {"type": "string", "maxLength": LONGEST_SPAN}

LIVE: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "danger": {"enum": ["none", *DANGERS]},
        "wish": {"enum": ["none", *WISHES]},
        "asks": {"enum": [str(each) for each in Asks]},
        "about": _QUOTE,
        "story": {"enum": [str(each) for each in Place]},
        "hook": _QUOTE,
    },
    "required": ["danger", "wish", "asks", "about", "story", "hook"],
}
"""The form of it: some 25 tokens, written before anything is proposed."""


@dataclass(frozen=True, slots=True)
class ByModel:
    """A turn as a model reads it."""

    danger: str = ""
    """Safety level of what may be danger: 2, 3, 3m or A; "" for none."""

    wish: Wish | None = None
    asks: Asks = Asks.NOTHING
    about: Span | None = None
    """Of whom or what the wish or the question is, or the words that may be danger."""

    story: Place = Place.NONE
    hook: Span | None = None
    """What one could ask about."""

    none: frozenset[str] = frozenset()
    """Of danger, wish and asks: those of which it says in so many words that there is none. What it left out it has not read."""

    def as_note(self) -> dict[str, Any]:
        """For the journal: kinds and places, no words."""
        noted: dict[str, Any] = {
            "danger": self.danger,
            "wish": str(self.wish.command) if self.wish else "",
            "asks": "" if self.asks is Asks.NOTHING else str(self.asks),
            "about": self.about,
            "story": str(self.story),
            "hook": self.hook,
        }
        return {name: value for name, value in noted.items() if value}


def quoted(words: object, said: str) -> Span | None:
    """Where a model's quotation stands in the turn, whatever its quotes and capitals; None: nowhere."""
    if not isinstance(words, str):
        return None
    return span(plain(words).strip(" .,;:!?\"'-"), plain(said))


def live(answer: Mapping[str, Any], said: str) -> ByModel:
    """What `answer` holds of the turn `said`; a field that is not as asked, or quotes what was not said, is empty."""
    about = quoted(answer.get("about"), said)
    return ByModel(
        danger=DANGERS.get(_word(answer, "danger"), ""),
        wish=_wish(_word(answer, "wish"), about, said),
        asks=_one_of(Asks, _word(answer, "asks"), Asks.NOTHING),
        about=about,
        story=_one_of(Place, _word(answer, "story"), Place.NONE),
        hook=quoted(answer.get("hook"), said),
        none=frozenset(
            each for each in ("danger", "wish", "asks") if _word(answer, each) == "none"
        ),
    )


def _word(answer: Mapping[str, Any], field: str) -> str:
    value = answer.get(field)
    return value.strip().lower() if isinstance(value, str) else ""


def _one_of(every: type[T], word: str, otherwise: T) -> T:
    return every(word) if word in frozenset(every) else otherwise


def _wish(word: str, about: Span | None, said: str) -> Wish | None:
    """A wish that only a model finds is never sure; one that must name somebody, and names nobody who was said, is none."""
    command = WISHES.get(word)
    if command is None or (command in _NAMED and about is None):
        return None
    named = said[about.begin : about.end] if about is not None else ""
    story = command is Command.FORGET
    return Wish(command, "" if story else named, story=named if story else "", sure=False)
