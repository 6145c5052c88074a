import os
import sqlite3
from pathlib import Path

import pytest
from tellings import sitting, told

from voice_agent.archive.database import Database
from voice_agent.archive.migrations import MIGRATIONS, applied, migrate
from voice_agent.archive.record import Record
from voice_agent.errors import RecordDamaged


def shape(db: sqlite3.Connection) -> list[tuple[object, ...]]:
    return db.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()


def test_migrating_twice_is_migrating_once() -> None:
    db = sqlite3.connect(":memory:", isolation_level=None)
    migrate(db)
    once = shape(db)
    migrate(db)
    assert shape(db) == once
    assert applied(db) == {step.__name__ for step in MIGRATIONS}
    db.close()


def test_migrating_step_by_step_is_migrating_at_once() -> None:
    whole, steps = (sqlite3.connect(":memory:", isolation_level=None) for _ in range(2))
    migrate(whole)
    for count in range(len(MIGRATIONS) + 1):
        migrate(steps, MIGRATIONS[:count])
    assert shape(steps) == shape(whole)
    whole.close()
    steps.close()


def test_steps_are_named_and_numbered_in_order() -> None:
    names = [step.__name__ for step in MIGRATIONS]
    mended = [
        "m016_doors_again"
    ]  # stands right behind what it mends, for the steps after that need it
    whole = [name for name in names if name not in mended]
    assert [name.split("_")[0] for name in whole] == [f"m{n + 1:03}" for n in range(len(whole))]
    assert names == sorted(names, key=lambda name: name.split("_")[0])


def test_a_step_that_fails_changes_nothing_and_what_was_told_stays(tmp_path: Path) -> None:
    def m999_fails(db: sqlite3.Connection) -> None:
        db.execute("CREATE TABLE half (done)")
        db.execute("DELETE FROM turns")
        raise RuntimeError("the power went")

    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.turn(told(1))
    with pytest.raises(RuntimeError):
        Database(tmp_path / "record.db", migrations=(*MIGRATIONS, m999_fails))
    with Record.open(tmp_path) as record:
        assert record.session(sitting().id).turns == (told(1),)
        assert record.read("SELECT 1 FROM sqlite_master WHERE name = 'half'") == []


def test_a_record_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.commit(lambda db: db.execute("INSERT INTO migrations VALUES ('m999_tomorrow')"))
    for look in (Record.open, Record.look):
        with pytest.raises(RecordDamaged, match="newer version"):
            look(tmp_path)


def test_what_fails_halfway_is_undone_altogether(tmp_path: Path) -> None:
    def half(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO kept VALUES ('pace', '1')")
        raise RuntimeError("the power went")

    with Record.open(tmp_path) as record:
        with pytest.raises(RuntimeError):
            record.commit(half)
        assert record.kept("pace") is None
        record.keep("pace", 2)
        assert record.kept("pace") == 2


def test_a_commit_is_flushed_and_erased_rows_are_overwritten(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.keep("pace", 120)
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        found = [record.read(f"PRAGMA {pragma}")[0][0] for pragma in pragmas]
        assert found == ["wal", 2, 1, 1]


@pytest.mark.parametrize("offset", [0, 20, 4096, 9000])
def test_a_damaged_database_says_what_is_safe_and_what_to_do(tmp_path: Path, offset: int) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        for number in range(1, 60):
            record.turn(told(number, "We kept pigeons. " * 20))
    path = tmp_path / "record.db"
    whole = path.read_bytes()
    path.write_bytes(whole[:offset] + os.urandom(4000) + whole[offset + 4000 :])
    with pytest.raises(RecordDamaged) as damaged, Record.open(tmp_path) as record:
        record.check()
    assert "sessions" in damaged.value.safe
    # the way that brings everything back comes first
    ways = ("memory rescue", "backup restore")
    rescue, restore = (damaged.value.mend.find(way) for way in ways)
    assert 0 <= rescue < restore
    assert damaged.value.what.isprintable()


def test_a_record_put_aside_lets_the_next_story_begin(tmp_path: Path) -> None:
    (tmp_path / "record.db").write_bytes(b"not a database at all" * 300)
    with pytest.raises(RecordDamaged):
        Record.open(tmp_path)
    (tmp_path / "record.db").rename(tmp_path / "put-aside.db")
    with Record.open(tmp_path) as record:
        record.begin(sitting())


def test_a_file_left_empty_by_a_crash_becomes_a_record(tmp_path: Path) -> None:
    (tmp_path / "record.db").touch()
    with Record.open(tmp_path) as record:
        assert record.sessions() == ()
        record.begin(sitting())
