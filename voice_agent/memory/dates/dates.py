"""Finding the dates in what somebody said, as EDTF, with the words that said them.

    find("We moved there about nineteen fifty-two, or so.", Background(told=date(2026, 11, 21)))

A phrase is an optional "about", an optional relation ("before", "since", "two years after") and a date
or a range of dates. Dates that cannot be (30 February, a year to come) are refused and reported, never
guessed; words that only look like numbers are left alone. Nothing here raises.
"""

from dataclasses import dataclass, replace

from voice_agent.errors import MemoryRefused
from voice_agent.memory.dates.date_phrases import date_phrase
from voice_agent.memory.dates.date_scene import Background, DatedEvent, Nonsense, Scene, Sought
from voice_agent.memory.dates.number_words import tokens
from voice_agent.memory.dates.when import ALWAYS, FOREVER, When, strict_bounds

__all__ = ["Background", "DatedEvent", "Found", "Refused", "When", "find", "normalise"]

LONGEST_TEXT_CHARACTERS = 100_000
"""Characters read at once; what is longer is not speech."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Words in the shape of a date that cannot be one."""

    words: str
    first: int
    last: int
    """Character span in the text."""

    why: str
    """One sentence for a person."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the dates in a text were read as."""

    dates: tuple[When, ...] = ()
    """In the order of the text; never overlapping."""

    refused: tuple[Refused, ...] = ()
    last: str = ""
    """EDTF of the date to which "three years later" would refer next."""


def find(text: str, back: Background) -> Found:
    """Read every date in `text`. Never raises; text beyond LONGEST_TEXT_CHARACTERS characters is not read."""
    line = tokens(text[:LONGEST_TEXT_CHARACTERS])
    scene = Scene(line, back, back.last)
    dates: list[When] = []
    refused: list[Refused] = []
    at = 0
    while at < len(line):
        read = date_phrase(scene, at)
        if read is None:
            at += 1
            continue
        first, last = line[at].first, line[read.end - 1].last
        words = text[first:last]
        if isinstance(read, Nonsense):
            refused.append(Refused(words, first, last, read.why))
        else:
            dates.append(When(read.edtf, words, first, last, read.anchor, read.own))
            if _leads(read.edtf):
                scene = replace(scene, last=read.edtf.rstrip("?~%"))
        at = read.end
    return Found(tuple(dates), tuple(refused), scene.last)


def normalise(words: str, back: Background) -> When:
    """Read `words` as one date. Raises MemoryRefused where they are none, or more than one."""
    found = find(words, replace(back, sought=Sought.YEAR))
    if found.refused:
        raise MemoryRefused(
            f"“{words}” cannot be a date.", safe="Nothing was stored.", mend=found.refused[0].why
        )
    if len(found.dates) != 1:
        raise MemoryRefused(
            f"“{words}” is not one date.",
            safe="Nothing was stored.",
            mend="Say a day, a month, a year, an age or a season.",
        )
    return found.dates[0]


def _leads(edtf: str) -> bool:
    days = strict_bounds(edtf)
    return days.earliest != ALWAYS and days.latest != FOREVER
