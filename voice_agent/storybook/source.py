"""Reading a house's record as the source of a book."""

from voice_agent.archive import (
    compared,
    hidden_words,
    keeping_back,
    memory_tables,
    own_words,
)
from voice_agent.archive.record import Record
from voice_agent.memory.claims import Claim
from voice_agent.story import SessionId, TurnId
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
    sessions = tuple(record.session(each.id) for each in record.sessions())
    hidden_since = hidden_words.later(record.read)
    newest = {(str(s.id), int(t.id)): t.text for s in sessions for t in s.turns}
    return Source(
        narrator,
        sessions,
        claims,
        memory_tables.decisions(record.read),
        memory_tables.hidden(record.read),
        memory_tables.shut_whole(record.read),
        memory_tables.kept_back(record.read),
        keeping_back.wishes(record.read),
        versions,
        alarm,
        memory_tables.meanings(record.read),
        {
            (SessionId(place[0]), TurnId(place[1])): each.of(newest[place])
            for place, each in own_words.approved(record.read).items()
        },
        {
            (SessionId(s), TurnId(t)): text
            for (s, t), text in own_words.recognised(record.read).items()
        },
        compared.loom(record.read),
        {
            here: spans
            for here, version in versions.items()
            if (spans := hidden_since.get(hidden_words.Wording(*here, version)))
        },
        keeping_back.let_go(record.read),
    )
