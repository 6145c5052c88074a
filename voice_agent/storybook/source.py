"""Reading a house's record as the source of a book."""

import json
from collections.abc import Mapping, Sequence

from voice_agent.archive import keeping_back, memory_tables
from voice_agent.archive.record import Record
from voice_agent.archive.session_tables import Read
from voice_agent.memory.claims import Claim
from voice_agent.story import SessionId, TurnId, Word
from voice_agent.storybook.material import Alarm, Source, no_alarm


def read(record: Record, narrator: str, alarm: Alarm = no_alarm) -> Source:
    """Everything a book may be made of. Raises RecordDamaged."""
    claims: list[Claim] = memory_tables.claims(record.read)
    versions = {
        (SessionId(session), TurnId(turn)): int(version)
        for session, turn, version in record.read(
            "SELECT session, turn, max(version) FROM wordings GROUP BY session, turn"
        )
    }
    return Source(
        narrator,
        tuple(record.session(each.id) for each in record.sessions()),
        claims,
        memory_tables.decisions(record.read),
        memory_tables.hidden(record.read),
        memory_tables.waiting_to_go(record.read),
        memory_tables.kept_back(record.read),
        keeping_back.wishes(record.read),
        versions,
        alarm,
        memory_tables.meanings(record.read),
    )


def reworded(read: Read) -> Mapping[tuple[str, int], Sequence[Word]]:
    """What was really said in the turns that the narrator has put into other words since."""
    rows = read(
        """SELECT session, turn, words FROM wordings AS said WHERE version = (
            SELECT max(version) FROM wordings WHERE session = said.session AND turn = said.turn
                AND by <> 'the narrator')
            AND EXISTS (SELECT 1 FROM wordings WHERE session = said.session AND turn = said.turn
                AND version > said.version)""",
        (),
    )
    return {
        (session, turn): [Word(*each) for each in json.loads(words)]
        for session, turn, words in rows
    }
