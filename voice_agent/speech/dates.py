"""Days, years and decades as a person says them. Pure; American order where only figures are written."""

import re

from voice_agent.speech.counting import COUNTABLE, said, short_year, year

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_MONTH = r"(?:(?i:January|February|April|June|July|August|September|October|November|December)|March|May|MARCH|MAY)"
"""As it is written; "may" and "march" in small letters are other words."""

_DECADES = {
    "00": "hundreds",
    "10": "tens",
    "20": "twenties",
    "30": "thirties",
    "40": "forties",
    "50": "fifties",
    "60": "sixties",
    "70": "seventies",
    "80": "eighties",
    "90": "nineties",
}
_COUNTED = (
    r"about|over|nearly|almost|some|than|only|another|had|have|has|with|were|are|roughly|around|all|kept|lost|sold|bought|made"
    r"|built|fed|employed|held"
)
"""Words after which a figure counts, if a plural follows it: "had 1200 hens", but "the 1953 floods"."""


def dates(text: str) -> str:
    """Return `text` with days in words; a day that no month has is left as it is."""
    text = re.sub(r"(?<!\w)['’](\d\d)(?!\w|['’])", lambda m: short_year(m[1]), text)
    text = re.sub(r"(?<![\w-])([12]\d{3})-(\d{1,2})-(\d{1,2})(?![\w-])", _iso, text)
    text = re.sub(r"(?<![\w/])(\d{1,2})/(\d{1,2})/([12]\d{3})(?![\w/])", _american, text)
    text = re.sub(r"(?<![\w./])(\d{1,2})/(\d{1,2})/(\d\d)(?![\w/])", _either, text)
    text = re.sub(r"(?<![\w.])(\d{1,2})\.(\d{1,2})\.([12]\d{3})(?!\w|\.\d)", _dotted, text)
    text = re.sub(
        rf"(?i:\bthe\s+)?\b(\d{{1,2}})(?i:st|nd|rd|th)?\s?(?:[-–]|to)\s?(\d{{1,2}})(?i:st|nd|rd|th)?(?:\s+of)?\s+({_MONTH})\b",
        lambda m: f"the {_nth(m[1])} to the {_nth(m[2])} of {m[3]}",
        text,
    )
    text = re.sub(
        rf"\b({_MONTH})\s+(\d{{1,2}})(?i:st|nd|rd|th)?\b(?![:.]\d)(?:,?\s+([12]\d{{3}})\b(?!\s+(?:{COUNTABLE})))?",
        lambda m: f"{m[1]} {_nth(m[2])}{_of_year(m[3])}",
        text,
    )
    return re.sub(
        rf"(?:\b([Tt]he|THE)\s+)?\b(\d{{1,2}})(?i:st|nd|rd|th)?(?:\s+(?i:of))?\s+({_MONTH})\b(?:,?\s+([12]\d{{3}})\b)?",
        lambda m: f"{m[1] or 'the'} {_nth(m[2])} of {m[3]}{_of_year(m[4])}",
        text,
    )


def years(text: str) -> str:
    """Return `text` with decades, years and stretches of them in words."""
    text = re.sub(r"(?<![\w,.])([12]\d)(\d0)['’]?s\b", _decade, text)
    text = re.sub(r"['’]?(?<![\w,.])([1-9]0)['’]?s\b", lambda m: _DECADES[m[1]], text)
    text = re.sub(
        r"(?<![\w,.])([12]\d{3})\s?([-–—/])\s?(\d{2}|[12]\d{3})(?![\w-])",
        lambda m: f"{year(int(m[1]))}{', ' if m[2] == '/' else ' to '}{_end(m[3])}",
        text,
    )
    text = re.sub(
        rf"\b((?i:{_COUNTED})\s+)([12]\d{{3}})(?=\s+(?!was\b|is\b|as\b|has\b)[a-z]+s\b)",
        lambda m: m[1] + said(int(m[2])),
        text,
    )
    return re.sub(
        rf"(?<![\w,.$£€-])([12]\d{{3}})(?![\w%]|,\d|\.\d|\s+(?:{COUNTABLE})\b)",
        lambda m: year(int(m[1])),
        text,
    )


def _nth(day: str) -> str:
    return said(int(day), "ordinal")


def _of_year(digits: str | None) -> str:
    return f", {year(int(digits))}" if digits else ""


def _spoken(month: int, day: int, digits: str) -> str | None:
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return f"{_MONTHS.split('|')[month - 1]} {said(day, 'ordinal')}, {year(int(digits))}"


def _iso(match: re.Match[str]) -> str:
    return _spoken(int(match[2]), int(match[3]), match[1]) or match[0]


def _american(match: re.Match[str]) -> str:
    first, second = int(match[1]), int(match[2])
    month, day = (first, second) if first <= 12 else (second, first)
    return _spoken(month, day, match[3]) or match[0]


def _either(match: re.Match[str]) -> str:
    """“3/9/39”: whether March or September nobody can know, so it is said as it stands."""
    return f"{said(int(match[1]))}, {said(int(match[2]))}, {short_year(match[3])}"


def _dotted(match: re.Match[str]) -> str:
    day, month = int(match[1]), int(match[2])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return match[0]
    return f"the {said(day, 'ordinal')} of {_MONTHS.split('|')[month - 1]}{_of_year(match[3])}"


def _decade(match: re.Match[str]) -> str:
    century, tens = match[1], match[2]
    if tens == "00":
        return f"{said(int(century))} hundreds" if century != "20" else "two thousands"
    return f"{said(int(century))} {_DECADES[tens]}"


def _end(digits: str) -> str:
    return short_year(digits) if len(digits) == 2 else year(int(digits))
