"""EDTF as GEDCOM 7 writes dates, doubts kept: ABT, BEF, AFT, BET ... AND. Pure."""

import re
from datetime import date, timedelta

from voice_agent.memory.dates.when import ALWAYS, FOREVER, strict_bounds

_MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
_DAY = timedelta(days=1)
_PLAIN = re.compile(r"(\d{4})(?:-(0[1-9]|1[0-2])(?:-(\d\d))?)?[?~%]?$")


def written(edtf: str) -> str:
    """`edtf` as a GEDCOM date: "BET 1950 AND 1959" for 195X. Raises MemoryRefused for what is no date."""
    bounds = strict_bounds(edtf)
    if bounds.earliest == ALWAYS:
        # "until 1954" may still be in that year
        return f"BEF {_first_after(bounds.latest)}"
    if bounds.latest == FOREVER:
        return f"AFT {_last_before(bounds.earliest)}"
    about = "ABT " if edtf[-1:] in "?~%" else ""
    if plain := _PLAIN.match(edtf):
        year, month, day = plain.groups()
        parts = [str(int(day))] if day else []
        return about + " ".join([*parts, *([_MONTHS[int(month) - 1]] if month else []), year])
    whole = bounds.earliest == date(bounds.earliest.year, 1, 1) and bounds.latest == date(
        bounds.latest.year, 12, 31
    )
    if whole:
        return f"BET {bounds.earliest.year:04d} AND {bounds.latest.year:04d}"
    return f"BET {_day(bounds.earliest)} AND {_day(bounds.latest)}"


def _day(day: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year:04d}"


def _first_after(day: date) -> str:
    after = day + _DAY
    return f"{after.year:04d}" if (after.month, after.day) == (1, 1) else _day(after)


def _last_before(day: date) -> str:
    before = day - _DAY
    return f"{before.year:04d}" if (before.month, before.day) == (12, 31) else _day(before)
