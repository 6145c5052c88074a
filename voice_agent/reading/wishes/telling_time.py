"""The narrator asks what time or what day it is, and is told plainly, by the clock of the house. Pure.

Somebody of ninety who asks whether it is morning wants to know whether it is morning. Only what is asked of now
counts, as a sentence of its own; "he asked me what time it was" is a story.
"""

import re
from datetime import datetime, timedelta
from enum import StrEnum

from voice_agent.reading.wishes.commands import TOLD
from voice_agent.reading.words.plain_words import plain


class Asked(StrEnum):
    """What is asked for."""

    PART = "part"
    TIME = "time"
    DAY = "day"
    YEAR = "year"


LONGEST_ASKING_WORDS = 14
"""Words of somebody who asks no more than that. A guess."""

_PART = r"(?:the )?(?:middle of the )?(?:morning|afternoon|evening|night|night ?time|day ?time|day|noon|midday|midnight)"
_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
_WEEK = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_HOUR = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_NOW = r"(?: (?:now|today|please|already|yet|by now|just now|at the moment|then))*"
_FORMS = {
    Asked.PART: (rf"is it (?:still |already |nearly )?{_PART}(?: or (?:is it )?{_PART})?", rf"what part of {_PART} is it"),
    Asked.TIME: (
        r"what (?:is )?(?:the )?time(?: of (?:the )?day)?(?: is it| it is)?",
        r"(?:what|which) (?:hour|o clock|hour of the (?:day|clock)) (?:is it|it is|is|have we|we have|do we have|have you(?: got)?)",
        r"what (?:is )?(?:the )?(?:hour|clock)(?: is it| it is)?",
        r"how (?:many|much)(?: is)? (?:the )?(?:hours?|o ?clock|time|clock)(?: is it| it is| is)?",
        r"what time (?:we have|have we|do we have|have you got|do you make it|is)",
        r"(?:do|would|have) you (?:happen to )?(?:know |got |have |get )?the (?:right )?time(?: on you)?",
        r"the time",
        r"how late (?:is it|it is|is)",
        r"is it (?:getting |very |that )?late",
        rf"is it (?:nearly |almost |past |about |gone |already )?(?:{_HOUR})(?: o clock)?",
        r"is it (?:nearly |almost |past |about |already )?(?:breakfast|dinner|lunch|tea|supper|bed) ?time",
    ),
    Asked.DAY: (
        r"(?:what|which) (?:day|date|month|day of the (?:week|month))(?: is it| it is| is this| is today| are we on)",
        r"what is (?:the day|the date|the month|today|today s (?:day|date))(?: of today)?",
        rf"is (?:it|today|this) (?:still |already |a )?(?:{_WEEK}|{_MONTH}|christmas(?: day| eve)?|easter|spring|summer|autumn|winter|the weekend)",
    ),
    Asked.YEAR: (r"(?:what|which) year(?: is it| it is| is this| are we in)",),
}  # fmt: skip
_BEFORE = (
    r"(?:(?:please|sorry|excuse me|and|but|so|now|ok|okay|yes|no|can you tell me|could you tell me|will you tell me|"
    r"would you tell me|tell me|do you know|i wonder|may i ask|i do not know|what i want to know is) )*"
)
_ASIDE = r"(?: (?:i|can you|could you|do you|would you|thank you|please|love|nurse)\b.*)?"
_WHOLE = {
    kind: re.compile(rf"{_BEFORE}(?:{'|'.join(forms)}){_NOW}") for kind, forms in _FORMS.items()
}
_BEGUN = {
    # a recogniser writes no full stop: "what day is it i have lost count"
    kind: re.compile(rf"{_BEFORE}(?:{'|'.join(forms)}){_NOW}{_ASIDE}")
    for kind, forms in _FORMS.items()
}
_WITHIN = {
    kind: re.compile(rf"\b(?:{'|'.join(forms)})\b")
    for kind, forms in _FORMS.items()
    if kind is not Asked.TIME
} | {Asked.TIME: re.compile(r"\bwhat time is it\b|\bwhat is the time\b")}
_CLAUSES = re.compile(r"[.!?;:,…]+")


def asked(said: str) -> Asked | None:
    """Which of them `said` asks for and, besides a few words, nothing else; None where it does not."""
    text = plain(said).replace(" . ", " ").strip(" .")
    if not text or len(text.split()) > LONGEST_ASKING_WORDS or TOLD.search(text):
        return None
    clauses = [plain(each).strip(" .") for each in _CLAUSES.split(said)]
    for kind in Asked:
        if _BEGUN[kind].fullmatch(text) or any(_WHOLE[kind].fullmatch(each) for each in clauses):
            return kind
    return None


def within(said: str) -> Asked | None:
    """Which of them is asked for among other things; for somebody who has lost more than the time."""
    text = plain(said)
    return next((kind for kind in Asked if _WITHIN[kind].search(text)), None)


def told(kind: Asked, at: datetime) -> str:
    """What is said of `at`, the clock where the narrator is; the end of a sentence that begins "It is"."""
    return f"{_told(kind, at)}."


def _told(kind: Asked, at: datetime) -> str:
    near = at.replace(second=0) + timedelta(minutes=5 * round(at.minute / 5) - at.minute)
    clock, part = _clock(near), _part(near.hour)
    match kind:
        case Asked.PART:
            return f"about {clock}" if clock in _ALONE else f"{part}, about {clock}"
        case Asked.TIME:
            if clock in _ALONE:
                return f"about {clock}"
            return f"about {clock} {'at night' if part == 'night' else f'in the {part}'}"
        case Asked.DAY:
            return f"{at:%A}, the {_ordinal(at.day)} of {at:%B}"
        case Asked.YEAR:
            return str(at.year)


_ALONE = ("noon", "midnight")
_NUMBERS = "twelve one two three four five six seven eight nine ten eleven".split()  # noqa: SIM905
_PAST = {5: "five", 10: "ten", 15: "a quarter", 20: "twenty", 25: "twenty-five", 30: "half"}


def _clock(at: datetime) -> str:
    """A time that falls on five minutes, as people say it."""
    if not at.minute:
        alone = {0: "midnight", 12: "noon"}
        return alone.get(at.hour, f"{_NUMBERS[at.hour % 12]} o'clock")
    if at.minute <= 30:
        return f"{_PAST[at.minute]} past {_NUMBERS[at.hour % 12]}"
    return f"{_PAST[60 - at.minute]} to {_NUMBERS[(at.hour + 1) % 12]}"


def _part(hour: int) -> str:
    ends = ((5, "night"), (12, "morning"), (18, "afternoon"), (22, "evening"), (24, "night"))
    return next(part for end, part in ends if hour < end)


def _ordinal(day: int) -> str:
    ending = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"
