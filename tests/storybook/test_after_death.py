"""What was kept for after the narrator's death opens for nobody alone, not at once, and not while the narrator speaks."""

from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from voice_agent.archive import after_death
from voice_agent.archive.passages import Approval, approve
from voice_agent.archive.record import Record
from voice_agent.errors import BookRefused
from voice_agent.resources import resource
from voice_agent.story import Consent, ConsentKind, Session, SessionId, Speaker, Turn, TurnId
from voice_agent.storybook import plan
from voice_agent.storybook.house import HouseBook, Wanted
from voice_agent.storybook.release import Reader

BEGAN = datetime(2026, 11, 2, 10, 0, tzinfo=UTC)
LATER = BEGAN + timedelta(days=10)
SESSION = SessionId("2026-11-02T10-00-00Z-0001")
STORY = "We hid the medal of Corporal Nesbitt in the well of the farm at Alnwick in 1946."
NAMED = ("Ann", "Ann Miller", "Tom")


@pytest.fixture
def record(tmp_path: Path) -> Generator[Record]:
    with Record.open(tmp_path / "state") as held:
        held.begin(Session(SESSION, "Ida", BEGAN))
        tell(held, 1, STORY, BEGAN)
        yield held


def tell(held: Record, number: int, said: str, at: datetime) -> None:
    held.turn(Turn(TurnId(number), SESSION, Speaker.NARRATOR, said, number, number + 0.5, at))


def say(held: Record, by: str, at: datetime) -> after_death.Status:
    return after_death.say(held, by, at, advocate="Vera", named=NAMED)


def copied(held: Record, to: Path, at: datetime) -> None:
    house = HouseBook("Ida", plan.read(resource("config/book/chapters.toml")))
    for kind in (ConsentKind.AFTER_DEATH, ConsentKind.RECIPIENT):
        about = "Ann" if kind is ConsentKind.RECIPIENT else ""
        held.consent(Consent(kind, True, BEGAN, SESSION, "Yes.", about))
    for passage in house.write(held, at).passages:
        approve(held, Approval(passage.id, True, at))
    house.copy(held, Wanted("epub", to, Reader("Ann", alive=False)), at)


def test_two_people_whom_the_narrator_named_begin_it_and_thirty_days_pass(record: Record) -> None:
    assert say(record, "Ann", LATER).begun is None
    assert say(record, "Ann", LATER).begun is None  # the same person twice is one
    assert say(record, "Ann Miller", LATER).begun is None  # and so she is by her whole name
    found = say(record, "Tom", LATER)
    assert found.said_by == ("Ann", "Ann Miller", "Tom")
    assert not found.open(LATER + timedelta(days=29))
    assert found.open(LATER + timedelta(days=30))


def test_the_advocate_begins_it_alone_and_a_stranger_not_at_all(record: Record) -> None:
    with pytest.raises(BookRefused):
        say(record, "Kenny", LATER)
    assert after_death.status(record.read).said_by == ()
    assert say(record, "Vera", LATER).open(LATER + timedelta(days=31))


def test_whatever_the_narrator_says_takes_it_back(record: Record) -> None:
    say(record, "Vera", LATER)
    tell(record, 2, "Good morning.", LATER + timedelta(days=3))
    found = after_death.status(record.read)
    assert found.stopped and not found.open(LATER + timedelta(days=60))
    again = say(record, "Vera", LATER + timedelta(days=100))
    assert again.begun == LATER + timedelta(days=100)


def test_anybody_may_stop_it(record: Record) -> None:
    say(record, "Vera", LATER)
    assert after_death.stop(record, "Ann", LATER + timedelta(days=1))
    assert not after_death.stop(record, "Ann", LATER + timedelta(days=1))
    assert not after_death.status(record.read).open(LATER + timedelta(days=60))


def test_no_copy_is_made_as_if_the_narrator_were_dead_before_it_is_open(
    record: Record, tmp_path: Path
) -> None:
    with pytest.raises(BookRefused, match="not open"):
        copied(record, tmp_path / "one.epub", LATER)
    say(record, "Vera", LATER)
    with pytest.raises(BookRefused, match="not open"):
        copied(record, tmp_path / "two.epub", LATER + timedelta(days=29))
    copied(record, tmp_path / "three.epub", LATER + timedelta(days=30))
    assert (tmp_path / "three.epub").is_file()
