"""Which earlier claim something that was said belongs to: the one it names, or none."""

import re
from collections.abc import Iterable, Sequence

from voice_agent.memory.claims import Claim, ClaimId, Modality, Part
from voice_agent.memory.conflicts import names_date
from voice_agent.memory.dates.number_words import NUMBER
from voice_agent.memory.dates.when import bounds, strict_bounds
from voice_agent.memory.happenings import NARRATOR, Happening, Often, sort_of
from voice_agent.memory.people.persons import same_person, sort
from voice_agent.memory.strands import said
from voice_agent.memory.terms import alike, place_terms, terms, weight
from voice_agent.memory.thread import Thread

TELLINGS = 3
"""Turns that told something, up to this one, in which what is put right must have been told. A guess."""

REACH = 10
"""Years by which somebody may be out where no wrong year was named; what lies further apart is another thing."""


SLIPPED = 5
"""The same where several dates were told: of these the one that lies so near is meant."""


def telling_of(value: str, thread: Thread, said_of: frozenset[str] = frozenset()) -> Claim | None:
    """Return the one claim that told the date `value`, the nearest first; None where none did, or two different ones.

    `said_of`: terms of what puts it right. They decide between two; and what was told long before must be named, or the
    talk have no other of that date.
    """
    here, before = _tellings(thread)
    near = [each for turn in before[:TELLINGS] for each in turn]
    far = [each for turn in before[TELLINGS:] for each in turn]
    for told in (here, near, far):
        found = [each for each in told if each.edtf and names_date(value, each.edtf)]
        found = [x for x in found if any(map(NUMBER.search, x.words(Part.WHEN)))] or found
        if len(roots(found, thread)) > 1:
            found = [each for each in found if said_of & terms(each.what)]
        if found:
            return max(found, key=_told_at) if len(roots(found, thread)) == 1 else None
    return None


def one_date(thread: Thread, edtf: str, reach: int = REACH) -> Claim | None:
    """Return the one claim of the last telling with a date that `edtf` may be meant in place of; None where two may."""
    here, before = _tellings(thread)
    for told in (here, *before[:TELLINGS]):
        dated = [each for each in told if each.edtf]
        if not dated:
            continue
        reach = reach if len(roots(dated, thread)) == 1 else SLIPPED
        meant = [each for each in dated if within_reach(each.edtf, edtf, reach)]
        return meant[-1] if len(roots(meant, thread)) == 1 else None
    return None


def told_of(made: Claim, thread: Thread) -> Claim | None:
    """Return the one dated claim near enough that tells of the same thing; None where none does, or several."""
    here, before = _tellings(thread)
    for told in (here, *before[:TELLINGS]):
        near = [x for x in told if x.edtf and within_reach(x.edtf, made.edtf)]
        near = [each for each in near if not _of_others(each, made)]
        for fits in (about, _says_little_else):
            if same := [each for each in near if fits(each, made)]:
                return same[-1] if len(roots(same, thread)) == 1 else None
    return None


def touches(one: Claim, other: Claim) -> bool:
    """Do both speak of the same thing, be it in one word only?"""
    return about(one, other) or bool(terms(one.what) & terms(other.what))


def fits(told: Claim, made: Claim) -> bool:
    """May `made` say of the same thing, in as few words as "she went" of "she went into the convent"?"""
    return touches(told, made) or said(made) <= terms(told.what)


def dated_of(said_of: frozenset[str], thread: Thread, edtf: str) -> Claim | None:
    """Return the one dated claim near enough that tells of what the terms name, and that `edtf` may be meant in place of."""
    here, before = _tellings(thread)
    for told in (here, *before[:TELLINGS]):
        named = [x for x in told if x.edtf and said_of & terms(x.what)]
        if named:
            meant = [each for each in named if within_reach(each.edtf, edtf)]
            return meant[-1] if len(roots(meant, thread)) == 1 else None
    return None


def dated_thing(thing: frozenset[str], thread: Thread, edtf: str) -> Claim | None:
    """Return the one dated claim near enough that tells of all of `thing`, and that `edtf` cannot be the date of."""
    here, before = _tellings(thread)
    told = [each for turn in (here, *before[:TELLINGS]) for each in turn]
    named = [x for x in told if x.edtf and thing <= terms(x.what)]
    if not named or len(roots(named, thread)) > 1:
        return None
    apart = not strict_bounds(named[-1].edtf).meets(strict_bounds(edtf))
    near = apart and within_reach(named[-1].edtf, edtf)
    return named[-1] if near else None


