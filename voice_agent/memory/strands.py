"""Tellings that go on about one another, and by rule how alike two such strands are.

"We were married in fifty-two. It was at St Mary's. No, fifty-three." is one strand of three claims.
Two strands are compared by what they say, of whom, where and when, and by nothing else; what was told again in quite
other words is known by its meaning (`same_event`).
"""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from voice_agent.memory.claims import Claim, ClaimId, Modality, Part
from voice_agent.memory.conflicts import names_date
from voice_agent.memory.dates.when import ALWAYS, FOREVER, Bounds, bounds, narrowed
from voice_agent.memory.happenings import NARRATOR, Often
from voice_agent.memory.people.nicknames import same_given
from voice_agent.memory.people.people import People
from voice_agent.memory.people.persons import person_words, sort
from voice_agent.memory.terms import alike, of_a_kind, place_terms, rivals, terms, weight
from voice_agent.verbs import past

RARE = 0.36
"""What each uncommon word in common adds to the likeness of two strands; three make them one story."""

KNOWING = 0.5
"""Likeness of words is at most this for each uncommon word in common: "we drove there" says nothing."""

SLIP = -0.3
"""What `when` gives for dates that are up to five years apart: as far as memory slips."""

SAME = 0.5
"""From this likeness on two strands tell of one event. Chosen on the open templates of
`python -m lab retold`; the held-back ones are not looked at."""


class Figure(NamedTuple):
    """A person as far as two tellings can be compared by."""

    id: str
    """PersonId, or NARRATOR."""

    given: str
    surname: str
    relation: str
    only_one: bool = False
    """One has one of these: "Dad" and "my father", but not "my husband's father"."""


class Match(IntEnum):
    """Whether two tellings have a person in common."""

    NO = -1
    PERHAPS = 0
    YES = 1


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
                principals.add(_SELF)
            principals |= set(_figures([each], people, words))
    named = set(_figures(chain, people))
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
        frozenset(_figures(chain, people)),
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


_SELF = Figure(NARRATOR, "", "", "")


def _figures(chain: Sequence[Claim], people: People, only: str = "") -> Iterator[Figure]:
    """The people of the claims, or those of them who were called `only`."""
    for claim in chain:
        for mention in claim.mentions:
            if mention.part not in (Part.WHO, Part.KIN) or (only and mention.words != only):
                continue
            for step, who in enumerate(person_words(mention.words)):
                id = people.of.get((claim.id, mention.first + step))
                if id:
                    yield Figure(id, who.name.given, who.name.surname, who.relation, who.only_one)


def matched(one: Figure, other: Figure) -> Match:
    """Are these two the same, as far as is known? A bare name that fits is a perhaps and a bit more."""
    if one.id == other.id:
        return Match.YES
    if NARRATOR in (one.id, other.id):
        return Match.NO
    if one.relation and other.relation and one.relation != other.relation:
        return Match.NO
    if one.only_one and other.only_one:
        return Match.YES
    if one.surname and other.surname and one.surname != other.surname:
        return Match.NO
    if one.given and other.given:
        return Match.YES if same_given(one.given, other.given) else Match.NO
    return Match.PERHAPS


@lru_cache(maxsize=100_000)
def common(one: frozenset[Figure], other: frozenset[Figure]) -> Match:
    """The best match between two sets; PERHAPS where either is empty."""
    if not one or not other:
        return Match.PERHAPS
    return max(matched(a, b) for a in one for b in other)


class Met(NamedTuple):
    """What two strands have to do with one another, as far as both `compare` and meaning weigh it."""

    same_sort: bool
    whose: Match
    time: float
    place: float
    people: Match
    shared: float
    rivals: bool


def met(one: Strand, other: Strand) -> Met | None:
    """None where they cannot tell of one event. Symmetrical."""
    same_sort = bool(one.sort) and one.sort == other.sort
    if one.sort and other.sort and not same_sort:
        return None
    whose = common(one.principals, other.principals) if same_sort else Match.PERHAPS
    if whose is Match.NO:
        return None
    if same_sort and _two_partners(one, other):
        return None
    time = when(one, other)
    # two dates of one talk are two events, or one puts the other right; only a guess may be out
    apart = one_talk(one, other) and _time(one.dates, other.dates) < 0
    if time < SLIP or (apart and (time < 0 or (time == 0 and whose is not Match.YES))):
        return None
    if same_sort and one.often is Often.PER_PLACE and where(one, other) < 0:
        return None
    return meeting(one, other)


def meeting(one: Strand, other: Strand) -> Met:
    """The same, whether they can or not."""
    same_sort = bool(one.sort) and one.sort == other.sort
    return Met(
        same_sort,
        common(one.principals, other.principals) if same_sort else Match.PERHAPS,
        when(one, other),
        where(one, other),
        common(one.people, other.people),
        shared(one, other),
        rivals(one.kinds, other.kinds),
    )


