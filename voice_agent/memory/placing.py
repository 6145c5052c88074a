"""Where a claim belongs: what it corrects, what it quotes, and which claim it goes on about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from voice_agent.memory.claims import Claim, ClaimId, Correction, Modality, Part, claim_id
from voice_agent.memory.dates.when import bounds
from voice_agent.memory.people.persons import sort
from voice_agent.memory.reading import Tag, Tagged
from voice_agent.memory.repairs import cues
from voice_agent.memory.repairs.target import in_focus, nearest, target, told_before
from voice_agent.memory.strands import said
from voice_agent.memory.terms import terms
from voice_agent.memory.thread import Thread


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a claim is placed by."""

    thread: Thread
    about: ClaimId | None
    """The claim that was just asked about, where that is known."""

    text: str
    """What the clause says, from its first word."""

    link: str
    """What joins the clause to the one before."""

    words: Sequence[Tagged]
    correcting: bool
    """It began with "no", "I mean", or what was told before was called wrong."""

    denied_date: str
    """EDTF of a date that was denied in so many words."""

    denied_words: str
    """A place or person that was denied."""

    same_sentence: bool
    """Did the sentence give a claim before?"""

    near: bool
    """Does the sentence follow closely on the event that was told before?"""


def placed(made: Claim, around: Surroundings) -> Claim | None:
    """Return the claim with its ties to others, or None where it says nothing of its own."""
    thread = around.thread
    found = sort(made)
    named = made.words(Part.WHERE) or made.words(Part.WHO) or made.words(Part.KIN)
    empty = not (found or said(made) or named)
    last = thread.turn[-1] if thread.turn else None
    if empty and made.edtf and around.link == "because" and made.anchor:
        return None  # "it was 1945, because the war was over" says nothing else
    if empty and made.edtf:
        mending = around.correcting or bool(around.denied_date)
        return dated(made, thread, around.about, around.denied_date, mending, plain=False)
    past = cues.told_as_past(list(around.words)) or (
        around.same_sentence and any(each.tag is Tag.PARTICIPLE for each in around.words)
    )
    if made.retold:
        before = told_before(made, thread.known)
        if before or not around.correcting:
            return replace(made, continues=before)
    if around.correcting or around.denied_date:
        part, value = _corrected(made, around)
        if part:
            made = replace(made, corrects=Correction(part, value))
            bare = not found and not (said(made) - terms(around.denied_words))
            if bare and (goal := around.about or nearest(made, thread)):
                return replace(made, continues=goal)
            goal = around.about or target(made, thread.known)
            if made.edtf and not (goal or found or past or named):
                # "my memory's like a sieve, 1952" tells nothing but the date
                dates = tuple(each for each in made.mentions if each.part is Part.WHEN)
                bare = replace(made, id=claim_id(dates), mentions=dates) if dates else made
                return dated(bare, thread, around.about, value, True, plain=False)
            return replace(made, continues=goal)
        if around.correcting and empty:
            return None
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
    made: Claim, thread: Thread, about: ClaimId | None, denied: str, mending: bool, plain: bool
) -> Claim | None:
    """Tie a date that tells nothing else to what it is the date of, or return None where that is not known.

    `denied`: the date it takes the place of, where that was said. `mending`: words said that something is
    put right. Without such words a `plain` date still puts right a different one told in the same breath.
    """
    doubted = denied or thread.doubted
    value = "" if doubted == "?" else doubted
    if value and bounds(value).meets(bounds(made.edtf)) and not denied:
        value = ""
    goal = in_focus(made, thread, about, value, mending=mending or bool(doubted))
    if goal is None:
        return None
    if value and not goal.edtf and goal in thread.turn:
        # "what I said of the barn was wrong, it was 1952, not 1951": the barn that burned in 1951
        asks = replace(goal, corrects=Correction(Part.WHEN, value))
        earlier = [each for each in thread.known if each.id != goal.id]
        if goal.continues is None and (root := target(asks, earlier)):
            thread.turn[thread.turn.index(goal)] = replace(goal, continues=root)
    # "that was 1850, I think" puts nothing right that was told for certain
    plain = plain and made.modality is Modality.SAID and not set("?~%") & set(made.edtf)
    differs = bool(goal.edtf) and not bounds(goal.edtf).meets(bounds(made.edtf))
    if differs and not (plain or mending or value or about or goal.retold or goal in thread.turn):
        return None  # "Christmas of 1966, now. We lost the baby": no other date of the wedding told before
    near = any(each.id == goal.id for each in (*thread.turn, *thread.before))
    if (differs and (mending or doubted or (plain and near) or goal.retold)) or value:
        made = replace(
            made, corrects=Correction(Part.WHEN, value or (goal.edtf if differs else ""))
        )
    elif mending or doubted:
        made = replace(made, corrects=Correction(Part.WHEN))
    return replace(made, continues=goal.id)


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
            return False  # another date, and no word of correction: another event
    back = cues.points_back(around.text) or around.link == "when"
    if back or made.edtf:
        return back
    detail = around.near and cues.pronoun_subject(around.text) and not made.words(Part.WHERE)
    return detail or around.same_sentence


def _corrected(made: Claim, around: Surroundings) -> tuple[Part | None, str]:
    """Which part a correction puts right, and the value it denies, where that was said again."""
    doubted = around.thread.doubted
    if made.edtf or around.denied_date:
        value = around.denied_date or ("" if doubted == "?" else doubted)
        same = value and made.edtf and bounds(value).meets(bounds(made.edtf))
        return Part.WHEN, "" if same and not around.denied_date else value
    if doubted and doubted != "?":
        return None, ""  # a date was called wrong, and this gives none
    for part in (Part.WHERE, Part.WHO):
        if made.words(part) and around.denied_words:
            return part, around.denied_words
        if made.words(part) and cues.points_back(around.text or "it"):
            return part, ""
    return None, ""
