"""Whose date it is that a turn puts right: all that was told before is weighed, and the best must win clearly.

People say "it's 1956 on the card" without saying of what. Four things tell which story they mean: the wrong date, where
they say it again ("not 1952"), the words, people and places that they name again, what was asked or told a moment ago, and
how far the dates lie apart. A wrong correction is worse than none: where two stories fit nearly as well, or none fits,
nothing is put right, and both dates stay open.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from voice_agent.memory.claims import Claim, ClaimId, Correction, Modality, Part, claim_id
from voice_agent.memory.dates.when import strict_bounds
from voice_agent.memory.people.persons import sort
from voice_agent.memory.repairs.target import stories
from voice_agent.memory.strands import said
from voice_agent.memory.terms import of_a_kind, rivals, terms, weight

SLIP, FAR = 5, 10
"""Years by which people are out, and by which they hardly ever are."""

NARROW = 370
"""Days: what can be put right says at least the year."""

QUOTED, UNQUOTED = 3.0, -1.5
"""For a story of the wrong date that is said again, and for one of another date where one is said."""

SAME_SORT, ANOTHER_SORT = 1.5, -3.0
JUST, LATELY, HERE = 1.8, 0.6, 0.3
"""For what was told a turn ago, last with a date in this sitting, and in it at all."""

OUT = -1.5
"""For dates further apart than SLIP."""

ENOUGH, CLEARLY = 1.7, 0.8
"""What the best story must reach, and by how much it must be ahead of the next one. Chosen on the open, practice and
fresh sentences of `voice-agent evaluate retold`."""


STRONG = 3.5
"""What it must reach where the turn only leans towards putting right, or tells what may be a story of its own."""

SURE, LEANS, HARDLY = 0.5, 0.2, 0.1
"""Shares of putting right: from the first on a story is looked for, from the second where it fits very well; below the
last the rules took what is told for a repair."""

FEW = 4
"""Words of a clause that may be a mere quotation of a date."""


OWN = 2.5
"""Weight of words from which on a clause tells a story of its own."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What is known of the story that is meant."""

    right: str
    """EDTF of the right date."""

    wrong: tuple[str, ...]
    """EDTF of other dates that the turn says, be it to deny or to quote them."""

    words: frozenset[str]
    """Terms of the turn."""

    sorts: frozenset[str]
    """What sorts of events its clauses are."""

    just: frozenset[ClaimId]
    """What was told in the turn before."""

    session: str


@dataclass(frozen=True, slots=True)
class Talk:
    """A turn, and what was told before it."""

    words: frozenset[str]
    """Terms of the turn."""

    dates: tuple[str, ...]
    """EDTF of those said in it, from which the year at least is known."""

    earlier: Sequence[Claim]
    """In the order told."""

    just: frozenset[ClaimId]
    session: str
    asked: bool = False
    """Did a question name the story, or the dates?"""

    def sought(self, turn: Sequence[Claim], right: str) -> Sought:
        """What is known of the story of which `right` is the date."""
        wrong = tuple(x for x in dict.fromkeys(self.dates) if 0 < years(x, right) <= FAR)
        sorts = frozenset(found.happening.name for x in turn if (found := sort(x)))
        return Sought(right, wrong, self.words, sorts, self.just, self.session)


class Weighed(NamedTuple):
    """A story, and how well it fits."""

    fits: float
    claim: Claim
    words: frozenset[str]
    """Terms of all that is told in one strand with it."""


def weighed(sought: Sought, earlier: Sequence[Claim]) -> list[Weighed]:
    """Return what was told with another date before, the best first; `earlier` in the order told."""
    gone = {each.continues for each in earlier if _mends(each)}
    dated = [each for each in earlier if _datable(each) and each.id not in gone]
    words = stories(earlier, _words)
    last = next((x.id for x in reversed(dated) if x.session == sought.session), None)
    found: list[Weighed] = []
    for place, each in enumerate(dated):
        quoted = any(_same(each.edtf, wrong) for wrong in sought.wrong)
        apart = years(each.edtf, sought.right)
        if not apart or (apart > FAR and not quoted):
            continue
        told = words[each.id]
        shared = weight(sought.words & told)
        kind = sort(each)
        fits = shared + (QUOTED if quoted else UNQUOTED if sought.wrong else 0.0)
        if kind and sought.sorts:
            same = kind.happening.name in sought.sorts
            fits += SAME_SORT if same else ANOTHER_SORT
        elif rivals(of_a_kind(sought.words), of_a_kind(told)):
            fits += ANOTHER_SORT
        if each.id in sought.just:
            fits += JUST
        elif each.id == last:
            fits += LATELY
        elif each.session == sought.session:
            fits += HERE
        if apart > SLIP:
            fits += OUT
        found.append(Weighed(fits + 0.001 * place, each, told))
    return sorted(found, key=lambda each: -each.fits)


