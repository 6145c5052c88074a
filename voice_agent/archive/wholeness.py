"""Does the record hold what was written down? Asked of what lies beside it: its chain, its decisions, the journals."""

from datetime import datetime
from pathlib import Path

from voice_agent.archive import chain, decided, retelling
from voice_agent.archive.database import lost as lost_record
from voice_agent.archive.record import Record
from voice_agent.archive.tombstones import graves_in


def refuse_lost(state: Path) -> None:
    """Raises RecordDamaged where something was told in `state` and there is no record of it. Makes nothing."""
    if Record.exists(state):
        return
    Record.look(state).close()  # refuses where journals of talks lie there
    if chain.beside(state):
        raise lost_record(state / "record.db", "is not there")


def missing(record: Record) -> tuple[str, ...]:
    """What is missing, in whole sentences that name the talk; () where nothing is. What was erased is not missing."""
    gone = {s for s, t in record.read("SELECT session, turn FROM tombstones") if t is None}
    gone |= {each.session for each in graves_in(record.state) if each.turn is None}
    lost = {*chain.lost(record.read, record.state), *retelling.missing(record, record.state, gone)}
    says = [
        f"The talk of {_day(id)} ({id}) was written down, and the record does not hold all of it."
        for id in sorted(lost - gone)
    ]
    says += [
        f"What the record holds of the talk of {_day(id)} ({id}) is not what was written down."
        for id in sorted(chain.broken(record.read) - lost)
    ]
    there = decided.beside(record.state)
    if there is not None and decided.unknown(record.read, there):
        says.append("More was said about who may know what than the record holds.")
    return tuple(says)


def _day(session: str) -> str:
    """Its name says when it began; one that was brought in may be called otherwise."""
    try:
        began = datetime.fromisoformat(session[:10])
    except ValueError:
        return "another day"
    return f"{began.day} {began:%B %Y}"
