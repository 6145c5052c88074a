"""Where a claim belongs: what it puts right, what it quotes, and which claim it goes on about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from voice_agent.memory.claims import Claim, Correction, Modality, Part
from voice_agent.memory.dates.when import bounds
from voice_agent.memory.people.persons import sort
from voice_agent.memory.reading import Tag, Tagged
from voice_agent.memory.repairs import cues
from voice_agent.memory.repairs.target import (
    SLIPPED,
    asked,
    dated_of,
    dated_thing,
    fits,
    one_date,
    telling_of,
    told_before,
    told_of,
    touches,
    within_reach,
)
from voice_agent.memory.strands import said, somebody
from voice_agent.memory.terms import terms
from voice_agent.memory.thread import Thread


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a claim is placed by."""

    thread: Thread
    text: str
    """What the clause says, from its first word."""

    link: str
    """What joins the clause to the one before."""

    words: Sequence[Tagged]
    wrong: str
    """EDTF of the date that its own takes the place of, where that was said too."""

    perhaps: str
    """The same, where it does so only if both are told of one thing."""

    mending: bool
    """It opens with "no" or "I mean", or something was just called wrong."""

    thing: frozenset[str]
    """The terms of what it gives the date of, where it says no more: "the cabins were 1957"; else empty."""

    same_sentence: bool
    """Did the sentence give a claim before?"""

    near: bool
    """Does the sentence follow closely on the event that was told before?"""


def placed(made: Claim, around: Surroundings) -> Claim | None:
    """Return the claim with its ties to others, or None where it says nothing of its own."""
    thread = around.thread
    found = sort(made)
    named = made.words(Part.WHERE) or made.words(Part.WHO) or made.words(Part.KIN)
    empty = not (found or said(made) or named or somebody(made))
    last = thread.turn[-1] if thread.turn else None
    if empty and made.edtf:
        if around.link == "because" and made.anchor:
            return None  # "it was 1945, because the war was over" says nothing else
        said_of = terms(around.text)
        return dated(made, thread, around.wrong, said_of, mending=around.mending, plain=True)
    past = cues.told_as_past(list(around.words)) or (
        around.same_sentence and any(each.tag is Tag.PARTICIPLE for each in around.words)
    )
    if made.retold and (before := told_before(made, thread.known)):
        return replace(made, continues=before)
    if made.edtf and around.wrong:
        goal = telling_of(around.wrong, thread, terms(made.what))
        if goal and goal not in thread.turn and not touches(goal, made):
            goal = None  # "I said 1948, but I fell down the well in 1944": what else was of 1948 is not meant
        corrects = Correction(Part.WHEN, around.wrong)
        return replace(made, corrects=corrects, continues=goal.id if goal else None)
    if made.edtf and around.perhaps:
        goal = telling_of(around.perhaps, thread, terms(made.what))
        if goal and fits(goal, made):
            right = Correction(Part.WHEN, around.perhaps)
            return replace(made, corrects=right, continues=goal.id)
    if made.edtf and around.mending and (goal := told_of(made, thread)):
        return replace(
            made, continues=goal.id
        )  # "No, it was 1952 when we moved": a second date of the move
    if made.edtf and around.thing and (goal := dated_thing(around.thing, thread, made.edtf)):
        return replace(made, continues=goal.id)
    if made.edtf and around.mending and not found and _of_them(made, around):
        # "No, 1922 she came", "it was 1938 they put me in"
        goal = one_date(thread, made.edtf, SLIPPED)
        if goal and fits(goal, made) and not bounds(goal.edtf).meets(bounds(made.edtf)):
            return replace(made, continues=goal.id)
    if not found and not made.edtf and not past:
        if not cues.told_as_present(list(around.words)) or not said(made):
            return None
        return replace(made, modality=Modality.BELIEF)
    if (
        last
        and not _own_story(last, made)
        and (
            _completes(last, made, around)
            or _again(last, made, around)
            or (not found and _goes_on(made, around))
        )
    ):
        return replace(made, continues=last.id)
    return made


