"""Dates that the narrator may have put right: nobody is sure, so none of them is said until the narrator settles it.

Doubt is a state of its own, neither a repair nor a contradiction between two sittings. It comes of a turn that
perhaps puts something right (`Correction.perhaps`), of two dates for one event in one sitting, and of a date that is
told again after it was put right.

    of(sure, unsure, denied, accused_by, put_right)

settles what the narrator has settled since: by telling one of the two dates again in another sitting. What is left
is asked about, once, and kept silent meanwhile.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from voice_agent.memory.claims import Claim, ClaimId, Modality, Part
from voice_agent.memory.conflicts import Conflict, conflict
from voice_agent.memory.dates.when import bounds

Gone = Mapping[ClaimId, frozenset[Part]]


class Settling(NamedTuple):
    """What becomes of the doubtful dates of one event."""

    gone: frozenset[ClaimId] = frozenset()
    """Their date was put right, as has shown since."""

    unsettled: frozenset[ClaimId] = frozenset()
    """Their date is said by nobody for now."""

    asks: Conflict | None = None
    """Between which dates the narrator may choose."""


class _Dispute(NamedTuple):
    """Two dates, of which the later may put the former right."""

    former: tuple[Claim, ...]
    later: tuple[Claim, ...]
    """What agrees with it; empty where it was not said what is right instead."""

    since: Claim
    """Only what is told after this one, in another sitting, says which of the two holds."""


def accused(groups: Sequence[Sequence[Claim]]) -> Mapping[ClaimId, Sequence[Claim]]:
    """What perhaps puts a date right or takes a story back, by the claim that it does so with.

    `groups`: the claims of each event. A doubt and what it doubts need not be of one event. A doubt that may be about
    either of two stories is about both, until one of them is told so for certain; then it is about that one alone.
    """
    found: defaultdict[ClaimId, list[Claim]] = defaultdict(list)
    refused = {
        (x.continues, x.corrects.rival)
        for group in groups
        for x in group
        if x.corrects and _refuses(x)
    }
    home = {each.id: group for group in groups for each in group}
    for each in (each for group in groups for each in group):
        what = each.corrects
        if not each.continues or not what or not what.perhaps or what.part not in (Part.WHEN, None):
            continue
        both = (each.continues, what.rival) if what.rival else (each.continues,)
        goals = [goal for goal in both if not {(each.id, None), (each.id, goal)} & refused]
        meant = [goal for goal in goals if len(goals) > 1 and _came_true(each, home.get(goal, ()))]
        for goal in meant if len(meant) == 1 else goals:
            found[goal].append(each)
    return found


def _refuses(each: Claim) -> bool:
    """Is a doubt taken back: a date called that of neither story, or a story told in earnest?"""
    what = each.corrects
    if not what or what.perhaps or each.edtf or each.polarity:
        return False
    return what.part is Part.WHAT or (what.part is Part.WHEN and bool(what.denied))


def _came_true(doubt: Claim, story: Sequence[Claim]) -> bool:
    """Has the narrator said since, and for certain, that it was this story?"""
    for each in story:
        what = each.corrects
        if each.order <= doubt.order or (what and what.perhaps):
            continue
        if doubt.corrects and doubt.corrects.part is None:
            if what and what.part is None:
                return True
        elif each.edtf and each.polarity and each.modality is Modality.SAID and not each.retold:
            right = bool(what and what.part is Part.WHEN)
            if _agree(each.edtf, doubt.edtf) and (right or each.session != doubt.session):
                return True
    return False


def of(
    sure: Sequence[Claim],
    unsure: Sequence[Claim],
    denied: Iterable[tuple[Claim, Claim]],
    accused_by: Mapping[ClaimId, Sequence[Claim]],
    put_right: Gone,
) -> Settling:
    """Return what becomes of the dates of one event that may have been put right.

    `sure`: the claims with a date that stands and was told without doubt, in the order told; `unsure`: those told as
    a guess or of others. `denied`: claims whose date was put right, each with the one that did. `accused_by`: as
    `accused` gives it. `put_right`: what of the event's claims does not hold for certain.
    """
    gone = {each.id for each in _came_round(sure, unsure)}
    sure = [each for each in sure if each.id not in gone]
    open_: dict[ClaimId, Claim] = {}
    for each in (
        *_accused(sure, accused_by, put_right),
        *_in_one_sitting(sure),
        *_contradicted(sure, denied),
    ):
        for_former, for_later = _told_since(each, sure)
        if for_former and for_later:
            continue  # both came back: a contradiction, as any other
        if for_later:
            gone |= {x.id for x in each.former}
        elif for_former:
            gone |= {x.id for x in each.later}
        else:
            open_ |= {x.id: x for x in (*each.former, *each.later)}
    unsettled = [each for id, each in open_.items() if id not in gone]
    ids = frozenset(each.id for each in unsettled)
    return Settling(frozenset(gone), ids, conflict(unsettled))


def untold(group: Sequence[Claim], accused_by: Mapping[ClaimId, Sequence[Claim]]) -> set[ClaimId]:
    """The tellings of one event that perhaps were taken back, or a joke, and were not told in another sitting too.

    `group`: what is told of the event and stands.
    """
    found: set[ClaimId] = set()
    for goal in group:
        if any(
            each.corrects and each.corrects.part is None for each in accused_by.get(goal.id, ())
        ):
            found |= {x.id for x in group if (x.session, x.turn) == (goal.session, goal.turn)}
    again = {each.session for each in group if each.id not in found}
    return {x.id for x in group if x.id in found and not again - {x.session}}


def _accused(
    sure: Sequence[Claim], accused_by: Mapping[ClaimId, Sequence[Claim]], put_right: Gone
) -> list[_Dispute]:
    found: list[_Dispute] = []
    for goal in sure:
        for later in accused_by.get(goal.id, ()):
            if later.corrects is None or later.corrects.part is None or later.id in put_right:
                continue
            before = [x for x in sure if x.order < later.order]
            if not later.edtf:
                same = (x for x in before if _agree(x.edtf, goal.edtf))
                found.append(_Dispute(tuple(same), (), later))
                continue
            against = [x for x in before if not _agree(x.edtf, later.edtf)]
            # what was told so in two sittings is not shaken by one doubtful word: that alone stands back
            once = len({x.session for x in against}) == 1
            if against:
                found.append(_Dispute(tuple(against) if once else (), (later,), later))
    return found


def _in_one_sitting(sure: Sequence[Claim]) -> list[_Dispute]:
    found: list[_Dispute] = []
    for place, later in enumerate(sure):
        former = [
            x for x in sure[:place] if x.session == later.session and not _agree(x.edtf, later.edtf)
        ]
        if not former:
            continue
        # what was told the last time may be what is quoted now, or what is come back to
        before = [x for x in sure[:place] if x.session != later.session]
        with_it = [x for x in before if _agree(x.edtf, later.edtf)]
        against = [
            x for x in before if x not in with_it and any(_agree(x.edtf, y.edtf) for y in former)
        ]
        found.append(_Dispute((*against, *former), (*with_it, later), later))
    return found


def _contradicted(sure: Sequence[Claim], denied: Iterable[tuple[Claim, Claim]]) -> list[_Dispute]:
    """What was put right, and is told again as it was: the repair may have been misheard."""
    found: list[_Dispute] = []
    ids = {each.id for each in sure}
    for wrong, right in denied:
        for later in sure:
            again = later.session != right.session and later.order > right.order
            if right.id not in ids or not again or _agree(later.edtf, right.edtf):
                continue
            if _agree(later.edtf, wrong.edtf):
                same = (x for x in sure if x.order < later.order and _agree(x.edtf, right.edtf))
                found.append(_Dispute(tuple(same), (later,), later))
    return found


def _came_round(sure: Sequence[Claim], unsure: Sequence[Claim]) -> list[Claim]:
    """What was told before others, or a guess, said otherwise, and the narrator has told as they did since."""
    return [
        former
        for former in sure
        if any(
            former.order < heard.order < later.order
            and later.session not in (former.session, heard.session)
            and not _agree(former.edtf, heard.edtf)
            and not _agree(former.edtf, later.edtf)
            and _agree(heard.edtf, later.edtf)
            for heard in unsure
            for later in sure
        )
    ]


def _told_since(dispute: _Dispute, sure: Sequence[Claim]) -> tuple[bool, bool]:
    """Was the former date, and the later one, told in another sitting since, without the other?"""
    former, later, since = dispute
    mine = {x.id for x in (*former, *later)}
    others = [
        x
        for x in sure
        if x.id not in mine
        and x.session != since.session
        and not (x.corrects and x.corrects.perhaps)
        # before it, only what came before the repair as well speaks for it
        and (x.order > since.order or not any(x.session == y.session for y in former))
    ]

    def speaks(x: Claim, one: Sequence[Claim], other: Sequence[Claim]) -> bool:
        mine = not one or any(_agree(x.edtf, y.edtf) for y in one)
        return mine and not any(_agree(x.edtf, y.edtf) for y in other)

    for_former = any(x.order > since.order and speaks(x, former, later) for x in others)
    return for_former, any(speaks(x, later, former) for x in others)


def _agree(one: str, other: str) -> bool:
    return bounds(one).meets(bounds(other))
