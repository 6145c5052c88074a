"""A date that two stories may be meant by: neither is put right, and both are in doubt until the narrator says which.

"No, it was 1955", after a turn that told of the move and of the fire, is one of the two. The likelier one is the wrong
one too often, and a wrong correction says something false of a life.
"""

from collections.abc import Sequence
from dataclasses import replace

from voice_agent.memory.claims import Claim, Correction, Modality, Part, claim_id
from voice_agent.memory.repairs import whose_date
from voice_agent.memory.repairs.doubting import FITS, own
from voice_agent.memory.repairs.whose_date import CLEARLY, Talk, Weighed
from voice_agent.memory.terms import weight

NAMES = 1.0
"""Weight of words from which on a turn names one story more than the other."""


def holds(turn: list[Claim], talk: Talk) -> None:
    """Let a date that puts an earlier story right be a doubt of that one and of another, where both fit alike."""
    if talk.asked:
        return  # whoever was asked about a story answers about that one
    place = next((n for n in reversed(range(len(turn))) if _mends(turn[n])), None)
    if place is None:
        return
    made = turn[place]
    goal = _goal(turn, made, talk.earlier)
    if goal is None:
        return
    sought = talk.sought(turn, made.edtf)
    found = whose_date.weighed(sought, talk.earlier)
    mine = next((x for x in found if x.claim.id == goal.id), None)
    if mine is None:
        return
    other = next((x for x in found if not whose_date.one_story(mine, x)), None)
    if other is None or not _alike(mine, other, talk.words):
        return
    _doubts(turn, place, goal, other.claim)


def _alike(mine: Weighed, other: Weighed, words: frozenset[str]) -> bool:
    """Does the other fit nearly as well, and is the one not named before it?"""
    if other.fits < FITS or mine.fits - other.fits >= CLEARLY:
        return False
    return weight(words & mine.words) - weight(words & other.words) < NAMES


def _goal(turn: Sequence[Claim], made: Claim, earlier: Sequence[Claim]) -> Claim | None:
    """The story told before this turn that a date of it is the date of."""
    here = {each.id: each for each in turn}
    seen = {made.id}
    while made.continues and made.continues in here and made.continues not in seen:
        made = here[made.continues]
        seen.add(made.id)
    return next((each for each in earlier if each.id == made.continues), None)


def _doubts(turn: list[Claim], place: int, goal: Claim, other: Claim) -> None:
    """Let the date of the claim at `place` doubt the dates of both stories."""
    made = turn[place]
    dates = tuple(each for each in made.mentions if each.part is Part.WHEN)
    mentions = made.mentions if own(made) or not dates else dates
    perhaps = Correction(Part.WHEN, perhaps=True, rival=other.id)
    doubt = replace(
        made,
        id=claim_id(mentions),
        mentions=mentions,
        modality=Modality.SAID,
        corrects=perhaps,
        continues=goal.id,
        retold=False,
    )
    after = {made.id: doubt.id, goal.id: None}  # what led to the one story leads to neither now
    turn[:] = [
        doubt
        if each.id == made.id
        else replace(each, continues=after[each.continues])
        if each.continues and each.continues in after
        else each
        for each in turn
    ]


def _mends(each: Claim) -> bool:
    what = each.corrects
    return bool(each.edtf and what and what.part is Part.WHEN and not what.rival)
