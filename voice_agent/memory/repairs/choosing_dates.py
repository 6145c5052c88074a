"""Asked which of two dates it was, people often name neither the right one: "the earlier", "well, not 1956".

    picked(thread, turn, version, dates, offered)

reads such an answer as the date that is left. The words cited are those that choose. A date that is named, in
words no rule knows, is taken too: "och, 1956, I was only testing you".
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from voice_agent.memory.claims import Claim, ClaimId, Correction, Mention, Part, cite, claim
from voice_agent.memory.clauses import sentences
from voice_agent.memory.dates.dates import When
from voice_agent.memory.dates.turn_dates import LATELY, meet
from voice_agent.memory.dates.when import strict_bounds
from voice_agent.memory.repairs import commentary
from voice_agent.memory.repairs.target import asked
from voice_agent.memory.thread import Thread
from voice_agent.story import Turn

WHICH = re.compile(
    r"\bthe (?:(?P<late>later|later of the two)|(?P<early>earlier)|(?P<first>first|former)|(?P<last>second|latter|last)"
    r"|(?P<other>other))(?: (?:one|year|date)\b|(?=\s*(?:[,.;:!?—–]|$)|,? (?:is|was|will be|I'd say|I think)\b))",
    re.IGNORECASE,
)
"""One of two, by its place among them."""

LONGEST = 30
"""Words; a longer answer tells a story, in which "the first" is another's."""


def picked(
    thread: Thread,
    turn: Turn,
    version: int,
    dates: Sequence[When],
    offered: Sequence[str],
    about: ClaimId | None = None,
) -> bool:
    """Add the date that was chosen, named or not, where no rule read it; return whether one was added. Raises nothing."""
    dates = [each for each in dates if not LATELY.match(each.words)]
    if len(set(offered)) != 2 or len(turn.text.split()) > LONGEST:
        return False
    found = _choice(turn.text, dates, offered)
    if found is None:
        return False
    right, wrong, first, last = found
    known = [*thread.earlier, *thread.told]
    goal = about or asked(thread.asked, known)
    # who asks for one of two dates has heard one of them
    goal = goal or next((x.id for x in reversed(known) if x.edtf in offered), None)
    if goal is None:
        return False
    thread.turn[:] = [
        replace(each, corrects=None)
        if each.corrects and each.corrects.part is Part.WHEN and not meet(each.edtf or wrong, right)
        else each
        for each in thread.turn
    ]
    held = [n for n, x in enumerate(thread.turn) if x.edtf and meet(x.edtf, right)]
    if any(thread.turn[n].corrects and thread.turn[n].continues for n in held):
        return False
    if held:
        made = replace(thread.turn[held[0]], corrects=Correction(Part.WHEN, wrong), continues=goal)
        thread.turn[held[0]] = made
        return True
    words = cite(turn, first, last, Part.WHEN, version=version)
    thread.turn.append(choice(thread, words, turn.said_at, right, wrong, goal))
    return True


def choice(
    thread: Thread, words: Mention, said_at: datetime, right: str, wrong: str, goal: ClaimId
) -> Claim:
    """What puts the date of the story `goal` right, EDTF `right` in place of `wrong`, because `words` chose it."""
    return claim(
        (words,),
        said_at,
        edtf=right,
        anchor="the choice that was asked for",
        corrects=Correction(Part.WHEN, wrong),
        continues=goal,
        sitting=thread.sitting,
    )


def _choice(
    text: str, dates: Sequence[When], offered: Sequence[str]
) -> tuple[str, str, int, int] | None:
    """The right date, the wrong one, and the characters that say so."""
    one, other = offered[0], next(each for each in offered if each != offered[0])
    early, late = sorted((one, other), key=strict_bounds)
    said = [each for each in dates if any(meet(each.edtf, x) for x in (one, other))]
    if len(said) != len(dates):
        return None
    refused = {
        x for each in dates if _denied(text, each) for x in (one, other) if meet(each.edtf, x)
    }
    named = {x for each in dates for x in (one, other) if meet(each.edtf, x)}
    if len(refused) == 1 and named == refused:
        (denied,) = refused
        words = WHICH.search(text)
        first, last = words.span() if words else _around(text, said[0])
        return (other if denied == one else one), denied, first, last
    if len(named - refused) == 1 and (len(named) == 1 or refused):
        (right,) = named - refused
        date = next(each for each in said if meet(each.edtf, right))
        return right, (other if right == one else one), date.first, date.last
    often = [sum(meet(each.edtf, x) for each in said) for x in (one, other)]
    if not refused and min(often) == 1 and max(often) > 1:
        # "1949 on the stone, 1949 in the book, and 1946 in my silly head"
        right = one if often[0] > 1 else other
        date = next(each for each in said if meet(each.edtf, right))
        return right, (other if right == one else one), date.first, date.last
    words = WHICH.search(text)
    if dates or words is None or words["other"]:
        return None
    right = late if words["late"] else early if words["early"] else one if words["first"] else other
    return right, (other if right == one else one), *words.span()


def _denied(text: str, date: When) -> bool:
    """Is the date called wrong in its own sentence?"""
    first, last = next(((a, b) for a, b in sentences(text) if a <= date.first < b), (0, len(text)))
    return bool(commentary.denied(text[first:last], [(date.first - first, date.last - first)]))


def _around(text: str, date: When) -> tuple[int, int]:
    """The date refused with the word that refuses it: "not 1956"."""
    before = max(text.rfind(each, 0, date.first) for each in (".", ",", ";", "!", "?")) + 1
    return before, date.last
