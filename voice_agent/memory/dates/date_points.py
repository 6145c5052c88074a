"""Dates that say themselves: days, months, seasons, holidays, years and decades.

"the third of June 1952", "summer of fifty-two", "Christmas 1944", "early fifties", "'52". What depends
on the narrator's age is read in `date_ages`, what leans on other dates in `date_relations`.
"""

import re
from datetime import date, timedelta

from voice_agent.memory.dates.bare_numbers import (
    IN_A_YEAR,
    NUMBERED,
    TIMES,
    answers,
    in_a_street,
    numbers_a_thing,
    of_it,
    told_as_year,
)
from voice_agent.memory.dates.calendar_days import HOLIDAYS, MONTHS, SEASONS
from voice_agent.memory.dates.date_scene import (
    MEASURES,
    PREPOSITIONS,
    Nonsense,
    Point,
    Reading,
    Scene,
    counts,
    ends_phrase,
)
from voice_agent.memory.dates.number_words import (
    CENTURIES,
    DECADES,
    Number,
    cardinal,
    full_year,
    hyphen,
    ordinal,
    short_year,
    touching,
    wordset,
)
from voice_agent.verbs import past

PARTS = {"early": 0, "mid": 1, "middle": 1, "late": 2, "later": 2}
"""Thirds of a year or a decade."""

_EDGES = {
    "beginning": 0,
    "start": 0,
    "outset": 0,
    "early part": 0,
    "middle": 1,
    "end": 2,
    "close": 2,
}
_OWNERS = wordset("a an his her my our their your")
_GAP = ("in", "of", "of the year", "in the year", ",", "the year")


def point(scene: Scene, at: int) -> Reading:
    """Read a date that says itself at `at`."""
    for reader in (
        _digits,
        _holiday,
        _day_first,
        _month_first,
        _season,
        _part_of,
        _decade,
        _year,
        _short,
    ):
        if found := reader(scene, at):
            return found
    return None


def year(scene: Scene, at: int, *, short: bool = True) -> Number | None:
    """Read a year after a month, a season or a preposition; a short one too, if allowed."""
    for _ in range(2):
        for gap in _GAP:
            words = gap.split()
            if scene.says(at, *words):
                at += len(words)
                break
    if found := full_year(scene.line, at):
        return found
    return _century(scene, at) if short else None


def _century(scene: Scene, at: int) -> Number | None:
    """Read '52 or fifty-two, in the century that this narrator can have lived in."""
    quoted = scene.word(at) == "'"
    found = short_year(scene.line, at + quoted)
    if not found:
        return None
    if not quoted and (found.value < 20 and scene.word(at) not in {"oh", "ought", "aught"}):
        return None
    if counts(scene, found.end) or scene.word(found.end) == "%":
        return None
    value = 2000 + found.value
    while value > scene.back.told.year:
        value -= 100
    return Number(value, found.end)


def _digits(scene: Scene, at: int) -> Reading:
    """Read 1952-06-03 and 6/3/1952."""
    signs = [scene.word(at + step) for step in range(5)]
    if signs[1] not in {"-", "/", "."} or signs[1] != signs[3]:
        return None
    if not all(sign.isdecimal() and len(sign) <= 4 for sign in signs[::2]):
        return None
    parts = [int(sign) for sign in signs[::2]]
    if len(signs[0]) == 4:
        return _day(parts[0], parts[1], parts[2], at + 5)
    if len(signs[4]) not in {2, 4}:
        return None
    full = parts[2]
    if len(signs[4]) == 2:
        full += 2000
        while full > scene.back.told.year:
            full -= 100
    month, day = parts[:2] if scene.back.country in {"US", "PH"} else parts[1::-1]
    if month > 12 and day <= 12:
        month, day = day, month
    return _day(full, month, day, at + 5)


def _day(full: int, month: int, day: int, end: int) -> Reading:
    try:
        return Point(date(full, month, day).isoformat(), end)
    except ValueError:
        return Nonsense(end, "There is no such day in the calendar.")


def _day_first(scene: Scene, at: int) -> Reading:
    """Read "the third of June 1952", "3 June 1952", "the twenty-first of that month" not."""
    start = at + scene.says(at, "the")
    day = ordinal(scene.line, start)
    if day and (scene.says(day.end, "day", "of")):
        day = Number(day.value, day.end + 1)
    if not day and scene.word(start).isdecimal():
        day = cardinal(scene.line, start)
        if day and scene.word(day.end) not in MONTHS:
            return None
    if not day:
        return None
    after = day.end + scene.says(day.end, "of")
    month = _month(scene, after)
    if not month or (after == day.end and scene.word(start) in {"second", "may"}):
        return None
    return _in_month(scene, month.value, day.value, month.end)


