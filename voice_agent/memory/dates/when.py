"""A date as people remember it: an EDTF string, and the days that it can mean.

EDTF (Library of Congress, 2019) writes "the fifties" as 195X, "about 1952" as 1952~, "the summer of
1953" as 1953-22 and "before the war" as ../1939-08-31. The `edtf` package decides what is valid; what
a winter or an "about" may mean to a narrator is decided here.
"""

import re
import warnings
from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from pyparsing.exceptions import ParseBaseException
from pyparsing.warnings import PyparsingDiagnosticWarning

from voice_agent.errors import MemoryRefused

with warnings.catch_warnings():
    # edtf 5.0.2 builds its grammar in a way that pyparsing 3.3 warns about; it parses rightly
    warnings.simplefilter("ignore", PyparsingDiagnosticWarning)
    from edtf import parse_edtf
    from edtf.parser.edtf_exceptions import EDTFParseException

ALWAYS = date.min
"""Earliest day of an open beginning ("before the war")."""

FOREVER = date.max
"""Latest day of an open end ("after the war")."""


class Slack(NamedTuple):
    """What doubt adds on either side of a date."""

    years: int = 0
    days: int = 0


ABOUT = {
    "day": Slack(days=7),
    "month": Slack(days=31),
    "season": Slack(days=92),
    "year": Slack(years=2),
    "decade": Slack(years=3),
    "century": Slack(years=10),
}
"""What "about" adds, by precision. A guess: "about 1952" may be 1950 or 1954."""

UNSURE = {
    "day": Slack(days=3),
    "month": Slack(days=15),
    "season": Slack(days=46),
    "year": Slack(years=1),
    "decade": Slack(years=2),
    "century": Slack(years=5),
}
"""What "I think it was 1952" (EDTF ?) adds: a name for the year, said with doubt. A guess."""

_POINT = re.compile(r"(\d{4}|\d{3}X|\d{2}XX)(?:-(\d\d))?(?:-(\d\d))?([?~%]?)")
_SEASON = re.compile(r"\d{4}-2[1-4](?![\d-])")
_WINTERS = {"24", "28"}


DAY = timedelta(days=1)


class Bounds(NamedTuple):
    """The first and the last day that a date can mean, both included."""

    earliest: date
    latest: date

    @property
    def days(self) -> int:
        """How many days that is; 1 for a known day."""
        return (self.latest - self.earliest).days + 1

    def meets(self, other: "Bounds") -> bool:
        """Could both be the same day?"""
        return self.earliest <= other.latest and other.earliest <= self.latest

    def holds(self, other: "Bounds") -> bool:
        """Is every day of `other` one of ours?"""
        return self.earliest <= other.earliest and other.latest <= self.latest


@dataclass(frozen=True, slots=True)
class When:
    """A date somebody told, with the words that told it."""

    edtf: str
    """Extended Date/Time Format, e.g. 1952, 195X, 1944-12-25~, 1942/1945."""

    words: str
    """The words used, exactly as they stand in the text."""

    first: int
    """Index of the first character of `words` in the text."""

    last: int
    """Index just after the last character of `words`."""

    anchor: str = ""
    """What the date was worked out from, where the words alone do not say: "born 1938", "the war"."""

    own: bool = False
    """Was it worked out from an event of this life that was told before?"""

    @property
    def bounds(self) -> Bounds:
        """The days this can mean, with what "about" adds."""
        return bounds(self.edtf)

    @property
    def earliest(self) -> date:
        """First day this can mean; ALWAYS where the beginning is open."""
        return bounds(self.edtf).earliest

    @property
    def latest(self) -> date:
        """Last day this can mean; FOREVER where the end is open."""
        return bounds(self.edtf).latest


@lru_cache(maxsize=8192)
def bounds(edtf: str) -> Bounds:
    """Return the days `edtf` can mean, generously. Raises MemoryRefused where it is not valid EDTF."""
    strict = _strict(edtf)
    begin, _, end = edtf.partition("/")
    return Bounds(
        _shift(strict.earliest, _slack(begin), -1), _shift(strict.latest, _slack(end or begin), 1)
    )


def strict_bounds(edtf: str) -> Bounds:
    """Return the days `edtf` names, without what "about" adds. Raises MemoryRefused."""
    return _strict(edtf)


def spell(first: date, last: date) -> str:
    """Write the days from `first` to `last` as EDTF, as coarsely as is exact."""
    if first == ALWAYS and last == FOREVER:
        raise MemoryRefused("A date that could be any day is not a date.")
    if first > last:
        raise MemoryRefused("A date cannot end before it begins.")
    if first == ALWAYS:
        return f"../{_end(last)}"
    if last == FOREVER:
        return f"{_begin(first)}/.."
    begin, end = _begin(first), _end(last)
    if len(begin) == len(end) == 4 and begin[3] == "0" and int(end) - int(begin) == 9:
        return f"{begin[:3]}X"
    if first.year == last.year and len(begin) != len(end):  # never "1957/1957-01"
        months = first.day == 1 and (last + DAY).day == 1
        begin = f"{first:%Y-%m}" if months else first.isoformat()
        end = f"{last:%Y-%m}" if months else last.isoformat()
    return begin if begin == end else f"{begin}/{end}"


def narrowed(dates: Iterable[str]) -> str | None:
    """Return the one date that every one of `dates` allows, or None where they cannot all hold.

    The order of `dates` does not matter. Where one of them already says it, its own wording stays.
    """
    known = sorted(set(dates))
    if not known:
        return None
    first = max(bounds(each).earliest for each in known)
    last = min(bounds(each).latest for each in known)
    if first > last:
        return None
    common = Bounds(first, last)
    sharpest = min(known, key=lambda each: (strict_bounds(each).days, bounds(each).days, each))
    if common.holds(strict_bounds(sharpest)):
        return sharpest
    return spell(first, last)


