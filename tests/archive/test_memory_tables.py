"""What the database itself refuses, whoever writes; and what comes back from it."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tellings import NOON, sitting, told

from voice_agent.archive import memory_tables
from voice_agent.archive.claim_rows import TurnWording
from voice_agent.archive.importing import bring_in
from voice_agent.archive.record import Record
from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import Claim, Part, cite, claim
from voice_agent.memory.decisions import Act, Decision, DecisionId
from voice_agent.memory.distil import distil
from voice_agent.memory.events import weave
from voice_agent.memory.imported import parse
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.thread import Setting
from voice_agent.story import Speaker, TurnId

LINES = ("We got married at St. Mary's in 1951.", "No, it was 1952. Keep that between us.")
TURNS = tuple(told(n, line) for n, line in enumerate(LINES, start=1))


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with Record.open(tmp_path / "state") as record:
        record.begin(sitting())
        for turn in TURNS:
            record.turn(turn)
        yield record


def distilled() -> tuple[list[Claim], list[object]]:
    found = distil(TURNS, PlainReader(), sitting=1)
    return list(found.claims), list(found.labels)


def heard(number: int, version: int = 1) -> TurnWording:
    return TurnWording(TURNS[0].session, TurnId(number), version)


def test_claims_come_back_as_they_were_labelled_and_in_order(record: Record) -> None:
    found = distil(TURNS, PlainReader(), sitting=1)
    memory_tables.store(record, found.claims, found.labels, [heard(1), heard(2)])
    back = memory_tables.claims(record.read)
    assert [each.id for each in back] == [each.id for each in found.claims]
    assert [replace(each, privacy=found.claims[0].privacy) for each in back] == list(found.claims)
    assert all(each.privacy.private for each in back[1:])
    assert memory_tables.labels(record.read) == found.labels
    assert len(weave(back).conflicts) == 1


def test_storing_twice_is_storing_once(record: Record) -> None:
    found = distil(TURNS, PlainReader(), sitting=1)
    for _ in range(2):
        memory_tables.store(record, found.claims, found.labels, [heard(1)])
    assert len(memory_tables.claims(record.read)) == len(found.claims)
    assert len(memory_tables.labels(record.read)) == len(found.labels)


def test_what_an_older_reader_was_not_sure_of_puts_nothing_right(record: Record) -> None:
    first, *rest = distilled()[0]
    memory_tables.store(record, [first, *rest], (), [heard(1)])

    def doubted(db: sqlite3.Connection) -> None:
        db.execute("DROP TRIGGER claims_are_never_edited")
        db.execute("UPDATE claims SET corrects = 'all', perhaps = 1 WHERE id = ?", (first.id,))

    record.commit(doubted)
    kept = {each.id: each for each in memory_tables.claims(record.read)}
    assert kept[first.id].corrects is None


def test_what_a_crash_left_undone_is_found(record: Record) -> None:
    assert memory_tables.undistilled(record.read) == (heard(1), heard(2))
    memory_tables.store(record, distilled()[0], (), [heard(1)])
    assert memory_tables.undistilled(record.read) == (heard(2),)


def test_a_better_wording_is_distilled_again_and_takes_the_place_of_the_old(record: Record) -> None:
    memory_tables.store(record, distilled()[0], (), [heard(1), heard(2)])
    text = "We got married at St. Martin's in 1951."
    record.correct(TURNS[0].session, TurnId(1), text, (), "archive pass")
    assert memory_tables.undistilled(record.read) == (heard(1, 2),)
    again = cite(replace(TURNS[0], text=text), 0, 14, Part.WHAT, version=2)
    memory_tables.store(record, [claim((again,), NOON)], (), [heard(1, 2)])
    first = [each for each in memory_tables.claims(record.read) if each.turn == 1]
    assert [each.what for each in first] == ["We got married"]


def by_hand(record: Record, *changes: tuple[str, object], claim_row: bool = True) -> None:
    """Write a mention and its claim past all our types, with some columns changed."""
    mention: dict[str, object] = {
        "claim": "c-x",
        "number": 0,
        "part": "what",
        "session": TURNS[0].session,
        "turn": 1,
        "version": 1,
        "first": 0,
        "last": 2,
        "words": "We",
        "began": 0.0,
        "ended": 1.0,
    }
    claim: dict[str, object] = {
        "id": "c-x",
        "session": TURNS[0].session,
        "turn": 1,
        "version": 1,
        "told_at": NOON.isoformat(),
        "polarity": 1,
        "modality": "said",
        "edtf": "",
        "anchor": "",
        "corrects": None,
        "denied": "",
        "continues": None,
        "retold": 0,
    }
    for key, value in changes:
        (mention if key in mention and key not in {"session", "turn"} else claim)[key] = value
        if key in {"session", "turn"}:
            mention[key] = value

    def work(db: sqlite3.Connection) -> None:
        for table, row in (("mentions", mention), ("claims", claim))[: 1 + claim_row]:
            marks = ", ".join("?" * len(row))
            db.execute(
                f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values())
            )

    record.commit(work)


REFUSED = [
    ("a mention without a claim", [], False),
    ("words that were not said", [("words", "Me")], True),
    ("an empty stretch", [("last", 0), ("words", "")], True),
    ("a stretch of another length", [("last", 5)], True),
    ("a turn that is not there", [("turn", 9)], True),
    ("a wording that is not there", [("version", 7)], True),
    ("a part of no known kind", [("part", "why")], True),
    ("a modality of no known kind", [("modality", "sworn")], True),
    ("sound without an end", [("ended", None)], True),
    ("no sound for what was spoken", [("began", None), ("ended", None)], True),
    ("a date without its words", [("edtf", "1951")], True),
]


@pytest.mark.parametrize(("what", "changes", "claim_row"), REFUSED, ids=[w for w, _, _ in REFUSED])
def test_the_database_refuses(
    record: Record, what: str, changes: list[tuple[str, object]], claim_row: bool
) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        by_hand(record, *changes, claim_row=claim_row)
    assert not memory_tables.claims(record.read)


def test_the_database_takes_what_is_right(record: Record) -> None:
    by_hand(record)
    assert len(memory_tables.claims(record.read)) == 1


def test_a_claim_without_a_mention_is_refused(record: Record) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        record.commit(
            lambda db: db.execute(
                "INSERT INTO claims VALUES ('c-y', ?, 1, 1, ?, 1, 'said', '', '', NULL, '', NULL, 0, 0, NULL)",
                (TURNS[0].session, NOON.isoformat()),
            )
        )


@pytest.mark.parametrize("speaker", [Speaker.INTERVIEWER, Speaker.SOMEONE_ELSE])
def test_no_other_voice_becomes_a_memory_whoever_writes(record: Record, speaker: Speaker) -> None:
    other = told(3, "We moved to Ohio.", speaker=speaker)
    record.turn(other)
    with pytest.raises(sqlite3.IntegrityError, match="narrator"):
        by_hand(record, ("turn", 3))
    disguised = cite(replace(other, speaker=Speaker.NARRATOR), 0, 8, Part.WHAT)
    with pytest.raises(MemoryRefused):
        memory_tables.store(record, [claim((disguised,), NOON)])
    assert not memory_tables.claims(record.read)


@pytest.mark.parametrize("table", ["claims", "mentions", "labels"])
def test_nothing_told_is_ever_edited(record: Record, table: str) -> None:
    found = distil(TURNS, PlainReader(), sitting=1)
    memory_tables.store(record, found.claims, found.labels)
    with pytest.raises(sqlite3.IntegrityError, match="never edited"):
        record.commit(lambda db: db.execute(f"UPDATE {table} SET session = session"))


def test_a_claim_falls_with_the_words_it_rests_on(record: Record) -> None:
    found = distil(TURNS, PlainReader(), sitting=1)
    memory_tables.store(record, found.claims, found.labels)
    record.commit(lambda db: db.execute("DELETE FROM turns WHERE id = 2"))
    assert {each.turn for each in memory_tables.claims(record.read)} == {1}
    assert not memory_tables.labels(record.read)
    record.check()


def test_decisions_are_kept_and_a_conflict_is_closed_by_the_narrators_words_alone(
    record: Record,
) -> None:
    one, other = [each.id for each in distilled()[0]]
    words = cite(TURNS[1], 4, 15, Part.WHAT)
    closed = Decision(DecisionId("d-1"), Act.CLOSE, NOON, "the narrator", other, one, words)
    joined = Decision(DecisionId("d-2"), Act.SAME_EVENT, NOON + timedelta(1), "Ann", one, other)
    for each in (closed, joined, closed):
        memory_tables.decide(record, each)
    assert memory_tables.decisions(record.read) == (closed, joined)
    with pytest.raises(sqlite3.IntegrityError):
        record.commit(
            lambda db: db.execute(
                "INSERT INTO decisions (id, act, at, by, one, other) VALUES ('d-3', 'close a conflict', '', '', 'a', 'b')"
            )
        )


def test_an_import_is_stored_whole_and_marked_as_written(record: Record) -> None:
    written = parse(
        b"June 3, 1952\n\nLast week we bought a cow. We moved to Ohio in 1950.", "letter.txt"
    )
    done = bring_in(record, written, PlainReader(), Setting(), narrator="Ann", now=NOON)
    claims = [c for c in memory_tables.claims(record.read) if c.session == done.sessions[0]]
    assert [c.edtf for c in claims] == ["1952-05-26/1952-06-01", "1950"]
    assert all(m.began is None for c in claims for m in c.mentions)
    assert record.session(done.sessions[0]).summary
    assert heard(1) in memory_tables.undistilled(record.read)


def test_an_import_that_fails_leaves_nothing_behind(record: Record) -> None:
    written = parse(b"We moved to Ohio in 1950.", "letter.txt")
    before = (len(record.sessions()), len(memory_tables.claims(record.read)))

    def tick(done: int) -> None:
        raise MemoryRefused("The light went out.")

    with pytest.raises(MemoryRefused):
        bring_in(record, written, PlainReader(), Setting(), narrator="", now=NOON, tick=tick)
    assert (len(record.sessions()), len(memory_tables.claims(record.read))) == before


def test_a_wish_to_erase_that_comes_while_others_are_carried_out_is_not_lost(
    record: Record,
) -> None:
    memory_tables.to_be_erased(record, "one", 1)
    waiting = memory_tables.to_erase(record.read)
    memory_tables.to_be_erased(record, "one", 3)
    memory_tables.erased(record, waiting)
    assert memory_tables.to_erase(record.read) == ("one 3",)
    assert memory_tables.waiting_to_go(record.read) == {("one", 3)}