def compare(one: Strand, other: Strand, found: Met | None = None) -> float | None:
    """How alike two strands are by rule, 0..1; None where they cannot tell of one event. Symmetrical.

    Two sure dates that cannot both hold are two events, unless they were told apart, a few years from one another, and
    either in much the same words or as what happens once to the same people: then it is one event in conflict. `found`: what `met` says of them, where that is known.
    """
    if (found := found or met(one, other)) is None:
        return None
    same_sort, whose, time, place, people, told_alike, rival = found
    who = float(people)
    words = _likeness(one, other, told_alike)
    if whose is Match.YES:
        if one.often is Often.ONCE:
            return 1.0
        if one.often is Often.PER_PLACE and (time >= 0 or place > 0):
            return _per_place(time, place, words)
    if same_sort and one.often is Often.ONCE and _named_for(one, other):
        return 0.8
    if time < 0:
        again = place >= 0 and who >= 0 and _retold(one, other)
        return SAME + 0.1 * words if again else None
    if rival:
        return 0.0
    if time == 0 and min(place, who) < 0:
        return 0.0  # without a date it is known by who, what and where
    # whom a telling leaves out says little; whom it names says more
    score = 0.8 * words + 0.15 * place + (0.15 if who > 0 else 0.05) * who + 0.2 * time
    return max(0.0, min(1.0, score + (0.15 if same_sort else 0.0)))


def put_right(strands: Sequence[Strand]) -> list[Strand]:
    """The strands, those with a date that another telling of the same put right with the right one instead."""
    found = list(strands)
    for right in [each for each in strands if each.former and each.dates]:
        for place, each in enumerate(found):
            wrong = bool(each.dates) and all(
                any(names_date(x, date) for x in right.former) for date in each.dates
            )
            if wrong and each is not right and (compare(each, right) or 0.0) >= SAME:
                found[place] = replace(each, dates=right.dates, former=each.dates)
    return found


def one_breath(one: Strand, other: Strand) -> bool:
    """Was any of both told in one turn?"""
    return bool({each[:2] for each in one.spans} & {each[:2] for each in other.spans})


def one_talk(one: Strand, other: Strand) -> bool:
    """Was any of both told in one talk?"""
    return bool({each[0] for each in one.spans} & {each[0] for each in other.spans})


def _retold(one: Strand, other: Strand) -> bool:
    """Is it told again in much the same words? So many of all words, and no fewer than so many, are a guess."""
    both = one.terms & other.terms
    return len(both) >= 3 and len(both) >= 0.6 * len(one.terms | other.terms)


def _likeness(one: Strand, other: Strand, told_alike: float) -> float:
    """How much two strands say the same, 0..1, people, places and times aside; `told_alike` as `shared`."""
    return min(max(alike(one.terms, other.terms), RARE * told_alike), KNOWING * told_alike)


def shared(one: Strand, other: Strand) -> float:
    """How much it tells that both use the same words: much in two sentences, little in two pages."""
    terms = one.terms & other.terms
    if not terms:
        return 0.0
    both = len(terms)
    told = weight(terms) + 0.6 * len(one.names & other.names)
    return told * min(1.0, 2 * both / min(len(one.terms), len(other.terms)))


def _named_for(one: Strand, other: Strand) -> bool:
    """ "The wedding was in 1962, Carl and I, with a cake": nobody's by its grammar, and Carl's by his name."""
    if bool(one.principals) is bool(other.principals):
        return False
    bare, whose = (other, one) if one.principals else (one, other)
    others = whose.principals - {_SELF}
    return bool(others) and all(
        common(frozenset({each}), bare.people) is Match.YES for each in others
    )


def _two_partners(one: Strand, other: Strand) -> bool:
    """Two weddings of the narrator's, to two people."""
    if _SELF not in one.principals & other.principals:
        return False
    return common(one.principals - {_SELF}, other.principals - {_SELF}) is Match.NO


def _per_place(time: float, place: float, words: float) -> float:
    """Moves, jobs and purchases: the place or the thing says which, then the time."""
    if place > 0:
        return 0.9 if time >= 0 else 0.6
    if words >= 0.5:
        return 0.8
    return 0.6 if time > 0.5 else 0.3


def when(one: Strand, other: Strand) -> float:
    """As `_time`; a date that was corrected since still tells which event is meant."""
    time = _time(one.dates, other.dates)
    for a, b in ((one.former, other.dates), (one.dates, other.former)):
        if a and b and _time(a, b) > 0:
            return max(time, _time(a, b))
    return max(time, 0.0) if not (one.sure and other.sure) else time


@lru_cache(maxsize=100_000)
def _time(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """1 where both name the same narrow time, 0 where one names none, below 0 where they cannot both hold.

    Memory slips by a year or four, seldom by ten.
    """
    ones, others = ([narrowed(x)] if narrowed(x) else [*x] for x in (one, other))
    return max((_apart(a, b) for a in ones for b in others if a and b), default=0.0)


def _apart(one: str, other: str) -> float:
    a, b = bounds(one), bounds(other)
    if not a.meets(b):
        gap = (max(a.earliest, b.earliest) - min(a.latest, b.latest)).days
        return SLIP if gap <= 5 * 366 else -1.0
    wider = max(_days(a), _days(b))
    return 1.0 if wider <= 800 else 0.6 if wider <= 4000 else 0.1


def _days(days: Bounds) -> int:
    if days.earliest == ALWAYS or days.latest == FOREVER:
        return 1_000_000
    return days.days


def where(one: Strand, other: Strand) -> float:
    """1 where a place is shared, -1 where both name places and none is, else 0."""
    if not one.places or not other.places:
        # "Sears took me on" and "I started at Sears": a place to one, a word to the other
        named = [
            *(p <= other.words for p in one.places),
            *(p <= one.words for p in other.places),
        ]
        return 1.0 if any(named) else 0.0
    if any(a & b for a in one.places for b in other.places):
        return 1.0
    return -1.0