def marked(edtf: str, mark: str) -> str:
    """Return `edtf` made approximate ("~") or uncertain ("?"); both together are "%"."""
    if "[" in edtf:  # EDTF has no mark for a set: the interval says the same days
        strict = _strict(edtf)
        edtf = spell(strict.earliest, strict.latest)
    if _SEASON.search(edtf):  # nor has the package one for a season: its months say the same
        strict = _strict(edtf)
        edtf = f"{strict.earliest:%Y-%m}/{strict.latest:%Y-%m}"
    return "/".join(_mark(side, mark) for side in edtf.split("/"))


def _mark(side: str, mark: str) -> str:
    if side in {"..", ""}:
        return side
    bare = side.rstrip("?~%")
    had = side[len(bare) :]
    return bare + (mark if had in {"", mark} else "%")


@lru_cache(maxsize=8192)
def _strict(edtf: str) -> Bounds:
    begin, _, end = edtf.partition("/")
    days = _plain(begin, end) or _parsed(edtf)
    first = _winter(begin, days.earliest, opening=True)
    last = _winter(end or begin, days.latest, opening=False)
    if first > last:
        raise MemoryRefused(f"“{edtf}” ends before it begins.", mend="Say or write the date again.")
    return Bounds(first, last)


def _parsed(edtf: str) -> Bounds:
    """Read any EDTF, in some 20 ms."""
    try:
        value: Any = parse_edtf(edtf)
    except (EDTFParseException, ParseBaseException):
        raise MemoryRefused(
            f"“{edtf}” is not a date anybody could have meant.", mend="Say or write the date again."
        ) from None
    return Bounds(_day(value.lower_strict(), ALWAYS), _day(value.upper_strict(), FOREVER))


def _plain(begin: str, end: str) -> Bounds | None:
    """Read what we mostly write ourselves, as `_parsed` would and a thousand times faster."""
    first = Bounds(ALWAYS, ALWAYS) if begin == ".." and end else _side(begin)
    last = (Bounds(FOREVER, FOREVER) if end == ".." else _side(end)) if end else first
    return Bounds(first.earliest, last.latest) if first and last else None


def _side(text: str) -> Bounds | None:
    found = _POINT.fullmatch(text)
    if not found or not found[1].rstrip("X") or (found[2] and not found[1].isdecimal()):
        return None
    low, high = int(found[1].replace("X", "0")), int(found[1].replace("X", "9"))
    if low < 1 or high > 9998:
        return None
    if not found[2]:
        return Bounds(date(low, 1, 1), date(high, 12, 31))
    month = int(found[2])
    if 21 <= month <= 24 and not found[3] and not found[4]:
        start = date(low, 3 * (month - 20), 1)
        # a winter is its December here; see _winter
        return Bounds(start, _month_end(start, 3 if month < 24 else 1))
    if not 1 <= month <= 12:
        return None
    if not found[3]:
        return Bounds(date(low, month, 1), _month_end(date(low, month, 1), 1))
    day = int(found[3])
    if not 1 <= day <= _month_end(date(low, month, 1), 1).day:
        return None
    return Bounds(date(low, month, day), date(low, month, day))


def _month_end(first: date, months: int) -> date:
    """The last day of `months` months that begin with `first`, in one year."""
    after = first.month + months
    return (date(first.year, after, 1) if after <= 12 else date(first.year + 1, 1, 1)) - DAY


def _winter(side: str, day: date, *, opening: bool) -> date:
    """The winter of 1947 is, to those who froze in it, January 1947 as well as December."""
    found = _POINT.fullmatch(side)
    if not found or found[2] not in _WINTERS or not found[1].isdigit():
        return day
    year = int(found[1])
    return date(year, 1, 1) if opening else date(year + 1, 3, 1) - timedelta(days=1)


def _day(parts: object, otherwise: date) -> date:
    """edtf gives time.struct_time, or an infinity where a range is open."""
    if isinstance(parts, float):
        return otherwise
    year, month, day = tuple(parts)[:3]  # pyright: ignore[reportArgumentType]
    if not 1 <= year <= 9999:
        raise MemoryRefused("A date outside the years 1 to 9999 is nobody's memory.")
    if day > monthrange(year, month)[1]:  # the package lets the 29th of February of the year 1 pass
        raise MemoryRefused("The calendar has no such day.")
    return date(year, month, day)


def _slack(side: str) -> Slack:
    found = _POINT.fullmatch(side)
    if not found or not found[4]:
        return Slack()
    return (UNSURE if found[4] == "?" else ABOUT)[_precision(found)]


def _precision(found: re.Match[str]) -> str:
    if found[3]:
        return "day"
    if found[2]:
        return "season" if int(found[2]) > 12 else "month"
    if found[1].endswith("XX"):
        return "century"
    return "decade" if found[1].endswith("X") else "year"


def _shift(day: date, slack: Slack, sign: int) -> date:
    if day in (ALWAYS, FOREVER) or slack == Slack():
        return day
    year = min(max(day.year + sign * slack.years, 2), 9998)
    leap = (day.month, day.day) == (2, 29)
    return day.replace(year=year, day=28 if leap else day.day) + timedelta(days=sign * slack.days)


def _begin(day: date) -> str:
    if (day.month, day.day) == (1, 1):
        return f"{day.year:04}"
    return f"{day:%Y-%m}" if day.day == 1 else day.isoformat()


def _end(day: date) -> str:
    if (day.month, day.day) == (12, 31):
        return f"{day.year:04}"
    if day != FOREVER and (day + timedelta(days=1)).day == 1:
        return f"{day.year:04}-{day.month:02}"
    return day.isoformat()