def _says_little_else(told: Claim, made: Claim) -> bool:
    """ "The Mini was 1963" of "bought a Mini in 1962"."""
    words = terms(made.what)
    return 2 * len(words & terms(told.what)) >= len(words) > 0


def _of_others(told: Claim, made: Claim) -> bool:
    """ "She married in 1956" is not of what "I" did."""
    found = sort(told)
    third = _THIRD.match(made.what) is not None
    return third and found is not None and found.principals == (NARRATOR,)


_THIRD = re.compile(r"\W*(?:he|she|they)\b", re.IGNORECASE)


def holding(words: str, thread: Thread, part: Part) -> Claim | None:
    """Return the last claim near enough that named the person or place `words`."""
    wanted = terms(words)
    here, before = _tellings(thread)
    for told in (here, *before[:TELLINGS]):
        for each in reversed(told):
            if any(terms(x) == wanted for x in each.words(part)):
                return each
    return None


NAMED = (Part.WHO, Part.KIN, Part.WHERE)
"""Parts that a name is put right in."""


def within_reach(one: str, other: str, reach: int = REACH) -> bool:
    """May the one date be meant where the other was told?"""
    a, b = bounds(one), bounds(other)
    return a.meets(b) or abs(a.earliest.year - b.earliest.year) <= reach


def _tellings(thread: Thread) -> tuple[list[Claim], list[list[Claim]]]:
    """What was told in this turn so far; and in those of the talk before it that told something, the nearest first."""
    before: dict[int, list[Claim]] = {}
    for each in (*thread.earlier, *thread.told):
        if each.session == thread.session and _tells(each):
            before.setdefault(each.turn, []).append(each)
    turns = [before[turn] for turn in sorted(before, reverse=True)]
    return [each for each in thread.turn if _tells(each)], turns


def _told_at(each: Claim) -> tuple[int, int]:
    return each.turn, each.mentions[0].first


def _tells(claim: Claim) -> bool:
    if claim.edtf == f"{claim.told_at:%Y-%m-%d}" or claim.what.lower().startswith("you "):
        return False  # "you couldn't get that today", "I looked while you were talking"
    taken = claim.corrects is not None and claim.corrects.part is None
    return claim.modality is not Modality.BELIEF and not taken


def roots(claims: Iterable[Claim], thread: Thread) -> set[ClaimId]:
    """The first claims of the chains that these belong to."""
    known = {each.id: each for each in thread.known}
    found: set[ClaimId] = set()
    for each in claims:
        seen = {each.id}
        while (goal := each.continues) and goal in known and goal not in seen:
            seen.add(goal)
            each = known[goal]
        found.add(each.id)
    return found


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
    """Return the claim that "I told you we married in 1951" quotes: of the same date, and about the same thing."""
    best: Claim | None = None
    most = 0
    wanted = terms(quoting.what)
    for claim in reversed(known):
        if claim.id == quoting.id or (quoting.edtf and not claim.edtf):
            continue
        if quoting.edtf and not bounds(claim.edtf).meets(bounds(quoting.edtf)):
            continue
        exact = claim.edtf == quoting.edtf != ""
        same = about(claim, quoting) or (exact and weight(wanted & terms(claim.what)) >= 1)
        common = len(wanted & terms(claim.what)) + exact
        if same and common > most:
            best, most = claim, common
    return best.id if best else None


def about(one: Claim, other: Claim) -> bool:
    """Do both speak of the same thing?"""
    mine, theirs = sort(one), sort(other)
    if mine and theirs:
        if mine.happening is not theirs.happening or _elsewhere(one, other, mine.happening):
            return False
        return (
            not mine.principals
            or not theirs.principals
            or any(same_person(a, b) for a in mine.principals for b in theirs.principals)
        )
    told, again = said(one), said(other)
    return alike(told, again) >= 0.5 and (weight(told & again) >= 2 or told == again)


def _elsewhere(one: Claim, other: Claim, happening: Happening) -> bool:
    """Two moves to two towns, two jobs at two firms: for what happens once a place."""
    mine = frozenset().union(*(place_terms(words) for words in one.words(Part.WHERE)))
    theirs = frozenset().union(*(place_terms(words) for words in other.words(Part.WHERE)))
    if happening.often is not Often.PER_PLACE:
        return False
    if mine and theirs:
        return not mine & theirs
    return bool(mine - terms(other.what)) or bool(theirs - terms(one.what))
