"""A date said by itself, and the one thing that it stands with, by its form and place alone.

    "Lumping. On the wharf. 1952."           what was just named
    "1946. My mother drove me in the trap."  what an answer tells next
    "1972, with two suitcases."              what its own sentence names

Where two things stand beside it and neither is surer, it dates none: no year is better than another's.
"""

import re
from collections.abc import Sequence

from voice_agent.memory.clauses import Clause, sentences
from voice_agent.memory.dates.number_words import NUMBER
from voice_agent.memory.dates.turn_dates import NO
from voice_agent.memory.dates.when import ALWAYS, FOREVER, When, strict_bounds
from voice_agent.memory.repairs import commentary, cues
from voice_agent.memory.terms import terms
from voice_agent.verbs import whole as finite

LONGEST_NAMING_WORDS = 8
"""Words of what only names a thing; a guess, as is NAMED."""

NAMED = 3
"""Things named in a row before one date."""

ORDERS = re.compile(r"(?:then|next|after|before|since|until|till|later)\b.*", re.IGNORECASE)
"""What comes before or after what was told is not of its time."""

BEFORE_THAT = re.compile(r"(?:before|after|since|until|till) (?:that|this)\b", re.IGNORECASE)
""" "Before that I was at Kielder": "that" is what was told, and this something else."""

_JOINED = re.compile(
    r"(?:at|in|on|with|as|for|to|from|by|down|up|over|the|a|an|my|our|his|her|their)\b",
    re.IGNORECASE,
)
""" "1972, |with two suitcases|", but not "1972, |Father|"."""

STATE = re.compile(r"\b(?:was|were|had|is|are|am|has|have|would|used to)\b", re.IGNORECASE)
"""What was so for years, or is: a date beside it is not its own."""


_BORN = re.compile(r"\b(?:born|birth|birthday)\b", re.IGNORECASE)
"""A birth is somebody's, and dates nothing that happened since."""


def one_time(edtf: str, anchor: str) -> bool:
    """Is it a date of its own, within one year, and not worked out from an age or another event?"""
    days = strict_bounds(edtf)
    if anchor or days.earliest == ALWAYS or days.latest == FOREVER:
        return False
    return days.earliest.year == days.latest.year


def named_before(text: str, alone: Clause, dates: Sequence[When], asked: str) -> list[Clause]:
    """Return the sentences right before the one that begins with the clause `alone` which only name things; never raises.

    `asked`: the question for a date, if that was asked: then only what it names is dated, and the rest may lead to it.
    """
    every = sentences(text)
    if alone.first != every[alone.sentence][0]:
        return []
    found: list[Clause] = []
    for number in range(alone.sentence - 1, -1, -1):
        first, last = every[number]
        if len(found) == NAMED or not _names(text[first:last]) or _holds(dates, first, last):
            break
        start = first + cues.leading(text[first:last])
        found.insert(0, Clause(start, first + len(text[first:last].rstrip(" .!?,;:…—–-")), number))
    wanted = terms(asked)
    named = terms(" ".join(text[each.first : each.last] for each in found))
    return found if not wanted or wanted & named else []


def goes_with_next(
    text: str, alone: Clause, after: Clause, dates: Sequence[When], asked: str
) -> bool:
    """Does the date of the clause `alone`, before which nothing is told, date the clause `after`, which begins a sentence?"""
    every = sentences(text)
    if alone.last < every[alone.sentence][1] - 1 or after.sentence != alone.sentence + 1:
        return False
    first, last = every[after.sentence]
    said = text[first:last]
    if _BORN.search(asked) or _holds(dates, first, last) or _counts(said) or "?" in said:
        return False
    if any(_tells(text[a:b]) for a, b in every[: alone.sentence]) or ORDERS.match(said):
        return False
    if commentary.read(said) or cues.negative(said) or not terms(said):
        return False
    return _names(said) or (finite(said) and not STATE.search(said))


def joined(text: str, alone: Clause, after: Clause, dates: Sequence[When]) -> bool:
    """Does the clause `after` only name what the date of `alone`, at the head of its sentence, is of?"""
    said = text[after.first : after.last]
    heads = alone.first == sentences(text)[alone.sentence][0] and after.sentence == alone.sentence
    fits = heads and not (alone.link or after.link) and _JOINED.match(said) is not None
    return fits and _names(said) and not _holds(dates, after.first, after.last)


def _names(said: str) -> bool:
    """Is it a scrap of a sentence with a thing in it, and no number, denial or question?"""
    if len(said.split()) > LONGEST_NAMING_WORDS or "?" in said or _counts(said) or finite(said):
        return False
    told = not (NO.fullmatch(said) or cues.negative(said) or commentary.read(said))
    return told and bool(terms(said))


def _counts(said: str) -> bool:
    return any(found[0].lower() != "oh" for found in NUMBER.finditer(said))


def _tells(said: str) -> bool:
    return bool(terms(said)) and commentary.read(said) is None


def _holds(dates: Sequence[When], first: int, last: int) -> bool:
    return any(first <= each.first and each.last <= last for each in dates)