def dated(
    made: Claim,
    thread: Thread,
    wrong: str,
    said_of: frozenset[str] = frozenset(),
    *,
    mending: bool,
    plain: bool,
) -> Claim | None:
    """Tie a date that tells nothing else to what it is the date of, or return None where that is not known.

    `wrong`: EDTF of the date it takes the place of, where that was said: what told it is put right. `mending`: words of
    repair and no wrong date: it is a second date of the only thing that can be meant, and puts nothing right. `plain`:
    it is said of "it", or in the breath of the story. `said_of`: the terms of its sentence, which may name the thing.
    """
    if wrong:
        # "it wasn't 1951 when we married, it was 1952": what it was of is told without the wrong date
        told = next((x for x in reversed(thread.turn) if not x.edtf and x.polarity), None)
        goal = telling_of(wrong, thread, said_of) or told
        right = Correction(Part.WHEN, wrong)
        return replace(made, corrects=right, continues=goal.id) if goal else None
    if mending:
        goal = dated_of(said_of, thread, made.edtf) or one_date(thread, made.edtf)
        return replace(made, continues=goal.id) if goal else None
    if plain and (goal := dated_of(said_of, thread, made.edtf)):
        return replace(made, continues=goal.id)  # "The milking machine, that was 1955"
    wanted = asked(thread.asked, thread.known) if not thread.turn else None
    if goal := next((each for each in thread.known if each.id == wanted), None):
        # "How old were you?" "Twenty-two.": what lies decades from the story is no date of it
        near = not goal.edtf or within_reach(goal.edtf, made.edtf)
        return replace(made, continues=goal.id) if near else None
    told = [each for each in thread.turn or thread.before if each.modality is not Modality.BELIEF]
    goal = next((each for each in reversed(told) if each.polarity), None)
    if goal is None or not (plain or thread.turn or thread.asked):
        return None
    if not thread.turn and _asks_of_another(thread.asked, goal):
        return None
    # another date and no word of repair: "Christmas of 1966, now. We lost the baby" opens the next story
    if goal.edtf and not bounds(goal.edtf).meets(bounds(made.edtf)):
        return None
    return replace(made, continues=goal.id)


def _asks_of_another(question: str, told: Claim) -> bool:
    """ "When did you buy a car?" asks for no date of the shop that was told of before, and "When was that?" does."""
    wanted = terms(question)
    other = wanted - terms(told.what)
    return not _POINTS.search(question) and 2 * len(other) >= len(wanted) > 0


_POINTS = re.compile(r"\b(?:it|that|this|those|these|there|then)\b", re.IGNORECASE)


def _of_them(made: Claim, around: Surroundings) -> bool:
    """Does a clause say of "it", "her" or "us" next to nothing of its own?"""
    named = any(made.words(part) for part in (Part.WHERE, Part.WHO, Part.KIN))
    named = named or around.link not in {"", "no"}
    return not named and cues.pronoun_subject(made.what)


def _own_story(last: Claim, made: Claim) -> bool:
    """ "I take two sugars. There was a fire in our chimney in 1951": no date of what is so today."""
    return last.modality is Modality.BELIEF and bool(made.edtf) and len(said(made)) > 1


def _completes(last: Claim, made: Claim, around: Surroundings) -> bool:
    """ "My last day was in 1998; I was retired after that": one clause has the date, the other the sort."""
    if not around.same_sentence or around.link in {"but", "because"}:
        return False
    if last.edtf and not made.edtf:
        return not sort(last)
    return not last.edtf and not sort(last) and bool(sort(made))


def _again(last: Claim, made: Claim, around: Surroundings) -> bool:
    """ "My father's heart gave out in 1968 and he died in the kitchen": one death."""
    mine, theirs = sort(made), sort(last)
    if not (mine and theirs and around.same_sentence) or made.edtf:
        return False
    same = mine.happening is theirs.happening and not mine.principals
    return same and cues.pronoun_subject(around.text)


def _goes_on(made: Claim, around: Surroundings) -> bool:
    """Is this a detail of the event told before it?"""
    if made.edtf:
        told = [each.edtf for each in around.thread.turn if each.edtf]
        if told and not bounds(told[-1]).meets(bounds(made.edtf)):
            return False  # another date, and no word of repair: another event
    back = cues.points_back(around.text) or around.link == "when"
    if back or made.edtf:
        return back
    detail = around.near and cues.pronoun_subject(around.text) and not made.words(Part.WHERE)
    return detail or around.same_sentence
