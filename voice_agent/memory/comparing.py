"""How alike two strands are by rule: by what they say, of whom, where and when, and by nothing else. Pure.

What was told again in quite other words is known by its meaning (`same_event`).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from voice_agent.memory.conflicts import names_date
from voice_agent.memory.dates.when import ALWAYS, FOREVER, Bounds, bounds, narrowed
from voice_agent.memory.figures import SELF, Match, common
from voice_agent.memory.happenings import Often
from voice_agent.memory.strands import Strand
from voice_agent.memory.terms import alike, rivals, weight

RARE = 0.36
"""What each uncommon word in common adds to the likeness of two strands; three make them one story."""

KNOWING = 0.5
"""Likeness of words is at most this for each uncommon word in common: "we drove there" says nothing."""

SLIP = -0.3
"""What `when` gives for dates that are up to five years apart: as far as memory slips."""

SAME = 0.5
"""From this likeness on two strands tell of one event. Chosen on the open templates of
`python -m lab retold`; the held-back ones are not looked at."""


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
    others = whose.principals - {SELF}
    return bool(others) and all(
        common(frozenset({each}), bare.people) is Match.YES for each in others
    )


def _two_partners(one: Strand, other: Strand) -> bool:
    """Two weddings of the narrator's, to two people."""
    if SELF not in one.principals & other.principals:
        return False
    return common(one.principals - {SELF}, other.principals - {SELF}) is Match.NO


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
