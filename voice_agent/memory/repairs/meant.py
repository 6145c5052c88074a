"""How a turn is meant, read by meaning: does it put a date right, take a story back, joke, pass on, guess?

A second opinion beside the rules, for turns in which they found nothing of the kind. What was meant is read from
the turn with its dates made plain (`plainly`), so that a year of a wedding and a year of a war are read alike.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from voice_agent.memory.clauses import sentences
from voice_agent.memory.dates.dates import When
from voice_agent.memory.dates.when import bounds

WORDS = 60
"""So much of a turn is read: more would be cut off, and what a long story says drowns the rest."""

YEARS = ("1951", "1953", "1956", "1958", "1960", "1962")
"""What stands for the first date of a turn, the second, and so on."""

_CALENDAR = re.compile(
    r"\d\d|nineteen|eighteen|two thousand|twent|thirt|fort|fift|sixt|sevent|eight|ninet|ties\b",
    re.IGNORECASE,
)


class Meant(StrEnum):
    """What a turn does."""

    PLAIN = "plain"
    CORRECTS = "corrects"
    TAKES_BACK = "takes back"
    JOKE = "joke"
    HEARSAY = "hearsay"
    GUESS = "guess"


class MeaningReader(Protocol):
    """Reads how something is meant. Safe to call from several threads."""

    def read(self, text: str) -> Mapping[Meant, float]:
        """Return what each kind's share is; they sum to 1. Raises nothing for any text."""
        ...


def plainly(text: str, dates: Sequence[When]) -> str:
    """Return `text` with each date of the calendar as a bare year, the same for dates that may be the same."""
    seen: list[str] = []
    out, at = "", 0
    for date in sorted(dates, key=lambda each: each.first):
        if date.anchor or date.first < at or not _CALENDAR.search(date.words):
            continue
        place = next((n for n, x in enumerate(seen) if bounds(x).meets(bounds(date.edtf))), -1)
        if place < 0:
            place = len(seen)
            seen.append(date.edtf)
        out += text[at : date.first] + YEARS[min(place, len(YEARS) - 1)]
        at = date.last
    return out + text[at:]


def stretch(text: str, dates: Sequence[When]) -> tuple[int, int]:
    """Return the characters of `text` to be read: all of a short turn, of a long one what is about its last date."""
    spans = sentences(text)
    if len(text.split()) <= WORDS or not spans:
        return 0, len(text)
    last = max((each.first for each in dates), default=len(text))
    here = next((n for n, (_, end) in enumerate(spans) if last < end), len(spans) - 1)
    first, end = spans[here]
    for n in (*range(here - 1, -1, -1),):
        if len(text[spans[n][0] : end].split()) > WORDS:
            break
        first = spans[n][0]
    for n in range(here + 1, len(spans)):
        if len(text[first : spans[n][1]].split()) > WORDS:
            break
        end = spans[n][1]
    return first, end
