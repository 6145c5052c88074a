"""Of each turn that is kept back it is written down whether the wish was said about it, or was only spread to it."""

import sqlite3


def m020_spread_to(db: sqlite3.Connection) -> None:
    """`spread`: 1 where a turn was only found by what it shares with the story that the wish was said about.

    Before there was this column only the time could tell: the first turn that is surely kept back for a wish was written
    when that was granted. What was written later was spread to, and much of it was taken for the story only because an
    earlier version took every story that shares a word with it; so the narrator is asked about all of it. What was written
    at that moment stays the story itself, but for what was in doubt.
    """
    db.execute(
        "ALTER TABLE kept_back ADD COLUMN spread INTEGER NOT NULL DEFAULT 0 CHECK (spread IN (0, 1))"
    )
    db.execute(
        """WITH granted AS (SELECT wish_session AS session, wish_turn AS turn, at FROM kept_back
                WHERE rowid IN (SELECT min(rowid) FROM kept_back WHERE part = 'told' AND doubt = 0
                    GROUP BY wish_session, wish_turn))
            UPDATE kept_back SET spread = 1, doubt = 1 FROM granted
                WHERE part = 'told' AND wish_session = granted.session AND wish_turn = granted.turn
                    AND (kept_back.at > granted.at OR (kept_back.at = granted.at AND doubt = 1))"""
    )
