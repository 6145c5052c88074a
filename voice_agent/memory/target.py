"""Which earlier claim a correction puts right."""

from collections.abc import Sequence

from voice_agent.memory.claims import Claim, ClaimId, Part
from voice_agent.memory.happenings import sort_of
from voice_agent.memory.persons import same_person, sort
from voice_agent.memory.strands import said
from voice_agent.memory.terms import alike, terms, weight
from voice_agent.memory.when import bounds


def target(
    correction: Claim, known: Sequence[Claim], *, near: Sequence[Claim], empty: bool
) -> ClaimId | None:
    """Return the claim that `correction` puts right, or None where it is not clear which.

    `near` holds the claim told just before; `empty`: the correction does not say what it is about ("no,
    it was fifty-two"). The nearest that fits is taken.
    """
    corrected = correction.corrects
    if corrected is None:
        return None
    every = [each for each in reversed(known) if _has(each, correction)]
    if empty and not corrected.denied:
        session = [each for each in every if near and each.session == near[0].session]
        found = session or every if near else []
        return found[0].id if found else near[0].id if near else None
    best: Claim | None = None
    most = 1
    for each in every:
        about = empty or _about(each, correction)
        exact = each.edtf == corrected.denied if corrected.part is Part.WHEN else False
        fits = 2 * about + 2 * exact + _touches(each, correction)
        if corrected.denied and not exact and not _holds(each, corrected.part, corrected.denied):
            # what is put right must have been said; without it, only the same story counts
            fits = 2 * (about and not empty)
        if fits > most and (about or exact):
            best, most = each, fits
    return best.id if best else None


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


def _touches(claim: Claim, correction: Claim) -> bool:
    """Have both an uncommon word in common, be it of a place?"""
    return weight(terms(claim.what) & terms(correction.what)) >= 1


def _about(claim: Claim, correction: Claim) -> bool:
    """Do both speak of the same thing?"""
    one, other = sort(claim), sort(correction)
    if one and other:
        if one.happening is not other.happening:
            return False
        return (
            not one.principals
            or not other.principals
            or any(same_person(a, b) for a in one.principals for b in other.principals)
        )
    mine, theirs = said(claim), said(correction)
    return alike(mine, theirs) >= 0.5 and (weight(mine & theirs) >= 2 or mine == theirs)
