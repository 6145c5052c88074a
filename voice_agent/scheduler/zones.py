"""Time zones by name, by rule and by file: what a text or a file means, and which named zone goes like it. Pure but for reading.

A rule is POSIX's: "GMT0BST,M3.5.0/1,M10.5.0". Such a zone has no name of its own, and calendars on telephones want one:
where a named zone shows the same hours in the years to come, that one is taken.
"""

import io
import re
import struct
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from importlib import resources
from zoneinfo import ZoneInfo, available_timezones

LONGEST = 100
"""Letters of a name or a rule: the longest real name has 32."""

_LETTERS = r"(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)"
_HOURS = r"[+-]?\d{1,3}(?::\d\d){0,2}"
_DAY = rf"(?:M\d{{1,2}}\.\d\.\d|J?\d{{1,3}})(?:/{_HOURS})?"
_RULE = re.compile(rf"{_LETTERS}{_HOURS}(?:{_LETTERS}(?:{_HOURS})?,{_DAY},{_DAY})?")


def named(name: str) -> ZoneInfo | None:
    """The zone of a name such as Europe/London, also as posix/... or right/... have it; None: there is none.

    Those of right/ count leap seconds, which no clock on a wall shows: the zone of the plain name is meant.
    """
    plain = re.sub(r"^(?:posix|right)/", "", name)
    if not plain or len(plain) > LONGEST:
        return None
    try:
        return ZoneInfo(plain)
    except (LookupError, ValueError, OSError):
        return None  # OSError: "Europe" is a folder to whoever looks it up


@cache
def by_rule(rule: str) -> ZoneInfo | None:
    """The zone of a POSIX rule; None where it is none.

    "GMT0BST", without the days of the change, is none either: each system fills in its own, most of them America's.
    """
    if len(rule) > LONGEST or not _RULE.fullmatch(rule):
        return None
    try:
        return from_file(_file_of(rule), rule)
    except ValueError:
        return None  # a month of 13, an hour of 25


def from_file(content: bytes, key: str) -> ZoneInfo:
    """The zone of a file as /usr/share/zoneinfo holds them. Raises ValueError where it is none."""
    try:
        return ZoneInfo.from_file(io.BytesIO(content), key)
    except (struct.error, EOFError, IndexError, OverflowError) as error:
        raise ValueError("a torn time zone file") from error


def fixed(offset: timedelta) -> ZoneInfo:
    """A zone that is always so far from UTC, east of it positive."""
    minutes = round(offset.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    # both names and rules count to the west
    name = f"Etc/GMT{'-' if minutes > 0 else '+'}{hours}" if minutes else "UTC"
    if not rest and (zone := named(name)):
        return zone
    west, east = ("-", "+") if minutes > 0 else ("", "-")
    made = by_rule(f"<{east}{hours:02}{rest:02}>{west}{hours}:{rest:02}")
    assert made is not None
    return made


def goes_alike(zone: ZoneInfo, year: int, prefer: Iterable[str] = ()) -> str:
    """A named zone with the same hours in `year` and the next; "" where there is none. Below a second.

    First those that are preferred, then those that call the hours by the same letters, then those in which people
    live, in the order of the database. A zone without summer time is called by its distance from UTC.
    """
    constant = len(set(_hours(zone, year))) == 1
    first = (*prefer, *(name for name in names() if constant and name.startswith("Etc/")))
    if near := next((name for name in first if _alike(name, zone, year)), ""):
        return near
    alike = [name for name in names() if _alike(name, zone, year)]
    called = (name for name in alike if _letters(ZoneInfo(name), year) == _letters(zone, year))
    return next(called, alike[0] if alike else "")


@cache
def names() -> tuple[str, ...]:
    """Every name that is known: first those of places where people live, each once."""
    table = resources.files("tzdata").joinpath("zoneinfo", "zone1970.tab").read_text("utf-8")
    lived_in = [line.split("\t")[2].strip() for line in table.splitlines() if line[:1] != "#"]
    others = sorted(available_timezones() - {*lived_in, "localtime", "Factory"})
    return (*lived_in, *others)


def _alike(name: str, zone: ZoneInfo, year: int) -> bool:
    found = named(name)
    # January and July first: most zones need not be laid out
    return (
        found is not None
        and _sample(found, year) == _sample(zone, year)
        and _hours(found, year) == _hours(zone, year)
    )


def _sample(zone: ZoneInfo, year: int) -> tuple[timedelta | None, ...]:
    return tuple(datetime(year, month, 1, tzinfo=zone).utcoffset() for month in (1, 7))


def _letters(zone: ZoneInfo, year: int) -> tuple[str | None, ...]:
    """What its hours are called: GMT and BST."""
    return tuple(datetime(year, month, 1, tzinfo=zone).tzname() for month in (1, 7))


@lru_cache(maxsize=256)
def _hours(zone: ZoneInfo, year: int) -> tuple[timedelta | None, ...]:
    """How far from UTC a clock there is, day by day through two years, and hour by hour where that changes."""
    begin = datetime(year, 1, 1, tzinfo=UTC)
    days = [begin + timedelta(days=n) for n in range(732)]
    shown: list[timedelta | None] = []
    for day in days:
        hours = [(day + timedelta(hours=n)).astimezone(zone).utcoffset() for n in (0, 24)]
        if hours[0] != hours[1]:
            hours = [(day + timedelta(hours=n)).astimezone(zone).utcoffset() for n in range(24)]
        shown += hours
    return tuple(shown)


def _file_of(rule: str) -> bytes:
    """The smallest file of a zone: no history, and the rule at its end, by which all times go (RFC 8536)."""
    head = b"TZif2" + bytes(15) + struct.pack(">6l", 0, 0, 0, 0, 1, 4)
    body = struct.pack(">lbb", 0, 0, 0) + b"UTC\0"
    return (head + body) * 2 + b"\n" + rule.encode("ascii") + b"\n"
