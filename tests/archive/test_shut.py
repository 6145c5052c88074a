"""What is shut to everybody else in the room: looked up quickly, and never less than a full reading of memory finds."""

import sqlite3
from collections.abc import Callable, Collection
from contextlib import closing
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from hypothesis import example, given, settings
from hypothesis import strategies as st
from often import times
from tellings import NOON, sitting, told

from voice_agent.archive import keeping_back, memory_tables, session_tables, sharing, spreading
from voice_agent.archive.claim_rows import TurnWording
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.migrations import migrate
from voice_agent.archive.permitted import permitted
from voice_agent.archive.record import Record
from voice_agent.memory.claims import Claim, Mention, Part, claim
from voice_agent.memory.decisions import Act, Decision, DecisionId
from voice_agent.memory.labels import Label
from voice_agent.memory.privacy import OPEN, PRIVATE, Privacy
from voice_agent.story import CONFIDED, TO_US, SessionId, TurnId

ONE = SessionId("2026-11-21T12-00-00Z-0001")
GOAT = "We had a goat in the yard that ate the washing off the line."
SECRET = "My brother Quillfeather hid the marzipan tin with the rent in it."


def tell(record: Record, *lines: str, kinds: dict[int, str] | None = None) -> None:
    record.begin(sitting(ONE))
    for number, line in enumerate(lines, 1):
        record.turn(told(number, line, session=ONE, kind=(kinds or {}).get(number, "")))


def test_a_confidence_is_shut_before_its_wish_is_carried_out(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, GOAT, SECRET, "For Tom, that.", kinds={2: CONFIDED, 3: TO_US})
        fine = permitted(record.read, record.session(ONE)).turns
        assert [t.text for t in fine] == [GOAT]


def test_a_summary_is_made_anew_without_what_was_kept_back_since(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, GOAT, SECRET)
        record.finish(sitting(ONE).id, NOON, f"{GOAT} {SECRET}")
        assert spreading.true_again(record) == 0
        place = (ONE, TurnId(2))
        keeping_back.put(record, [KeptBack(place, PRIVATE, place)], NOON + timedelta(hours=1))
        assert spreading.true_again(record) == 1
        (session,) = record.sessions()
        assert "goat" in session.summary and "marzipan" not in session.summary
        assert spreading.true_again(record) == 0


LAUGHED = "He laughed like a drain, all his life."


def let_go(record: Record, turn: int, *, wish: int) -> None:
    """What was spread to is found to be another story."""
    row = KeptBack((ONE, TurnId(turn)), PRIVATE, (ONE, TurnId(wish)), doubt=True, spread=True)
    keeping_back.put(record, [row], NOON)
    spreading.summed_up_anew(record, {ONE})
    assert LAUGHED not in record.session(ONE).summary
    freed = sharing.let_go(record, (ONE, turn))
    assert freed is not None and freed.free


