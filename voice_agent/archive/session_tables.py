"""Sessions, turns, wordings, latencies and consents: rows into nouns and back. SQL lives here."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from voice_agent.errors import NoSuchSession, OutOfOrder
from voice_agent.story import (
    Consent,
    ConsentKind,
    Latency,
    Session,
    SessionId,
    Speaker,
    Turn,
    TurnId,
    Word,
)

Read = Callable[[str, tuple[Any, ...]], list[tuple[Any, ...]]]
"""`Database.read`."""

AS_HEARD = "as heard"
"""Who made version 1 of every wording: the live recogniser."""

TURN = """SELECT turns.id, turns.session, speaker, text, began, ended, said_at, words, confidence,
    finished, kind FROM turns JOIN wordings ON wordings.session = turns.session AND turn = turns.id"""


@dataclass(frozen=True, slots=True)
class Wording:
    """One version of what a turn says. A correction is a further version; none is ever changed."""

    version: int
    """From 1, which is what was heard."""

    text: str
    words: tuple[Word, ...]
    confidence: float
    """Mean word probability, 0..1."""

    by: str
    """Who or what made it."""


class Extent(NamedTuple):
    """How much of a session there is."""

    turns: int
    seconds: float
    """When the last turn ended, seconds since the microphone opened."""


def add_session(db: sqlite3.Connection, session: Session) -> None:
    """Raises OutOfOrder where there is one of that name."""
    row = (
        session.id,
        _text(session.narrator),
        session.began.isoformat(),
        session.ended and session.ended.isoformat(),
        _text(session.summary),
        _text(session.topic),
    )
    try:
        db.execute(
            "INSERT INTO sessions (id, narrator, began, ended, summary, topic) VALUES (?, ?, ?, ?, ?, ?)",
            row,
        )
    except sqlite3.IntegrityError:
        raise OutOfOrder(f"Session {session.id} was begun twice.") from None


def finish_session(db: sqlite3.Connection, id: SessionId, ended: datetime, summary: str) -> None:
    """Raises NoSuchSession."""
    done = db.execute(
        "UPDATE sessions SET ended = ?, summary = ? WHERE id = ?",
        (ended.isoformat(), _text(summary), id),
    )
    if not done.rowcount:
        raise no_such_session(id)


def add_turn(db: sqlite3.Connection, turn: Turn) -> None:
    """The same turn again changes nothing. Raises NoSuchSession; OutOfOrder for another of that number."""
    found = db.execute(
        f"{TURN} WHERE turns.session = ? AND turns.id = ? AND version = 1", (turn.session, turn.id)
    ).fetchone()
    if found:
        if _turn(found) == _turn(_row(turn)):
            return
        raise OutOfOrder(f"Turn {turn.id} of session {turn.session} was recorded twice.")
    id, session, speaker, text, began, ended, said_at, words, confidence, finished, kind = _row(
        turn
    )
    try:
        db.execute(
            "INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (session, id, speaker, began, ended, said_at, finished, kind),
        )
    except sqlite3.IntegrityError:
        raise no_such_session(turn.session) from None
    db.execute(
        "INSERT INTO wordings VALUES (?, ?, 1, ?, ?, ?, ?)",
        (session, id, text, words, confidence, AS_HEARD),
    )


def add_wording(
    db: sqlite3.Connection,
    session: SessionId,
    turn: TurnId,
    text: str,
    words: tuple[Word, ...],
    by: str,
) -> int:
    """Return the number of the new version. Raises NoSuchSession where there is no such turn."""
    (last,) = db.execute(
        "SELECT max(version) FROM wordings WHERE session = ? AND turn = ?", (session, turn)
    ).fetchone()
    if last is None:
        raise NoSuchSession(f"There is no turn {turn} in session {session}.")
    confidence = sum(word.probability for word in words) / len(words) if words else 1.0
    db.execute(
        "INSERT INTO wordings VALUES (?, ?, ?, ?, ?, ?, ?)",
        (session, turn, last + 1, _text(text), _words(words), confidence, _text(by)),
    )
    return last + 1


def add_latency(db: sqlite3.Connection, session: SessionId, turn: TurnId, latency: Latency) -> None:
    """A later one replaces it: the last steps happen after the first are known. Raises NoSuchSession."""
    try:
        db.execute(
            "INSERT OR REPLACE INTO latencies VALUES (?, ?, ?)",
            (session, turn, json.dumps(asdict(latency))),
        )
    except sqlite3.IntegrityError:
        raise NoSuchSession(f"There is no turn {turn} in session {session}.") from None


def add_consent(db: sqlite3.Connection, consent: Consent) -> None:
    """Append one answer."""
    db.execute(
        """INSERT INTO consents (kind, given, at, session, words, about, asked, account)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            consent.kind,
            consent.given,
            consent.at.isoformat(),
            consent.session,
            *map(_text, (consent.words, consent.about, consent.asked, consent.account)),
        ),
    )


