"""Tells a record again what its journals hold and it does not: the turns of talks that no copy has.

A journal knows who said what and when, and nothing of who may know it. So whatever the narrator said comes back
private, and stays so until they say otherwise (`let_go`): each turn is written as it was heard, labelled as a whole, and
then once more in the same words, from which memory distils it. A label on a wording holds for every later one.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from voice_agent.archive import journal, memory_tables
from voice_agent.archive.claim_rows import TurnWording
from voice_agent.archive.journal import Event
from voice_agent.archive.permitted import summed_up
from voice_agent.archive.record import Record
from voice_agent.memory.claims import Claim, Part, cite
from voice_agent.memory.labels import Label, bearer
from voice_agent.memory.privacy import PRIVATE, Privacy, parsed
from voice_agent.sound import RATE
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId, Word

TOLD_AGAIN = "told again from the journal"
"""Who made the second wording of a turn that came back from its journal."""

A_WORD = 0.4
"""Seconds a word is given where an older journal says only when a turn ended."""


@dataclass(slots=True)
class Retold:
    """What came back from journals."""

    sessions: list[str] = field(default_factory=list[str])
    """Talks of which at least one turn came back."""

    turns: int = 0
    """What the narrator said."""

    empty: int = 0
    """Of those: turns without words, because they were withheld or something in them was erased."""

    torn: int = 0
    """Lines that cannot be read."""

    silent: list[str] = field(default_factory=list[str])
    """Talks of which there is sound but no words."""


def missing(record: Record, state: Path, dead: Iterable[str]) -> list[str]:
    """Talks whose journal holds turns that the record does not, those all of which was erased left out."""
    gone = set(dead)
    return [
        folder.name
        for folder in _folders(state)
        if folder.name not in gone
        and not {int(e["id"]) for e in _turns(journal.salvage(folder / "journal.jsonl")[0])}
        <= _known(record, SessionId(folder.name))
    ]


def tell_again(record: Record, state: Path, dead: Iterable[str], narrator: str) -> Retold:
    """Add what the journals below `state` hold and `record` does not, in order. Nothing is labelled yet (`seal`).

    `narrator`: their name, for talks that are not in the record at all. Raises DiskFull.
    """
    done, gone = Retold(), set(dead)
    for folder in _folders(state):
        id = SessionId(folder.name)
        if id in gone:
            continue
        events, torn = journal.salvage(folder / "journal.jsonl")
        done.torn += torn
        known = _known(record, id)
        fresh = [each for each in _turns(events) if int(each["id"]) not in known]
        there = bool(record.read("SELECT 1 FROM sessions WHERE id = ?", (id,)))
        began = _began(id, folder)
        if not fresh:
            if not there and any(folder.glob("*.wav")):
                record.begin(Session(id, narrator, began))
                record.finish(id, began, "")
                done.silent.append(id)
            continue
        if not there:
            record.begin(Session(id, narrator, began))
        before = 0.0
        for event in fresh:
            turn = _turn(event, id, began, before)
            before = turn.ended
            record.turn(turn)
            if turn.speaker is Speaker.NARRATOR:
                done.turns += 1
                done.empty += not turn.text
        done.sessions.append(id)
        # a talk that broke off stays open: the next one reads the last sound of it as words
        broke_off = folder == _folders(state)[-1] and not any(e["kind"] == "end" for e in events)
        if not (broke_off and (folder / "narrator.wav").is_file()):
            ended = began + timedelta(seconds=max(int(e["at"]) for e in events) / RATE)
            record.finish(id, ended, "")
    return done


def seal(
    record: Record, sessions: Sequence[str], limits: Iterable[tuple[str, int, str]] = ()
) -> int:
    """Let all that was told in `sessions` be private; returns how many turns. Summaries are made anew.

    All of it: "keep that between us" may have been said in what came back, of what was there. `limits` (session, turn, whom
    it may be told) is what is known to have been said; it stays when the narrator lets go of the rest.
    """
    known: dict[tuple[str, int], list[Privacy]] = defaultdict(list)
    for id, number, label in limits:
        known[id, number].append(parsed(label))
    many = 0
    for session in [record.session(id) for id in sessions]:
        for turn in session.turns:
            if turn.speaker is not Speaker.NARRATOR:
                continue
            version = record.wordings(session.id, turn.id)[-1].version
            if (made := bearer(turn, -1, version)) is None:
                continue
            whole = cite(turn, 0, len(turn.text), Part.WHAT, version=version)
            done = [TurnWording(session.id, turn.id, version)]
            memory_tables.store(record, [made], [Label(made.id, PRIVATE, whole)], done)
            record.correct(session.id, turn.id, turn.text, turn.words, TOLD_AGAIN)
            # a sentence that gives no claim of its own is private all the same
            bearing = _bearing(turn, version + 1)
            again = cite(turn, 0, len(turn.text), Part.WHAT, version=version + 1)
            said = [Label(bearing.id, each, again) for each in known[session.id, turn.id]]
            memory_tables.store(record, [bearing], said)
            many += 1
        if session.ended is not None:
            record.finish(session.id, session.ended, summed_up(record.read, session))
    return many


def in_order(record: Record) -> None:
    """Number the talks by when they began: one that came back may lie between two that were there."""

    def work(db: sqlite3.Connection) -> None:
        rows = db.execute("SELECT id FROM sessions ORDER BY datetime(began), number").fetchall()
        numbered = [(number, id) for number, (id,) in enumerate(rows, 1)]
        db.executemany("UPDATE sessions SET number = -? WHERE id = ?", numbered)
        db.executemany("UPDATE sessions SET number = ? WHERE id = ?", numbered)

    record.commit(work)


def sealed(record: Record) -> tuple[tuple[SessionId, int], ...]:
    """Talks of which something is private because it came back from a journal, and how many turns."""
    rows = record.read(
        f"""SELECT session, count(DISTINCT turn) FROM labels WHERE {_SEALS} GROUP BY session ORDER BY session""",
        (TOLD_AGAIN,),
    )
    return tuple((SessionId(id), count) for id, count in rows)


def let_go(record: Record, session: str) -> int:
    """What came back of one talk is no longer private for that reason; returns how many turns.

    What the narrator said themselves ("keep that between us") holds where memory reads it in the words.
    """

    turns = {turn.id: turn for turn in record.session(session).turns}

    def work(db: sqlite3.Connection) -> int:
        found = db.execute(
            f"SELECT DISTINCT turn, version FROM labels WHERE session = ? AND {_SEALS}",
            (session, TOLD_AGAIN),
        ).fetchall()
        db.execute(f"DELETE FROM labels WHERE session = ? AND {_SEALS}", (session, TOLD_AGAIN))
        for turn, version in found:
            # what only bore the label goes with it, unless another one was set on it since
            made = _bearing(turns[turn], version + 1)
            db.execute(
                """DELETE FROM claims WHERE id = ? AND id NOT IN (SELECT claim FROM labels)
                    AND id NOT IN (SELECT claim FROM hidden)""",
                (made.id,),
            )
        return len({turn for turn, _ in found})

    freed = record.commit(work)
    told = record.session(session)
    if told.ended is not None:
        record.finish(told.id, told.ended, summed_up(record.read, told))
    return freed


def _bearing(turn: Turn, version: int) -> Claim:
    made = bearer(turn, -1, version)
    assert made is not None, "it says something: it was sealed"
    return made


_SEALS = """first = 0 AND privacy = 'private' AND EXISTS (SELECT 1 FROM wordings AS w WHERE w.by = ?
    AND w.session = labels.session AND w.turn = labels.turn AND w.version = labels.version + 1)"""


def _folders(state: Path) -> list[Path]:
    every = (state / "sessions").glob("*")
    return sorted(each for each in every if each.is_dir() and not each.name.startswith("."))


def _known(record: Record, id: SessionId) -> set[int]:
    return {turn for (turn,) in record.read("SELECT id FROM turns WHERE session = ?", (id,))}


def _turns(events: Iterable[Event]) -> list[Event]:
    """The first line of each turn, where it says enough."""
    found: dict[int, Event] = {}
    for event in events:
        if event.get("kind") != "turn" or not isinstance(event.get("text"), str):
            continue
        if isinstance(event.get("id"), int) and event.get("speaker") in set(Speaker):
            found.setdefault(event["id"], event)
    return [found[id] for id in sorted(found)]


def _turn(event: Event, session: SessionId, began: datetime, before: float) -> Turn:
    text, ended = str(event["text"]), int(event["at"]) / RATE
    speaker = Speaker(event["speaker"])
    guess = max(before, ended - A_WORD * len(text.split()))
    start = _number(event.get("began"), min(guess, ended))
    unsaid = "withheld" if speaker is not Speaker.INTERVIEWER and not text else ""
    return Turn(
        id=TurnId(int(event["id"])),
        session=session,
        speaker=speaker,
        text=text,
        began=min(start, ended),
        ended=ended,
        said_at=_moment(event.get("said_at"), began + timedelta(seconds=ended)),
        words=_words(text, event.get("times")),
        confidence=_number(event.get("sure"), 1.0),
        finished=event.get("finished") is not False,
        kind=str(event.get("sort") or unsaid),
    )


def _words(text: str, times: Any) -> tuple[Word, ...]:
    """Words with their times; () where the two do not fit together any more."""
    said = text.split()
    if not isinstance(times, list) or len(times) != len(said):  # pyright: ignore[reportUnknownArgumentType]
        return ()
    try:
        return tuple(
            Word(w, float(a), float(b), float(p)) for w, (a, b, p) in zip(said, times, strict=True)
        )  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    except (TypeError, ValueError):
        return ()


def _number(value: Any, otherwise: float) -> float:
    return float(value) if isinstance(value, int | float) else otherwise


def _moment(value: Any, otherwise: datetime) -> datetime:
    try:
        return datetime.fromisoformat(str(value))
    except ValueError:
        return otherwise


def _began(id: SessionId, folder: Path) -> datetime:
    """When a talk began: its name says so."""
    try:
        return datetime.strptime(id[:20], "%Y-%m-%dT%H-%M-%SZ").replace(tzinfo=UTC)
    except ValueError:
        return datetime.fromtimestamp(folder.stat().st_mtime, UTC)
