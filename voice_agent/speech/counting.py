"""Numbers into words: counted, in order, figure by figure, as a year. Pure; American English."""

from typing import Literal

from num2words import num2words

COUNTABLE = (
    r"people|men|women|children|boys|girls|soldiers|miles|feet|yards|acres|dollars|pounds|cents|tons|"
    r"head|copies|words|letters|hours|days|weeks|months|years|times|books|cows|sheep|pages|houses"
)
"""Nouns after which a figure counts, whatever else it could be."""

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_PLURALS = {
    "foot": "feet",
    "inch": "inches",
    "stone": "stone",
    "hundredweight": "hundredweight",
    "penny": "pence",
    "mile an hour": "miles an hour",
    "kilometer an hour": "kilometers an hour",
}


def said(number: int | float, to: Literal["cardinal", "ordinal"] = "cardinal") -> str:
    """Return `number` in words: "one hundred five", since "and" stands for the decimal point in America."""
    return british(number, to).replace(" and ", " ")


def british(number: int | float, to: Literal["cardinal", "ordinal"] = "cardinal") -> str:
    """Return `number` as it is said where pounds are paid: "one hundred and five"."""
    if isinstance(number, int) and abs(number) >= 10**15:
        return figures(str(number))
    return str(num2words(number, to=to)).replace(",", "")


def figures(digits: str, nought: str = "zero") -> str:
    """Return each figure of `digits`; whatever is none is passed over."""
    return " ".join(
        nought if digit == "0" else _DIGITS[int(digit)] for digit in digits if digit.isdigit()
    )


def counted(number: int, noun: str) -> str:
    """Return so many of them: "one foot", "two feet"."""
    return f"{said(number)} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the word for more than one."""
    return _PLURALS.get(noun, f"{noun}s")


def year(number: int) -> str:
    """Return a year: "ten sixty-six", "nineteen oh five", "two thousand five"."""
    if not 1010 <= number <= 2099 or 2000 <= number <= 2009:
        return said(number)
    first, last = divmod(number, 100)
    if last == 0:
        return f"{said(first)} hundred"
    return f"{said(first)} {after_oh(last)}"


def after_oh(number: int) -> str:
    """Return two figures: "oh five", "forty-five"."""
    return f"oh {said(number)}" if number < 10 else said(number)


def short_year(digits: str) -> str:
    """Return the last two figures of a year, as written: "06", "62"."""
    return after_oh(int(digits))
