"""Two dates that cannot both hold. Both are kept; only the narrator says which is right.

Ranges that overlap are no conflict: they narrow each other. What was guessed, joked or told by others
opens none. Nor does a date that was heard in one sitting and never again, where the narrator has kept to
another since: that is the narrator's own answer, given unasked, and it is undone when the first is told again.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, NewType

from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.dates.when import bounds, narrowed

ConflictId = NewType("ConflictId", str)
"""x- and twelve hex digits, from the earliest tellings of the dates that disagree."""


class Side(NamedTuple):
    """One of the dates told, and where."""

    edtf: str
    claims: tuple[ClaimId, ...]
    """In the order of telling."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Dates of one event that cannot all hold."""

    id: ConflictId
    sides: tuple[Side, ...]
    """In the order in which the dates were first told; at least two."""


SITTINGS = 2
"""In so many sittings one of two dates must be told, the last of them after the other was."""


def slips(dated: Iterable[Claim]) -> frozenset[ClaimId]:
    """Return the tellings of one event whose date was a slip: told in one sitting, and another kept to since.

    A date told last stays beside what was told before, however often that was: only what comes after decides.
    """
    told = sorted(dated, key=lambda each: each.order)
    if not told or narrowed(each.edtf for each in told) is not None:
        return frozenset()
    found: set[ClaimId] = set()
    for each in told:
        rivals = [other for other in told if not _agree(each, other)]
        if not rivals or narrowed(other.edtf for other in rivals) is None:
            continue
        # "the early fifties" agrees with both, and takes no side
        same = [x for x in told if x not in rivals and not all(_agree(x, y) for y in rivals)]
        once = {other.session for other in same} == {each.session}
        since = rivals[-1].session != each.session and rivals[-1].order > same[-1].order
        if once and since and len({other.session for other in rivals}) >= SITTINGS:
            found.add(each.id)
    return frozenset(found)


def _agree(one: Claim, other: Claim) -> bool:
    return bounds(one.edtf).meets(bounds(other.edtf))


def conflict(dated: Iterable[Claim]) -> Conflict | None:
    """Return the conflict between the dates of one event, or None where they can all hold."""
    told: dict[str, list[ClaimId]] = defaultdict(list)
    for claim in sorted(dated, key=lambda each: each.order):
        told[claim.edtf].append(claim.id)
    if narrowed(told) is not None or not told:
        return None
    # dates that agree with every other one take no side
    sides = tuple(
        Side(edtf, tuple(ids))
        for edtf, ids in told.items()
        if any(not bounds(edtf).meets(bounds(other)) for other in told)
    )
    if len(sides) < 2:
        # each pair can hold and all together cannot: all of them are to be asked about
        sides = tuple(Side(edtf, tuple(ids)) for edtf, ids in told.items())
    digest = hashlib.sha256("|".join(sorted(side.claims[0] for side in sides)).encode())
    return Conflict(ConflictId(f"x-{digest.hexdigest()[:12]}"), sides)
