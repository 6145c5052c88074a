"""Which earlier claim a correction puts right."""

from collections.abc import Callable, Sequence

from voice_agent.memory.claims import Claim, ClaimId, Modality, Part
from voice_agent.memory.dates.when import bounds
from voice_agent.memory.happenings import Happening, Often, sort_of
from voice_agent.memory.people.persons import same_person, sort
from voice_agent.memory.strands import said
from voice_agent.memory.terms import alike, place_terms, terms, weight
from voice_agent.memory.thread import Thread


def in_focus(
    made: Claim, thread: Thread, about: ClaimId | None, denied: str, *, mending: bool
) -> Claim | None:
    """Return the claim that a date which tells nothing else is the date of, or None.

    The talk has a focus: what was told last in this breath, what was just asked about, what was told in the
    breath before. A date that was denied in so many words is looked for wherever it was told.
    """
    turn = [each for each in reversed(thread.turn) if _live(each)]
    if denied and (found := _dated(turn, denied)):
        return found
    if turn and denied:
        # none of this breath's dates is the one denied: what was only named is meant, or what was told before
        if found := next((each for each in turn if each.retold), None):
            return found
        if found := _denied_before(turn, thread, about, denied):
            return found
        return next((x for x in turn if not x.edtf and x.continues is None), turn[0])
    if turn:
        stated = (each for each in turn if each.retold or each.edtf)
        if found := next(stated, None):
            return found
        earlier = [each for each in thread.known if each.edtf and each not in thread.turn]
        if found := next((each for each in turn if _recalls(each, earlier)), None):
            return found
        if not mending or any(map(sort, turn)):
            return turn[0]
    known = {each.id: each for each in thread.known}
    if (about or (about := asked(thread.asked, thread.known))) and about in known:
        return known[about]
    if denied:
        here = [each for each in reversed(thread.known) if each.session == made.session]
        if found := _dated(here, denied) or _dated(list(reversed(thread.known)), denied):
            return found
    before = [each for each in reversed(thread.before) if _live(each)]
    stated = [each for each in before if each.retold or each.edtf]
    if mending and not stated:
        stated = [each for each in reversed(thread.told) if each.edtf and _live(each)]
    return next(iter(stated or before), None)


def _live(claim: Claim) -> bool:
    if claim.edtf == f"{claim.told_at:%Y-%m-%d}":
        return False  # "you couldn't get that today"
    if claim.what.lower().startswith("you "):
        return False  # "I looked at it while you were talking"
    return claim.modality is not Modality.BELIEF and (claim.polarity or claim.corrects is None)


def _recalls(named: Claim, earlier: Sequence[Claim]) -> bool:
    """Does it name something that was told with a date before, and is no mere reason?"""
    words = said(named)
    return any(weight(words & said(each)) >= 2 or _about(each, named) for each in earlier)


def _denied_before(
    turn: Sequence[Claim], thread: Thread, about: ClaimId | None, denied: str
) -> Claim | None:
    """What was told with the denied date before this breath, and is asked about, just told, or named again.

    None where this breath names something else of its own: "what I said of the barn was wrong".
    """
    earlier = [each for each in reversed(thread.known) if each not in thread.turn and _live(each)]
    wanted = about or asked(thread.asked, thread.known)
    found = [each for each in earlier if each.edtf and bounds(each.edtf).meets(bounds(denied))]
    words = frozenset[str]().union(*(terms(each.what) for each in turn))
    best = max(found, key=lambda each: len(words & terms(each.what)), default=None)
    if best and words & terms(best.what):
        return best
    near = (each for each in found if each.id == wanted or each in thread.before)
    return None if any(map(sort, turn)) else next(near, None)


def _dated(claims: Sequence[Claim], date: str) -> Claim | None:
    """The first of `claims` with that very date, else one that may mean it."""
    # "no, 1951 was when we got the dog": the dog is not what is put right
    claims = [each for each in claims if not each.corrects] or claims
    exact = next((each for each in claims if each.edtf == date), None)
    near = (each for each in claims if each.edtf and bounds(each.edtf).meets(bounds(date)))
    return exact or next(near, None)


def nearest(correction: Claim, thread: Thread) -> ClaimId | None:
    """Return the claim last told that has a part of the kind that `correction` puts right."""
    corrected = correction.corrects
    near = [each for each in reversed(thread.known) if _has(each, correction)]
    if corrected and corrected.denied:
        held = [each for each in near if _holds(each, corrected.part, corrected.denied)]
        return held[0].id if held else None
    here = [each for each in near if each.session == correction.session]
    return here[0].id if here else None