def _month_first(scene: Scene, at: int) -> Reading:
    """Read "June 1952", "June the third, 1952", "June of '52", "in June"."""
    month = _month(scene, at)
    if not month:
        return None
    start = month.end + scene.says(month.end, "the")
    day = ordinal(scene.line, start)
    if not day and (plain := cardinal(scene.line, start)):
        whole = full_year(scene.line, start)
        if not (whole and whole.end > plain.end) and plain.value <= 31:
            day = plain if not scene.says(start, "'") else None
        elif not whole and plain.value > 99:
            return None
    if day:
        return _in_month(scene, month.value, day.value, day.end)
    if full := year(scene, month.end):
        return Point(f"{full.value}-{month.value:02}", full.end)
    before = scene.word(at - 1)
    if before in {"that", "same"} | PREPOSITIONS - {"every", "last", "next", "this"}:
        same = scene.last_year
        if same and (before in {"that", "same"} or len(scene.last) >= 4):
            return Point(f"{same}-{month.value:02}", month.end, anchor=scene.last)
    return None


def _in_month(scene: Scene, month: int, day: int, end: int) -> Reading:
    full = year(scene, end)
    if not 1 <= day <= (29 if month == 2 else 30 if month in {4, 6, 9, 11} else 31):
        return Nonsense(full.end if full else end, "There is no such day in the calendar.")
    if full:
        return _day(full.value, month, day, full.end)
    if scene.last_year:
        found = _day(scene.last_year, month, day, end)
        return Point(found.edtf, end, anchor=scene.last) if isinstance(found, Point) else found
    return None


def _month(scene: Scene, at: int) -> Number | None:
    """Read the name of a month; May, March, August and June are also words and people."""
    text = scene.word(at)
    if text not in MONTHS:
        return None
    end = at + 1
    if len(text) <= 4 and text not in {"may", "june", "july"}:  # jan, feb, sept...
        dotted = scene.says(end, ".")
        if not scene.word(end + dotted)[:1].isdecimal():
            return None
        end += dotted
    if text in {"may", "march"} and not scene.raw(at)[0].isupper():
        follows = scene.word(end)
        if scene.word(at - 1) not in {"in", "of", "last", "that", "since"} and not (
            follows[:1].isdecimal() or follows == "the"
        ):
            return None
    return Number(MONTHS[text], end)


_FALLING = wordset("off from down out onto into through over")


def _season(scene: Scene, at: int) -> Reading:
    """Read "summer of 1953", "the winter of forty-six to forty-seven", "that summer"."""
    code = SEASONS.get(scene.word(at), "")
    if not code or (scene.word(at) == "fall" and scene.word(at + 1) in _FALLING):
        return None
    full = year(scene, at + 1)
    if full:
        link = scene.one_of(full.end, (("-",), ("/",), ("to",), ("and",), ("into",)))
        second = year(scene, link) if code == "24" and link else None
        if second and second.value == full.value + 1:
            return Point(f"{full.value}-12/{second.value}-02", second.end)
        return Point(f"{full.value}-{code}", full.end)
    if scene.word(at - 1) in {"that", "same"} and scene.last_year:
        return Point(f"{scene.last_year}-{code}", at + 1, anchor=scene.last)
    return None


_BY_FIRST: dict[str, list[tuple[str, ...]]] = {}
for _name in HOLIDAYS:
    _BY_FIRST.setdefault(_name[0], []).append(_name)


def holiday_name(scene: Scene, at: int) -> tuple[str, ...]:
    """Return the key in HOLIDAYS of the longest holiday named at `at`, or ()."""
    names = [name for name in _BY_FIRST.get(scene.word(at), ()) if scene.says(at, *name)]
    return max(names, key=len, default=())


def _holiday(scene: Scene, at: int) -> Reading:
    """Read "Christmas 1944", "Easter of '51", "that Thanksgiving", "Christmas Eve, 1944"."""
    name = holiday_name(scene, at)
    if not name:
        return None
    end = at + len(name)
    full, anchor = year(scene, end), ""
    if not full and scene.last_year and scene.word(at - 1) in {"that", "same", "at", "for", "on"}:
        full, anchor = Number(scene.last_year, end), scene.last
    if not full:
        return None
    day = HOLIDAYS[name](full.value, scene.back.country)
    return Point(day.isoformat(), full.end, anchor)


