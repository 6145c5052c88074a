"""Claims and the words they rest on, privacy labels, and decisions about what belongs together.

The database itself refuses what memory must never hold: a claim without words of the narrator's, words
that were not said, a voice that is not the narrator's, sound for what was written. Events, people and
bubbles are not here: they follow from the claims.
"""

import sqlite3

_PLACE = """session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            first INTEGER NOT NULL CHECK (first >= 0),
            last INTEGER NOT NULL CHECK (last > first),
            words TEXT NOT NULL CHECK (length(trim(words)) > 0 AND length(words) = last - first)"""

_WORDING = """FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE"""


def _heard(table: str) -> tuple[str, ...]:
    """The triggers that tie a row of `table` to the narrator's own words."""
    return (
        f"""CREATE TRIGGER {table}_are_the_narrators BEFORE INSERT ON {table}
            WHEN NEW.session IS NOT NULL AND (SELECT speaker FROM turns
                WHERE session = NEW.session AND id = NEW.turn) IS NOT 'narrator'
            BEGIN SELECT RAISE (ABORT, 'only the narrator''s words can be a memory'); END""",
        f"""CREATE TRIGGER {table}_were_said BEFORE INSERT ON {table}
            WHEN NEW.session IS NOT NULL AND (SELECT substr(text, NEW.first + 1, NEW.last - NEW.first)
                FROM wordings WHERE session = NEW.session AND turn = NEW.turn
                AND version = NEW.version) IS NOT NEW.words
            BEGIN SELECT RAISE (ABORT, 'those words were not said there'); END""",
    )


def m002_memory(db: sqlite3.Connection) -> None:
    """Character places count from 0, as in Python; `last` is just after the last character."""
    for statement in (
        # which turns have been distilled, in which wording: what is missing here is still to do
        """CREATE TABLE distilled (
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            PRIMARY KEY (session, turn, version),
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT""",
        """CREATE TABLE claims (
            id TEXT PRIMARY KEY,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            told_at TEXT NOT NULL,
            polarity INTEGER NOT NULL CHECK (polarity IN (0, 1)),
            modality TEXT NOT NULL CHECK (modality IN
                ('said', 'hearsay', 'guess', 'joke', 'present belief')),
            edtf TEXT NOT NULL,
            anchor TEXT NOT NULL,
            corrects TEXT CHECK (corrects IN ('all', 'what', 'who', 'when', 'where', 'kin')),
            denied TEXT NOT NULL,
            continues TEXT,
            retold INTEGER NOT NULL CHECK (retold IN (0, 1)),
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT""",
        # mentions are written first and a claim is refused without them; the reference back is checked
        # when the transaction ends
        f"""CREATE TABLE mentions (
            claim TEXT NOT NULL REFERENCES claims (id) ON DELETE CASCADE
                DEFERRABLE INITIALLY DEFERRED,
            number INTEGER NOT NULL,
            part TEXT NOT NULL CHECK (part IN ('what', 'who', 'when', 'where', 'kin')),
            {_PLACE},
            began REAL,
            ended REAL CHECK ((began IS NULL) = (ended IS NULL) AND (began IS NULL OR began <= ended)),
            PRIMARY KEY (claim, number),
            {_WORDING}
        ) STRICT""",
        f"""CREATE TABLE labels (
            number INTEGER PRIMARY KEY,
            claim TEXT NOT NULL REFERENCES claims (id) ON DELETE CASCADE,
            privacy TEXT NOT NULL,
            {_PLACE},
            began REAL,
            ended REAL,
            UNIQUE (claim, privacy, session, turn, version, first, last),
            {_WORDING}
        ) STRICT""",
        # one and other are ids of claims or persons; a decision outlives what it was about
        """CREATE TABLE decisions (
            id TEXT PRIMARY KEY,
            act TEXT NOT NULL,
            at TEXT NOT NULL,
            by TEXT NOT NULL,
            one TEXT NOT NULL CHECK (one <> ''),
            other TEXT NOT NULL,
            session TEXT,
            turn INTEGER,
            version INTEGER,
            first INTEGER,
            last INTEGER,
            words TEXT,
            began REAL,
            ended REAL,
            CHECK (act <> 'close a conflict' OR words IS NOT NULL),
            CHECK ((session IS NULL) = (words IS NULL)),
            FOREIGN KEY (session, turn, version) REFERENCES wordings (session, turn, version)
                ON DELETE CASCADE
        ) STRICT""",
        *_heard("mentions"),
        *_heard("labels"),
        *_heard("decisions"),
        """CREATE TRIGGER written_words_have_no_sound BEFORE INSERT ON mentions
            WHEN (NEW.began IS NULL) IS NOT ((SELECT kind FROM turns
                WHERE session = NEW.session AND id = NEW.turn) IS 'written')
            BEGIN SELECT RAISE (ABORT, 'what was spoken can be heard, what was written cannot'); END""",
        """CREATE TRIGGER claims_rest_on_words BEFORE INSERT ON claims
            WHEN NOT EXISTS (SELECT 1 FROM mentions WHERE claim = NEW.id)
            BEGIN SELECT RAISE (ABORT, 'a claim needs the words that made it'); END""",
        """CREATE TRIGGER dates_rest_on_words BEFORE INSERT ON claims
            WHEN NEW.edtf <> '' AND NOT EXISTS
                (SELECT 1 FROM mentions WHERE claim = NEW.id AND part = 'when')
            BEGIN SELECT RAISE (ABORT, 'a date needs the words that told it'); END""",
        """CREATE TRIGGER claims_fall_with_their_words AFTER DELETE ON mentions
            WHEN NOT EXISTS (SELECT 1 FROM mentions WHERE claim = OLD.claim)
            BEGIN DELETE FROM claims WHERE id = OLD.claim; END""",
        *(
            f"""CREATE TRIGGER {table}_are_never_edited BEFORE UPDATE ON {table}
                BEGIN SELECT RAISE (ABORT, 'what was told is never edited'); END"""
            for table in ("claims", "mentions", "labels", "decisions")
        ),
        "CREATE INDEX claims_by_turn ON claims (session, turn)",
        "CREATE INDEX mentions_by_turn ON mentions (session, turn)",
        "CREATE INDEX labels_by_claim ON labels (claim)",
    ):
        db.execute(statement)
