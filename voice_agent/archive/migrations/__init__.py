"""How the record's tables came to be: a list of functions, applied in order, never edited.

A change of tables is a new function at the end of the list. Each runs inside a transaction; its name is
kept beside the data, so that migrating twice is migrating once.

An update can be undone (`older_form`), so whoever adds a step also says, in `BACK`, how an older version comes to hold
what it changes.
"""

import sqlite3
from collections.abc import Callable, Mapping

from voice_agent.archive.migrations.m001_initial import m001_initial
from voice_agent.archive.migrations.m002_memory import m002_memory
from voice_agent.archive.migrations.m003_forgetting import m003_forgetting
from voice_agent.archive.migrations.m004_house import m004_house
from voice_agent.archive.migrations.m005_book import m005_book
from voice_agent.archive.migrations.m006_meanings import m006_meanings
from voice_agent.archive.migrations.m007_notes import m007_notes
from voice_agent.archive.migrations.m008_doubts import m008_doubts
from voice_agent.archive.migrations.m009_rivals import m009_rivals
from voice_agent.archive.migrations.m010_told_again import m010_told_again
from voice_agent.archive.migrations.m011_kept_back import m011_kept_back
from voice_agent.archive.migrations.m012_after_death import m012_after_death
from voice_agent.archive.migrations.m013_reminders import m013_reminders
from voice_agent.archive.migrations.m014_doors import m014_doors
from voice_agent.archive.migrations.m015_planned import m015_planned
from voice_agent.archive.migrations.m016_approved_texts import m016_approved_texts
from voice_agent.archive.migrations.m016_doors_again import m016_doors_again
from voice_agent.archive.migrations.m017_chain import m017_chain
from voice_agent.archive.migrations.m018_readings import m018_readings
from voice_agent.archive.migrations.m019_asked_here import m019_asked_here
from voice_agent.archive.migrations.m020_spread_to import m020_spread_to
from voice_agent.archive.migrations.m021_family_hears import m021_family_hears

Migration = Callable[[sqlite3.Connection], None]

MIGRATIONS: tuple[Migration, ...] = (
    m001_initial,
    m002_memory,
    m003_forgetting,
    m004_house,
    m005_book,
    m006_meanings,
    m007_notes,
    m008_doubts,
    m009_rivals,
    m010_told_again,
    m011_kept_back,
    m012_after_death,
    m013_reminders,
    m014_doors,
    m015_planned,
    m016_approved_texts,
    m016_doors_again,
    m017_chain,
    m018_readings,
    m019_asked_here,
    m020_spread_to,
    m021_family_hears,
)


def adds_only(db: sqlite3.Connection) -> None:
    """Nothing to do: the step only added tables or columns, and an older version is right without them.

    Never for what keeps something from somebody: an older version would show it. Such a step writes what it keeps back
    into tables that were there before.
    """


BACK: Mapping[str, Callable[[sqlite3.Connection], object]] = {"m021_family_hears": adds_only}
"""For each step after m020: what is done to a copy of the record before an older version gets it.

Afterwards every table and column that was there before the step has to be there again, with what belongs in it.
"""


def migrate(db: sqlite3.Connection, migrations: tuple[Migration, ...] = MIGRATIONS) -> None:
    """Bring `db` up to date. `db` must be in autocommit mode. Raises sqlite3.Error.

    The write lock is taken before looking, so that two programs cannot both find a step missing.
    """
    if applied(db) >= {step.__name__ for step in migrations}:
        return
    with db:  # all of it or nothing
        db.execute("BEGIN IMMEDIATE")
        db.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) STRICT")
        done = applied(db)
        for step in migrations:
            if step.__name__ not in done:
                step(db)
                db.execute("INSERT INTO migrations VALUES (?)", (step.__name__,))


def applied(db: sqlite3.Connection) -> set[str]:
    """The names of the steps that `db` has been through."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").fetchone():
        return set()
    return {name for (name,) in db.execute("SELECT name FROM migrations")}
