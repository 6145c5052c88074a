"""Figures as a person says them: years, dates, times, money, measures, telephone numbers.

Pure; American English. A four-figure number is a year unless something countable follows; a number
with noughts in front, and one that is to be dialled, is said figure by figure.
"""

import re
from collections.abc import Callable

from num2words import num2words

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
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
_COINS = {"$": ("dollar", "cent"), "£": ("pound", "penny"), "€": ("euro", "cent")}
_UNITS = {
    "km": "kilometer",
    "m": "meter",
    "cm": "centimeter",
    "mm": "millimeter",
    "mi": "mile",
    "ft": "foot",
    "yd": "yard",
    "yds": "yard",
    "kg": "kilogram",
    "g": "gram",
    "mg": "milligram",
    "lb": "pound",
    "lbs": "pound",
    "oz": "ounce",
    "gal": "gallon",
    "ml": "milliliter",
    "hr": "hour",
    "hrs": "hour",
    "min": "minute",
    "sec": "second",
    "yr": "year",
    "yrs": "year",
    "mph": "mile an hour",
    "km/h": "kilometer an hour",
}
_PLURALS = {"foot": "feet", "penny": "pence", "mile an hour": "miles an hour"} | {
    "kilometer an hour": "kilometers an hour"
}
_COUNTABLE = (
    r"people|men|women|children|boys|girls|soldiers|miles|feet|yards|acres|dollars|pounds|cents|tons|"
    r"head|copies|words|letters|hours|days|weeks|months|years|times|books|cows|sheep|pages|houses"
)
_FRACTIONS = {
    "½": "one half",
    "¼": "one quarter",
    "¾": "three quarters",
    "⅓": "one third",
    "⅔": "two thirds",
    "⅛": "one eighth",
}
_HALVES = {(1, 2): "one half", (1, 4): "one quarter", (3, 4): "three quarters"}
_DIALLED = re.compile(
    r"(?i:\b(?:call|calling|dial|dialing|dialling|ring|ringing|phone|phoning|text|texting|number is|that is)\b)"
    r"(?:\s+[A-Za-z]+){0,3}?\s+(\+?\d[\d ()-]*\d)(?!\d|,\d|[.:]\d|\s*%|\s+(?:"
    + _COUNTABLE
    + r")\b)"
)


def in_words(text: str) -> str:
    """Return `text` without a figure in it. Never raises."""
    text = _dates(text)
    text = _telephones(text)
    text = _times(text)
    text = _money(text)
    text = _measures(text)
    text = _years(text)
    return _plain(text)


def _say(number: int | float, to: str = "cardinal") -> str:
    if isinstance(number, int) and abs(number) >= 10**15:
        return _figures(str(number))
    # American: "one hundred five"; "and" stands for the decimal point there
    return str(num2words(number, to=to)).replace(",", "").replace(" and ", " ")


def _figures(digits: str) -> str:
    return " ".join(_DIGITS[int(digit)] for digit in digits if digit.isdigit())


def _year(number: int) -> str:
    if not 1100 <= number <= 2099 or 2000 <= number <= 2009:
        return _say(number)
    first, last = divmod(number, 100)
    if last == 0:
        return f"{_say(first)} hundred"
    return f"{_say(first)} {f'oh {_say(last)}' if last < 10 else _say(last)}"


def _telephones(text: str) -> str:
    def grouped(digits: str) -> str:
        return ", ".join(_figures(group) for group in re.findall(r"\d+", digits))

    def dialled(match: re.Match[str]) -> str:
        digits = match[1]
        if len(re.sub(r"\D", "", digits)) < 3:
            return match[0]
        return match[0][: match.start(1) - match.start()] + grouped(digits)

    text = _DIALLED.sub(dialled, text)
    text = re.sub(
        r"(?<![\w.,-])(?:\+?1[ .-])?\d{3}[ .-]\d{3}[ .-]\d{4}(?!\w)", lambda m: grouped(m[0]), text
    )
    text = re.sub(
        rf"(?<![\w.,$£€/-])(?:911|988|999|112)(?![\w%/]|[.,:]\d|-\d|\s+(?:{_COUNTABLE})\b)",
        lambda m: _figures(m[0]),
        text,
    )
    return re.sub(r"(?<![\w.,:])0\d+(?![\w.:])", lambda m: _figures(m[0]), text)


