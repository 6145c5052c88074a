"""Sums of money as a person says them, the old money among them: £5 10s 6d, 2/6, threepence. Pure."""

import re
from math import gcd

from voice_agent.speech.counting import british, counted, figures, said

_COINS = {"$": ("dollar", "cent"), "£": ("pound", "penny"), "€": ("euro", "cent")}
_SIZES = {"m": "million", "bn": "billion", "k": "thousand"}
_PENCE = ("", "a penny", "tuppence", "threepence", "fourpence", "fivepence", "sixpence", "sevenpence", "eightpence", "ninepence", "tenpence", "elevenpence")  # fmt: skip
_PARTS = {
    "½": ("a halfpenny", "halfpenny"),
    "¼": ("a farthing", "farthing"),
    "¾": ("three farthings", "three farthings"),
}
"""Of a penny: alone, and after whole pence."""

_PRICED = re.compile(
    r"\b(?:cost|costs|paid|pay|price|earn(?:ed|ing|s)?|wages?|worth|charged?|sold|bought|ticket|seats?|shillings?|rent)\b[^.?!]*$",
    re.IGNORECASE,
)
_EACH = re.compile(r"\s*(?:(?:an?|per)\s+(?:week|day|hour|dozen|pound|yard|pint|night)\b|each\b)")
_NO_COIN = re.compile(r"\b(?:room|flat|number|apartment|house|form|class) $", re.IGNORECASE)
_NO_PRICE = re.compile(
    r"\s+(?!(?:each|an?|per|for|in|to|and|at|on|by|then|but|more|extra|return)\b)[a-z]"
)
"""After "sold 3/4" comes what there is three quarters of."""
_OLD_AGE = r"(?i:the|her|his|my|their|your|our|early|late|mid)\b[\s-]+$"
"""Before "20s" these make a decade of it."""


def money(text: str) -> str:
    """Return `text` with sums in words."""
    text = re.sub(r"£\s?(\d+)[-/.](\d{1,2})[-/.](\d{1,2})(?![\w/])", _dashed, text)
    text = re.sub(
        r"£\s?(\d+(?:,\d{3})*)(?:[.,]\s?|\s)(\d{1,2})\s?s\b\.?(?:,?\s?(?:and\s)?(\d{0,2})([½¼¾])?\s?d\b\.?)?",
        lambda m: _sum(int(m[1].replace(",", "")), int(m[2]), m[3], m[4]),
        text,
    )
    text = re.sub(
        r"(?<![\w.,])(\d{1,2})\s?s\b\.?,?\s?(?:and\s)?(\d{1,2}|(?=[½¼¾]))([½¼¾])?\s?d\b(\.(?=\s+[a-z]))?",
        lambda m: _sum(0, int(m[1]), m[2], m[3]),
        text,
    )
    text = re.sub(r"(?<![\w.,/])(\d{1,2})/-", lambda m: counted(int(m[1]), "shilling"), text)
    text = re.sub(r"(?<![\w.,/£$])(\d{1,2})/(\d{1,2})([½¼¾])?(d\b)?(?![\w/])", _slashed, text)
    text = re.sub(r"(?<![\w.,/-])(\d{1,2})s\b(?!-)", _shillings, text)
    text = re.sub(
        r"(?<![\w.,/])(\d{1,2}|(?=[½¼¾]))([½¼¾])?\s?d\b\.?(?![\w']| (?:print|film|glasses))",
        lambda m: m[0] if _NO_COIN.search(m.string[: m.start()]) else _pence(m[1], m[2]),
        text,
    )
    text = re.sub(
        r"(\ban?\s+)?([$£€])\s?(\d+(?:,\d{3})*)(?:\.(\d+))?(?:\s?(thousand|million|billion|trillion|m|bn|k)\b)?",
        _coins,
        text,
    )
    text = re.sub(r"(?<!\w)(\d+)\s?gns?\b\.?(?=\s|$)", lambda m: counted(int(m[1]), "guinea"), text)
    text = re.sub(
        r"(?<![\w.])(\d{1,2})\s?p\b(?!\.\s?m)", lambda m: counted(int(m[1]), "penny"), text
    )
    return re.sub(r"(?<!\w)(\d+)\s?(?:¢|ct\b)", lambda m: counted(int(m[1]), "cent"), text)


def _sum(pounds: int, shillings: int, pence: str | None, part: str | None) -> str:
    large = ([_british(pounds, "pound")] if pounds else []) + (
        [_british(shillings, "shilling")] if shillings else []
    )
    small = _pence(pence or "", part)
    return " and ".join([*([" ".join(large)] if large else []), *([small] if small else [])])


def _british(number: int, noun: str) -> str:
    return f"{british(number)} {noun if number == 1 else f'{noun}s'}"


def _pence(whole: str, part: str | None) -> str:
    number = int(whole or 0)
    words = _PENCE[number] if number < len(_PENCE) else f"{said(number)} pence"
    if not part:
        return words
    return f"{words} {_PARTS[part][1]}" if number else _PARTS[part][0]


def _dashed(match: re.Match[str]) -> str:
    """“£3-17-6”: three pounds seventeen and six."""
    return f"{_british(int(match[1]), 'pound')} {said(int(match[2]))} and {said(int(match[3]))}"


def _shillings(match: re.Match[str]) -> str:
    number, before = int(match[1]), match.string[: match.start()]
    decade = number % 10 == 0 and (
        re.search(_OLD_AGE, before) or (number > 19 and not _EACH.match(match.string, match.end()))
    )
    priced = _PRICED.search(before) or _EACH.match(match.string, match.end()) or number < 20
    return match[0] if decade or not priced else counted(number, "shilling")


def _slashed(match: re.Match[str]) -> str:
    """Shillings and pence, where it is neither a fraction nor a mark out of ten."""
    above, below = int(match[1]), int(match[2])
    priced = _PRICED.search(match.string[: match.start()]) and not _NO_PRICE.match(
        match.string, match.end()
    )
    common = (above, below) in {(1, 2), (1, 4), (3, 4), (1, 3), (2, 3)}
    priced = priced or (not common and _EACH.match(match.string, match.end()))
    fraction = above < below and (gcd(above, below) == 1 or below > 9)
    if not match[4] and (
        (above, below) == (24, 7)
        or below > 11
        or not above
        or above == below
        or (fraction and not priced)
    ):
        return match[0]
    return f"{said(above)} and {said(below)}{' ' + _PARTS[match[3]][1] if match[3] else ''}"


def _coins(match: re.Match[str]) -> str:
    """A sum; after an article it describes what comes next ("a five pound note")."""
    article, sign, digits, part, size = match.groups()
    coin, small = _COINS[sign]
    whole, after = int(digits.replace(",", "")), match.string[match.end() :]
    describes = re.match(r"\s(?:note|bill|coin|stamp)\b", after) or (
        article and re.match(r"\s[a-z]", after)
    )
    noun = coin if describes or (whole == 1 and not size) else f"{coin}s"
    number = british(whole) if coin == "pound" else said(whole)
    if size:
        point = f" point {figures(part)}" if part else ""
        return f"{article or ''}{number}{point} {_SIZES.get(size, size)} {noun}"
    cents = int(part.ljust(2, "0")[:2]) if part else 0
    if whole and cents and coin == "pound":
        return f"{article or ''}{number} {noun} {said(cents)}"
    pieces = [f"{number} {noun}"] if whole or not cents else []
    return (article or "") + " and ".join([*pieces, *([counted(cents, small)] if cents else [])])