def _part_of(scene: Scene, at: int) -> Reading:
    """Read "early 1952", "mid-fifties", "late in June 1952", "the end of 1952"."""
    text = scene.word(at)
    if text in PARTS and not scene.says(at + 1, "of"):
        start, third = hyphen(scene.line, at + 1), PARTS[text]
        for link in (("in", "the"), ("on", "in"), ("in",), ("-",), ("to", "mid"), ("the",)):
            if scene.says(start, *link):
                start += len(link)
                break
    elif text in _EDGES and scene.says(at + 1, "of"):
        start, third = at + 2 + scene.says(at + 2, "the"), _EDGES[text]
    else:
        return None
    if whole := _decade(scene, start):
        if not isinstance(whole, Point) or not re.fullmatch(r"\d{3}X", whole.edtf):
            return whole
        decade = int(whole.edtf[:3]) * 10
        first, last = ((0, 3), (4, 6), (7, 9))[third]
        return Point(f"{decade + first}/{decade + last}", whole.end)
    if found := _season(scene, start):
        return found
    if month := _month(scene, start):
        full = year(scene, month.end)
        if not full:
            return None
        first = (1, 11, 21)[third]
        last = date(full.value + month.value // 12, month.value % 12 + 1, 1) - timedelta(days=1)
        final = (10, 20, last.day)[third]
        stem = f"{full.value}-{month.value:02}"
        return Point(f"{stem}-{first:02}/{stem}-{final:02}", full.end)
    full = year(scene, start, short=scene.word(start) == "'" or scene.word(start) in _TENS_WORDS)
    if not full:
        return None
    first, last = ((1, 4), (5, 8), (9, 12))[third]
    return Point(f"{full.value}-{first:02}/{full.value}-{last:02}", full.end)


_TENS_WORDS = wordset("thirty forty fifty sixty seventy eighty ninety")


def _decade(scene: Scene, at: int) -> Reading:
    """Read "1950s", "the fifties", "nineteen-thirties", "'50s", "the nineteen hundreds"."""
    text, end = scene.word(at), at + 1
    if scene.word(at - 1) in {"my", "his", "her", "their", "our"}:
        return None  # an age
    if found := re.fullmatch(r"(1[789]\d|20\d)0'?s", text):
        return Point(f"{found[1]}X", end)
    if text in CENTURIES and (second := hyphen(scene.line, end)):
        if scene.word(second) in DECADES:
            stem = 10 * CENTURIES[text] + DECADES[scene.word(second)] // 10
            return Point(f"{stem}X", second + 1)
        if scene.word(second) == "hundreds":
            return Point(f"{CENTURIES[text]}XX", second + 1)
    start = at + (text == "'")
    small = scene.word(start)
    if found := re.fullmatch(r"([1-9])0'?s", small):
        value = 10 * int(found[1])
    elif small in DECADES and scene.word(at - 1) in {"the", "early", "mid", "late", "-", "later"}:
        value = DECADES[small]
    else:
        return None
    if scene.word(start + 1) in MEASURES:  # in the nineties, degrees
        return None
    # the twenties, to somebody who remembers them, are not the ones we live in
    first = 2000 + value
    while first + 10 > scene.back.told.year:
        first -= 100
    return Point(f"{first // 10}X", start + 1)


def _year(scene: Scene, at: int) -> Reading:
    """Read 1952 and "nineteen fifty-two", where they are not miles, dollars, a time or a house number."""
    found = full_year(scene.line, at)
    if not found or numbers_a_thing(scene, at, found.end):
        return None
    before = scene.word(at - 1)
    if before in _OWNERS and not ends_phrase(scene, found.end):
        return None  # a 1952 Chevrolet
    after = scene.word(found.end)
    if before == "the" and (ends_phrase(scene, found.end) or after == "one" or past(after)):
        return None  # we took the 1945; the 1958 came at ten; the 1939 one
    if (
        (scene.says(at, "two", "thousand") and found.end == at + 2)
        and before not in PREPOSITIONS | {"year", "was"}
        and not ends_phrase(scene, found.end)
    ):
        return None  # two thousand sheep
    if scene.word(at) in CENTURIES and found.value % 100 == 0 and before not in PREPOSITIONS:
        return None  # nineteen hundred sheep
    if scene.word(at) in CENTURIES and before == "of" and scene.word(at - 2) not in TIMES:
        return None  # a debt of eighteen fifty
    if scene.word(at) == "twenty" and not ends_phrase(scene, found.end):
        return None  # twenty twelve-year-olds
    if found.value > scene.back.told.year + 1:
        return Nonsense(found.end, "That year has not come yet.")
    return Point(f"{found.value}", found.end)


def _short(scene: Scene, at: int) -> Reading:
    """Read "'52", and "fifty-two" where its own form or the question makes it a year."""
    quoted = scene.word(at) == "'"
    before = scene.word(at - 1)
    if before in _OWNERS | NUMBERED or (quoted and touching(scene.line, at)):
        return None  # a '49 Ford; not a date where the sign closes a word
    found = _century(scene, at)
    if not found or in_a_street(scene, found.end):
        return None
    if quoted and before in IN_A_YEAR | {"of"}:
        return Point(f"{found.value}", found.end)
    if of_it(scene, at, found.end):
        return Point(f"{found.value}", found.end)
    if not ends_phrase(scene, found.end):
        return None
    if quoted or told_as_year(scene, at, found) or answers(scene, at, found):
        return Point(f"{found.value}", found.end)
    return None
