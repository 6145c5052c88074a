"""The book's drafts, and what the narrator said to each of them. SQL lives here."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from voice_agent.archive import decided, tombstones
from voice_agent.archive.book import Keeper
from voice_agent.archive.session_tables import Read
from voice_agent.memory.privacy import NOBODY


@dataclass(frozen=True, slots=True)
class Draft:
    """One passage as it is kept."""

    id: str
    chapter: str
    body: str
    """JSON."""

    privacy: str
    """As `Privacy.label`."""

    turns: frozenset[tuple[str, int]]
    """Sessions and turns that it rests on."""

    writer: str = "none"


@dataclass(frozen=True, slots=True)
class Approval:
    """What the narrator said to a passage; the last one holds."""

    passage: str
    given: bool
    at: datetime
    """UTC."""

    way: str = "terminal"
    """voice, page or terminal."""

    readers: tuple[str, ...] = ()
    """Those it is for, by account, or by name in lower case where they have none; empty: everybody who may read at all."""


def keep(
    record: Keeper,
    drafts: Iterable[Draft],
    made: datetime,
    said: Iterable[Approval] = (),
    *,
    erased: int,
) -> bool:
    """Put `drafts`, in the order of the book, in the place of all earlier ones, and keep what was `said` to them.

    `erased`: how many places were gone (tombstones.py) before what they are made of was read. False: something was erased
    since, and nothing is kept. Raises DiskFull.
    """
    drafts, answers = list(drafts), list(said)

    def work(db: sqlite3.Connection) -> bool:
        if tombstones.erased_since(db, erased):
            return False
        db.execute("DELETE FROM passages")
        for place, each in enumerate(drafts):
            db.execute(
                "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    each.id,
                    each.chapter,
                    place,
                    each.body,
                    each.privacy,
                    each.writer,
                    made.isoformat(),
                ),
            )
            rows = [(each.id, session, turn) for session, turn in sorted(each.turns)]
            db.executemany("INSERT INTO passage_turns VALUES (?, ?, ?)", rows)
        for each in answers:
            db.execute(_ANSWER, _answer(each))
        _hold_to_asked_anew(db)
        _settle(db)
        return True

    return record.commit(work)


def drafts(read: Read) -> tuple[Draft, ...]:
    """Every passage in the order of the book."""
    turns: dict[str, set[tuple[str, int]]] = {}
    for passage, session, turn in read("SELECT passage, session, turn FROM passage_turns", ()):
        turns.setdefault(passage, set()).add((session, turn))
    rows = read("SELECT id, chapter, body, privacy, writer FROM passages ORDER BY place", ())
    return tuple(
        Draft(id, chapter, body, privacy, frozenset(turns.get(id, ())), writer)
        for id, chapter, body, privacy, writer in rows
    )


def approve(record: Keeper, approval: Approval) -> None:
    """Keep an answer. Raises DiskFull."""

    def work(db: sqlite3.Connection) -> None:
        db.execute(_ANSWER, _answer(approval))
        _settle(db)

    record.commit(work)


def take_back_a_no(record: Keeper, passage: str) -> None:
    """Where the last answer left a passage out, the one before holds again, or none does. Raises DiskFull."""

    def work(db: sqlite3.Connection) -> None:
        db.execute(
            """DELETE FROM approvals WHERE given = 0 AND number =
                (SELECT max(number) FROM approvals WHERE passage = ?)""",
            (passage,),
        )
        _hold_to_asked_anew(db)
        _settle(db)

    record.commit(work)


def ask_anew(record: Keeper, places: Collection[tuple[str, int]]) -> None:
    """No yes that was given until now holds for a piece that rests on one of `places`: not in this book, nor in a later one.

    A no holds on, and so does for whom each was meant. Raises DiskFull.
    """

    def work(db: sqlite3.Connection) -> None:
        _keep_anew(db, {**_waiting_anew(db), **dict.fromkeys(places, _newest(db))})
        _hold_to_asked_anew(db)

    record.commit(work)


def ask_anew_once_more(db: sqlite3.Connection) -> None:
    """The same of every turn that was ever asked anew, in an older record that is brought back. In a transaction that is open.

    It may hold a yes from before, under a number that a later answer has had since.
    """
    _keep_anew(db, dict.fromkeys(_waiting_anew(db), _newest(db)))
    _hold_to_asked_anew(db)


ASKED_ANEW = "asked anew"
"""Key under which is kept of which turns the narrator is asked anew: session, turn, the last answer that does not count."""


def _hold_to_asked_anew(db: sqlite3.Connection) -> None:
    """Take every yes that does not count out of what is there now. In a transaction that is open."""
    known = _waiting_anew(db)
    for (session, turn), last in known.items():
        db.execute(
            """DELETE FROM approvals WHERE given = 1 AND number <= ? AND passage IN
                (SELECT passage FROM passage_turns WHERE session = ? AND turn = ?)""",
            (last, session, turn),
        )
    # the number of an answer that is gone is given to a later one, which counts
    newest = _newest(db)
    lowered = {place: min(last, newest) for place, last in known.items()}
    if lowered != known:
        _keep_anew(db, lowered)


def _newest(db: sqlite3.Connection) -> int:
    (last,) = db.execute("SELECT coalesce(max(number), 0) FROM approvals").fetchone()
    return int(last)


def _keep_anew(db: sqlite3.Connection, known: Mapping[tuple[str, int], int]) -> None:
    value = json.dumps([(*place, last) for place, last in known.items()])
    db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (ASKED_ANEW, value))


def _waiting_anew(db: sqlite3.Connection) -> dict[tuple[str, int], int]:
    rows = db.execute("SELECT value FROM kept WHERE key = ?", (ASKED_ANEW,)).fetchall()
    return {(s, turn): number for (value,) in rows for s, turn, number in json.loads(value)}


def approve_as_meant(record: Keeper, approval: Approval) -> None:
    """Keep an answer that names nobody, as one is given aloud: it is for whom the passage is meant. Raises DiskFull."""
    whom = meant(record.read).get(approval.passage)
    readers = approval.readers if whom is None else tuple(whom) or (NOBODY,)
    approve(record, replace(approval, readers=readers))


_ANSWER = "INSERT INTO approvals (passage, given, readers, way, at) VALUES (?, ?, ?, ?, ?)"


def _answer(approval: Approval) -> tuple[str | int, ...]:
    return (
        approval.passage,
        int(approval.given),
        _packed(approval.readers),
        approval.way,
        approval.at.isoformat(),
    )


def approvals(read: Read) -> dict[str, Approval]:
    """The last answer to each passage, by passage; those without one are not in it."""
    rows = read("SELECT passage, given, readers, way, at FROM approvals ORDER BY number", ())
    return {
        passage: Approval(
            passage,
            bool(given),
            datetime.fromisoformat(at),
            way,
            _unpacked(readers),
        )
        for passage, given, readers, way, at in rows
    }


# -- for whom a passage is meant


def mean(record: Keeper, passage: str, readers: Collection[str]) -> None:
    """Keep for whom a passage is meant that stands for nobody yet; `readers` as of an `Approval`. Raises DiskFull."""

    def work(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM meant_for WHERE passage = ?", (passage,))
        db.execute(
            "INSERT INTO meant_for SELECT passage, session, turn, ? FROM passage_turns WHERE passage = ?",
            (_packed(readers), passage),
        )
        _settle(db)

    record.commit(work)


def meant(read: Read) -> dict[str, frozenset[str]]:
    """For whom each passage is, or was before it was left out or written anew: accounts or names, by passage.

    Those for everybody are not in it. Where it may come of several that were for different people it is for those
    who were meant each time, which may be nobody.
    """
    stands = {id: each.readers for id, each in approvals(read).items() if each.given}
    own, before = dict[str, str](), defaultdict[str, list[frozenset[str]]](list)
    for passage, by, readers in read(
        """SELECT passage_turns.passage, meant_for.passage, readers FROM meant_for
            JOIN passage_turns USING (session, turn)
            WHERE meant_for.passage = passage_turns.passage
                OR meant_for.passage NOT IN (SELECT id FROM passages)""",
        (),
    ):
        if passage == by:
            own[passage] = readers
        elif readers:
            before[passage].append(frozenset(_unpacked(readers)))
    found = {id: frozenset.intersection(*some) for id, some in before.items()}
    found |= {id: frozenset(_unpacked(readers)) for id, readers in own.items()}
    found |= {id: frozenset(readers) for id, readers in stands.items()}
    everybody = {id for id, readers in (own | stands).items() if not readers}
    return {id: readers for id, readers in found.items() if id not in everybody}


MEANT = decided.ROWS["meant"]
"""Whom pieces are meant for, as it is kept, for `bring`: what narrows."""


def bring(db: sqlite3.Connection, rows: Iterable[Sequence[Any]], *, over: bool) -> None:
    """Write rows of another record of the same house; those of a talk that is not here are left out.

    `over`: they are newer than what is here.
    """
    instead = "REPLACE" if over else "IGNORE"
    for row in rows:
        with suppress(sqlite3.IntegrityError):
            db.execute(f"INSERT OR {instead} INTO meant_for VALUES (?, ?, ?, ?)", tuple(row))


_STANDS = """SELECT passage, readers FROM approvals AS last WHERE given = 1
    AND number = (SELECT max(number) FROM approvals WHERE passage = last.passage)"""


def _settle(db: sqlite3.Connection) -> None:
    """What stands is meant for whom it stands; of a turn of which it is known for every piece, no earlier one counts."""
    db.execute(
        f"""DELETE FROM meant_for WHERE passage IN (SELECT id FROM passages)
            AND passage IN (SELECT passage FROM ({_STANDS}))"""
    )
    db.execute(
        f"""INSERT OR REPLACE INTO meant_for SELECT passage, session, turn, readers
            FROM passage_turns JOIN ({_STANDS}) USING (passage) WHERE readers <> ''"""
    )
    here = (
        "FROM passage_turns AS at WHERE (at.session, at.turn) = (meant_for.session, meant_for.turn)"
    )
    db.execute(
        f"""DELETE FROM meant_for WHERE passage NOT IN (SELECT id FROM passages)
            AND EXISTS (SELECT 1 {here}) AND NOT EXISTS (SELECT 1 {here}
                AND at.passage NOT IN (SELECT passage FROM ({_STANDS}))
                AND at.passage NOT IN (SELECT passage FROM meant_for))"""
    )


def _packed(readers: Iterable[str]) -> str:
    return ",".join(sorted(each.lower() for each in readers))


def _unpacked(readers: str) -> tuple[str, ...]:
    return tuple(each for each in readers.split(",") if each)
