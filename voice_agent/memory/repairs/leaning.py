"""What is neither told plainly nor clearly put right: whom it leans to, and what then becomes of its date.

A conflict that is opened wrongly says something false of a person's memory; a real one may wait until the story is
told again. So a date in doubtful words opens none: it takes the place of what was told, where the words lean towards
putting right, and stands back as what others say or as a guess, where they lean towards that.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from voice_agent.memory.claims import Claim, Correction, Modality, Part
from voice_agent.memory.dates.turn_dates import CLOSE, meet
from voice_agent.memory.dates.when import strict_bounds
from voice_agent.memory.repairs.meant import Meant
from voice_agent.memory.repairs.target import stories, target
from voice_agent.memory.strands import said
from voice_agent.memory.terms import weight

PLAINLY = 0.8
"""From this share on a date is told plainly. Chosen on the practice lives of `voice-agent evaluate retold`."""

SHIFTED, BARELY = 0.3, 0.1
"""From these shares on "it was two years earlier" puts right: with a story in the same clause, and alone."""

ALIKE = 2.0
"""Weight of uncommon words in common from which on two claims tell of the same thing."""

TWO_YEARS = 740
"""Days: an age says no less than this."""


def lean(readings: Sequence[Mapping[Meant, float]]) -> Meant:
    """Whom the plainest of several readings of one turn leans to: PLAIN, CORRECTS, HEARSAY or GUESS.

    A story read with the small talk around it sounds doubtful often, by itself seldom, and the other way round.
    """
    read = max(readings, key=plainness, default=None)
    if read is None or plainness(read) >= PLAINLY:
        return Meant.PLAIN
    doubt = max((Meant.HEARSAY, Meant.GUESS), key=lambda each: read.get(each, 0.0))
    both = read.get(Meant.HEARSAY, 0.0) + read.get(Meant.GUESS, 0.0)
    return Meant.CORRECTS if read.get(Meant.CORRECTS, 0.0) > both else doubt


def plainness(shares: Mapping[Meant, float]) -> float:
    """How much more a turn is told plainly than put right, passed on or guessed, 0..1; jokes aside."""
    plain = shares.get(Meant.PLAIN, 0.0)
    rest = sum(shares.get(x, 0.0) for x in (Meant.CORRECTS, Meant.HEARSAY, Meant.GUESS))
    return plain / (plain + rest) if plain + rest else 1.0


def gives_way(turn: list[Claim], earlier: Sequence[Claim]) -> None:
    """Let the one date of a turn take the place of another that was told for the same thing before."""
    dated = [n for n, each in enumerate(turn) if _tells(each)]
    if not dated or any(not meet(turn[dated[0]].edtf, turn[n].edtf) for n in dated):
        return
    made = turn[dated[0]]
    if goal := rival(made, turn, earlier):
        turn[dated[0]] = replace(
            made,
            corrects=Correction(Part.WHEN, goal.edtf),
            continues=made.continues or goal.id,
        )


def stands_back(turn: list[Claim], earlier: Sequence[Claim], how: Modality) -> None:
    """Take the dates of a turn that are at odds with what was told before for hearsay or a guess."""
    turn[:] = [
        replace(each, modality=how) if _tells(each) and rival(each, turn, earlier) else each
        for each in turn
    ]


def rival(made: Claim, turn: Sequence[Claim], earlier: Sequence[Claim]) -> Claim | None:
    """The claim that was told for the same thing with another date, a few years apart, or None.

    What the thing is may stand in another clause: "my mother makes it 1951 when my wings caught fire".
    """
    near = [x for x in earlier if x.edtf and not x.corrects and near_by(x.edtf, made.edtf)]
    told = [x for x in turn if made.id in (x.id, x.continues) or x.id == made.continues]
    found = {target(replace(x, corrects=Correction(Part.WHEN)), near) for x in told}
    if goal := next((each for each in reversed(near) if each.id in found), None):
        return goal
    words = frozenset[str]().union(*map(said, told))
    strands = stories([*earlier, *near], said)
    best = max(reversed(near), key=lambda each: weight(words & strands[each.id]), default=None)
    return best if best and weight(words & strands[best.id]) >= ALIKE else None


def near_by(one: str, other: str) -> bool:
    """Are two dates (EDTF) apart, and no further than people are out?"""
    a, b = strict_bounds(one), strict_bounds(other)
    return not meet(one, other) and abs(a.earliest.year - b.earliest.year) <= CLOSE


def _tells(each: Claim) -> bool:
    return (
        bool(each.edtf)
        and each.polarity
        and not each.retold
        and each.corrects is None
        and each.modality is Modality.SAID
        and strict_bounds(each.edtf).days <= TWO_YEARS
    )


def shifts(turn: list[Claim], known: Sequence[Claim], mends: float) -> bool:
    """Read "it was two years earlier" as what was told, put two years earlier; return whether anything was.

    `mends` is how much the turn puts right, 0..1: little will do where the words say nothing but that.
    """
    done = False
    for place, each in enumerate(turn):
        if not (_tells(each) and each.anchor[:4].isdigit()):
            continue
        if mends < (SHIFTED if each.what else BARELY):
            continue
        before = [x for x in known if x.id != each.id and x.edtf and x.anchor != each.anchor]
        before = [x for x in before if x not in turn[place:]]
        by = strict_bounds(each.edtf).earliest.year - int(each.anchor[:4])
        if not by:
            continue
        if each.what:
            near = [x for x in before if abs(_year(x) - _year(each)) <= 4 * CLOSE]
            tries = [each, *(x for x in turn if x.continues == each.id)]
            found = {target(replace(x, corrects=Correction(Part.WHEN)), near) for x in tries}
            goal = next((x for x in near if x.id in found), None)
        else:
            tied = [x for x in before if x.id == each.continues]
            same = [x for x in before if meet(x.edtf, each.anchor)]
            goal = next(iter([*(x for x in tied if x in same), *reversed(same)]), None)
        if goal is None or strict_bounds(goal.edtf).days > TWO_YEARS:
            continue
        edtf = each.edtf if meet(goal.edtf, each.anchor) else f"{_year(goal) + by}"
        turn[place] = replace(
            each,
            edtf=edtf,
            anchor=goal.edtf,
            corrects=Correction(Part.WHEN, goal.edtf),
            continues=goal.id,
        )
        done = True
    return done


def _year(claim: Claim) -> int:
    return strict_bounds(claim.edtf).earliest.year
