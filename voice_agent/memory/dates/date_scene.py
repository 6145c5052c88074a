"""What a date is read against: who tells, when, and what was said just before.

The readers of dates (`date_points`, `date_ages`, `date_relations`) share these small nouns.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from voice_agent.memory.dates.number_words import NUMERALS, Line, touching, word, wordset
from voice_agent.memory.dates.when import ALWAYS, FOREVER, Bounds, bounds, strict_bounds


class DatedEvent(NamedTuple):
    """An event of this narrator's life that other events are dated by."""

    edtf: str
    name: str
    """For the anchor: "our wedding", "the move to Ohio"."""


class Sought(StrEnum):
    """What a number that stands alone would answer."""

    NOTHING = "nothing"
    """Nobody asked, or something else was: how many, how far, how old somebody else was."""

    YEAR = "year"
    AGE = "age"
    """How old the narrator was."""


def _nothing(_clause: str) -> DatedEvent | None:
    return None


@dataclass(frozen=True, slots=True)
class Background:
    """What is known before the text is read. Every part but `told` may be missing."""

    told: date
    """The day of the telling, where the narrator lives."""

    birth: str = ""
    """EDTF of the narrator's birth: a year, better a day. Ages cannot be dated without it."""

    last: str = ""
    """EDTF of the date told last, for "three years later"."""

    country: str = "US"
    """ISO 3166 code: which war "the war" is, and whether 6/3/1952 is June or March."""

    births: Mapping[str, str] = field(default_factory=dict[str, str])
    """EDTF of other people's births by what the narrator calls them, in lower case ("tom")."""

    resolve: Callable[[str], DatedEvent | None] = _nothing
    """Finds a known event of this life from a clause such as "we got married"."""

    sought: Sought = Sought.NOTHING
    """What a bare number answers: "fifty-two" alone is a year only where one was asked for or is put right."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A line of tokens and all that its dates are read against."""

    line: Line
    back: Background
    last: str
    """EDTF of the latest date, told before or earlier in this line."""

    def says(self, at: int, *words: str) -> bool:
        """Do these words stand at `at`?"""
        return all(word(self.line, at + step) == each for step, each in enumerate(words))

    def word(self, at: int) -> str:
        """Return the token at `at`, or "" beyond either end."""
        return word(self.line, at)

    def raw(self, at: int) -> str:
        """Return the token at `at` as it was written."""
        return self.line[at].raw if 0 <= at < len(self.line) else ""

    def one_of(self, at: int, choices: Iterable[tuple[str, ...]]) -> int:
        """Return the place after the longest of `choices` that stands at `at`, or 0."""
        here = self.word(at)
        return max(
            (at + len(each) for each in choices if each[0] == here and self.says(at, *each)),
            default=0,
        )

    @property
    def last_year(self) -> int:
        """The year of the latest date, where it lies within one; else 0."""
        if not self.last:
            return 0
        told = strict_bounds(self.last)
        if told.earliest == ALWAYS or told.latest == FOREVER:
            return 0
        if self.last.endswith("-24"):  # a winter is named after the year it begins in
            return int(self.last[:4])
        return told.earliest.year if told.earliest.year == told.latest.year else 0

    @property
    def born(self) -> Bounds | None:
        """The days on which the narrator can have been born."""
        return bounds(self.back.birth) if self.back.birth else None


class Point(NamedTuple):
    """A date that was read, and the place after it."""

    edtf: str
    end: int
    anchor: str = ""
    own: bool = False
    """Worked out from an event of this life: "the year we married"."""


class Nonsense(NamedTuple):
    """Words that have the shape of a date and cannot be one. Refused, not guessed."""

    end: int
    why: str
    """One sentence for a person."""


Reading = Point | Nonsense | None
"""What a reader returns: a date, a refusal, or nothing of its kind here."""

PREPOSITIONS = wordset(
    "in of since until till by during last that next this early late mid around about from to through"
    " before after between following same every back"
)
"""Words before a bare month ("in May") that make it one."""

FUNCTION_WORDS = wordset(
    "and but or when i we he she it they you my our his her their the a an that this there at in on with"
    " to for so because then before after until till was were is are from by as right just not no yes"
    " maybe perhaps while where who which if though although since during however anyway well oh"
    " i'd i'm we'd he'd she'd they'd i've we've it's that's wasn't didn't now still only even actually"
)
"""Words that may follow a bare number without making it a quantity: not "fifty-two dollars"."""


COUNTED = wordset(
    "mile dollar pound people men women acre feet foot horse cow sheep cattle deer fish geese head stone"
    " ton yard meter metre kilometer kilometre km percent pence quid franc mark lire o'clock year day week month"
    " hour minute second calories square children hundred thousand million dozen odd"
)
"""Nouns that make the number before them a quantity, and do not end in "s"."""

MEASURES = wordset(
    "years days weeks months hours minutes seconds miles yards meters metres kilometers kilometres acres inches"
    " pounds dollars bucks cents shillings francs marks tons tonnes gallons bushels volts watts degrees times"
) | (COUNTED - wordset("people men women children horse cow sheep cattle deer fish geese"))
"""Units: "in 1952 people were poor" has a year, "in 1952 hours" has none."""

_NO_PLURAL = ("ss", "us", "is", "as", "'s", "ous")


def ends_phrase(scene: Scene, at: int) -> bool:
    """Is `at` the end, a sign or a function word, so that a number before it counts nothing?"""
    text = scene.word(at)
    if compounded(scene, at):
        return False
    return not text or not text[0].isalnum() or text in FUNCTION_WORDS


def compounded(scene: Scene, at: int) -> bool:
    """Does the number before `at` go on with a hyphen: "forty-eighth", "nineteen fifty-pound notes"?"""
    return (
        scene.word(at) == "-"
        and scene.raw(at) not in {"–", "—"}
        and touching(scene.line, at)
        and touching(scene.line, at + 1)
        and scene.word(at + 1)[:1].isalpha()
        and scene.word(at + 1) not in {"ish", *NUMERALS}
    )


def counts(scene: Scene, at: int) -> bool:
    """Is the number before `at` one of things: "miles", "hens", "white hens"?"""
    if compounded(scene, at) or _many(scene, at):
        return True
    text = scene.word(at)
    # "in '44 picking oranges", "when I was ten fifty years ago"
    other = text in FUNCTION_WORDS | NUMERALS or text.endswith("ing")
    return text.isalpha() and scene.raw(at).islower() and not other and _many(scene, at + 1)


def _many(scene: Scene, at: int) -> bool:
    text = scene.word(at)
    if text in COUNTED or text in MEASURES:
        return True
    plural = len(text) > 3 and text.endswith("s") and not text.endswith(_NO_PLURAL)
    return plural and scene.raw(at).islower() and text not in FUNCTION_WORDS