def sessions(read: Read) -> tuple[Session, ...]:
    """All sessions in the order they were begun, without their turns."""
    rows = read(
        "SELECT id, narrator, began, ended, summary, topic FROM sessions ORDER BY number", ()
    )
    return tuple(_session(row) for row in rows)


def session(read: Read, id: str) -> Session:
    """One session with its turns in their newest wording. Raises NoSuchSession."""
    rows = read(
        "SELECT id, narrator, began, ended, summary, topic FROM sessions WHERE id = ?", (id,)
    )
    if not rows:
        raise no_such_session(id)
    turns = read(
        f"""{TURN} WHERE turns.session = ? AND version = (SELECT max(version) FROM wordings AS newest
            WHERE newest.session = turns.session AND newest.turn = turns.id) ORDER BY turns.id""",
        (id,),
    )
    return _session(rows[0], tuple(_turn(row) for row in turns))


def turn(read: Read, session: str, id: int) -> Turn | None:
    """One turn in its newest wording; None: there is none."""
    rows = read(
        f"{TURN} WHERE turns.session = ? AND turns.id = ? ORDER BY version DESC LIMIT 1",
        (session, id),
    )
    return _turn(rows[0]) if rows else None


def extents(read: Read) -> dict[SessionId, Extent]:
    """How many turns each session has and how long it is; sessions without turns are left out."""
    rows = read("SELECT session, count(*), max(ended) FROM turns GROUP BY session", ())
    return {id: Extent(turns, seconds) for id, turns, seconds in rows}


def wordings(read: Read, session: SessionId, turn: TurnId) -> tuple[Wording, ...]:
    """Every version of a turn, the oldest first."""
    rows = read(
        """SELECT version, text, words, confidence, by FROM wordings WHERE session = ? AND turn = ?
            ORDER BY version""",
        (session, turn),
    )
    return tuple(Wording(v, text, _unpack(words), sure, by) for v, text, words, sure, by in rows)


def latencies(read: Read, session: str) -> dict[TurnId, Latency]:
    """Where the time went, by the narrator's turn that was answered."""
    rows = read("SELECT turn, steps FROM latencies WHERE session = ? ORDER BY turn", (session,))
    return {turn: Latency(**json.loads(steps)) for turn, steps in rows}


def consents(read: Read) -> tuple[Consent, ...]:
    """Every answer, in the order given."""
    rows = read(
        """SELECT kind, given, at, session, words, about, asked, account FROM consents
            ORDER BY number""",
        (),
    )
    return tuple(
        Consent(ConsentKind(kind), bool(given), datetime.fromisoformat(at), *rest)
        for kind, given, at, *rest in rows
    )


def no_such_session(id: str) -> NoSuchSession:
    """The error that says so."""
    return NoSuchSession(
        f"There is no session {id}.", mend="`voice-agent sessions list` shows them all."
    )