def target(correction: Claim, known: Sequence[Claim]) -> ClaimId | None:
    """Return the claim that a correction which tells its story again puts right.

    None where it is not clear which: the two are then put together as any two tellings are, or not at all.
    The latest that fits best is taken.
    """
    corrected = correction.corrects
    if corrected is None:
        return None
    best: Claim | None = None
    most = 1
    strands = stories(known)
    for each in reversed(known):
        if not _has(each, correction) or each.id == correction.id:
            continue
        about = _about(each, correction)
        exact = corrected.part is Part.WHEN and each.edtf == corrected.denied.rstrip("~?%")
        if corrected.denied and not exact and not _holds(each, corrected.part, corrected.denied):
            # what is put right must have been said; without it, only the same story counts
            fits = 2 * about
        else:
            fits = 2 * about + _touches(strands[each.id], correction) * (1 + exact)
        if fits > most and not _another_sort(each, correction):
            best, most = each, fits
    return best.id if best else None


def _another_sort(one: Claim, other: Claim) -> bool:
    mine, theirs = sort(one), sort(other)
    return bool(mine and theirs and mine.happening is not theirs.happening)


def asked(question: str, known: Sequence[Claim]) -> ClaimId | None:
    """Return the claim that a question such as "What year did you come to Boston?" asks about."""
    if not question:
        return None
    wanted, kind = terms(question), sort_of(question)
    best: Claim | None = None
    most = 1
    for claim in reversed(known):
        found = sort(claim)
        placed = any(wanted & terms(place) for place in claim.words(Part.WHERE))
        same = bool(kind and found and kind.happening is found.happening)
        fits = len(wanted & terms(claim.what)) + placed + 2 * same
        if fits > most:
            best, most = claim, fits
    return best.id if best else None


def told_before(quoting: Claim, known: Sequence[Claim]) -> ClaimId | None:
    """Return the claim that "I told you we married in 1951" quotes: the same date, the most in common."""
    best: Claim | None = None
    most = 0
    wanted = terms(quoting.what)
    for claim in reversed(known):
        if claim.id == quoting.id or (quoting.edtf and not claim.edtf):
            continue
        if quoting.edtf and not bounds(claim.edtf).meets(bounds(quoting.edtf)):
            continue
        common = len(wanted & terms(claim.what)) + 3 * _about(claim, quoting)
        if common > most + (claim.edtf != quoting.edtf):
            best, most = claim, common
    return best.id if best else None


def _has(claim: Claim, correction: Claim) -> bool:
    """Does `claim` say something of the kind that is being corrected?"""
    part = correction.corrects.part if correction.corrects else None
    if claim.id == correction.id:
        return False
    if part is Part.WHEN:
        return bool(claim.edtf)
    return part is None or bool(claim.words(part))


def _holds(claim: Claim, part: Part | None, value: str) -> bool:
    if part is Part.WHEN:
        return claim.edtf == value or bounds(claim.edtf).meets(bounds(value))
    return part is not None and any(terms(words) & terms(value) for words in claim.words(part))


def what(claim: Claim) -> frozenset[str]:
    """The terms of what happened."""
    return terms(claim.what)


def stories(
    known: Sequence[Claim], words: Callable[[Claim], frozenset[str]] = what
) -> dict[ClaimId, frozenset[str]]:
    """For each claim, the `words` of all that is told in one strand with it."""
    root: dict[ClaimId, ClaimId] = {}
    told: dict[ClaimId, frozenset[str]] = {}
    for claim in known:
        first = root.get(claim.continues, claim.id) if claim.continues else claim.id
        root[claim.id] = first
        told[first] = told.get(first, frozenset()) | words(claim)
    return {id: told[first] for id, first in root.items()}


def _touches(story: frozenset[str], correction: Claim) -> bool:
    """Have both an uncommon word in common, be it of a place?"""
    return weight(story & terms(correction.what)) >= 1


def _elsewhere(one: Claim, other: Claim, happening: Happening) -> bool:
    """Two moves to two towns, two jobs at two firms: for what happens once a place."""
    mine = frozenset().union(*(place_terms(words) for words in one.words(Part.WHERE)))
    theirs = frozenset().union(*(place_terms(words) for words in other.words(Part.WHERE)))
    if happening.often is not Often.PER_PLACE:
        return False
    if mine and theirs:
        return not mine & theirs
    return bool(mine - terms(other.what)) or bool(theirs - terms(one.what))


def _about(claim: Claim, correction: Claim) -> bool:
    """Do both speak of the same thing?"""
    one, other = sort(claim), sort(correction)
    if one and other:
        if one.happening is not other.happening or _elsewhere(claim, correction, one.happening):
            return False
        return (
            not one.principals
            or not other.principals
            or any(same_person(a, b) for a in one.principals for b in other.principals)
        )
    mine, theirs = said(claim), said(correction)
    return alike(mine, theirs) >= 0.5 and (weight(mine & theirs) >= 2 or mine == theirs)