def meant(sought: Sought, earlier: Sequence[Claim]) -> Weighed | None:
    """Return the story whose date is put right, or None where it is not clear which."""
    found = weighed(sought, earlier)
    if not found or found[0].fits < ENOUGH:
        return None
    best = found[0]
    rest = [each for each in found[1:] if not one_story(best, each)]
    if rest and best.fits - rest[0].fits < CLEARLY:
        return None
    return best


def years(one: str, other: str) -> int:
    """How many years lie between two dates (EDTF); 0 where they meet, or where one was never told."""
    if not one or not other:
        return 0
    a, b = strict_bounds(one), strict_bounds(other)
    if a.meets(b):
        return 0
    return max(1, abs(a.earliest.year - b.earliest.year))


def one_story(one: Weighed, other: Weighed) -> bool:
    """Two tellings of one event, which do not compete."""
    a, b = sort(one.claim), sort(other.claim)
    if a and b and a.happening is b.happening:
        return weight(one.words & other.words) >= 1 or _same(one.claim.edtf, other.claim.edtf)
    return weight(one.words & other.words) >= 2


def _same(one: str, other: str) -> bool:
    return years(one, other) == 0


def _mends(each: Claim) -> bool:
    what = each.corrects
    return bool(each.edtf and what and what.part is Part.WHEN and not what.perhaps)


def _datable(each: Claim) -> bool:
    return (
        bool(each.edtf)
        and each.polarity
        and not each.retold
        and each.modality not in (Modality.JOKE, Modality.BELIEF)
        and strict_bounds(each.edtf).days <= 2 * NARROW
    )


def _words(each: Claim) -> frozenset[str]:
    return terms(each.what) | said(each)


def look_again(turn: list[Claim], heard: Talk, mends: float) -> None:
    """Weigh again whose date a turn puts right; `mends` is how much it puts right by its meaning, 0..1.

    What the rules tied to a story that hardly fits goes to the one that does, or is put right nowhere.
    """
    if heard.asked:
        return  # whoever was asked about a story answers about that one
    made = next((x for x in reversed(turn) if _mends(x)), None)
    here = {each.id: each for each in turn}
    goal = here.get(made.continues) if made and made.continues else None
    if made and goal:
        _unquotes(turn, made, goal, heard)
    elif made and mends < HARDLY and not (made.corrects and made.corrects.denied in heard.dates):
        _lets_be(turn, made, heard.earlier)
    elif mends >= (LEANS if made is None else HARDLY):
        _ties(turn, heard, mends, made)


