"""What engines read of each talk, how tellings compare and the life woven of them, kept: none is made anew at each start."""

import sqlite3


def m018_readings(db: sqlite3.Connection) -> None:
    """`reader`: which engine, as it reads today; `digest`: of the words read; `value`: 32-bit floats, little-endian.

    Derived, and gone with what it was derived from: of a talk in which a turn was erased nothing is left. What an earlier
    version kept about where talks are cut is heard again.

    `rules`: which version compared; `value`: arrays of numbers (archive/compared.py), no word of anybody's.

    `of`: all that a life was woven of, in one digest; `value`: that life, as JSON.
    """
    db.execute(
        """CREATE TABLE readings (
            session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            reader TEXT NOT NULL,
            digest BLOB NOT NULL,
            value BLOB NOT NULL,
            PRIMARY KEY (session, reader, digest)
        ) STRICT, WITHOUT ROWID"""
    )
    db.execute(
        """CREATE TABLE compared (
            number INTEGER PRIMARY KEY,
            rules TEXT NOT NULL,
            value BLOB NOT NULL
        ) STRICT"""
    )
    db.execute("CREATE TABLE woven (of TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT")
    db.execute(
        """CREATE TRIGGER readings_go_with_a_turn AFTER DELETE ON turns
            BEGIN
                DELETE FROM readings WHERE session = OLD.session;
                DELETE FROM compared;
                DELETE FROM woven;
            END"""
    )
    db.execute("DELETE FROM kept WHERE key = 'cuts'")