def test_what_was_let_go_is_in_the_summary_again_also_right_after_the_secret(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        tell(record, GOAT, SECRET, "Keep that between us.", LAUGHED, kinds={3: TO_US})
        record.finish(ONE, NOON, GOAT)
        secret, wish = ((ONE, TurnId(turn)) for turn in (2, 3))
        keeping_back.put(record, [KeptBack(secret, PRIVATE, wish)], NOON)
        let_go(record, 4, wish=3)
        summary = record.session(ONE).summary
        assert LAUGHED in summary and "goat" in summary and "marzipan" not in summary


def test_what_was_let_go_is_in_the_summary_again_also_where_its_neighbour_kept_it_back(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        tell(record, GOAT, LAUGHED, "Between us, that. My brother Quillfeather hid the marzipan.")
        record.finish(ONE, NOON, GOAT)
        place = (ONE, TurnId(3))
        keeping_back.put(record, [KeptBack(place, PRIVATE, place)], NOON)
        let_go(record, 2, wish=3)
        summary = record.session(ONE).summary
        assert LAUGHED in summary and "marzipan" not in summary


def test_what_was_let_go_and_put_away_stays_out_of_the_summary(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, GOAT, SECRET, "Keep that between us.", LAUGHED, kinds={3: TO_US})
        record.finish(ONE, NOON, GOAT)
        keeping_back.put(record, [KeptBack((ONE, TurnId(2)), PRIVATE, (ONE, TurnId(3)))], NOON)
        let_go(record, 4, wish=3)
        memory_tables.to_be_erased(record, ONE, 4)
        assert LAUGHED not in " ".join(
            t.text for t in permitted(record.read, record.session(ONE)).turns
        )


# -- the look-up and the full reading

SAID = "We kept pigeons in the yard."
TURNS = range(1, 4)
LIMITS = (PRIVATE, Privacy(only=frozenset({"ann"})), Privacy(but=frozenset({"tom"})))


class Made(NamedTuple):
    """One claim that memory makes of a turn."""

    turn: int
    version: int
    also: int
    """A turn told before it that it rests on as well; 0: none."""

    part: Part
    label: Privacy | None
    spoken_in: int


a_turn = st.sampled_from(TURNS)
some_claims = st.lists(
    st.builds(
        Made,
        a_turn,
        st.sampled_from((1, 2)),
        st.sampled_from((0, *TURNS)),
        st.sampled_from((Part.WHAT, Part.WHO)),
        st.none() | st.sampled_from(LIMITS),
        a_turn,
    ),
    max_size=6,
)
some_wishes = st.lists(st.tuples(a_turn, a_turn, st.sampled_from(LIMITS)), max_size=3)


def mention(turn: int, version: int, part: Part = Part.WHAT) -> Mention:
    at = SAID.index("pigeons")
    return Mention(part, ONE, TurnId(turn), version, at, at + 7, "pigeons", 0.1, 0.2)


def told_in_turns(db: sqlite3.Connection) -> None:
    session_tables.add_session(db, sitting(ONE))
    for turn in TURNS:
        session_tables.add_turn(db, told(turn, SAID, session=ONE))


def heard_once_more(db: sqlite3.Connection, turn: int) -> int:
    return session_tables.add_wording(db, ONE, TurnId(turn), SAID, (), "again")


def made(one: Made, newest: Collection[int]) -> tuple[Claim, list[Label]]:
    """`newest`: the turns whose newest wording is the one it is made in."""
    places = [mention(one.turn, one.version, one.part)]
    if 0 < one.also < one.turn:
        places.append(mention(one.also, one.version if one.also in newest else 1))
    found = claim(tuple(places), NOON)
    return found, [Label(found.id, one.label, mention(one.spoken_in, 1))] if one.label else []


T = TypeVar("T")


class InMemory:
    """A `Keeper` without a disk."""

    def __init__(self) -> None:
        self._db = sqlite3.connect(":memory:", isolation_level=None)
        _empty().backup(self._db)

    def read(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        return self._db.execute(sql, parameters).fetchall()

    def commit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._db:
            self._db.execute("BEGIN")
            return work(self._db)

    def close(self) -> None:
        self._db.close()


@cache
def _empty() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", isolation_level=None)
    migrate(db)
    return db


def kept_from_anybody(record: InMemory) -> set[tuple[str, int]]:
    return {
        (each.session, each.turn)
        for each in memory_tables.claims(record.read)
        if each.privacy != OPEN
    }


@settings(max_examples=times(100), deadline=None)
@example(  # a label on a claim that rests on two turns, and the later of them heard again
    [Made(2, 1, 1, Part.WHAT, PRIVATE, 3), Made(2, 2, 0, Part.WHAT, None, 1)], [], set(), {2}
)
@given(some_claims, some_wishes, st.sets(a_turn, max_size=2), st.sets(a_turn))
def test_the_look_up_shuts_what_a_full_reading_of_every_wording_shuts(
    claims: list[Made],
    wishes: list[tuple[int, int, Privacy]],
    taken_back: Collection[int],
    heard_again: Collection[int],
) -> None:
    with closing(InMemory()) as record:
        record.commit(told_in_turns)
        rows = [KeptBack((ONE, TurnId(at)), limit, (ONE, TurnId(by))) for at, by, limit in wishes]
        keeping_back.put(record, rows, NOON)
        for turn in taken_back:
            word = Decision(
                DecisionId(f"d{turn}"),
                Act.LET_OUT,
                NOON,
                "Ann",
                f"{ONE} {turn}",
                mention=mention(turn, 1),
            )
            memory_tables.decide(record, word)
        found = set[tuple[str, int]]()
        for version in (1, 2):
            again = TURNS if version == 1 else sorted(heard_again)
            if version == 2:
                for turn in again:
                    record.commit(lambda db, at=turn: heard_once_more(db, at))
            whole = [made(c, again) for c in claims if c.version == version and c.turn in again]
            memory_tables.store(
                record,
                [c for c, _ in whole],
                [one for _, some in whole for one in some],
                [TurnWording(ONE, TurnId(turn), version) for turn in again],
            )
            found |= kept_from_anybody(record)
        assert memory_tables.narrowed(record.read) == found
