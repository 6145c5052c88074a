"""The dates of a turn: those said in full, short ones where something is put right, and no mere pointers."""

import re
from collections.abc import Sequence
from dataclasses import replace

from voice_agent.memory.clauses import Clause, clauses, pieces, sentences
from voice_agent.memory.dates.dates import Background, When, find
from voice_agent.memory.dates.number_words import NUMBER
from voice_agent.memory.dates.stretches import Span
from voice_agent.memory.dates.when import bounds, narrowed
from voice_agent.memory.happenings import NARRATOR, sort_of
from voice_agent.memory.repairs import commentary

_NO_FIRST = re.compile(
    r"(?:^|[.!?,;—–-]\s*)(?:(?:oh|ah|well|and|but|hmm|or),? )?(?:no|nope|nah|nay|wait|hold|sorry|rather|actually|not)\b",
    re.IGNORECASE,
)
NO = re.compile(
    r"(?:\W|\b(?:h+m+|oh|ah|well|u+m+|er|but|and|wait|oops)\b|^\w+,)*(?:\b(?:no|nope|nah|nay)\b\W*)+",
    re.IGNORECASE,
)
"""A sentence that only says no."""


_BORN = re.compile(r"\b(?:I was|I'm|I am|me) born\b", re.IGNORECASE)

CLOSE = 10
"""Years by which people are out; a guess."""

LATELY = re.compile(
    r"(?:last|this|the other|yesterday|today|now|tonight)\b|.* (?:ago|now|that (?:year|time|day))$|(?:about |around )?that\b",
    re.IGNORECASE,
)
"""When something was said, not when it happened: "last week I had it as 1951"."""

_ABOUT_THAT = re.compile(r"(?:about|on) that (?:year|date|time)", re.IGNORECASE)
_THAT_YEAR = re.compile(r"(?:in )?(?:that (?:year|date|time|day)|then)", re.IGNORECASE)
_NOT_BEFORE = re.compile(r"(?:\bnot|n['’]t|\bnever)(?: in)? $", re.IGNORECASE)


def informed(text: str, back: Background) -> Background:
    """Where the birth is told in this very turn, its ages are dated by it."""
    if back.birth or not _BORN.search(text):
        return back
    dates = find(text, back).dates
    for clause in clauses(text, [(each.first, each.last) for each in dates]):
        found = sort_of(text[clause.first : clause.last])
        told = [each.edtf for each in dates if inside(each, clause)]
        if told and found and found.happening.name == "birth" and NARRATOR in found.principals:
            return replace(back, birth=told[0])
    return back


def every(
    text: str, dates: Sequence[When], back: Background, *, doubted: bool = False
) -> list[When]:
    """Return `dates`, and "fifty-two" where the turn puts something right and little else is said around it.

    `doubted`: was something called wrong before this turn? `back` is to expect a date. Raises nothing.
    """
    if not NUMBER.search(text):
        return list(dates)
    spans = [(each.first, each.last) for each in dates]
    notes = [commentary.read(text[a:b], inside) for a, b, inside in pieces(text, spans)]
    mending = any(note and (note.wrong or note.mends or note.denied) for note in notes)
    short = [
        each
        for each in find(text, back).dates
        if not any(each.first < b and a < each.last for a, b in spans)
    ]
    if not (mending or doubted or _NO_FIRST.search(text)):
        short = [each for each in short if _alone(text, each) and _near(each, dates, back.last)]
    spans = [(each.first, each.last) for each in (*dates, *short)]
    said = [(a, b) for a, b, inside in pieces(text, spans) if commentary.read(text[a:b], inside)]
    kept = [each for each in short if any(a <= each.first and each.last <= b for a, b in said)]
    return sorted([*dates, *kept], key=lambda each: each.first)


def short(text: str, dates: Sequence[When], back: Background) -> list[When]:
    """Return what may be a year beside `dates`, as in "forty-two"; `back` is to expect a date. No ages."""
    if not NUMBER.search(text):
        return []
    return [
        each
        for each in find(text, back).dates
        if not any(each.first < other.last and other.first < each.last for other in dates)
    ]


def _alone(text: str, date: When) -> bool:
    """Is the date a whole sentence: "Sixty-three."?"""
    return any(
        first <= date.first and date.last <= last and last - first <= len(date.words) + 2
        for first, last in sentences(text)
    )


def _near(date: When, dates: Sequence[When], last: str) -> bool:
    """Is a short year near one that was told, so that it can take its place?"""
    told = [each.edtf[:4] for each in dates if each.first < date.first] or [last[:4]]
    return any(
        year.isdigit()
        and date.edtf[:4].isdigit()
        and 0 < abs(int(year) - int(date.edtf[:4])) <= CLOSE
        for year in told
    )


def told_anew(text: str, dates: Sequence[When]) -> list[When]:
    """ "It was 1952 when we married" tells of the wedding, it is not dated by it."""
    ends = sentences(text)

    def place(date: When) -> int:
        return next((n for n, (a, b) in enumerate(ends) if a <= date.first < b), -1)

    dates = [each for each in dates if not _points(text, each)]
    said = {place(each) for each in dates if not each.own}
    return [each for each in dates if not (each.own and place(each) in said)]


def _points(text: str, date: When) -> bool:
    """ "About that year", "it wasn't then": names what was told and dates nothing."""
    before = text[max(0, date.first - 8) : date.first]
    return bool(
        _ABOUT_THAT.fullmatch(date.words)
        or (_THAT_YEAR.fullmatch(date.words) and _NOT_BEFORE.search(before))
    )


def offered(asked: str, back: Background) -> list[str]:
    """Return the dates (EDTF) between which a question gives the choice: "was it 1951 or 1952?"."""
    if not re.search(r"\bor\b", asked):
        return []
    # each by itself: "1951 or 1952" in one piece is one vague date
    parts = [find(part, back).dates for part in re.split(r"\bor\b", asked)]
    return [each.edtf for dates in parts for each in dates if each.edtf]


def of_clause(said: list[When], denied: set[str]) -> tuple[str, list[When]]:
    """Choose the date of a clause among those said: EDTF, and the phrases it rests on.

    "Went missing in February and turned up three weeks later": the first is the event's. "It wasn't 1951
    when we married": that the wedding is known to be of 1951 is just what is denied.
    """
    told = {each.edtf for each in said}
    held = [each for each in said if each.anchor not in told] or said
    held = [each for each in held if each.edtf not in denied]
    edtf = narrowed(each.edtf for each in held) or (held[0].edtf if held else "")
    return edtf, [each for each in held if narrowed([each.edtf, edtf])] if edtf else []


def meet(one: str, other: str) -> bool:
    """Can both dates (EDTF) be true?"""
    return bounds(one).meets(bounds(other))


def spans_from(dates: Sequence[When], start: int) -> tuple[Span, ...]:
    """The character spans of `dates`, counted from `start`."""
    return tuple((each.first - start, each.last - start) for each in dates)


def inside(date: When, clause: Clause) -> bool:
    """Does the date stand in the clause?"""
    return clause.first <= date.first and date.last <= clause.last


def moved(date: When, by: int) -> When:
    """The same date, `by` characters further on."""
    return replace(date, first=date.first + by, last=date.last + by)