def _ties(turn: list[Claim], heard: Talk, mends: float, made: Claim | None) -> None:
    """Find the right date of a turn and the story that it is of, the two together."""
    known = {each.id: each for each in heard.earlier}
    tied = known.get(made.continues) if made and made.continues else None
    if made and tied and tied.edtf and _same(tied.edtf, made.edtf):
        made = tied = (
            None  # "you have it under 1956, it belongs under 1953": the first is not the right one
        )
    rights = [made.edtf] if made else list(heard.dates)
    pairs: list[tuple[float, str, Claim]] = []
    for right in rights:
        sought = heard.sought(turn, right)
        if best := meant(sought, heard.earlier):
            pairs.append((best.fits, right, best.claim))
    if not pairs:
        if made and tied and _unfounded(tied, made, heard.sought(turn, made.edtf), heard.earlier):
            _lets_be(turn, made, heard.earlier)
        return
    fits, right, goal = max(pairs, key=lambda each: each[0])
    if made is None and fits < (ENOUGH if mends >= SURE else STRONG):
        return
    if tied and (tied.id == goal.id or tied.continues == goal.id or goal.continues == tied.id):
        return
    place = next((n for n, x in enumerate(turn) if x.edtf == right and not x.retold), None)
    if place is None:
        return
    own = terms(turn[place].what)
    if (weight(own) >= OWN or turn[place].words(Part.WHERE)) and not own & (
        terms(goal.what) | said(goal)
    ):
        return  # it tells something else
    root = _root(turn, place)
    if root == place:
        _bares(turn, place, goal)
    turn[place] = replace(
        turn[place], corrects=Correction(Part.WHEN, goal.edtf), modality=Modality.SAID
    )
    if made is not None or root == place:
        turn[place] = replace(turn[place], continues=goal.id)
    elif turn[root].continues is None:
        turn[root] = replace(turn[root], continues=goal.id)
    for n, each in enumerate(turn):
        if n != place and each.edtf and _same(each.edtf, goal.edtf) and not each.retold:
            corrects = None if _mends(each) else each.corrects
            turn[n] = replace(
                each, retold=True, corrects=corrects, continues=each.continues or goal.id
            )


def _bares(turn: list[Claim], place: int, goal: Claim) -> None:
    """ "The card says 1954": of a wedding's date, the card is no telling of the wedding."""
    made = turn[place]
    dates = tuple(each for each in made.mentions if each.part is Part.WHEN)
    if not dates or sort(made) or said(made) & terms(goal.what):
        return
    bare = replace(made, id=claim_id(dates), mentions=dates)
    turn[:] = [
        bare
        if each.id == made.id
        else replace(each, continues=bare.id)
        if each.continues == made.id
        else each
        for each in turn
    ]


def _unfounded(tied: Claim, made: Claim, sought: Sought, earlier: Sequence[Claim]) -> bool:
    """Is what the rules chose too far off, or no better than another story of the very date that is called wrong?"""
    if years(tied.edtf, made.edtf) > FAR:
        return True
    quoted = [x for x in weighed(sought, earlier) if x.fits >= QUOTED]
    mine = next((x for x in quoted if x.claim.id == tied.id), None)
    rivals_of = [x for x in quoted if mine and not one_story(mine, x)]
    return bool(mine and rivals_of and mine.fits - rivals_of[0].fits < CLEARLY)


def _root(turn: Sequence[Claim], place: int) -> int:
    """Where in this turn the strand begins to which a claim belongs."""
    at = {each.id: n for n, each in enumerate(turn)}
    seen = {place}
    while (before := turn[place].continues) and before in at and at[before] not in seen:
        place = at[before]
        seen.add(place)
    return place


def _unquotes(turn: list[Claim], made: Claim, goal: Claim, heard: Talk) -> None:
    """ "They'll laugh if I leave it at 1952. 1954.": the first only quotes what was told a turn ago."""
    denied = goal.edtf or (made.corrects.denied if made.corrects else "")
    if not denied or any(_told(x, goal) for x in turn):
        return
    sought = heard.sought(turn, made.edtf)
    sought = replace(sought, wrong=tuple(dict.fromkeys((*sought.wrong, denied))))
    best = meant(sought, heard.earlier)
    if best is None or best.fits < STRONG or not _same(best.claim.edtf, denied):
        return
    # a story of its own may be of that year by chance
    again = weight(terms(goal.what) & best.words) >= 1
    if not again and (sort(goal) or goal.words(Part.WHERE) or len(said(goal)) > FEW):
        return
    turn[turn.index(goal)] = replace(goal, retold=True, continues=best.claim.id)
    turn[turn.index(made)] = replace(
        made, corrects=Correction(Part.WHEN, best.claim.edtf), continues=best.claim.id
    )


def _told(each: Claim, goal: Claim) -> bool:
    return each.id != goal.id and bool(sort(each)) and goal.continues == each.id


def _lets_be(turn: list[Claim], made: Claim, earlier: Sequence[Claim]) -> None:
    """Both dates are told, of two things."""
    goal = next((x for x in earlier if x.id == made.continues), None)
    apart = goal is None or bool(goal.edtf and years(goal.edtf, made.edtf))
    continues = None if apart else made.continues
    turn[turn.index(made)] = replace(made, corrects=None, continues=continues)
