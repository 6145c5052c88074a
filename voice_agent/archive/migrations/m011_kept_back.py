"""Turns that are kept back because they tell a story that the narrator wants kept back, in whatever telling."""

import sqlite3


def m011_kept_back(db: sqlite3.Connection) -> None:
    """One row for each turn and each wish that binds it.

    `privacy` as `Privacy.label`; `part`: told where the story was told, wish where it was only asked for; `doubt`: 1
    where the narrator is asked whether it belongs to that story; `decided`: what they said. No reference to turns:
    erasing takes a turn out and puts back what is left of it, which stays kept back.
    """
    for statement in (
        """CREATE TABLE kept_back (
            session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            turn INTEGER NOT NULL,
            privacy TEXT NOT NULL CHECK (privacy <> ''),
            wish_session TEXT NOT NULL,
            wish_turn INTEGER NOT NULL,
            part TEXT NOT NULL CHECK (part IN ('told', 'wish')),
            doubt INTEGER NOT NULL CHECK (doubt IN (0, 1)),
            decided TEXT NOT NULL DEFAULT '' CHECK (decided IN ('', 'kept', 'free')),
            at TEXT NOT NULL,
            PRIMARY KEY (session, turn, privacy, wish_session, wish_turn)
        ) STRICT""",
        "CREATE INDEX kept_back_by_wish ON kept_back (wish_session, wish_turn)",
    ):
        db.execute(statement)
