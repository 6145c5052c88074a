"""A chain over every wording, and a count of decisions: what is lost from the record can be seen from outside it."""

import sqlite3

DECIDED = (
    *("consents", "labels", "hidden", "kept_back", "shares", "approvals", "accounts", "let_in"),
    *("after_death", "approved_texts", "meant_for"),
)
"""Tables that say who may see what."""


def m017_chain(db: sqlite3.Connection) -> None:
    """Each wording gets a link when it is committed (archive/chain.py); here it is only noted that it waits for one.

    A link stays when the wording goes, without the salt: nothing of what was said can be found from it any more.
    Whatever was told before gets its links in the order of the talks.
    """
    for statement in (
        """CREATE TABLE chain (
            number INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL,
            salt TEXT NOT NULL,
            digest TEXT NOT NULL,
            link TEXT NOT NULL
        ) STRICT""",
        "CREATE INDEX chain_by_turn ON chain (session, turn, version)",
        """CREATE TABLE unchained (
            number INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            turn INTEGER NOT NULL,
            version INTEGER NOT NULL
        ) STRICT""",
        """CREATE TRIGGER wordings_are_chained AFTER INSERT ON wordings
            BEGIN INSERT INTO unchained (session, turn, version)
                VALUES (NEW.session, NEW.turn, NEW.version); END""",
        """CREATE TRIGGER wordings_leave_their_link AFTER DELETE ON wordings
            BEGIN
                UPDATE chain SET salt = '' WHERE session = OLD.session AND turn = OLD.turn
                    AND version = OLD.version;
                DELETE FROM unchained WHERE session = OLD.session AND turn = OLD.turn
                    AND version = OLD.version;
            END""",
        """INSERT INTO unchained (session, turn, version) SELECT wordings.session, turn, version
            FROM wordings JOIN sessions ON sessions.id = wordings.session
            ORDER BY sessions.number, turn, version""",
        "CREATE TABLE decided (count INTEGER NOT NULL, stale INTEGER NOT NULL) STRICT",
        "INSERT INTO decided VALUES (0, 1)",
        *(
            f"""CREATE TRIGGER {table}_decided_by_{act.lower()} AFTER {act} ON {table}
                BEGIN UPDATE decided SET stale = 1; END"""
            for table in DECIDED
            for act in ("INSERT", "UPDATE", "DELETE")
        ),
    ):
        db.execute(statement)
