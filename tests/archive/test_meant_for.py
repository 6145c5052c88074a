"""For whom a piece is meant stays with it when it reads otherwise: it is another piece then, of the same turns."""

import os
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from tellings import NOON, sitting, told

from voice_agent.archive import own_copies, passages, tombstones
from voice_agent.archive.backups import back_up, restore
from voice_agent.archive.erasing import erase
from voice_agent.archive.migrations.m016_approved_texts import m016_approved_texts
from voice_agent.archive.own_copies import Keep
from voice_agent.archive.passages import Approval, Draft, approve, approve_as_meant, mean
from voice_agent.archive.record import Record
from voice_agent.archive.rescue import rescue
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import What, Wish

ID = str(sitting().id)
ANN, TOM = frozenset({"a1"}), frozenset({"b2"})


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with Record.open(tmp_path / "house") as record:
        record.begin(sitting())
        for turn, said in enumerate(("We kept pigeons.", "They all flew home."), 1):
            record.turn(told(turn, said))
        record.finish(sitting().id, NOON, "")
        yield record


def write(record: Record, **pieces: tuple[int, ...]) -> None:
    """The book is written: pieces by name, each with the turns it rests on."""
    passages.keep(
        record,
        [Draft(id, "c", "{}", "", frozenset((ID, t) for t in on)) for id, on in pieces.items()],
        NOON,
        erased=tombstones.erased(record.read),
    )


def stands(record: Record, piece: str, *readers: str) -> None:
    approve(record, Approval(piece, True, NOON, readers=readers))


def whom(record: Record, piece: str) -> frozenset[str] | None:
    return passages.meant(record.read).get(piece)


def test_a_piece_that_reads_otherwise_twice_is_for_whom_the_first_was(record: Record) -> None:
    write(record, old=(1,))
    stands(record, "old", *ANN)
    for piece in ("new", "newer"):
        write(record, **{piece: (1,)})
        assert piece not in passages.approvals(record.read), "nobody has read it yet"
        assert whom(record, piece) == ANN


def test_what_is_said_last_of_a_piece_is_what_the_next_one_is_for(record: Record) -> None:
    write(record, old=(1,))
    stands(record, "old", *ANN)
    write(record, new=(1,))
    stands(record, "new")
    assert whom(record, "new") is None
    write(record, newer=(1,))
    assert whom(record, "newer") is None, "it was for everybody since"
    stands(record, "newer", *TOM)
    write(record, newest=(1,))
    assert whom(record, "newest") == TOM


def test_a_piece_that_was_left_out_is_still_for_whom_it_was(record: Record) -> None:
    write(record, old=(1,))
    stands(record, "old", *ANN)
    approve(record, Approval("old", False, NOON))
    assert whom(record, "old") == ANN
    write(record, new=(1,))
    approve(record, Approval("new", False, NOON))
    write(record, newer=(1,))
    assert whom(record, "newer") == ANN


def test_another_piece_of_the_same_turn_is_for_whom_it_was(record: Record) -> None:
    write(record, hers=(1,), open=(1,))
    stands(record, "hers", *ANN)
    stands(record, "open")
    write(record, hers=(1,), new=(1,))
    assert whom(record, "new") is None and whom(record, "hers") == ANN
    stands(record, "new")
    write(record, reworded=(1,), new=(1,))
    assert whom(record, "reworded") == ANN and whom(record, "new") is None


def test_a_piece_made_of_two_that_were_for_different_people_is_for_nobody_yet(
    record: Record,
) -> None:
    write(record, one=(1,), other=(2,))
    stands(record, "one", "a1", "c3")
    stands(record, "other", *TOM)
    write(record, both=(1, 2))
    assert whom(record, "both") == frozenset()
    # a yes that names nobody, as one is given aloud, opens it to nobody
    approve_as_meant(record, Approval("both", True, NOON, "voice"))
    assert passages.approvals(record.read)["both"].readers == ("nobody",)


def test_a_yes_aloud_is_for_whom_the_piece_is_meant(record: Record) -> None:
    write(record, old=(1,), open=(2,))
    stands(record, "old", *ANN)
    write(record, new=(1,), open=(2,))
    for piece in ("new", "open"):
        approve_as_meant(record, Approval(piece, True, NOON, "voice"))
    said = passages.approvals(record.read)
    assert said["new"].readers == ("a1",) and said["open"].readers == ()


def test_what_is_chosen_for_a_piece_before_it_is_answered_for_is_kept(record: Record) -> None:
    write(record, old=(1,))
    mean(record, "old", ["A1"])
    assert whom(record, "old") == ANN and "old" not in passages.approvals(record.read)
    write(record, new=(1,))
    assert whom(record, "new") == ANN
    mean(record, "new", [])
    assert whom(record, "new") is None


def test_a_piece_of_which_a_part_was_erased_is_for_whom_it_was(record: Record) -> None:
    write(record, old=(1, 2))
    stands(record, "old", *ANN)
    erase(record, Wish(What.TURN, f"{ID} 2"), Life(), (), NOON)
    write(record, new=(1,))
    assert whom(record, "new") == ANN


def test_of_a_talk_that_was_erased_nothing_is_meant_for_anybody(record: Record) -> None:
    write(record, old=(1,))
    stands(record, "old", *ANN)
    erase(record, Wish(What.SESSION, ID), Life(), (), NOON)
    assert record.read("SELECT * FROM meant_for") == []


def test_a_restored_record_knows_for_whom_a_piece_was_since(record: Record, tmp_path: Path) -> None:
    write(record, old=(1,), other=(2,))
    stands(record, "old")
    file = back_up(record, tmp_path / "away.tar")
    write(record, new=(1,), other=(2,))
    stands(record, "new", *ANN)
    mean(record, "other", TOM)
    state = record.state
    record.close()
    restore(file, state, NOON + timedelta(days=1))
    with Record.open(state) as restored:
        assert whom(restored, "other") == TOM
        write(restored, newer=(1,), other=(2,))
        assert whom(restored, "newer") == ANN


def test_a_rescued_record_knows_for_whom_a_piece_was_since(record: Record) -> None:
    write(record, old=(1,))
    own_copies.make(record, NOON, Keep())
    stands(record, "old", *ANN)
    assert own_copies.behind(record)
    ((page,),) = record.read("SELECT rootpage FROM sqlite_master WHERE name = 'latencies'")
    state = record.state
    record.close()
    data = bytearray((state / "record.db").read_bytes())
    data[(page - 1) * 4096 : page * 4096] = os.urandom(4096)
    (state / "record.db").write_bytes(data)
    rescue(state, NOON + timedelta(days=1), "Ida")
    with Record.open(state) as rescued:
        write(rescued, new=(1,))
        assert whom(rescued, "new") == ANN


def test_a_house_of_before_knows_for_whom_its_pieces_are(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.turn(told(1))
        write(record, old=(1,), open=(1,))
        stands(record, "old", *ANN)
        stands(record, "open")
        kept = record.read("SELECT * FROM meant_for")

        def again(db: sqlite3.Connection) -> None:
            for table in ("meant_for", "approved_texts"):
                db.execute(f"DROP TABLE {table}")
            m016_approved_texts(db)

        record.commit(again)
        assert record.read("SELECT * FROM meant_for") == kept != []