def _session(row: Sequence[Any], turns: tuple[Turn, ...] = ()) -> Session:
    id, narrator, began, ended, summary, topic = row
    return Session(
        id,
        narrator,
        datetime.fromisoformat(began),
        ended and datetime.fromisoformat(ended),
        summary,
        topic,
        turns,
    )


def _row(turn: Turn) -> tuple[Any, ...]:
    return (
        turn.id,
        turn.session,
        turn.speaker.value,
        _text(turn.text),
        float(turn.began),
        float(turn.ended),
        turn.said_at.isoformat(),
        _words(turn.words),
        float(turn.confidence),
        int(turn.finished),
        _text(turn.kind),
    )


def _turn(row: Sequence[Any]) -> Turn:
    id, session, speaker, text, began, ended, said_at, words, confidence, finished, kind = row
    return Turn(
        id,
        session,
        Speaker(speaker),
        text,
        began,
        ended,
        datetime.fromisoformat(said_at),
        _unpack(words),
        confidence,
        bool(finished),
        kind,
    )


def _words(words: tuple[Word, ...]) -> str:
    packed = [
        (_text(word.text), float(word.start), float(word.end), float(word.probability))
        for word in words
    ]
    return json.dumps(packed, ensure_ascii=False)


def _unpack(words: str) -> tuple[Word, ...]:
    return tuple(Word(*word) for word in json.loads(words))


def _text(text: str) -> str:
    """Half of a surrogate pair, as a torn keyboard line may hold, is not storable: it becomes “?”."""
    return text.encode("utf-8", "replace").decode()


def hidden_turns(read: Read) -> frozenset[tuple[str, int]]:
    """The turns that hidden claims stand in, those of which none was made and that are put away, and those that wait to be erased."""
    rows = read(
        """SELECT DISTINCT mentions.session, mentions.turn FROM hidden
            JOIN mentions ON mentions.claim = hidden.claim""",
        (),
    )
    return frozenset((session, turn) for session, turn in rows) | shut_whole(read)


def shut_whole(read: Read) -> frozenset[tuple[str, int]]:
    """The turns that nobody sees whatever was made of them: put away without a claim, or waiting to be erased."""
    return waiting_to_go(read) | away_whole(read)


def away_whole(read: Read) -> frozenset[tuple[str, int]]:
    """The turns that were put away when nothing was known of them yet that could be hidden."""
    rows = read("SELECT value FROM kept WHERE key = ?", (PUT_AWAY,))
    places = [each.rpartition(" ") for (value,) in rows for each in json.loads(value)]
    return frozenset((session, int(turn)) for session, _, turn in places)


def waiting_to_go(read: Read) -> frozenset[tuple[str, int]]:
    """The turns that are erased when the talk under way is over; of some of them no claim was made."""
    waiting = [each.rpartition(" ") for each in to_erase(read)]
    return frozenset((session, int(turn)) for session, _, turn in waiting)


def to_erase(read: Read) -> tuple[str, ...]:
    """The same as they are kept: "session turn"."""
    rows = read("SELECT value FROM kept WHERE key = ?", (TO_ERASE,))
    return tuple(each for (value,) in rows for each in json.loads(value))


TO_ERASE = "to erase"
"""Key under which turns wait to be erased when the talk under way is over, should the power go first."""


PUT_AWAY = "turns put away"
"""Key under which turns are put away of which no claim was made; as `TO_ERASE`."""


def seen(read: Read, session: Session) -> Session:
    """The session with nothing to read in turns that are put away: nobody sees them, and their time stays."""
    away = {turn for id, turn in hidden_turns(read) if id == session.id}
    turns = (replace(t, text=AWAY, words=()) if t.id in away else t for t in session.turns)
    return replace(session, turns=tuple(turns)) if away else session


AWAY = "(put away)"
"""Stands where the words of such a turn stood."""
