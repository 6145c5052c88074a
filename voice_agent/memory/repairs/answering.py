"""Answers to our questions about a date: "was it 1951 or 1953?", and "1953, then?".

    picked(thread, turn, version, dates, offered)

An answer names a date ("och, 1953"), refuses one ("well, not 1951"), chooses by place ("the earlier"), or says yes or no.
Then the other date is put right, and the words that chose are cited. Whatever is not clear leaves both as they stand.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from voice_agent.memory.claims import Claim, Correction, Part, cite, claim
from voice_agent.memory.clauses import sentences
from voice_agent.memory.conflicts import names_date
from voice_agent.memory.dates.dates import When
from voice_agent.memory.dates.turn_dates import LATELY, meet
from voice_agent.memory.dates.when import strict_bounds
from voice_agent.memory.repairs import commentary
from voice_agent.memory.repairs.target import asked, roots
from voice_agent.memory.thread import Thread
from voice_agent.story import Turn

ASKED_BACK = re.compile(r"\b(?P<year>\d{4}), then\?\s*$")
"""What a second date without a wrong one is met with (interview/which_year.py)."""

WHICH = re.compile(
    r"\bthe (?:(?P<late>later|later of the two)|(?P<early>earlier)|(?P<first>first|former)|(?P<last>second|latter|last)"
    r"|(?P<other>other))(?: (?:one|year|date)\b|(?=\s*(?:[,.;:!?—–]|$)|,? (?:is|was|will be|I'd say|I think)\b))",
    re.IGNORECASE,
)
"""One of two, by its place among them."""

_YES = re.compile(
    r"\W*(?:(?:oh|ah|well|er|um)[,.!—– ]+)*(?P<yes>(?:yes|yeah|yep|yup|aye|ay|right|correct|sure|indeed|that's (?:it|right)|(?:it|that) (?:was|were|is)|so it (?:was|were)|m+-?h+m+)"
    r"(?:,? (?:yes|yeah|aye|that's (?:it|right)|(?:it|that) (?:was|were|is)|indeed|dear|love|of course|I'm sure|please))*)\b[\s.,!]*",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\W*(?:(?:oh|ah|well|er|um)[,.!—– ]+)*(?P<no>no|nope|nay|not at all|it (?:wasn't|weren't|isn't))\b(?!,? (?:idea|matter|doubt|wonder))",
    re.IGNORECASE,
)

LONGEST_ANSWER_WORDS = 30
"""Words; a longer answer tells a story, in which "the first" is another's."""

SHORT_NO_WORDS = 6
"""Words; so short an answer that begins with no is one, and a longer one may be about anything."""


class _Choice(NamedTuple):
    """The right date, the wrong one (EDTF), and the characters that say so."""

    right: str
    wrong: str
    first: int
    last: int


def picked(
    thread: Thread, turn: Turn, version: int, dates: Sequence[When], offered: Sequence[str]
) -> None:
    """Put right what the answer chose, in the claims of the turn at hand. Raises nothing."""
    dates = [each for each in dates if not LATELY.match(each.words)]
    if len(turn.text.split()) > LONGEST_ANSWER_WORDS:
        return
    known = [*thread.earlier, *thread.told]
    goal: Claim | None = None
    if back := ASKED_BACK.search(thread.question):
        goal, offered = _doubted(known, back["year"], turn.session)
    elif thread.asked and len(set(offered)) == 2:
        # who asks for one of two dates has heard one of them
        told = [each for each in known if each.edtf in offered]
        wanted = asked(thread.asked, told)
        goal = next((each for each in told if each.id == wanted), None)
        goal = goal or (told[-1] if told and len(roots(told, thread)) == 1 else None)
    if goal is None or len(set(offered)) != 2:
        return
    found = _choice(turn.text, dates, offered)
    if found is None and back and not dates:
        found = _yes_or_no(turn.text, offered)
    if found is None:
        return
    corrects = Correction(Part.WHEN, found.wrong)
    for n, each in enumerate(thread.turn):
        if each.edtf and meet(each.edtf, found.right):
            thread.turn[n] = replace(each, corrects=corrects, continues=goal.id)
            return
    # where the date itself is told elsewhere, a yes adds none: it only drops the other
    said = any(each.first == found.first for each in dates)
    said = said or not any(each.edtf == found.right for each in known)
    words = cite(turn, found.first, found.last, Part.WHEN if said else Part.WHAT, version=version)
    made = claim(
        (words,),
        turn.said_at,
        polarity=said,
        edtf=found.right if said else "",
        anchor="the choice that was asked for" if said else "",
        corrects=corrects,
        continues=goal.id,
        sitting=thread.sitting,
    )
    thread.turn[:] = [*(each for each in thread.turn if each.id != made.id), made]


def _doubted(known: Sequence[Claim], year: str, session: str) -> tuple[Claim | None, list[str]]:
    """What was told last with another date before the `year` we asked about, and the two dates."""
    by_id = {each.id: each for each in known}
    for each in reversed(known):
        told = by_id.get(each.continues) if each.continues else None
        here = told and told.edtf and each.session == session and names_date(year, each.edtf)
        if told and here and not strict_bounds(told.edtf).meets(strict_bounds(each.edtf)):
            return told, [told.edtf, each.edtf]
    return None, []


def _yes_or_no(text: str, offered: Sequence[str]) -> _Choice | None:
    """Yes holds the later of what was told, no the earlier; `offered` in the order told."""
    one, other = offered
    if found := _YES.match(text):
        return _Choice(other, one, *found.span("yes"))
    if (found := _NO.match(text)) and len(text.split()) <= SHORT_NO_WORDS:
        return _Choice(one, other, *found.span("no"))
    return None


def _choice(text: str, dates: Sequence[When], offered: Sequence[str]) -> _Choice | None:
    one, other = offered[0], next(each for each in offered if each != offered[0])
    early, late = sorted((one, other), key=strict_bounds)
    said = [each for each in dates if any(meet(each.edtf, x) for x in (one, other))]
    if len(said) != len(dates):
        return None
    refused = {
        x for each in dates if _denied(text, each) for x in (one, other) if meet(each.edtf, x)
    }
    told = {x for each in dates for x in (one, other) if meet(each.edtf, x)}
    if len(refused) == 1 and told == refused:
        (denied,) = refused
        words = WHICH.search(text)
        first, last = words.span() if words else _around(text, said[0])
        return _Choice(other if denied == one else one, denied, first, last)
    if len(told - refused) == 1:
        (right,) = told - refused
        date = next(each for each in said if meet(each.edtf, right))
        return _Choice(right, other if right == one else one, date.first, date.last)
    words = WHICH.search(text)
    if dates or words is None or words["other"]:
        return None
    right = late if words["late"] else early if words["early"] else one if words["first"] else other
    return _Choice(right, other if right == one else one, *words.span())


def _denied(text: str, date: When) -> bool:
    """Is the date called wrong in its own sentence?"""
    first, last = next(((a, b) for a, b in sentences(text) if a <= date.first < b), (0, len(text)))
    return bool(commentary.denied(text[first:last], [(date.first - first, date.last - first)]))


def _around(text: str, date: When) -> tuple[int, int]:
    """The date refused with the word that refuses it: "not 1956"."""
    before = max(text.rfind(each, 0, date.first) for each in (".", ",", ";", "!", "?")) + 1
    return before, date.last
