"""EDTF dates as a reader likes to see them: "the fifties", "about 1952", "spring 1955". Pure."""

import re
from datetime import date

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_SEASONS = {"21": "spring", "22": "summer", "23": "autumn", "24": "winter"}
_TENS = {
    "2": "twenties", "3": "thirties", "4": "forties", "5": "fifties", "6": "sixties", "7": "seventies",
    "8": "eighties", "9": "nineties",
}  # fmt: skip
_POINT = re.compile(r"(\d{4}|\d{3}X|\d{2}XX)(?:-(\d\d))?(?:-(\d\d))?([?~%]?)$")


def read(edtf: str) -> str:
    """Return `edtf` in plain English; "" for "". What is not understood stays as it is."""
    begin, slash, end = edtf.partition("/")
    if not slash:
        return _point(edtf)
    if begin in ("", ".."):
        return f"until {_point(end)}"
    if end in ("", ".."):
        return f"from {_point(begin)}"
    if around := _around(begin, end):
        return around
    return f"{_point(begin)} to {_point(end)}"


FORTNIGHT = 14
"""Days; a longer time of one year that begins or ends at a day of the month was worked out from a birthday."""


def _around(begin: str, end: str) -> str:
    """ "1982, aged forty-six" is said of a year; that it is of the part of it since a birthday, nobody said."""
    try:
        first, last = date.fromisoformat(begin), date.fromisoformat(end)
    except ValueError:
        return ""
    if first.year != last.year or (last - first).days <= FORTNIGHT:
        return ""
    return _point(f"{first:%Y-%m}" if first.month == last.month else f"{first:%Y}")


def _point(edtf: str) -> str:
    match = _POINT.match(edtf)
    if not match:
        return edtf
    year, month, day, doubt = match.groups()
    if year.endswith("XX"):
        text = f"the {int(year[:2]) + 1}th century"
    elif year.endswith("X"):
        tens = _TENS.get(year[2], "")
        text = f"the {tens}" if year.startswith("19") and tens else f"the {year[:3]}0s"
    else:
        text = year
    if month in _SEASONS:
        text = f"{_SEASONS[month]} {text}"
    elif month:
        text = f"{_MONTHS[int(month) - 1]} {text}"
    if day:
        text = f"{int(day)} {text}"
    return {"~": f"about {text}", "?": f"perhaps {text}", "%": f"perhaps about {text}"}.get(
        doubt, text
    )
