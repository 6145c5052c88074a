"""What of a talk may be said aloud, summed up or sent to a model with others in the room: nothing anybody is kept from."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from voice_agent.archive import keeping_back, memory_tables
from voice_agent.archive.session_tables import Read
from voice_agent.memory.between_us import closed
from voice_agent.memory.privacy import OPEN
from voice_agent.memory.summary import summarise
from voice_agent.story import Session, Turn


def shut(read: Read) -> frozenset[tuple[str, int]]:
    """The turns that are private, for somebody alone, put away, or in which that was wished for."""
    labelled = {
        (str(c.session), int(c.turn)) for c in memory_tables.claims(read) if c.privacy != OPEN
    }
    asked = {(str(session), int(turn)) for session, turn in keeping_back.wishes(read)}
    kept = {(str(session), int(turn)) for session, turn in memory_tables.kept_back(read)}
    return memory_tables.hidden_turns(read) | labelled | asked | kept


def permitted(read: Read, session: Session) -> Session:
    """The talk without those turns; `session` itself where there are none."""
    kept = shut(read)
    limits = closed(session.turns)
    gone = {t.id for t in session.turns if t.id in limits or (str(t.session), int(t.id)) in kept}
    if not gone:
        return session
    return replace(session, turns=_without(session.turns, gone))


def summed_up(read: Read, session: Session) -> str:
    """The summary of what may be said of it aloud."""
    return summarise(permitted(read, session).turns)


def _without(turns: Sequence[Turn], gone: Collection[int]) -> tuple[Turn, ...]:
    return tuple(turn for turn in turns if turn.id not in gone)
