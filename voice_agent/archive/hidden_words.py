"""Words that were put away in one wording of a turn, where they stand in its later wordings: they are away there, too.

Nothing else of the turn is. Where nobody can tell any more where those words went, all of it is.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from voice_agent.archive.session_tables import Read
from voice_agent.memory.claims import ClaimId
from voice_agent.memory.rewording import place
from voice_agent.memory.terms import terms


class Wording(NamedTuple):
    """One turn in one wording."""

    session: str
    turn: int
    version: int


Span = tuple[int, int]
"""Characters of one wording."""

_SAYS = "(m.part = 'what' OR NOT EXISTS (SELECT 1 FROM mentions WHERE claim = m.claim AND part = 'what'))"
"""What a claim says, and not of whom or when: that may be said in a clause of its own."""

_PUT_AWAY = f"""SELECT DISTINCT m.session, m.turn, m.first, m.last, old.text, new.version, new.text,
        EXISTS (SELECT 1 FROM claims WHERE session = m.session AND turn = m.turn AND version = m.version
            AND id NOT IN (SELECT claim FROM hidden))
    FROM hidden JOIN mentions AS m ON m.claim = hidden.claim AND {_SAYS}
    JOIN wordings AS old ON old.session = m.session AND old.turn = m.turn AND old.version = m.version
    JOIN wordings AS new ON new.session = m.session AND new.turn = m.turn AND new.version > m.version"""
"""With whether anything of that turn was not put away."""

_TOLD = f"""SELECT m.claim, m.first, m.last FROM mentions AS m JOIN claims ON claims.id = m.claim
    WHERE m.session = ? AND m.turn = ? AND m.version = ? AND {_SAYS}"""


def later(read: Read) -> Mapping[Wording, Sequence[Span]]:
    """Where in later wordings stands what was put away in an earlier one."""
    found: dict[Wording, list[Span]] = defaultdict(list)
    for session, turn, first, last, old, version, new, partly in read(_PUT_AWAY, ()):
        span = moved(first, last, old, new) if partly else (0, len(new))
        found[Wording(session, turn, version)].append(span)
    return found


def claims(read: Read) -> frozenset[ClaimId]:
    """What was made of those words."""
    return frozenset(
        ClaimId(id)
        for wording, spans in later(read).items()
        for id, first, last in read(_TOLD, wording)
        if any(first < b and a < last for a, b in spans)
    )


def moved(first: int, last: int, old: str, new: str) -> Span:
    """Where in `new` stands what stood in `old` at [first, last); all of it, where some of that stands elsewhere now."""
    a, b = place(first, last, old, new)
    theirs = terms(old[first:last]) - terms(f"{old[:first]} {old[last:]}")
    return (0, len(new)) if theirs & terms(f"{new[:a]} {new[b:]}") else (a, b)
