"""How each turn of a talk was read, and why it was answered as it was: from its journal, which holds no word of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from voice_agent.archive import journal
from voice_agent.archive.record import Record
from voice_agent.sound import RATE
from voice_agent.story import SessionId, Speaker, Turn

SLACK = 1
"""Samples by which a note's time may have been rounded to before its turn began."""


@dataclass(frozen=True, slots=True)
class Read:
    """One turn's reading."""

    turn: Turn
    """With its words as they stand now."""

    read: Mapping[str, Any]
    """reading.Reading as it was noted."""

    guard: str
    """Which guard answered; "" where none did."""

    reason: str
    considered: tuple[tuple[str, str], ...]
    """What else could have been said: what it does, and the guard that struck it."""

    def words(self, span: Sequence[int]) -> str:
        """What stands there in the turn; "" where its words have changed since."""
        begin, end = span
        return self.turn.text[begin:end]


def had(record: Record, session: SessionId, turns: Sequence[Turn]) -> tuple[Read, ...]:
    """The readings of those `turns` of which there is one, in order; what cannot be read is left out."""
    events, _ = journal.salvage(record.folder(session) / "journal.jsonl")
    narrators = [each for each in turns if each.speaker is Speaker.NARRATOR]
    found = dict[int, Read]()
    for event in events:
        if event["kind"] != "reading":
            continue
        before = [each for each in narrators if each.began * RATE <= event["at"] + SLACK]
        if before:
            considered = tuple((kind, struck) for kind, struck in event["considered"])
            found[before[-1].id] = Read(
                before[-1], event["read"], event["guard"], event["reason"], considered
            )
    return tuple(found[each] for each in sorted(found))
