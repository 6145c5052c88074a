"""How the narrator's own full copy says, beside a turn, that somebody is kept from it: "private: kept back"."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from voice_agent.archive import keeping_back, memory_tables, permitted, session_tables
from voice_agent.archive.session_tables import Read
from voice_agent.memory.between_us import closed
from voice_agent.memory.decisions import let_out
from voice_agent.story import TO_US, Session, Speaker, TurnId

Marks = Mapping[TurnId, str]
"""What stands beside which turn of a talk; a turn that anybody may know of is not there."""

PRIVATE = "private: kept back"
AWAY = "put away"


def marking(read: Read) -> Callable[[Session], Marks]:
    """Return what marks talks, as of one moment: what is kept back is looked up once."""
    may_be_told = permitted.permitting(read)
    known = {
        (str(session), int(turn)): f"{limit.label}: kept back"
        for (session, turn), limit in memory_tables.kept_back(read).items()
        if limit.label
    }
    known |= dict.fromkeys(session_tables.hidden_turns(read), AWAY)

    def marks(session: Session) -> Marks:
        open_ = {turn.id for turn in may_be_told(session).turns}
        said = {id: f"{limit.label}: kept back" for id, limit in closed(session.turns).items()}
        return {
            turn.id: known.get((session.id, turn.id)) or said.get(turn.id) or PRIVATE
            for turn in session.turns
            if turn.speaker is Speaker.NARRATOR
            and turn.text
            and turn.kind != TO_US
            and turn.id not in open_
        }

    return marks


def in_no_book(read: Read, sessions: Iterable[Session]) -> int:
    """How many answers are between the narrator and us, or put away: no chapter holds them."""
    marks = marking(read)
    return sum(mark in (PRIVATE, AWAY) for each in sessions for mark in marks(each).values())


class KeptBackSoFar(NamedTuple):
    """How much the narrator keeps back."""

    asked: int
    """Stories that they asked to keep back; those of one wish are one, and asked twice it is one still."""

    unsure: int
    """Tellings that only may belong there, or were kept back on a sign alone: they wait for the narrator's word."""


def stories_kept_back(read: Read) -> KeptBackSoFar:
    """How much is kept back from anybody. What was only found to tell such a story counts with it."""
    out = let_out(memory_tables.decisions(read))
    told = [each for each in keeping_back.rows(read, out) if each.told]
    first: dict[keeping_back.Place, keeping_back.Place] = {}
    for each in told:
        if each.sure:
            first.setdefault(each.place, each.wish)
    asked = {first[each.place] for each in told if each.certain}
    doubtful = {each.place for each in keeping_back.undecided(read, out) if each.told}
    return KeptBackSoFar(len(asked), len(doubtful - first.keys()))
