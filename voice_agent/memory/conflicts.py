"""Two dates that cannot both hold. Both are kept; only the narrator says which is right.

Ranges that overlap are no conflict: they narrow each other. What was guessed, joked or told by others opens none.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, NewType

from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.dates.when import bounds, narrowed, strict_bounds

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


def names_date(value: str, edtf: str) -> bool:
    """Is the date `edtf` the one that `value` names: the same, or within it ("1951" of "June 1951")?"""
    if not value or not edtf:
        return False
    if value.rstrip("?~%") == edtf.rstrip("?~%"):
        return True
    inner, outer = strict_bounds(edtf), strict_bounds(value)
    return outer.earliest <= inner.earliest and inner.latest <= outer.latest


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
