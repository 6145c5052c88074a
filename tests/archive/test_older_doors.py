"""A house that let people in before the narrator was asked: whom the narrator invited stays, all others wait."""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

from voice_agent.archive import accounts, letting_in, session_tables, who_sees
from voice_agent.archive.accounts import Role
from voice_agent.archive.book import Book
from voice_agent.archive.database import Database
from voice_agent.archive.migrations import MIGRATIONS
from voice_agent.story import ConsentKind

BEGAN = datetime(2026, 9, 1, 10, 0, tzinfo=UTC)

OLD = MIGRATIONS[: [each.__name__ for each in MIGRATIONS].index("m014_doors")]


def old_house(state: Path) -> Path:
    """Rose, her caregiver Carol, Ann whom Rose invited, Tim whom Carol invited, Lucy whose door was closed."""
    state.mkdir(mode=0o700)
    path = state / "record.db"
    database = Database(path, migrations=OLD)

    def work(db: sqlite3.Connection) -> None:
        def joined(id: str, name: str, role: str, by: str, days: int) -> None:
            at = (BEGAN + timedelta(days=days)).isoformat()
            db.execute(
                "INSERT INTO accounts (id, name, role, password, made) VALUES (?, ?, ?, 'x', ?)",
                (id, name, role, at),
            )
            if by:
                db.execute(
                    "INSERT INTO invites VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (f"token of {id}", role, name, by, BEGAN.isoformat(), at, at),
                )

        joined("r", "Rose", "narrator", "", 0)
        joined("c", "Carol", "caregiver", "r", 1)
        joined("a", "Ann", "family", "r", 2)
        joined("t", "Tim", "family", "c", 3)
        joined("l", "Lucy (closed l)", "family", "r", 4)
        db.execute("UPDATE accounts SET closed = ? WHERE id = 'l'", (BEGAN.isoformat(),))
        for about, days in (("my ann", 5), ("Tim", 1), ("Tim", 6), ("Maud", 6)):
            db.execute(
                "INSERT INTO consents (kind, given, at, session, words, about, asked) VALUES ('recipient', 1, ?, 's', 'Yes.', ?, '')",
                ((BEGAN + timedelta(days=days)).isoformat(), about),
            )

    database.commit(work)
    database.close()
    return state


def test_whom_a_caregiver_invited_waits_for_the_narrator(tmp_path: Path) -> None:
    with Book(old_house(tmp_path / "state")) as book:
        assert [each.name for each in accounts.everybody(book) if each.roles] == [
            "Rose",
            "Carol",
            "Ann",
        ]
        (tim,) = letting_in.waiting(book)
        assert tim.account.name == "Tim" and tim.word
        assert [each.name for each in accounts.shut_out(book)] == ["Lucy"]


def test_a_consent_belongs_to_the_account_that_was_there(tmp_path: Path) -> None:
    with Book(old_house(tmp_path / "state")) as book:
        bound = [(each.about, each.account) for each in session_tables.consents(book.read)]
        assert bound == [("my ann", "a"), ("Tim", ""), ("Tim", "t"), ("Maud", "")]
        consents = session_tables.consents(book.read)
        ann = accounts.called(book, "Ann")
        assert ann is not None
        assert who_sees.agreed(consents, ConsentKind.RECIPIENT, who_sees.reader(ann))
        tim = accounts.called(book, "Tim")
        assert tim is not None
        assert not who_sees.reads_book(consents, who_sees.reader(tim)), "he waits"
        letting_in.answer(book, tim.id, Role.FAMILY, True, "page", BEGAN)
        again = accounts.account(book, tim.id)
        assert again is not None and who_sees.reads_book(consents, who_sees.reader(again))