def _dates(text: str) -> str:
    def spoken(month: int, day: int, year: int) -> str | None:
        if not (1 <= month <= 12 and 1 <= day <= 31):
            return None
        return f"{_MONTHS.split('|')[month - 1]} {_say(day, 'ordinal')}, {_year(year)}"

    def iso(match: re.Match[str]) -> str:
        return spoken(int(match[2]), int(match[3]), int(match[1])) or match[0]

    def american(match: re.Match[str]) -> str:
        first, second, year = int(match[1]), int(match[2]), int(match[3])
        month, day = (first, second) if first <= 12 else (second, first)
        return spoken(month, day, year) or match[0]

    def month_first(match: re.Match[str]) -> str:
        after = f", {_year(int(match[3]))}" if match[3] else ""
        return f"{match[1]} {_say(int(match[2]), 'ordinal')}{after}"

    def day_first(match: re.Match[str]) -> str:
        after = f", {_year(int(match[3]))}" if match[3] else ""
        return f"the {_say(int(match[1]), 'ordinal')} of {match[2]}{after}"

    text = re.sub(r"(?<![\w-])([12]\d{3})-(\d{1,2})-(\d{1,2})(?![\w-])", iso, text)
    text = re.sub(r"(?<![\w/])(\d{1,2})/(\d{1,2})/([12]\d{3})(?![\w/])", american, text)
    text = re.sub(
        rf"\b({_MONTHS})\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,?\s+([12]\d{{3}})\b(?!\s+(?:{_COUNTABLE})))?",
        month_first,
        text,
    )
    return re.sub(
        rf"(?:\bthe\s+)?\b(\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+({_MONTHS})\b(?:,?\s+([12]\d{{3}})\b)?",
        day_first,
        text,
    )


def _times(text: str) -> str:
    def clock(match: re.Match[str]) -> str:
        hour, minute = int(match[1]), int(match[2])
        if hour > 24 or minute > 59:
            return match[0]
        half = f" {match[3].upper()[0]} M" if match[3] else ""
        if minute == 0:
            exact = " o'clock" if not half and hour <= 12 else " hundred hours" if hour > 12 else ""
            return f"{_say(hour)}{exact}{half}"
        return f"{_say(hour)} {f'oh {_say(minute)}' if minute < 10 else _say(minute)}{half}"

    text = re.sub(
        r"(?<![\w:.])(\d{1,2}):(\d\d)(?::\d\d)?(?:\s?([AaPp])[Mm]\b)?(?![\d:])", clock, text
    )
    return re.sub(
        r"(?<![\w.])(\d{1,2})\s?([AaPp])[Mm]\b",
        lambda m: f"{_say(int(m[1]))} {m[2].upper()} M",
        text,
    )


def _money(text: str) -> str:
    def coins(match: re.Match[str]) -> str:
        whole, part, size = int(match[2].replace(",", "")), match[3], match[4]
        coin, small = _COINS[match[1]]
        if size:
            amount = f"{_say(whole)} point {_figures(part)}" if part else _say(whole)
            return f"{amount} {size} {coin}s"
        cents = int(part.ljust(2, "0")[:2]) if part else 0
        pieces = [_counted(whole, coin)] if whole or not cents else []
        return " and ".join([*pieces, *([_counted(cents, small)] if cents else [])])

    text = re.sub(
        r"([$£€])\s?(\d+(?:,\d{3})*)(?:\.(\d+))?(?:\s?(thousand|million|billion|trillion)\b)?",
        coins,
        text,
    )
    return re.sub(r"(?<!\w)(\d+)\s?(?:¢|ct\b)", lambda m: _counted(int(m[1]), "cent"), text)


def _counted(number: int, noun: str) -> str:
    plural = _PLURALS.get(noun, f"{noun}s")
    return f"{_say(number)} {noun if number == 1 else plural}"


