"""What is kept back, turn by turn: whose words bind it, whether that is sure, what the narrator decided. SQL lives here.

A wish binds the turns that tell its story, whatever memory makes of them and whenever they are told. Taking the wish
back frees them (`Act.LET_OUT`); the narrator may free each of them alone that was only found to belong there.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from voice_agent.archive import decided
from voice_agent.archive.book import Keeper
from voice_agent.archive.migrations.m011_kept_back import m011_kept_back
from voice_agent.archive.migrations.m020_spread_to import m020_spread_to
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

    spread: bool = False
    """It was found by what it shares with the story: the wish was said about other turns."""

    @property
    def meant(self) -> bool:
        """Was the wish said about it, or about it perhaps? What was only found is no sign of what else tells the story."""
        return self.told and (self.decided == "kept" or not self.spread)

    @property
    def only_a_sign(self) -> bool:
        """Was it kept back by what stands in the turn itself, and on a sign alone?"""
        return self.told and self.doubt and self.place == self.wish

    @property
    def sure(self) -> bool:
        """Is there nothing to ask the narrator about it?"""
        return self.decided == "kept" or not self.doubt

    @property
    def certain(self) -> bool:
        """Did the wish itself bind it, or the narrator's word?"""
        return self.meant and self.sure


def put(keeper: Keeper, rows: Iterable[KeptBack], now: datetime) -> None:
    """Keep back what is not yet; it is on the disk when this returns. Raises DiskFull.

    What was in doubt becomes sure where a row says so, and what was spread to becomes what the wish was said about; what
    the narrator decided stays.
    """
    values = [
        (
            *each.place,
            each.privacy.label,
            *each.wish,
            "told" if each.told else "wish",
            int(each.doubt),
            now.isoformat(),
            int(each.spread),
        )
        for each in rows
    ]

    def work(db: sqlite3.Connection) -> None:
        db.executemany(
            """INSERT INTO kept_back (session, turn, privacy, wish_session, wish_turn, part, doubt, at, spread)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
                SET doubt = min(doubt, excluded.doubt), spread = min(spread, excluded.spread)""",
            values,
        )

    if values:
        keeper.commit(work)


def rows(read: Read, out: Collection[str] = ()) -> tuple[KeptBack, ...]:
    """Every turn that is kept back, in the order it was; `out`: wishes ("session turn") that were taken back."""
    return tuple(each for each in _every(read, out) if each.decided != "free")


def _every(read: Read, out: Collection[str] = ()) -> Iterator[KeptBack]:
    """The same with what was freed."""
    found = read(
        """SELECT session, turn, privacy, wish_session, wish_turn, part, doubt, decided, spread FROM kept_back
            ORDER BY rowid""",
        (),
    )
    for session, turn, privacy, wish_session, wish_turn, part, doubt, said, spread in found:
        if f"{wish_session} {wish_turn}" not in out:
            yield KeptBack(
                (SessionId(session), TurnId(turn)),
                parsed(privacy),
                (SessionId(wish_session), TurnId(wish_turn)),
                part == "told",
                bool(doubt),
                said,
                bool(spread),
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


def let_go(read: Read) -> frozenset[Place]:
    """The turns that the narrator has freed of all that bound them, and in which nothing was wished."""
    places = {place for place, _ in freed(read)}
    if not places:
        return frozenset()
    return frozenset(places - wishes(read).keys() - {each.place for each in rows(read)})


def off(read: Read) -> frozenset[tuple[Place, Place]]:
    """Turns that were let go, each with the turns in which a label was set on it that went with the wish.

    Those are the turn of the wish, and its own: a turn that only goes on is labelled as if it had said so itself.
    """
    gone = let_go(read)
    by = {each for each in freed(read) if each[0] in gone}
    return frozenset(by | {(place, place) for place in gone})


def undecided(read: Read, out: Collection[str] = ()) -> tuple[KeptBack, ...]:
    """What was kept back in doubt and waits for the narrator's word."""
    return tuple(each for each in rows(read, out) if each.doubt and not each.decided)


def spread_to(read: Read, out: Collection[str] = ()) -> tuple[KeptBack, ...]:
    """What is kept back though the wish was said in another turn and of another: the narrator may free it, doubt or none."""
    every = rows(read, out)
    return tuple(each for each in every if _freeable(each, every) and not each.decided)


def _freeable(row: KeptBack, every: Collection[KeptBack]) -> bool:
    """Not so the turn of the wish, but on a sign alone, nor, where that tells nothing, those that it was surely said about."""
    if row.only_a_sign:
        return True
    told = any(each.told and each.place == each.wish == row.wish for each in every)
    return row.told and row.place != row.wish and (row.doubt or row.spread or told)


def decide(keeper: Keeper, place: Place, *, free: bool) -> int:
    """The narrator's word on what was spread to: free it, or keep it so; returns how many rows. Raises DiskFull."""
    every = tuple(_every(keeper.read))
    mine = [each for each in every if each.place == place and _freeable(each, every)]

    def work(db: sqlite3.Connection) -> None:
        db.executemany(
            """UPDATE kept_back SET decided = ? WHERE session = ? AND turn = ? AND privacy = ?
                AND wish_session = ? AND wish_turn = ?""",
            [
                ("free" if free else "kept", *each.place, each.privacy.label, *each.wish)
                for each in mine
            ],
        )

    if mine:
        keeper.commit(work)
    return len(mine)


WHOLE = decided.ROWS["kept_back"]
"""Every row as it is kept, for `bring`: one of an older version is shorter."""


def bring(db: sqlite3.Connection, found: Iterable[Sequence[Any]]) -> None:
    """Write rows of another record of the same house, the last word of the narrator's with them.

    Left out are those of a talk that is not here.
    """
    for row in _of_today(found):
        with suppress(sqlite3.IntegrityError):
            db.execute(
                """INSERT INTO kept_back (session, turn, privacy, wish_session, wish_turn, part, doubt, decided, at, spread)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (session, turn, privacy, wish_session, wish_turn)
                    DO UPDATE SET doubt = excluded.doubt, decided = excluded.decided, spread = excluded.spread""",
                row,
            )


def _of_today(found: Iterable[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """The same, rows of an older version brought up to date as those of its record would be."""
    rows = [tuple(row) for row in found]
    older = [row for row in rows if len(row) == _BEFORE]
    with closing(sqlite3.connect(":memory:")) as db:
        m011_kept_back(db)
        for row in older:
            with suppress(sqlite3.IntegrityError):  # a torn page may say anything
                db.execute(f"INSERT INTO kept_back VALUES ({', '.join('?' * _BEFORE)})", row)
        m020_spread_to(db)
        return [
            *(row for row in rows if len(row) != _BEFORE),
            *db.execute(WHOLE).fetchall(),
        ]


_BEFORE = 9
"""Columns before there was `spread`."""
