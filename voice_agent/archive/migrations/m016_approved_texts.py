"""What the narrator wants to stand in place of what was heard, apart from what was heard; and for whom pieces are meant."""

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from voice_agent.memory.rewording import changed

HERS = "the narrator"
"""Who made a wording that was written on a page, until now."""

AGAIN = "told again from the journal"
"""Who made a wording that repeats the one before it."""


def m016_approved_texts(db: sqlite3.Connection) -> None:
    """A row for each save, never edited; the last one of a turn holds. `stretches`: JSON of [first, last, text].

    Until now whatever the narrator wrote on a page became what she had said. Whether she had been misheard or
    wanted it to read otherwise was not asked, and cannot be told from the words. The safe reading is the second:
    no word that nobody heard is called said, and not one of her own words is lost. Where she had been misheard
    she can say so on the page.

    The words that were heard become the newest wording once more, by a further version like any other: claims,
    limits and wishes that rest on her wording stay where they are, and go on holding for every later one.
    A turn of which no earlier wording is left (a part of it was erased) stays as it is; it is played to nobody.

    A piece that reads otherwise is another piece. `meant_for` knows by the turns it rests on for whom it was: a row
    for each piece and turn, with `readers` as in `approvals`. No reference to turns: erasing takes a turn out and puts
    back what is left of it, which is meant for the same people.
    """
    for statement in (
        """CREATE TABLE approved_texts (
            number INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            stretches TEXT NOT NULL,
            at TEXT NOT NULL,
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT""",
        """CREATE TRIGGER approved_texts_are_the_narrators BEFORE INSERT ON approved_texts
            WHEN (SELECT speaker FROM turns WHERE session = NEW.session AND id = NEW.turn)
                IS NOT 'narrator'
            BEGIN SELECT RAISE (ABORT, 'only the narrator''s own words can be put otherwise'); END""",
        """CREATE TRIGGER approved_texts_are_never_edited BEFORE UPDATE ON approved_texts
            BEGIN SELECT RAISE (ABORT, 'what was approved is never edited'); END""",
        "CREATE INDEX approved_texts_by_turn ON approved_texts (session, turn, number)",
        """CREATE TABLE meant_for (
            passage TEXT NOT NULL,
            session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            turn INTEGER NOT NULL,
            readers TEXT NOT NULL,
            PRIMARY KEY (passage, session, turn)
        ) STRICT""",
        "CREATE INDEX meant_for_by_turn ON meant_for (session, turn)",
        """INSERT INTO meant_for SELECT passage, session, turn, readers
            FROM passage_turns JOIN approvals AS last USING (passage) WHERE readers <> '' AND number =
            (SELECT max(number) FROM approvals WHERE passage = last.passage AND given = 1)""",
    ):
        db.execute(statement)
    turns = db.execute(
        "SELECT DISTINCT session, turn FROM wordings WHERE by = ? ORDER BY session, turn", (HERS,)
    ).fetchall()
    for session, turn in turns:
        _apart(db, session, turn)


def _apart(db: sqlite3.Connection, session: str, turn: int) -> None:
    rows = db.execute(
        """SELECT version, text, words, confidence, by FROM wordings WHERE session = ? AND turn = ?
            ORDER BY version""",
        (session, turn),
    ).fetchall()
    written = {text for _, text, _, _, by in rows if by == HERS}

    def hers(row: Sequence[Any]) -> bool:
        return row[4] == HERS or (row[4] == AGAIN and row[1] in written)

    heard = [row for row in rows if not hers(row)]
    if not heard or not hers(rows[-1]):
        return
    last, (_, text, words, sure, by) = rows[-1], heard[-1]
    if text == last[1]:
        return
    version = last[0] + 1
    db.execute(
        "INSERT INTO wordings VALUES (?, ?, ?, ?, ?, ?, ?)",
        (session, turn, version, text, words, sure, by),
    )
    (at,) = db.execute(
        "SELECT said_at FROM turns WHERE session = ? AND id = ?", (session, turn)
    ).fetchone()
    stretches = json.dumps(changed(text, last[1]), ensure_ascii=False)
    db.execute(
        "INSERT INTO approved_texts (session, turn, version, stretches, at) VALUES (?, ?, ?, ?, ?)",
        (session, turn, version, stretches, at),
    )
    # those it was shared with go on reading her wording, and hear nothing beside it
    db.execute(
        "UPDATE shares SET version = ?, voice = 0 WHERE session = ? AND turn = ? AND version = ?",
        (version, session, turn, last[0]),
    )
