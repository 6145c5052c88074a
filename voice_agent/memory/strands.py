"""Tellings that go on about one another. Pure.

"We were married in fifty-two. It was at St Mary's. No, fifty-three." is one strand of three claims.
How alike two strands are is in `comparing`.
"""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from voice_agent.memory.claims import Claim, ClaimId, Modality, Part
from voice_agent.memory.conflicts import names_date
from voice_agent.memory.figures import SELF, Figure, figures
from voice_agent.memory.happenings import NARRATOR, Often
from voice_agent.memory.people.people import People
from voice_agent.memory.people.persons import sort
from voice_agent.memory.terms import of_a_kind, place_terms, terms
from voice_agent.verbs import past


@dataclass(frozen=True, slots=True)
class Strand:
    """What is compared of a chain of claims."""

    claims: tuple[ClaimId, ...]
    """In the order told."""

    sort: str
    """What sort of event, "" for none known."""

    often: Often
    principals: frozenset[Figure]
    """Whose event it is, the narrator included; empty where nobody was named."""

    people: frozenset[Figure]

    places: frozenset[frozenset[str]]
    """Terms of each place."""

    dates: tuple[str, ...]
    """EDTF, sorted, without those corrected in the strand itself."""

    former: tuple[str, ...]
    """EDTF of those corrected: earlier tellings may have said the same."""

    sure: bool
    """Were the dates said, not guessed or heard from others?"""

    terms: frozenset[str]
    """What is said, without names, places and dates."""

    names: frozenset[str] = frozenset()
    """Those of the terms that are names: Biscuit the dog, the Aragon."""

    happened: bool = True
    """Does any of it tell something that happened once, or name a time?"""

    embedded: tuple[ClaimId, ...] = ()
    """The claims that a vector stands for."""

    spans: tuple[tuple[str, int, int, int], ...] = ()
    """Where each claim stands: session, turn, and the characters from and to."""

    words: frozenset[str] = field(init=False, compare=False, repr=False)
    """What is said, names of people included: readers of English take Goodyear for a man."""

    kinds: tuple[frozenset[str], ...] = field(init=False, compare=False, repr=False)
    """Of its terms those of each kind of which an event mostly has one (`terms.of_a_kind`); () where there are none."""

    turns: frozenset[tuple[str, int]] = field(init=False, compare=False, repr=False)
    """Session and turn of each span."""

    def __post_init__(self) -> None:
        """Keep at hand what is asked of it for each of thousands of others."""
        names = {name for each in self.people for name in (each.given, each.surname) if name}
        words = self.terms | {term for name in names for term in terms(name)}
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "turns", frozenset(each[:2] for each in self.spans))
        object.__setattr__(self, "kinds", of_a_kind(self.terms))


def strand(chain: Sequence[Claim], people: People, embedded: Container[ClaimId] = ()) -> Strand:
    """Gather what can be compared of claims that go on about one another, in the order told.

    `embedded`: the claims that a vector stands for.
    """
    sorts = [(each, found) for each in chain if each.polarity and (found := sort(each))]
    principals: set[Figure] = set()
    for each, found in sorts[:1]:
        for words in found.principals:
            if words == NARRATOR:
                principals.add(SELF)
            principals |= set(figures([each], people, words))
    named = set(figures(chain, people))
    if sorts and not sorts[0][1].principals and len(named) == 1:
        principals = named  # "Pa was gone in 1967; he passed on in his own bed"
    corrected = {
        each.corrects.denied
        for each in chain
        if each.corrects and each.corrects.part is Part.WHEN and each.corrects.denied
    }
    told = {each.edtf for each in chain if each.edtf}
    dates = {edtf for edtf in told if not any(names_date(wrong, edtf) for wrong in corrected)}
    former = (told | corrected) - dates
    return Strand(
        tuple(each.id for each in chain),
        sorts[0][1].happening.name if sorts else "",
        sorts[0][1].happening.often if sorts else Often.ANY,
        frozenset(principals),
        frozenset(figures(chain, people)),
        frozenset(
            found
            for each in chain
            for words in each.words(Part.WHERE)
            if (found := place_terms(words))
        ),
        tuple(sorted(dates)),
        tuple(sorted(former)),
        all(each.modality is Modality.SAID for each in chain if each.edtf),
        frozenset(term for each in chain if not _answers(each) for term in said(each)),
        frozenset(term for each in chain if not _answers(each) for term in _names(each)),
        any(eventful(each) or each.edtf for each in chain),
        tuple(each.id for each in chain if each.id in embedded),
        tuple(_span(each) for each in chain),
    )


def _span(claim: Claim) -> tuple[str, int, int, int]:
    here = [each for each in claim.mentions if each.turn == claim.turn]
    return claim.session, claim.turn, min(x.first for x in here), max(x.last for x in here)


def eventful(claim: Claim) -> bool:
    """Does the claim tell something that happened once, with something to know it by?"""
    named = claim.words(Part.WHERE) or claim.words(Part.WHO) or claim.words(Part.KIN)
    dated = claim.edtf and (named or somebody(claim))
    if not said(claim) and not sort(claim) and not dated:
        return False
    return bool(sort(claim) or claim.edtf or named)


def _answers(claim: Claim) -> bool:
    """Does it only say yes or no to what was told, or take it back?"""
    return claim.corrects is not None and not claim.polarity


def somebody(claim: Claim) -> bool:
    """Did somebody do it: "I gave it up" and "came down" tell something in small words alone, "it was so" does not."""
    opens = claim.what.lower().split()
    done = len(opens) > 1 and past(opens[0]) and opens[0] not in {"was", "were"}
    return done or _SUBJECT.search(claim.what) is not None


_SUBJECT = re.compile(
    r"\b(?:I|we|he|she|they|(?:my|our|his|her|their) \w+|mine|ours|hers|theirs)\b", re.IGNORECASE
)


def _names(claim: Claim) -> frozenset[str]:
    """Terms that stand with a capital inside the clause, and are no person or place."""
    capital = re.findall(r"(?<=[\w,] )[A-Z]\w+", claim.what)
    return terms(" ".join(capital)) & said(claim)


def said(claim: Claim) -> frozenset[str]:
    """The terms of what a claim says, without its people, places and dates."""
    named = {
        term
        for part in (Part.WHO, Part.KIN, Part.WHERE)
        for words in claim.words(part)
        for term in terms(words)
    }
    return terms(claim.what) - named
