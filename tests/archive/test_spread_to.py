"""What an older version kept back for sure beside a story waits for the narrator's word; the story itself stays as it was."""

import sqlite3
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tellings import NOON, sitting, told

from voice_agent.archive import keeping_back, sharing
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.record import Record
from voice_agent.memory.privacy import PRIVATE
from voice_agent.story import SessionId, TurnId

TALK = SessionId("2026-11-21T12-00-00Z-0001")
SECRET = "My brother Quillfeather hid the marzipan tin with the rent in it."
TOLD_TWICE = "The rent was in the marzipan tin, and Quillfeather knew."
GOAT = "We had a goat in the yard that ate the washing off the line."
CART = "The milk came on a cart with rubber wheels and a bell on it."
WISH = 3


def place(turn: int) -> tuple[SessionId, TurnId]:
    return TALK, TurnId(turn)


def row(turn: int, at: datetime, *, part: str = "told", doubt: int = 0, said: str = "") -> Any:
    """As that version wrote it."""
    return (TALK, turn, "private", TALK, WISH, part, doubt, said, at.isoformat())


EVENING, NEXT_DAY = NOON + timedelta(minutes=1), NOON + timedelta(days=1)
ROWS = [
    row(1, EVENING),
    row(2, EVENING),
    row(WISH, EVENING, part="wish"),
    row(4, NEXT_DAY),
    row(5, NEXT_DAY, said="kept"),
]


def before(state: Path, rows: list[Any]) -> None:
    """A house of the version before, in which `rows` were kept back."""
    with Record.open(state) as record:
        record.begin(sitting(TALK))
        for turn, text in enumerate((SECRET, TOLD_TWICE, "Keep that between us.", GOAT, CART), 1):
            record.turn(told(turn, text, session=TALK))
    db = sqlite3.connect(state / "record.db")
    db.execute("ALTER TABLE kept_back DROP COLUMN spread")
    db.execute("DELETE FROM migrations WHERE name = 'm020_spread_to'")
    db.executemany("INSERT INTO kept_back VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    db.commit()
    db.close()


def test_what_was_locked_later_is_asked_about_and_can_be_freed_and_the_story_cannot(
    tmp_path: Path,
) -> None:
    before(tmp_path, ROWS)
    with Record.open(tmp_path) as record:
        kept = {int(each.place[1]): each for each in keeping_back.rows(record.read)}
        assert {turn: each.sure for turn, each in kept.items()} == {
            1: True, 2: True, WISH: True, 4: False, 5: True,
        }  # fmt: skip
        assert [turn for turn, each in kept.items() if each.spread] == [4, 5]
        assert [each.text for each in sharing.undecided(record)] == [GOAT]
        assert sharing.let_go(record, place(1)) is None and sharing.let_go(record, place(2)) is None
        freed = sharing.let_go(record, place(4))
        assert freed is not None and freed.free


def test_what_was_in_doubt_beside_the_story_is_still_in_doubt_and_leads_to_nothing(
    tmp_path: Path,
) -> None:
    before(tmp_path, [row(1, EVENING), row(2, EVENING, doubt=1)])
    with Record.open(tmp_path) as record:
        assert [(e.doubt, e.meant) for e in keeping_back.rows(record.read)] == [
            (False, True),
            (True, False),
        ]


def test_what_the_file_beside_an_older_record_says_is_read_in_the_same_way(tmp_path: Path) -> None:
    before(tmp_path / "opened", ROWS)
    before(tmp_path / "rescued", [])
    with Record.open(tmp_path / "opened") as opened, Record.open(tmp_path / "rescued") as rescued:
        rescued.commit(lambda db: keeping_back.bring(db, ROWS))
        assert keeping_back.rows(rescued.read) == keeping_back.rows(opened.read)
        rescued.commit(lambda db: keeping_back.bring(db, opened.read(keeping_back.WHOLE)))
        assert keeping_back.rows(rescued.read) == keeping_back.rows(opened.read)


def test_whether_it_was_spread_to_does_not_hang_on_when_it_was_written(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting(TALK))
        rows = [
            KeptBack(place(1), PRIVATE, place(WISH)),
            KeptBack(place(4), PRIVATE, place(WISH), spread=True),
            KeptBack(place(5), PRIVATE, place(WISH), doubt=True),
        ]
        keeping_back.put(record, rows, NOON)
        assert [*keeping_back.rows(record.read)] == rows
        assert {at for (at,) in record.read("SELECT at FROM kept_back")} == {NOON.isoformat()}


def test_what_the_wish_is_said_about_after_all_is_its_story(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting(TALK))
        for spread in (True, False, True):
            row = KeptBack(place(1), PRIVATE, place(WISH), doubt=spread, spread=spread)
            keeping_back.put(record, [row], NOON)
        assert keeping_back.rows(record.read) == (KeptBack(place(1), PRIVATE, place(WISH)),)
