"""A written text becomes sessions, claims and summaries in the record: all of it, or nothing.

What is written is marked as such (`Turn.kind` "written") and has no sound. Parsing is `memory.imported`,
distilling `memory.distil`; here they meet the record.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time

from voice_agent.archive import memory_tables
from voice_agent.archive.record import Record
from voice_agent.backends import Embedder
from voice_agent.memory.claims import WRITTEN, Claim
from voice_agent.memory.distil import Distiller
from voice_agent.memory.imported import WrittenSession, WrittenTurn
from voice_agent.memory.labels import Label
from voice_agent.memory.reading import Reader
from voice_agent.memory.splitting import pieces
from voice_agent.memory.summary import summarise
from voice_agent.memory.thread import Setting
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

TITLE = 80
"""Characters of a chapter's heading that are kept as the session's topic."""


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """What an import gave."""

    sessions: tuple[SessionId, ...]
    turns: int
    claims: int
    refused: int
    """Dates that cannot be, such as 30 February; nothing was stored as a date for them."""


def bring_in(
    record: Record,
    written: Sequence[WrittenSession],
    reader: Reader,
    setting: Setting,
    *,
    narrator: str,
    now: datetime,
    embedder: Embedder | None = None,
    tick: Callable[[int], None] = lambda done: None,
) -> BroughtIn:
    """Distil `written` and store it in one go. `tick` is told after each session how many are done.

    With an `embedder` prose is cut where its meaning changes, otherwise by length. About a minute for a
    book. Raises MemoryRefused, DiskFull; then nothing is stored.
    """
    earlier = memory_tables.claims(record.read)
    number = max((claim.sitting for claim in earlier), default=0) + len(record.sessions())
    first = secrets.randbelow(0x10000 - len(written)) if len(written) < 0x10000 else 0
    sessions: list[Session] = []
    claims: list[Claim] = []
    labels: list[Label] = []
    refused = 0
    for place, text in enumerate(written):
        session = _session(
            _recut(text, embedder) if embedder and text.prose else text,
            SessionId(f"{now:%Y-%m-%dT%H-%M-%SZ}-{first + place:04x}"),
            narrator,
            now,
        )
        distiller = Distiller(reader, setting, (*earlier, *claims), number + place + 1)
        for turn in session.turns:
            found = distiller.hear(turn)
            claims += found.claims
            labels += found.labels
            refused += len(found.refused)
        sessions.append(session)
        tick(place + 1)
    memory_tables.bring_in(record, sessions, claims, labels)
    return BroughtIn(
        tuple(session.id for session in sessions),
        sum(len(session.turns) for session in sessions),
        len(claims),
        refused,
    )


def _recut(text: WrittenSession, embedder: Embedder) -> WrittenSession:
    """The same words, each turn one subject."""
    whole = "\n\n".join(turn.text for turn in text.turns)
    turns = tuple(WrittenTurn(Speaker.NARRATOR, piece) for piece in pieces(whole, embedder))
    return replace(text, turns=turns)


def _session(text: WrittenSession, id: SessionId, narrator: str, now: datetime) -> Session:
    told = datetime.combine(text.written, time(12), UTC) if text.written else now
    turns = tuple(
        Turn(TurnId(number), id, each.speaker, each.text, 0.0, 0.0, told, kind=WRITTEN)
        for number, each in enumerate(text.turns, start=1)
    )
    return Session(id, narrator, now, now, summarise(turns), text.title[:TITLE], turns)
