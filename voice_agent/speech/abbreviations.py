"""Abbreviations, signs, initials and Roman numerals as a person says them. Pure; American English."""

import re
from collections.abc import Callable

from voice_agent.speech.counting import said
from voice_agent.speech.initials import initials

_TITLES = {
    "Mr": "Mister",
    "Mrs": "Missus",
    "Ms": "Miz",
    "Dr": "Doctor",
    "Prof": "Professor",
    "Rev": "Reverend",
    "Fr": "Father",
    "Capt": "Captain",
    "Col": "Colonel",
    "Gen": "General",
    "Lt": "Lieutenant",
    "Sgt": "Sergeant",
    "Cpl": "Corporal",
    "Pvt": "Private",
    "Maj": "Major",
    "Adm": "Admiral",
    "Gov": "Governor",
    "Sen": "Senator",
    "Pres": "President",
    "Hon": "Honorable",
    "Mt": "Mount",
    "Ft": "Fort",
    "Messrs": "Messieurs",
}
_MONTHS = {
    "Jan": "January",
    "Feb": "February",
    "Mar": "March",
    "Apr": "April",
    "Aug": "August",
    "Sept": "September",
    "Sep": "September",
    "Oct": "October",
    "Nov": "November",
    "Dec": "December",
}
_DAYS = {
    "Mon": "Monday",
    "Tues": "Tuesday",
    "Tue": "Tuesday",
    "Wed": "Wednesday",
    "Thurs": "Thursday",
    "Thu": "Thursday",
    "Fri": "Friday",
    "Sat": "Saturday",
    "Sun": "Sunday",
}
_ALWAYS = {
    "Jr": "Junior",
    "Sr": "Senior",
    "Ave": "Avenue",
    "Blvd": "Boulevard",
    "Rd": "Road",
    "Hwy": "Highway",
    "Inc": "Incorporated",
    "Ltd": "Limited",
    "Corp": "Corporation",
    "Bros": "Brothers",
    "Dept": "Department",
    "Univ": "University",
    "etc": "et cetera",
    "hrs": "hours",
    "yrs": "years",
    "mins": "minutes",
}
_SAID: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"\be\.\s?g\.,?", "for example,"),
    (r"\bi\.\s?e\.,?", "that is,"),
    (r"\b(?:ca?\.|circa)\s?(?=\d)", "around "),
    (r"\bNos?\.\s?(?=\d)", "number "),
    (r"#\s?(?=\d)", "number "),
    (r"\bvs\b\.?", "versus"),
    (r"\bapprox\b\.?", "about"),
    (r"\bpp?\.\s?(?=\d)", "page "),
    (r"\b([AaPp])\.\s?[Mm]\.(?=\s+[A-Z](?!\.)|\s*$)", lambda m: f"{m[1].upper()}M."),
    (r"\b([AaPp])\.\s?[Mm](?:\.(?!\w|\s[A-Z]\.)|(?![\w.]))", lambda m: f"{m[1].upper()}M"),
    (r"\bPh\.\s?D\b\.?", "PhD"),
    (r"\bW\.?W\.?\s?(?:2|II)\b\.?", "World War Two"),
    (r"\bW\.?W\.?\s?(?:1|I)\b\.?", "World War One"),
    (
        r"\bWorld War I\b(?! (?:think|thought|know|knew|believe|am|saw|met|remember|liked|read)\b|')",
        "World War One",
    ),
    (r"\bV-?([EJ])\b(?=\s+[Dd]ay)", r"V \1"),
    (r"(?<=\w)\s*&\s*(?=\w)", " and "),
    (r"\bw/o\s", "without "),
    (r"\bw/\s?(?=\w)", "with "),
    (r"\bb/c\b", "because"),
    (r"\band/or\b", "and or"),
    (r"(?<=[A-Za-z])/(?=[A-Za-z])", " or "),
    (r"(?<=\w)\s?@\s?(?=\w)", " at "),
    (r"(?<=\d)\s?%", " percent"),
    (r"(?<=\w)(?:\+|\s\+\s)(?=\w)", " plus "),
    (r"(?<=\w)\s?=\s?(?=\w)", " equals "),
)
_RULERS = (
    r"Charles|Edward|Elizabeth|Frederick|George|Henry|James|Louis|Napoleon|Nicholas|Philip|Pius|Paul"
    r"|Richard|Victoria|William|Wilhelm|John|Francis|Gustav|Benedict|Leo|Gregory|Mary|Catherine|Peter"
)
_COUNTED = r"War|Part|Chapter|Act|Scene|Book|Volume|Vol|Phase|Class|Type|Bowl|Title|Apollo|Rocky|Mark|Mk|Vatican"
_ROMAN = r"(?=[IVX]|L[IVX])(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_SPEAKS = r"(?!\s+(?:think|thought|know|knew|believe|had|have|am|saw|met|remember|was|liked|read|did)\b|')"
"""What follows where "I" is somebody speaking."""


def spelled_out(text: str) -> str:
    """Return `text` with abbreviations, signs, initials and Roman numerals in full."""
    for pattern, words in _SAID:
        text = re.sub(pattern, words, text)
    text = _saint_or_street(text)
    text = _named(_TITLES, text, r"\.?\s+(?=[A-Z]|and\s+(?:Mrs|Ms|Dr|Prof|Rev)\b)", " ")
    text = _named(_MONTHS, text, r"\.?(?=\s+\d)|\.(?=\s|,|$)", "")
    text = _named(_DAYS, text, r"\.(?=,|\s+[A-Za-z]|$)", "")
    # "etc." at the end of a sentence keeps the sentence's full stop
    text = _named(_ALWAYS, text, r"\.(?=\s+[A-Z]|\s*$)", ".")
    text = _named(_ALWAYS, text, r"\.(?!\w)", "")
    text = _roman(text)
    return initials(text)


def _named(table: dict[str, str], text: str, after: str, then: str) -> str:
    names = "|".join(sorted(table, key=len, reverse=True))
    return re.sub(rf"\b({names})(?:{after})", lambda m: table[m[1]] + then, text)


def _saint_or_street(text: str) -> str:
    """“St. Louis” but “Main St.”: a street follows its name, a saint comes first."""
    for short, full in (("St", "Street"), ("Dr", "Drive")):
        text = re.sub(rf"(?<=[a-z])\s+{short}\.(?=\s*$)", f" {full}.", text)
        text = re.sub(rf"(?<=[a-z])\s+{short}\b\.?(?=\s*[,;!?]|\s+[a-z])", f" {full}", text)
    return re.sub(r"\bSt\.?\s+(?=[A-Z])", "Saint ", text)


def _roman(text: str) -> str:
    text = re.sub(
        rf"\b((?i:{_COUNTED}))\.?\s+((?!I\b){_ROMAN})\b(?!\.\s?[A-Z]\.)",
        lambda m: f"{m[1]} {said(_value(m[2])).capitalize()}",
        text,
    )
    # "Part I" at a pause alone: "the part I liked" goes on
    text = re.sub(rf"\b({_COUNTED})\s+I\b{_SPEAKS}", r"\1 One", text)
    text = re.sub(rf"\b((?i:{_COUNTED}))\s+I(?=\s*(?:[.,;:!?]|$))", r"\1 One", text)
    text = re.sub(
        rf"\b((?:King|Queen|Pope|Emperor|Tsar|Czar|Kaiser|Prince)\s+[A-Z][a-z]+(?:\s[A-Z][a-z]+)?)\s+({_ROMAN})\b{_SPEAKS}",
        _ordinal,
        text,
    )
    text = re.sub(rf"\b({_RULERS})\s+(?!I\b)({_ROMAN})\b", _ordinal, text)
    text = re.sub(r"\b([IVXL]{2,})(?:th|st|nd|rd)\b", _nth, text)
    return re.sub(rf"\b([A-Z][a-z]+)\s+(?=[IVX]{{2}})({_ROMAN})\b", _ordinal, text)


def _value(numeral: str) -> int:
    worth = {"I": 1, "V": 5, "X": 10, "L": 50}
    values = [worth[sign] for sign in numeral]
    return sum(
        -here if place + 1 < len(values) and here < values[place + 1] else here
        for place, here in enumerate(values)
    )


def _nth(match: re.Match[str]) -> str:
    return said(_value(match[1]), "ordinal")


def _ordinal(match: re.Match[str]) -> str:
    return f"{match[1]} the {said(_value(match[2]), 'ordinal').capitalize()}"
