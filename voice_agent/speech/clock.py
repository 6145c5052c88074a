"""Times of day as a person says them. Pure.

The twenty-four hours of a timetable are said with a part of the day: "nineteen forty-five" would be a
year to somebody who lived through it.
"""

import re

from voice_agent.speech.counting import after_oh, said
from voice_agent.speech.initials import LETTER_A

_HALVES = {"a": f"{LETTER_A} M", "p": "P M"}

_BEFORE = (
    r"at|by|till?|until|before|after|around|about|since|past|from|between|the|it(?:'s| is| was)"
)
_NO_CLOCK = (
    r"(?!\d|[.:]\d|\s*(?:%|percent|per cent|miles?|million|billion|thousand|acres?|inch(?:es)?|feet|foot|pounds?"
    r"|dollars?|tons?|times|seconds|meters?|metres?|km|kg|cm|mm|m|g|mg|ml|lbs?|oz|ft|mph|degrees|points?|°)(?!\w))"
)
_TIME = r"(?:[01]?\d|2[0-4])\.[0-5]\d"


def times(text: str) -> str:
    """Return `text` with times of day in words; a dot is a colon where a time is meant ("at 7.30")."""
    text = re.sub(
        rf"\b((?i:{_BEFORE})\s+)({_TIME}){_NO_CLOCK}(\s?(?:[-–]|to|and|or|till?|until)\s?{_TIME}{_NO_CLOCK})?",
        lambda m: m[1] + _with_colons(m[2]) + _with_colons(m[3] or ""),
        text,
    )
    text = re.sub(rf"(?<![\w.])({_TIME})(?=\s?[AaPp]\.?[Mm]\b)", lambda m: _with_colons(m[1]), text)
    text = re.sub(r"(?<![\w.:])(\d{1,2})\s?[-–]\s?(?=\d{1,2}\s?[AaPp]\.?[Mm]\b)", r"\1 to ", text)
    text = re.sub(
        r"(?<=\d)(\s?[AaPp][Mm]|:\d\d)\s?[-–]\s?(?=\d{1,2}(?::\d\d|\s?[AaPp][Mm]))", r"\1 to ", text
    )
    text = re.sub(
        r"(?<![\w.,:])([01]\d|2[0-4])([0-5]\d)\s+(?:hours|hrs)\b(?!\s+of)", _military, text
    )
    text = re.sub(
        r"(?<![\w:.])(\d{1,2}):(\d\d)(?::\d\d)?(?:\s?([AaPp])[Mm]\b)?(?![\d:])(?=(\s+(?:in the|at night|tonight|hours|hrs))?)",
        _clock,
        text,
    )
    text = re.sub(
        r"(?<![\w.])(\d{1,2})\s?([AaPp])[Mm]\b",
        lambda m: f"{said(int(m[1]))} {_HALVES[m[2].lower()]}",
        text,
    )
    return re.sub(r"(?<!\bI )\b([AP])M\b", lambda m: _HALVES[m[1].lower()], text)


def _with_colons(text: str) -> str:
    return re.sub(r"(?<=\d)\.(?=\d)", ":", text)


def _clock(match: re.Match[str]) -> str:
    hour, minute = int(match[1]), int(match[2])
    if hour > 24 or minute > 59:
        return match[0]
    if match[3]:
        minutes = f" {after_oh(minute)}" if minute else ""
        return f"{said(hour)}{minutes} {_HALVES[match[3].lower()]}"
    if hour % 24 == 0 and minute == 0:
        return "midnight"
    twelve = said((hour - 1) % 12 + 1)
    part = "" if match[4] or 1 <= hour <= 12 else _part_of_day(hour % 24)
    return f"{twelve} {after_oh(minute)}{part}" if minute else f"{twelve} o'clock{part}"


def _part_of_day(hour: int) -> str:
    if hour < 12:
        return " at night"
    return " in the afternoon" if hour < 18 else " in the evening" if hour < 22 else " at night"


def _military(match: re.Match[str]) -> str:
    hour, minute = int(match[1]), int(match[2])
    hours = "twenty-four" if hour == 24 else after_oh(hour)
    return f"{hours} {after_oh(minute) if minute else 'hundred'} hours"
