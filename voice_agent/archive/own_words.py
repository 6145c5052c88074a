"""What the narrator says of her own words on a page: "you misheard", and "let it read otherwise". SQL lives here.

These are two things. A mishearing that is put right is a further wording of the turn: it is what was said, keeps its
sound, and what the recogniser had made of it stands beside it. What she wants to read otherwise is an approved text:
it lies beside the wordings and changes none of them, so that word for word is always what was heard. The sound of
what reads otherwise is played with the words that were said, and beside no others.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from voice_agent.archive import saw_before, session_tables
from voice_agent.archive.book import Keeper
from voice_agent.archive.session_tables import Read
from voice_agent.errors import MemoryRefused
from voice_agent.memory.rewording import (
    Stretch,
    applied,
    by_sentence,
    carried,
    changed,
    put,
    timed,
)
from voice_agent.story import SessionId, TurnId, Word

MISHEARD = "the narrator, who was misheard"
"""Who made a wording that puts a mishearing right."""

WRITTEN_OVER = "the narrator"
"""Who made a wording of which nobody knows any more what was heard, because a part of it was erased since."""

Place = tuple[str, int]
"""Session and turn."""


@dataclass(frozen=True, slots=True)
class Approved:
    """What is to be read in one turn instead of what was heard."""

    heard: str
    """The wording it was written for."""

    stretches: tuple[Stretch, ...]

    def of(self, heard: str) -> tuple[Stretch, ...]:
        """The same in another wording of the turn, over whole sentences."""
        return by_sentence(heard, carried(self.stretches, self.heard, heard))


@dataclass(frozen=True, slots=True)
class Changes:
    """What the narrator did to one turn in one save."""

    version: int
    """The wording she had before her."""

    saves: int
    """As `saves` counted for the turn when she looked: whatever was kept since is newer."""

    misheard: tuple[Stretch, ...] = ()
    """Where she said something else, and what."""

    otherwise: tuple[Stretch, ...] = ()
    """Where it is to read otherwise, and how; the places are those of the wording before her."""

    reads: str | None = None
    """All of it as it is to read; None: as it read before, but for `otherwise`."""


def approved(read: Read) -> Mapping[Place, Approved]:
    """What is to be read otherwise, by turn; turns that read as heard are not in it."""
    rows = read(
        """SELECT a.session, a.turn, w.text, a.stretches FROM approved_texts AS a JOIN wordings AS w
            ON w.session = a.session AND w.turn = a.turn AND w.version = a.version
            WHERE a.number = (SELECT max(number) FROM approved_texts AS b
                WHERE b.session = a.session AND b.turn = a.turn)""",
        (),
    )
    return {
        (session, turn): Approved(heard, found)
        for session, turn, heard, packed in rows
        if (found := _unpacked(packed))
    }


def saves(read: Read) -> Mapping[Place, int]:
    """The number of the last save of each turn that was ever put otherwise."""
    rows = read("SELECT session, turn, max(number) FROM approved_texts GROUP BY session, turn", ())
    return {(session, turn): number for session, turn, number in rows}


def recognised(read: Read) -> Mapping[Place, str]:
    """What the recogniser had made of the turns in which the narrator has put a mishearing right."""
    rows = read(
        """SELECT session, turn, text FROM wordings AS w WHERE version = (
            SELECT max(version) FROM wordings WHERE session = w.session AND turn = w.turn AND by <> ?)
            AND (SELECT by FROM wordings WHERE session = w.session AND turn = w.turn
                ORDER BY version DESC LIMIT 1) = ?""",
        (MISHEARD, MISHEARD),
    )
    return {(session, turn): text for session, turn, text in rows}


def unheard(read: Read) -> frozenset[Place]:
    """Turns of which only what the narrator wrote is left: their sound is played beside no words."""
    rows = read(
        """SELECT session, turn FROM wordings AS w WHERE by = ? AND version =
            (SELECT max(version) FROM wordings WHERE session = w.session AND turn = w.turn)""",
        (WRITTEN_OVER,),
    )
    return frozenset((session, turn) for session, turn in rows)


def save(keeper: Keeper, changes: Mapping[Place, Changes], now: datetime) -> None:
    """Keep all of `changes`, or none. Those it is shared with read it so from now on.

    They hear the narrator's voice only where what they read is what was said: a voice that was shared is not heard
    where the words read otherwise, until they are again exactly what was heard, or it is shared once more. Raises MemoryRefused where a turn has been
    changed or heard anew meanwhile, or where nothing would be left of it; DiskFull.
    """

    def work(db: sqlite3.Connection) -> None:
        for place, each in changes.items():
            _one(db, place, each, now)

    keeper.commit(work)


def _one(db: sqlite3.Connection, place: Place, done: Changes, now: datetime) -> None:
    newest = "SELECT version, text, words FROM wordings WHERE session = ? AND turn = ? ORDER BY version DESC LIMIT 1"
    version, text, packed = db.execute(newest, place).fetchone()
    if (version, saves(_reader(db)).get(place, 0)) != (done.version, done.saves):
        raise MemoryRefused(
            "The words of that story were changed meanwhile.",
            safe="Nothing has been changed.",
            mend="Look at it again, then change it.",
        )
    known = approved(_reader(db)).get(place)
    stands = known.of(text) if known else ()
    heard = applied(text, done.misheard)
    wanted = carried(stands, text, heard) if done.reads is None else changed(heard, done.reads)
    # its place is one in the wording before her, and putting a mishearing right may have moved it
    for each in carried(done.otherwise, text, heard):
        wanted = put(heard, wanted, *each)
    # where she was misheard and had put it right by letting it read otherwise, it now reads as she said it
    wanted = tuple(each for each in wanted if each.text != heard[each.first : each.last])
    if not heard or not applied(heard, wanted):
        raise MemoryRefused(
            "There would be nothing left of this story.",
            safe="It is as it was.",
            mend="To keep it from others, take it back instead.",
        )
    session, turn = SessionId(place[0]), TurnId(place[1])
    if heard != text:
        words = timed([Word(*each) for each in json.loads(packed)], heard)
        version = session_tables.add_wording(db, session, turn, heard, words, MISHEARD)
    if wanted != stands:
        db.execute(
            "INSERT INTO approved_texts (session, turn, version, stretches, at) VALUES (?, ?, ?, ?, ?)",
            (*place, version, json.dumps(wanted, ensure_ascii=False), now.isoformat()),
        )
        if wanted:
            saw_before.heard(db, place, version)
        else:
            saw_before.hear_again(db, place, version)
    db.execute("UPDATE shares SET version = ? WHERE session = ? AND turn = ?", (version, *place))


# -- for restoring

WHOLE = """SELECT a.session, a.turn, w.text, a.stretches, a.at FROM approved_texts AS a JOIN wordings AS w
    ON w.session = a.session AND w.turn = a.turn AND w.version = a.version ORDER BY a.number"""
"""Every save with the wording it was made for."""


def bring(db: sqlite3.Connection, rows: Sequence[tuple[str, int, str, str, str]]) -> None:
    """Let the last save of each turn, of `rows` as `WHOLE` reads them, hold in an older copy of the record.

    What she did not want to be read any more is not read by anybody again because a backup was restored.
    """
    for session, turn, heard, packed, at in {(row[0], row[1]): row for row in rows}.values():
        place = (session, turn)
        newest = db.execute(
            "SELECT version, text FROM wordings WHERE session = ? AND turn = ? ORDER BY version DESC",
            place,
        ).fetchone()
        last = db.execute(
            "SELECT stretches, at FROM approved_texts WHERE session = ? AND turn = ? ORDER BY number DESC",
            place,
        ).fetchone()
        if newest and last != (packed, at):
            moved = carried(_unpacked(packed), heard, newest[1])
            db.execute(
                "INSERT INTO approved_texts (session, turn, version, stretches, at) VALUES (?, ?, ?, ?, ?)",
                (*place, newest[0], json.dumps(moved, ensure_ascii=False), at),
            )


# -- for erasing


def speaking_of(read: Read, echo: Callable[[str], bool]) -> Collection[Place]:
    """The turns in whose approved texts, of now or earlier, stands what `echo` knows."""
    rows = read("SELECT session, turn, stretches FROM approved_texts", ())
    return frozenset(
        (s, t) for s, t, packed in rows if any(echo(e.text) for e in _unpacked(packed))
    )


def erase(db: sqlite3.Connection, places: Collection[Place]) -> None:
    """Take every approved text of `places` out, and the passages that were written with them."""
    for place in places:
        db.execute("DELETE FROM approved_texts WHERE session = ? AND turn = ?", place)
        db.execute("DELETE FROM passage_turns WHERE session = ? AND turn = ?", place)


def left_of(
    read: Read, place: Place, text: str, gone: Sequence[tuple[int, int]]
) -> tuple[Stretch, ...]:
    """What stays of a turn's approved text when `gone` goes out of `text`, its newest wording."""
    known = approved(read).get(place)
    return tuple(
        each
        for each in (known.of(text) if known else ())
        if not any(a < each.last and each.first < b for a, b in gone)
    )


def put_back(
    db: sqlite3.Connection, place: Place, version: int, stretches: Sequence[Stretch], at: str
) -> None:
    """Keep what was left of it once the turn is there again."""
    if stretches:
        db.execute(
            "INSERT INTO approved_texts (session, turn, version, stretches, at) VALUES (?, ?, ?, ?, ?)",
            (*place, version, json.dumps(stretches, ensure_ascii=False), at),
        )


def _unpacked(packed: str) -> tuple[Stretch, ...]:
    return tuple(Stretch(*each) for each in json.loads(packed))


def _reader(db: sqlite3.Connection) -> Read:
    return lambda sql, parameters=(): db.execute(sql, parameters).fetchall()
