"""How long: "three years", "a couple of weeks", and a date moved by so much. Pure."""

import calendar
from datetime import date, timedelta
from typing import NamedTuple

from voice_agent.memory.dates.calendar_days import SEASONS
from voice_agent.memory.dates.date_scene import Scene
from voice_agent.memory.dates.number_words import cardinal
from voice_agent.memory.dates.when import ALWAYS, FOREVER, marked, spell, strict_bounds

UNITS = {"day": 1, "week": 7, "fortnight": 14, "month": 31, "year": 366, "decade": 3653}
"""Days in a unit; only its order of size is used."""


class Quantity(NamedTuple):
    """ "three years": least and most, and where the words end."""

    least: int
    most: int
    unit: str
    end: int
    loose: bool = False


def quantity(scene: Scene, at: int) -> Quantity | None:
    """Read "three years", "a few months", "a couple of weeks", "about ten years"."""
    loose = False
    while scene.word(at) in {
        "about",
        "around",
        "maybe",
        "nearly",
        "almost",
        "some",
        "just",
        "only",
    }:
        loose = loose or scene.word(at) not in {"just", "only"}
        at += 1
    several: dict[tuple[str, ...], tuple[int, int]] = {
        ("a", "few"): (2, 5),
        ("a", "couple", "of"): (2, 2),
        ("a", "couple"): (2, 2),
        ("several",): (3, 7),
        ("many",): (8, 30),
        ("a", "good", "many"): (8, 30),
        ("a",): (1, 1),
        ("an",): (1, 1),
    }
    end = scene.one_of(at, several)
    number = cardinal(scene.line, at)
    if number and number.end >= end:
        least = most = number.value
        end = number.end
        if scene.says(end, "or") and (other := cardinal(scene.line, end + 1)):
            most, end = max(other.value, least), other.end
        end += scene.says(end, "more") + scene.says(end, "full")
    elif end:
        words = tuple(scene.word(place) for place in range(at, end))
        least, most = several[words]
        loose = loose or "couple" in words or least > 2
        end += scene.says(end, "more")
    else:
        return None
    unit = scene.word(end).removesuffix("s").removesuffix("'")
    if unit not in UNITS or most > 200:
        return None
    return Quantity(least, most, unit, end + 1, loose)


def shifted(edtf: str, much: Quantity, sign: int) -> str | None:
    """Return the date `much` after (`sign` 1) or before (-1) `edtf`; None where it says too little."""
    base = strict_bounds(edtf)
    if ALWAYS in base or FOREVER in base or base.days > 12 * 366:
        return None
    least, most = (much.least, much.most) if sign > 0 else (-much.most, -much.least)
    try:
        first, last = (
            stepped(base.earliest, least, much.unit),
            stepped(base.latest, most, much.unit),
        )
    except (ValueError, OverflowError):
        return None
    if much.unit in {"year", "decade"}:
        # "ten years later" counts years, not days
        text = f"{first.year:04}" if first.year == last.year else f"{first.year:04}/{last.year:04}"
        if edtf[5:7] in SEASONS.values() and first.year == last.year and len(edtf) == 7:
            text = f"{first.year:04}"
    elif much.unit == "month":
        text = spell(first.replace(day=1), _month_end(last))
    else:
        text = spell(first, last)
    return marked(text, "~") if much.loose else text


def stepped(day: date, count: int, unit: str) -> date:
    if unit in {"year", "decade"}:
        year = day.year + count * (10 if unit == "decade" else 1)
        return day.replace(year=year, day=min(day.day, calendar.monthrange(year, day.month)[1]))
    if unit == "month":
        months = day.year * 12 + day.month - 1 + count
        year, month = divmod(months, 12)
        return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
    return day + timedelta(days=count * UNITS[unit])


def _month_end(day: date) -> date:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])
