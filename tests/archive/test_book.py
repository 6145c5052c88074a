"""The house's book: short entries beside an interviewer who holds the record."""

from pathlib import Path

from tellings import NOON, sitting, told

from voice_agent.archive import family, plans
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.backups import back_up, restore
from voice_agent.archive.book import Book
from voice_agent.archive.deleting import delete_everything
from voice_agent.archive.record import Record

ANN = Account("a", "Ann", Role.FAMILY)


def test_a_question_can_be_sent_while_somebody_tells(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record, Book(tmp_path) as book:
        record.begin(sitting())
        family.wonder(book, ANN, "What did the pigeons eat?", NOON)
        record.turn(told(1))
        assert [each.question for each in family.waiting(record)] == ["What did the pigeons eat?"]
        assert plans.sessions_begun(book) == [NOON.isoformat()]


def test_a_book_opened_before_there_was_a_record_sees_it_when_it_is_there(tmp_path: Path) -> None:
    with Book(tmp_path / "state") as waiting:
        assert plans.series(waiting) == []
        assert not (tmp_path / "state").exists(), "looking makes nothing"
        with Book(tmp_path / "state") as other:
            plans.keep_series(other, "s", "BEGIN:VEVENT\r\nEND:VEVENT\r\n", NOON)
        assert [id for id, _, _ in plans.series(waiting)] == ["s"]
        plans.keep_pause(waiting, "2026-12-24", "2026-12-26")
        assert len(plans.pauses(waiting)) == 1


def test_a_book_shows_nothing_of_a_record_that_was_deleted_or_restored_since(
    tmp_path: Path,
) -> None:
    state = tmp_path / "state"
    with Book(state) as book:
        family.wonder(book, ANN, "What did the pigeons eat?", NOON)
        with Record.look(state) as record:
            away = back_up(record, tmp_path / "away.tar")
        delete_everything(Record.open(state))
        assert family.waiting(book) == ()
        assert not any(state.iterdir()), "looking makes nothing"
        restore(away, state, NOON)
        assert len(family.waiting(book)) == 1
        family.wonder(book, ANN, "And who fed them?", NOON)
        with Record.look(state) as record:
            assert len(family.waiting(record)) == 2
