"""What is kept back, turn by turn: whose words bind it, whether that is sure, what the narrator decided. SQL lives here.

A wish binds the turns that tell its story, whatever memory makes of them and whenever they are told. Taking the wish
back frees them (`Act.LET_OUT`); the narrator may free one of them alone, where it was only thought to belong there.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from voice_agent.archive import decided
from voice_agent.archive.book import Keeper
from voice_agent.archive.session_tables import Read
from voice_agent.memory.privacy import Privacy, parsed, strictest
from voice_agent.memory.same_story import Place
from voice_agent.story import SessionId, TurnId


@dataclass(frozen=True, slots=True)
class KeptBack:
    """One turn that a wish binds."""

    place: Place
    privacy: Privacy
    wish: Place
    """Where the narrator said so."""

    told: bool = True
    """It tells the story; False: it is the wish itself and tells nothing."""

    doubt: bool = False
    """It may belong to another story: the narrator is asked."""

    decided: str = ""
    """"kept" or "free"; "" where they have not said."""

    later: bool = False
    """It was found after the wish was granted."""

    @property
    def certain(self) -> bool:
        """Did the wish itself bind it, or the narrator's word? What was only found is no sign of what else tells the story."""
        return self.told and (self.decided == "kept" or not (self.doubt or self.later))


def put(keeper: Keeper, rows: Iterable[KeptBack], now: datetime) -> None:
    """Keep back what is not yet; it is on the disk when this returns. Raises DiskFull.

    What was in doubt becomes sure where a row says so; what the narrator decided stays.
    """
    values = [
        (
            *each.place,
            each.privacy.label,
            *each.wish,
            "told" if each.told else "wish",
            int(each.doubt),
            now.isoformat(),
        )
        for each in rows
    ]

    def work(db: sqlite3.Connection) -> None:
        db.executemany(
            """INSERT INTO kept_back (session, turn, privacy, wish_session, wish_turn, part, doubt, at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET doubt = min(doubt, excluded.doubt)""",
            values,
        )

    if values:
        keeper.commit(work)


def rows(read: Read, out: Collection[str] = ()) -> tuple[KeptBack, ...]:
    """Every turn that is kept back, in the order it was; `out`: wishes ("session turn") that were taken back."""
    found = read(
        """SELECT session, turn, privacy, wish_session, wish_turn, part, doubt, decided, at <> (SELECT at
                FROM kept_back AS first WHERE first.wish_session = found.wish_session AND first.wish_turn = found.wish_turn
                ORDER BY rowid LIMIT 1)
            FROM kept_back AS found WHERE decided <> 'free' ORDER BY rowid""",
        (),
    )
    return tuple(
        KeptBack(
            (SessionId(session), TurnId(turn)),
            parsed(privacy),
            (SessionId(wish_session), TurnId(wish_turn)),
            part == "told",
            bool(doubt),
            decided,
            bool(later),
        )
        for session, turn, privacy, wish_session, wish_turn, part, doubt, decided, later in found
        if f"{wish_session} {wish_turn}" not in out
    )


def bound(read: Read, out: Collection[str] = ()) -> Mapping[Place, Privacy]:
    """Who may know of which turn; a turn that no wish binds is not there."""
    labels: dict[Place, list[Privacy]] = defaultdict(list)
    for each in rows(read, out):
        labels[each.place].append(each.privacy)
    return {place: strictest(some) for place, some in labels.items()}


def wishes(read: Read) -> Mapping[Place, frozenset[str]]:
    """The turns in which somebody said who may know, or what is to be forgotten, and whom they named.

    What they asked is no story.
    """
    found: dict[Place, frozenset[str]] = {}
    for session, turn, label in read(
        "SELECT DISTINCT wish_session, wish_turn, privacy FROM kept_back", ()
    ):
        place, limit = (SessionId(session), TurnId(turn)), parsed(label)
        named = (limit.only or frozenset()) | limit.but | limit.sooner
        found[place] = found.get(place, frozenset()) | named
    return found


def freed(read: Read) -> frozenset[tuple[Place, Place]]:
    """Turns that the narrator has freed, each with the wish that bound it."""
    found = read(
        "SELECT session, turn, wish_session, wish_turn FROM kept_back WHERE decided = 'free'", ()
    )
    return frozenset(
        ((SessionId(session), TurnId(turn)), (SessionId(wish), TurnId(said)))
        for session, turn, wish, said in found
    )


def undecided(read: Read, out: Collection[str] = ()) -> tuple[KeptBack, ...]:
    """What was kept back in doubt and waits for the narrator's word."""
    return tuple(each for each in rows(read, out) if each.doubt and not each.decided)


def decide(keeper: Keeper, place: Place, *, free: bool) -> int:
    """The narrator's word on what was kept back in doubt: free it, or keep it so; returns how many rows. Raises DiskFull."""

    def work(db: sqlite3.Connection) -> int:
        return db.execute(
            "UPDATE kept_back SET decided = ? WHERE session = ? AND turn = ? AND doubt = 1",
            ("free" if free else "kept", *place),
        ).rowcount

    return keeper.commit(work)


WHOLE = decided.ROWS["kept_back"]
"""Every row as it is kept, for `bring`."""


def bring(db: sqlite3.Connection, found: Iterable[Sequence[Any]]) -> None:
    """Write rows of another record of the same house, the last word of the narrator's with them.

    Left out are those of a talk that is not here.
    """
    for row in found:
        with suppress(sqlite3.IntegrityError):
            db.execute(
                """INSERT INTO kept_back (session, turn, privacy, wish_session, wish_turn, part, doubt, decided, at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (session, turn, privacy, wish_session, wish_turn)
                    DO UPDATE SET doubt = excluded.doubt, decided = excluded.decided""",
                tuple(row),
            )
