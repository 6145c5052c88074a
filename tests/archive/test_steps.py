"""The steps by which a house's tables came to be: one that a house has been through is never edited."""

import hashlib
import sqlite3
from pathlib import Path

from voice_agent.archive import migrations

BEFORE = Path(__file__).parents[1] / "data" / "doors" / "before.sql"
"""A house of version f97da97, which had been through earlier wordings of m014 and m016: Rose, Ann, and Tim who waits."""

PUBLISHED = {
    "m001_initial": "894df6842633",
    "m002_memory": "b185a590e97a",
    "m003_forgetting": "cf838e70160c",
    "m004_house": "9e44705abddd",
    "m005_book": "c102f3ce7130",
    "m006_meanings": "2f8b036ad27b",
    "m007_notes": "ff3c20198489",
    "m008_doubts": "73c62fd490fc",
    "m009_rivals": "5fefa11d36fe",
    "m010_told_again": "144cf90f1506",
    "m011_kept_back": "df649e6f7742",
    "m012_after_death": "8bc4d48f2fd3",
    "m013_reminders": "3435d4f4c88b",
    "m014_doors": "5431fb08c593",
    "m015_planned": "3e4ac4b164fd",
    "m016_approved_texts": "8c16806af266",
    "m016_doors_again": "36aefb11d2ea",
    "m017_chain": "3ec90a6b462d",
    "m018_readings": "8cbf18e66bd2",
    "m019_asked_here": "a9d9cbc7f5ae",
    "m020_spread_to": "7613e3db3042",
    "m021_family_hears": "411de73a300e",
}


SINCE = "m020_spread_to"
"""The last step before an update could be undone."""


def _shape(db: sqlite3.Connection) -> dict[str, set[str]]:
    """Of every table and view its columns; of every index and trigger its name."""
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_master")]
    return {each: {row[1] for row in db.execute(f"PRAGMA table_info('{each}')")} for each in names}


def test_no_step_that_a_house_has_been_through_is_edited() -> None:
    folder = Path(migrations.__file__).parent
    found = {
        each.name.removesuffix(".py"): hashlib.sha256(each.read_bytes()).hexdigest()[:12]
        for each in folder.glob("m*.py")
    }
    assert found == PUBLISHED, (
        "a changed step leaves every house behind that went through it: add another"
    )


def test_a_house_that_went_through_earlier_wordings_is_like_any_other() -> None:
    older, new = (sqlite3.connect(":memory:", isolation_level=None) for _ in "12")
    older.executescript(BEFORE.read_text(encoding="utf-8"))
    for each in (older, new):
        migrations.migrate(each)
    assert _shape(older) == _shape(new)
    assert older.execute("SELECT account, way FROM last_answers").fetchall() == [("a", "voice")]
    assert older.execute("SELECT word <> '', wrong FROM asked_in").fetchall() == [(1, 0)]
    assert older.execute("SELECT token FROM devices").fetchall() == [("d",)]
    older.execute("INSERT INTO let_in VALUES (9, 'a', 'family', 0, 'replaced', '')")


def test_whoever_adds_a_step_says_how_an_older_version_comes_to_hold_what_it_changes() -> None:
    names = [step.__name__ for step in migrations.MIGRATIONS]
    assert set(names[names.index(SINCE) + 1 :]) == set(migrations.BACK)
