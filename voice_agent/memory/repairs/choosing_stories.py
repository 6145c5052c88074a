"""Asked which of two stories a year belongs to, people name one of them: "the fire", "the first", "not the move".

    chosen(thread, turn, version, dates)

reads such an answer as what puts the date of that story right. The words cited are those that choose.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from voice_agent.memory.claims import Claim, Correction, Modality, Part, cite, claim
from voice_agent.memory.dates.dates import When
from voice_agent.memory.dates.turn_dates import LATELY, meet
from voice_agent.memory.dates.when import strict_bounds
from voice_agent.memory.repairs.choosing_dates import LONGEST, WHICH, choice
from voice_agent.memory.repairs.target import stories
from voice_agent.memory.terms import terms
from voice_agent.memory.thread import Thread
from voice_agent.story import Turn

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_NOT = re.compile(
    r"\b(?:not|never|rather than|instead of|\w+n['’]t)\b(?P<what>[^.,;:!?—–]*)", re.IGNORECASE
)
_PART = re.compile(r"[^,.;:!?—–]+")
UNSURE = re.compile(
    r"\b(?:(?:don['’]t|do not|couldn['’]t|could not|can['’]t|cannot|wouldn['’]t) (?:know|tell|say|remember|recall|think)"
    r"|(?:not|never|hardly|isn['’]t|am not|['’]m not) (?:so |too |very |quite |really )?(?:sure|certain)|no idea|who knows"
    r"|(?:either|both|maybe|perhaps|might|may have|could have|guess)\b)",
    re.IGNORECASE,
)
"""Who guesses settles nothing: it stays silent."""

_NEITHER = re.compile(r"\b(?:neither|none of (?:them|those|the two)|not either)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Question:
    """What was asked: of which of two stories a date is."""

    doubt: Claim
    stories: tuple[Claim, Claim]
    """In the order in which the question named them."""

    words: tuple[frozenset[str], frozenset[str]]
    """Terms that belong to the one and not to the other."""


def chosen(thread: Thread, turn: Turn, version: int, dates: Sequence[When]) -> bool:
    """Add what puts the date of the chosen story right; return whether something was settled. Raises nothing."""
    question = _asked(thread)
    if question is None or len(turn.text.split()) > LONGEST:
        return False
    date = question.doubt.edtf
    said = [each for each in dates if not LATELY.match(each.words)]
    if any(not meet(each.edtf, date) for each in said):
        return False  # another year is told: that is read as any other
    if neither := _NEITHER.search(turn.text):
        thread.turn[:] = [each for each in thread.turn if not each.corrects]
        thread.turn.append(
            claim(
                (cite(turn, *neither.span(), Part.WHAT, version=version),),
                turn.said_at,
                polarity=False,
                corrects=Correction(Part.WHEN, date),
                continues=question.doubt.id,
                sitting=thread.sitting,
            )
        )
        return True
    found = None if UNSURE.search(turn.text) else _choice(turn.text, question, said)
    if found is None:
        return False
    place, first, last = found
    story = question.stories[place]
    held = [n for n, each in enumerate(thread.turn) if each.edtf and meet(each.edtf, date)]
    for n, each in enumerate(thread.turn):
        if each.corrects and each.corrects.part is Part.WHEN:
            thread.turn[n] = replace(each, corrects=None)
    if held:
        thread.turn[held[0]] = replace(
            thread.turn[held[0]],
            corrects=Correction(Part.WHEN, story.edtf),
            continues=story.id,
            modality=Modality.SAID,
        )
        return True
    words = cite(turn, first, last, Part.WHEN, version=version)
    thread.turn.append(choice(thread, words, turn.said_at, date, story.edtf, story.id))
    return True


def _asked(thread: Thread) -> _Question | None:
    """The last doubt between two stories of which the question names both, and the year."""
    asked = thread.asked
    if not asked:
        return None
    told = [*thread.earlier, *thread.told]
    known = {each.id: each for each in told}
    words = stories(told)
    for each in reversed(told):
        what = each.corrects
        if not (what and what.rival and each.edtf and each.continues):
            continue
        one, other = known.get(each.continues), known.get(what.rival)
        if one is None or other is None or str(strict_bounds(each.edtf).earliest.year) not in asked:
            continue
        mine, theirs = words[one.id] - words[other.id], words[other.id] - words[one.id]
        at = _first(asked, mine), _first(asked, theirs)
        if min(at) < 0:
            continue
        if at[0] < at[1]:
            return _Question(each, (one, other), (mine, theirs))
        return _Question(each, (other, one), (theirs, mine))
    return None


def _first(text: str, wanted: frozenset[str]) -> int:
    """Where the first word of `wanted` stands; -1 where none does."""
    return next((each.start() for each in _WORD.finditer(text) if terms(each[0]) & wanted), -1)


def _choice(text: str, question: _Question, dates: Sequence[When]) -> tuple[int, int, int] | None:
    """Which story was chosen, 0 or 1, and the characters that say so; None where that is not clear."""
    within = [
        part.span()
        for part in _PART.finditer(text)
        if not dates or any(part.start() <= each.first < part.end() for each in dates)
    ]  # "the fire was in 1952, and the move before": what stands beside the year is meant
    refused = [each.span("what") for each in _NOT.finditer(text)]
    named: dict[int, tuple[int, int]] = {}
    denied: dict[int, tuple[int, int]] = {}
    for each in _WORD.finditer(text):
        if not any(first <= each.start() < last for first, last in within):
            continue
        for place, words in enumerate(question.words):
            if terms(each[0]) & words:
                off = any(first <= each.start() < last for first, last in refused)
                (denied if off else named).setdefault(place, each.span())
    if len(named) == 1:
        ((place, span),) = named.items()
        return None if place in denied else (place, *span)
    if not named and len(denied) == 1:
        ((place, span),) = denied.items()
        return 1 - place, *span
    which = WHICH.search(text)
    if named or denied or which is None or not (which["first"] or which["last"]):
        return None
    off = any(first <= which.start() < last for first, last in refused)
    place = 0 if which["first"] else 1
    return (1 - place if off else place), *which.span()
