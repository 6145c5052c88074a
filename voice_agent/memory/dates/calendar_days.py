"""Months, seasons and holidays: which days "Easter 1951" or "the fall of 1938" were.

Easter by the anonymous Gregorian computus (Meeus, Astronomical Algorithms, ch. 8). Thanksgiving in the
United States was the last Thursday of November until 1938, the second-to-last by proclamation from
1939 to 1941, and has been the fourth by law since 1942.
"""

from collections.abc import Callable
from datetime import date, timedelta

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"),
            ("february", "feb"),
            ("march", "mar"),
            ("april", "apr"),
            ("may",),
            ("june", "jun"),
            ("july", "jul"),
            ("august", "aug"),
            ("september", "sept", "sep"),
            ("october", "oct"),
            ("november", "nov"),
            ("december", "dec"),
        ),
        start=1,
    )
    for name in names
}

WEEKDAYS = {
    name: number
    for number, name in enumerate(
        ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    )
}

SEASONS = {
    "spring": "21",
    "springtime": "21",
    "summer": "22",
    "summertime": "22",
    "autumn": "23",
    "fall": "23",
    "winter": "24",
    "wintertime": "24",
}
"""EDTF season numbers, northern hemisphere."""


def easter(year: int) -> date:
    """Return Easter Sunday of the western churches."""
    a, b, c = year % 19, year // 100, year % 100
    d = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    e = (32 + 2 * (b % 4) + 2 * (c // 4) - d - c % 4) % 7
    f = d + e - 7 * ((a + 11 * d + 22 * e) // 451) + 114
    return date(year, f // 31, f % 31 + 1)


def nth(year: int, month: int, weekday: int, count: int) -> date:
    """Return the `count`-th `weekday` (0: Monday) of a month; -1 is the last one."""
    if count > 0:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (count - 1))
    last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    return last - timedelta(days=(last.weekday() - weekday) % 7 + 7 * (-count - 1))


def thanksgiving(year: int, country: str = "US") -> date:
    """Return Thanksgiving Day of the United States, or of Canada (second Monday of October)."""
    if country == "CA":
        return nth(year, 10, 0, 2)
    if year <= 1938:
        return nth(year, 11, 3, -1)
    return nth(year, 11, 3, -2) if year <= 1941 else nth(year, 11, 3, 4)


def _fixed(month: int, day: int) -> Callable[[int, str], date]:
    return lambda year, _country: date(year, month, day)


def _from_easter(days: int) -> Callable[[int, str], date]:
    return lambda year, _country: easter(year) + timedelta(days=days)


def _mothers_day(year: int, country: str) -> date:
    if country in {"GB", "IE"}:  # Mothering Sunday
        return easter(year) - timedelta(days=21)
    return nth(year, 5, 6, 2)


def _memorial_day(year: int, _country: str) -> date:
    return date(year, 5, 30) if year <= 1970 else nth(year, 5, 0, -1)


HOLIDAYS: dict[tuple[str, ...], Callable[[int, str], date]] = {
    ("new", "year's", "day"): _fixed(1, 1),
    ("new", "year's", "eve"): _fixed(12, 31),
    ("new", "years", "day"): _fixed(1, 1),
    ("new", "years", "eve"): _fixed(12, 31),
    ("hogmanay",): _fixed(12, 31),
    ("epiphany",): _fixed(1, 6),
    ("valentine's", "day"): _fixed(2, 14),
    ("st", ".", "patrick's", "day"): _fixed(3, 17),
    ("st", "patrick's", "day"): _fixed(3, 17),
    ("shrove", "tuesday"): _from_easter(-47),
    ("ash", "wednesday"): _from_easter(-46),
    ("palm", "sunday"): _from_easter(-7),
    ("good", "friday"): _from_easter(-2),
    ("easter", "sunday"): _from_easter(0),
    ("easter", "monday"): _from_easter(1),
    ("easter",): _from_easter(0),
    ("whit", "sunday"): _from_easter(49),
    ("whit", "monday"): _from_easter(50),
    ("whitsun",): _from_easter(49),
    ("pentecost",): _from_easter(49),
    ("april", "fool's", "day"): _fixed(4, 1),
    ("may", "day"): _fixed(5, 1),
    ("mother's", "day"): _mothers_day,
    ("father's", "day"): lambda year, _: nth(year, 6, 6, 3),
    ("memorial", "day"): _memorial_day,
    ("decoration", "day"): _memorial_day,
    ("flag", "day"): _fixed(6, 14),
    ("midsummer",): _fixed(6, 24),
    ("canada", "day"): _fixed(7, 1),
    ("fourth", "of", "july"): _fixed(7, 4),
    ("4th", "of", "july"): _fixed(7, 4),
    ("independence", "day"): _fixed(7, 4),
    ("labor", "day"): lambda year, _: nth(year, 9, 0, 1),
    ("labour", "day"): lambda year, _: nth(year, 9, 0, 1),
    ("columbus", "day"): _fixed(10, 12),
    ("halloween",): _fixed(10, 31),
    ("all", "saints", "day"): _fixed(11, 1),
    ("all", "saints'", "day"): _fixed(11, 1),
    ("all", "souls", "day"): _fixed(11, 2),
    ("bonfire", "night"): _fixed(11, 5),
    ("guy", "fawkes", "night"): _fixed(11, 5),
    ("armistice", "day"): _fixed(11, 11),
    ("veterans", "day"): _fixed(11, 11),
    ("remembrance", "day"): _fixed(11, 11),
    ("thanksgiving", "day"): thanksgiving,
    ("thanksgiving",): thanksgiving,
    ("st", "nicholas", "day"): _fixed(12, 6),
    ("christmas", "eve"): _fixed(12, 24),
    ("christmas", "day"): _fixed(12, 25),
    ("christmas",): _fixed(12, 25),
    ("xmas",): _fixed(12, 25),
    ("boxing", "day"): _fixed(12, 26),
    ("new", "year's"): _fixed(1, 1),
}
"""Words of a holiday and its day in a year and a country; longer names stand before shorter ones."""
