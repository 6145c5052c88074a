"""Which earlier claim a correction puts right."""

from collections.abc import Sequence

from voice_agent.memory.claims import Claim, ClaimId, Part
from voice_agent.memory.happenings import sort_of
from voice_agent.memory.persons import sort
from voice_agent.memory.strands import said
from voice_agent.memory.terms import alike, terms
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
    fitting = [each for each in reversed(known) if _has(each, correction)]
    if corrected.denied:
        exact = [each for each in fitting if _holds(each, corrected.part, corrected.denied)]
        about = exact if empty else [each for each in exact if _about(each, correction)]
        if about or exact:
            return (about or exact)[0].id
    if not empty:
        about = [each for each in fitting if _about(each, correction)]
        return about[0].id if about else None
    if near and fitting:
        session = [each for each in fitting if each.session == near[0].session]
        return (session or fitting)[0].id
    return near[0].id if near else None


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


def _about(claim: Claim, correction: Claim) -> bool:
    """Do both speak of the same thing?"""
    one, other = sort(claim), sort(correction)
    if one and other:
        if one.happening is not other.happening:
            return False
        return (
            not one.principals
            or not other.principals
            or bool(set(one.principals) & set(other.principals))
        )
    return alike(said(claim), said(correction)) >= 0.5
