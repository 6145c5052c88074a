"""An older version gets what was told since in its own form, and the record from before a change is kept until then."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tellings import sitting, told
from web_house import furnished, shared

from voice_agent.archive import before_steps, erasing, older_form
from voice_agent.archive.database import Database
from voice_agent.archive.migrations import MIGRATIONS, adds_only
from voice_agent.archive.record import Record
from voice_agent.errors import RecordDamaged, RecordError
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import What, Wish

KNOWN = frozenset(step.__name__ for step in MIGRATIONS)
NOW = datetime(2026, 12, 1, tzinfo=UTC)


def m900_weather(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE weather (session TEXT PRIMARY KEY, sky TEXT NOT NULL) STRICT")
    db.execute("ALTER TABLE sessions ADD COLUMN mood TEXT NOT NULL DEFAULT ''")


def m901_whispered(db: sqlite3.Connection) -> None:
    """Keeps back what was whispered, in a table of its own."""
    db.execute("CREATE TABLE whispered (session TEXT, turn INTEGER) STRICT")


def whispers_kept_back(db: sqlite3.Connection) -> None:
    db.execute(
        """INSERT INTO kept_back (session, turn, privacy, wish_session, wish_turn, part, doubt, at)
            SELECT session, turn, 'private', session, turn, 'told', 0, '' FROM whispered"""
    )


def m902_renamed(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE latencies RENAME COLUMN steps TO stages")


STEPS = (*MIGRATIONS, m900_weather, m901_whispered)
BACK = {"m900_weather": adds_only, "m901_whispered": whispers_kept_back}


def rows(path: Path) -> dict[str, list[object]]:
    """Every row of every table that has any."""
    with closing(sqlite3.connect(path)) as db:
        names = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        found = {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in names}
    # how often anything was decided is counted on when a record is opened beside nothing
    return {name: each for name, each in found.items() if each and name != "decided"}


def shape(path: Path) -> list[object]:
    with closing(sqlite3.connect(path)) as db:
        sql = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
        return db.execute(sql).fetchall()


def test_a_house_comes_back_in_the_older_form_with_every_row_it_had(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house")
    shared(house)
    house.book.close()
    with Record.look(tmp_path / "house") as record:
        record.copy_database(tmp_path / "as-it-was.db")
        record.copy_database(tmp_path / "newer.db")
    Database(tmp_path / "newer.db", migrations=STEPS).close()
    older_form.write(tmp_path / "newer.db", tmp_path / "older.db", KNOWN, steps=STEPS, back=BACK)
    assert rows(tmp_path / "older.db") == rows(tmp_path / "as-it-was.db")
    assert len(rows(tmp_path / "older.db")) >= 10
    assert shape(tmp_path / "older.db") == shape(tmp_path / "as-it-was.db")
    assert older_form.said(tmp_path / "older.db") == older_form.said(tmp_path / "newer.db")


def newer(path: Path, *steps: object) -> Database:
    """A record of a newer version, with one talk."""
    with Record.open(path.parent) as record:
        record.begin(sitting())
        record.turn(told(1))
    return Database(path, migrations=(*MIGRATIONS, *steps))  # pyright: ignore[reportArgumentType]


def test_what_only_a_newer_table_keeps_back_is_kept_back_in_the_older_form(tmp_path: Path) -> None:
    database = newer(tmp_path / "record.db", m901_whispered)
    database.commit(lambda db: db.execute("INSERT INTO whispered SELECT session, id FROM turns"))
    database.close()
    to = tmp_path / "older.db"
    older_form.write(tmp_path / "record.db", to, KNOWN, steps=STEPS, back=BACK)
    assert [row[2] for row in rows(to)["kept_back"]] == ["private"]  # pyright: ignore[reportIndexIssue, reportUnknownVariableType]


@pytest.mark.parametrize("back", [{}, {"m902_renamed": adds_only}])
def test_a_change_with_no_way_back_is_not_guessed_at(
    tmp_path: Path, back: dict[str, object]
) -> None:
    newer(tmp_path / "record.db", m902_renamed).close()
    steps = (*MIGRATIONS, m902_renamed)
    with pytest.raises(RecordError, match="cannot be written in the form"):
        older_form.write(
            tmp_path / "record.db", tmp_path / "older.db", KNOWN, steps=steps, back=back  # pyright: ignore[reportArgumentType]
        )  # fmt: skip


def test_the_record_from_before_a_change_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    newer(tmp_path / "record.db", m900_weather).close()
    (kept,) = before_steps.kept(tmp_path)
    assert kept.name == "before-m900_weather.db"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert older_form.steps_of(kept) == KNOWN
    assert older_form.said(kept) == older_form.said(tmp_path / "record.db")
    Database(tmp_path / "record.db", migrations=STEPS).close()
    assert [each.name for each in before_steps.kept(tmp_path)] == ["before-m901_whispered.db"]


def test_a_house_with_nothing_told_and_one_without_a_change_keep_none(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.keep("pace", 120)
    Database(tmp_path / "record.db", migrations=STEPS).close()
    assert before_steps.kept(tmp_path) == ()
    with Record.open(tmp_path / "told") as record:
        record.begin(sitting())
    with Record.open(tmp_path / "told") as record:
        assert before_steps.kept(tmp_path / "told") == ()


def test_what_is_erased_is_gone_from_the_record_before_a_change_too(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.turn(told(1, "The loft burned down in 1952."))
        record.finish(sitting().id, NOW, "")
        record.copy_database(tmp_path / "older.db")
    # as a version did that is two steps behind this one
    with closing(sqlite3.connect(tmp_path / "record.db")) as db, db:
        db.execute("DELETE FROM migrations WHERE name = 'm019_asked_here'")
        db.execute("ALTER TABLE forgotten DROP COLUMN browser")
    (tmp_path / "trying").mkdir()
    (tmp_path / "older.db").rename(tmp_path / "trying" / "record.db")
    with Record.open(tmp_path) as record:
        assert [each.name for each in before_steps.kept(tmp_path)] == ["before-m019_asked_here.db"]
        erasing.erase(record, Wish(What.SESSION, sitting().id), Life(), (), NOW)
        assert before_steps.kept(tmp_path) == ()
    left = [each for each in tmp_path.rglob("*") if each.is_file()]
    assert not [each.name for each in left if b"burned down" in each.read_bytes()]


def test_a_newer_record_names_the_way_back(tmp_path: Path) -> None:
    newer(tmp_path / "record.db", m900_weather).close()
    with pytest.raises(RecordDamaged) as refused:
        Record.look(tmp_path)
    assert "update undo" in refused.value.mend
