"""Tellings that go on about one another, and how alike two such strands are.

"We were married in fifty-two. It was at St Mary's. No, fifty-three." is one strand of three claims.
Two strands are compared by what they say, of whom, where and when, and by nothing else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from voice_agent.memory.claims import Claim, ClaimId, Modality, Part
from voice_agent.memory.happenings import NARRATOR, Often
from voice_agent.memory.people import People
from voice_agent.memory.persons import person_words, sort
from voice_agent.memory.terms import alike, terms
from voice_agent.memory.when import ALWAYS, FOREVER, Bounds, bounds, narrowed

Vectors = Mapping[ClaimId, NDArray[np.float32]]
"""Unit vectors of what claims say, shape (n,)."""

_UNSURE = (Modality.JOKE, Modality.BELIEF)


@dataclass(frozen=True, slots=True)
class Strand:
    """What is compared of a chain of claims."""

    claims: tuple[ClaimId, ...]
    """In the order told."""

    sort: str
    """What sort of event, "" for none known."""

    often: Often
    principals: frozenset[str]
    """PersonIds, or NARRATOR; empty where nobody was named."""

    people: frozenset[str]
    """PersonIds."""

    places: frozenset[frozenset[str]]
    """Terms of each place."""

    dates: tuple[str, ...]
    """EDTF, sorted, without those corrected in the strand itself."""

    terms: frozenset[str]
    """What is said, without names, places and dates."""

    embedded: tuple[ClaimId, ...] = ()
    """The claims that a vector stands for."""


def strand(chain: Sequence[Claim], people: People, vectors: Vectors | None) -> Strand:
    """Gather what can be compared of claims that go on about one another, in the order told."""
    sorts = [(each, found) for each in chain if each.polarity and (found := sort(each))]
    who = frozenset(_people(chain, people))
    principals: set[str] = set()
    for each, found in sorts[:1]:
        for words in found.principals:
            principals |= {NARRATOR} if words == NARRATOR else set(_persons(each, words, people))
    corrected = {
        each.corrects.denied for each in chain if each.corrects and each.corrects.part is Part.WHEN
    }
    dates = [each.edtf for each in chain if each.edtf and each.edtf not in corrected]
    last = next((each for each in reversed(chain) if each.corrects and each.edtf), None)
    if last:
        dates = [edtf for edtf in dates if bounds(edtf).meets(bounds(last.edtf))]
    return Strand(
        tuple(each.id for each in chain),
        sorts[0][1].happening.name if sorts else "",
        sorts[0][1].happening.often if sorts else Often.ANY,
        frozenset(principals),
        who,
        frozenset(
            found for each in chain for words in each.words(Part.WHERE) if (found := terms(words))
        ),
        tuple(sorted(set(dates))),
        frozenset(term for each in chain for term in said(each)),
        tuple(each.id for each in chain if vectors and each.id in vectors),
    )


def said(claim: Claim) -> frozenset[str]:
    """The terms of what a claim says, without its people, places and dates."""
    named = {
        term
        for part in (Part.WHO, Part.KIN, Part.WHERE)
        for words in claim.words(part)
        for term in terms(words)
    }
    return terms(claim.what) - named


def _people(chain: Sequence[Claim], people: People) -> set[str]:
    return {
        people.of[key]
        for each in chain
        for mention in each.mentions
        if mention.part in (Part.WHO, Part.KIN)
        for step in range(len(person_words(mention.words)))
        if (key := (each.id, mention.first + step)) in people.of
    }


def _persons(claim: Claim, words: str, people: People) -> list[str]:
    return [
        people.of[key]
        for mention in claim.mentions
        if mention.part in (Part.WHO, Part.KIN) and mention.words == words
        for step in range(len(person_words(words)))
        if (key := (claim.id, mention.first + step)) in people.of
    ]


def compare(one: Strand, other: Strand, vectors: Vectors | None) -> float | None:
    """How alike two strands are, 0..1; None where they cannot tell of one event. Symmetrical."""
    same_sort = bool(one.sort) and one.sort == other.sort
    if one.sort and other.sort and not same_sort:
        return None
    if same_sort and one.principals and other.principals and not one.principals & other.principals:
        return None
    if same_sort and _two_partners(one, other):
        return None
    time, place, who = _time(one.dates, other.dates), _place(one, other), _who(one, other)
    words = alike(one.terms, other.terms)
    if vectors is not None and one.embedded and other.embedded:
        words = max(words, _meaning(one, other, vectors))
    if same_sort and one.principals & other.principals:
        if one.often is Often.ONCE:
            return 1.0
        if one.often is Often.PER_PLACE:
            return _per_place(time, place, words)
    # the same words of the same people in the same place are one story, even if the years differ
    score = 0.8 * words + 0.15 * place + 0.15 * who + (0.2 * time if time >= 0 else 0.25 * time)
    return max(0.0, min(1.0, score + (0.15 if same_sort else 0.0)))


def _two_partners(one: Strand, other: Strand) -> bool:
    """Two weddings of the narrator's to two people."""
    partners = one.principals - {NARRATOR}, other.principals - {NARRATOR}
    if NARRATOR not in one.principals & other.principals:
        return False
    return bool(partners[0] and partners[1] and not partners[0] & partners[1])


def _per_place(time: float, place: float, words: float) -> float:
    """Moves, jobs and purchases: the place or the thing says which, then the time."""
    if place < 0:
        return 0.0
    if place > 0:
        return 0.9 if time >= 0 else 0.6
    if words >= 0.5:
        return 0.8 if time >= 0 else 0.6
    return 0.6 if time > 0.5 else 0.3


@lru_cache(maxsize=100_000)
def _time(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """1 where both name the same narrow time, 0 where one names none, -1 where they cannot both hold."""
    first, second = narrowed(one), narrowed(other)
    if not first or not second:
        return 0.0
    a, b = bounds(first), bounds(second)
    if not a.meets(b):
        return -1.0
    wider = max(_days(a), _days(b))
    return 1.0 if wider <= 800 else 0.6 if wider <= 4000 else 0.1


def _days(days: Bounds) -> int:
    if days.earliest == ALWAYS or days.latest == FOREVER:
        return 1_000_000
    return days.days


def _place(one: Strand, other: Strand) -> float:
    """1 where a place is shared, -1 where both name places and none is, else 0."""
    if not one.places or not other.places:
        return 0.0
    if any(a & b for a in one.places for b in other.places):
        return 1.0
    return -1.0


def _who(one: Strand, other: Strand) -> float:
    if not one.people or not other.people:
        return 0.0
    return 1.0 if one.people & other.people else -1.0


def _meaning(one: Strand, other: Strand, vectors: Vectors) -> float:
    """The best cosine between what the two say, with what chance gives taken off."""
    best = max(
        float(vectors[a] @ vectors[b])
        for a in one.embedded
        for b in other.embedded
        if a in vectors and b in vectors
    )
    # MiniLM gives unrelated clauses of one life cosines up to .4
    return max(0.0, min(1.0, (best - 0.4) / 0.4))
