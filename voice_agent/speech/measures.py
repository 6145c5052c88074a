"""Weights, lengths, temperatures and fractions as a person says them. Pure.

The units come out in words, and so do pairs of them ("five foot four"); other figures are left for
numbers.py.
"""

import re

from voice_agent.speech.counting import plural, said

_UNITS = {
    "km": "kilometer",
    "m": "meter",
    "cm": "centimeter",
    "mm": "millimeter",
    "mi": "mile",
    "ft": "foot",
    "in": "inch",
    "yd": "yard",
    "yds": "yard",
    "kg": "kilogram",
    "g": "gram",
    "mg": "milligram",
    "mcg": "microgram",
    "cwt": "hundredweight",
    "lb": "pound",
    "lbs": "pound",
    "oz": "ounce",
    "gal": "gallon",
    "ml": "milliliter",
    "tsp": "teaspoon",
    "tbsp": "tablespoon",
    "hr": "hour",
    "hrs": "hour",
    "min": "minute",
    "sec": "second",
    "yr": "year",
    "yrs": "year",
    "mph": "mile an hour",
    "km/h": "kilometer an hour",
}
_NAMES = "|".join(sorted(map(re.escape, _UNITS.keys() - {"in"}), key=len, reverse=True))
_FRACTIONS = {
    "½": "one half",
    "¼": "one quarter",
    "¾": "three quarters",
    "⅓": "one third",
    "⅔": "two thirds",
    "⅛": "one eighth",
}
_HALVES = {(1, 2): "one half", (1, 4): "one quarter", (3, 4): "three quarters"}
_AFTER_WHOLE = {"one half": "a half", "one quarter": "a quarter"}
_DEGREES = {"C": " degrees Celsius", "F": " degrees Fahrenheit"}


def measures(text: str) -> str:
    """Return `text` with units, degrees and fractions in words."""
    text = _bodies(text)
    text = re.sub(r"(?<=\d)\s?°\s?([CF])\b", lambda m: _DEGREES[m[1]], text)
    text = re.sub(r"(?<=\d)\s?°", " degrees", text)
    text = re.sub(r"(?:(?<=\s)|^)[-−–](?=\d)", "minus ", text)
    text = re.sub(r"(?<![\d.,])(\d{1,3})\s?[x×]\s?(\d+)(?=\s?(?:mg|ml|g)\b)", r"\1 times \2", text)
    text = re.sub(r"(?<![\w.,])(\d{1,3})\s?[x×]\s?(\d{1,3})(?![\w.,]\w)", r"\1 by \2", text)
    text = re.sub(
        rf"(?<![\w])((?:\d+(?:,\d{{3}})*|\d*\.\d+))\s?({_NAMES})\b(?:\.(?=\s+[a-z\d]))?",
        _unit,
        text,
    )
    for sign, words in _FRACTIONS.items():
        text = re.sub(rf"(?<=\d)\s?{sign}", f" and {_AFTER_WHOLE.get(words, words)}", text).replace(
            sign, f" {words} "
        )
    text = re.sub(
        r"(?<![\w/.])([1-2]?\d\d)/(\d{2,3})(?![\w/])",
        lambda m: f"{m[1]} over {m[2]}" if int(m[1]) > int(m[2]) > 29 else m[0],
        text,
    )
    text = re.sub(r"(?<![\w/.])(\d|10)/10(?![\w/])", r"\1 out of 10", text)
    return re.sub(r"(?:(?<![\w/.])(\d+)\s+)?(?<![\w/.])(\d)/(\d)(?![\w/])", _fraction, text)


def _bodies(text: str) -> str:
    """How tall and how heavy: "five foot four", "eleven stone four". "21st" is an order, "11st" a weight."""
    text = re.sub(r"(?<!\w)(\d)['′]\s?(\d{1,2})(?:\"|″|''|”)", r"\1 foot \2", text)
    text = re.sub(
        r"(?<![\w.])(\d{1,2})\s?ft\.?,?\s?(\d{1,2})(?:\s?ins?\b\.?)?(?![\w./])", r"\1 foot \2", text
    )
    text = re.sub(r"(?<![\w.])(\d{1,2})\s?st\.?,?\s?(\d{1,2})\s?lbs?\b", r"\1 stone \2", text)
    text = re.sub(r"(?<![\w.])([1-4]?[2-9]|1?[01]|1[1-3]|\d0)st\b", _stone, text)
    return re.sub(r"(?<![\w.])(\d+)(in)\b(?!\s(?:the|a)\b)", _unit, text)


def _stone(match: re.Match[str]) -> str:
    number = int(match[1])
    in_order = number % 10 == 1 and number != 11
    return match[0] if in_order else f"{number} stone"


def _of(digits: str, noun: str) -> str:
    return noun if digits == "1" else plural(noun)


def _unit(match: re.Match[str]) -> str:
    """One for what it describes ("a five pound bag", "two 500 milligram tablets"), else as many as there are."""
    noun, after = _UNITS[match[2]], match.string[match.end() :]
    counts = re.search(r"\b(?i:an?|one|two|three|four)\s$", match.string[: match.start()])
    describes = counts and re.match(r"\s(?!of\b|and\b|or\b|in\b|at\b|to\b|by\b|a\b)[a-z]", after)
    return f"{match[1]} {noun if describes else _of(match[1], noun)}"


def _fraction(match: re.Match[str]) -> str:
    above, below = int(match[2]), int(match[3])
    if not 0 < above < below:
        return match[0].replace("/", " ")
    words = _HALVES.get((above, below))
    if words is None:
        words = f"{said(above)} {said(below, 'ordinal')}{'' if above == 1 else 's'}"
    return f"{match[1]} and {_AFTER_WHOLE.get(words, words)}" if match[1] else words