def _measures(text: str) -> str:
    def unit(match: re.Match[str]) -> str:
        noun = _UNITS[match[2]]
        one = match[1] == "1"
        return f"{match[1]} {noun if one else _PLURALS.get(noun, f'{noun}s')}"

    text = re.sub(r"(?<!\w)(\d)['′]\s?(\d{1,2})(?:\"|″|''|”)", r"\1 foot \2", text)
    text = re.sub(r"(?<=\d)\s?°\s?([CF])\b", lambda m: _DEGREES[m[1]], text)
    text = re.sub(r"(?<=\d)\s?°", " degrees", text)
    text = re.sub(r"(?:(?<=\s)|^)[-−–](?=\d)", "minus ", text)
    names = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
    text = re.sub(
        rf"(?<![\w])((?:\d+(?:,\d{{3}})*|\d*\.\d+))\s?({names})\b(?:\.(?=\s+[a-z\d]))?", unit, text
    )
    for sign, said in _FRACTIONS.items():
        text = re.sub(rf"(?<=\d)\s?{sign}", f" and {_HALF.get(said, said)}", text).replace(
            sign, f" {said} "
        )
    return re.sub(r"(?:(?<![\w/.])(\d+)\s+)?(?<![\w/.])(\d)/(\d)(?![\w/])", _fraction, text)


_DEGREES = {"C": " degrees Celsius", "F": " degrees Fahrenheit"}
_HALF = {"one half": "a half", "one quarter": "a quarter"}


def _fraction(match: re.Match[str]) -> str:
    above, below = int(match[2]), int(match[3])
    if not 0 < above < below:
        return match[0].replace("/", " ")
    said = _HALVES.get((above, below))
    if said is None:
        said = f"{_say(above)} {_say(below, 'ordinal')}{'' if above == 1 else 's'}"
    return f"{match[1]} and {_HALF.get(said, said)}" if match[1] else said


def _years(text: str) -> str:
    def decade(match: re.Match[str]) -> str:
        century, tens = match[1], match[2]
        if tens == "00":
            return f"{_say(int(century))} hundreds" if century != "20" else "two thousands"
        return f"{_say(int(century))} {_DECADES[tens]}"

    def year(match: re.Match[str]) -> str:
        return _year(int(match[1]))

    text = re.sub(r"(?<![\w,.])([12]\d)(\d0)['’]?s\b", decade, text)
    text = re.sub(r"['’]?(?<![\w,.])([1-9]0)['’]?s\b", lambda m: _DECADES[m[1]], text)
    text = re.sub(r"(?<!\w)['’](\d\d)(?!\w|['’])", lambda m: _short_year(m[1]), text)
    text = re.sub(
        r"(?<![\w,.])([12]\d{3})\s?[-–—]\s?(\d{2}|[12]\d{3})(?![\w-])",
        lambda m: (
            f"{_year(int(m[1]))} to {_short_year(m[2]) if len(m[2]) == 2 else _year(int(m[2]))}"
        ),
        text,
    )
    return re.sub(
        rf"(?<![\w,.$£€-])([12]\d{{3}})(?![\w%]|,\d|\.\d|\s+(?:{_COUNTABLE})\b)", year, text
    )


def _short_year(digits: str) -> str:
    return f"oh {_say(int(digits))}" if digits[0] == "0" else _say(int(digits))


def _plain(text: str) -> str:
    """Whatever figures are left."""
    steps: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
        (r"(?<=\d)\s?[-–—]\s?(?=\d)", lambda m: " to "),
        (r"(\d+(?:,\d{3})*)(?:st|nd|rd|th)\b", lambda m: f" {_ordinal(m[1])} "),
        (r"(\d+(?:,\d{3})+|\d+)\.(\d+)", lambda m: f" {_whole(m[1])} point {_figures(m[2])} "),
        (r"\.(\d+)", lambda m: f" point {_figures(m[1])} "),
        (r"\d+(?:,\d{3})+|\d+", lambda m: f" {_whole(m[0])} "),
    )
    for pattern, said in steps:
        text = re.sub(pattern, said, text)
    return text


def _ordinal(digits: str) -> str:
    number = int(digits.replace(",", "")[:15])
    return _say(number, "ordinal")


def _whole(digits: str) -> str:
    bare = digits.replace(",", "")
    return (
        _figures(bare)
        if len(bare) > 15 or (len(bare) > 6 and "," not in digits)
        else _say(int(bare))
    )
