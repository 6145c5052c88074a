"""The calendar at work: a knock in a real room, and what is written down about it."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import anyio
import pytest
from kitchen import Amplitude, Ear, Line, Rest, Say, Talker, script
from room import Room

from voice_agent.archive.book import Book
from voice_agent.archive.record import Record
from voice_agent.audio.echo import NoEcho
from voice_agent.conversation.house import Controls
from voice_agent.errors import NoMicrophone
from voice_agent.resources import resource
from voice_agent.scheduler.calling import Caller, wording
from voice_agent.scheduler.diary import Arranged, Diary
from voice_agent.scheduler.plan import Kind, Quiet, Wanted
from voice_agent.serve.visits import Visits
from voice_agent.story import Session, SessionId

TEN = datetime(2026, 6, 1, 10, 0, tzinfo=UTC)


class House:
    """One narrator, one device, and a clock that the test holds."""

    def __init__(self, state: Path) -> None:
        self.book = Book(state)
        self.diary = Diary(self.book, Arranged(ZoneInfo("UTC"), Quiet(), 1, timedelta(minutes=25)))
        self.diary.add(TEN.date(), time(10), TEN - timedelta(hours=1), rule="FREQ=DAILY")
        self.now = TEN
        self.lines: Sequence[Line] = ()
        self.visits = Visits(
            self.book,
            self.diary,
            self.opened,
            self.caller,
            now=lambda: self.now,
            synchronised=lambda: self.synchronised,
        )
        self.synchronised = True
        self.broken = False

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[Room]:
        if self.broken:
            raise NoMicrophone("There is no microphone.")
        yield Room(script(self.lines))

    def caller(self, beckoned: object) -> Caller:
        talker = Talker()
        says = wording(resource("config/invitation.toml"), "Rose")
        ear = Ear(self.lines)
        return Caller(
            talker.render("ding dong", 150), lambda text: talker.render(text, 150), Amplitude(), NoEcho(), ear, says, patience=5
        )  # fmt: skip

    def knock(self, *lines: Line) -> bool:
        self.lines = lines

        async def run() -> bool:
            return await self.visits.invite(Controls(), lambda: False)

        return anyio.run(run)

    def told(self) -> list[Kind]:
        return [each.kind for each in self.diary.history(self.now)]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "state")
    yield made
    made.book.close()


HELLO = (Rest(8), Say("oh yes hello", 1.5), Rest(10))


def test_an_answered_knock_begins_a_talk_and_there_is_no_second_one_that_day(house: House) -> None:
    assert house.visits.next() == TEN
    assert house.knock(*HELLO)
    assert house.told() == [Kind.INVITED, Kind.HELD]
    assert house.visits.next() == TEN + timedelta(days=1)


def test_whoever_has_talked_today_unasked_is_not_invited_that_day(house: House) -> None:
    with Record.open(house.book.state) as record:
        record.begin(Session(SessionId("unasked"), "Rose", TEN - timedelta(minutes=50)))
    assert house.visits.next() == TEN + timedelta(days=1)
    assert not house.knock(*HELLO)


def test_nobody_came_twice_and_then_it_is_missed(house: House) -> None:
    assert not house.knock(Rest(30))
    assert house.visits.next() == TEN + timedelta(minutes=10)
    house.now = TEN + timedelta(minutes=10)
    assert not house.knock(Rest(30))
    house.now = TEN + timedelta(minutes=20)
    assert house.visits.next() == TEN + timedelta(days=1)
    assert house.told() == [Kind.INVITED, Kind.INVITED, Kind.MISSED]


def test_not_today_is_kept_without_its_words(house: House) -> None:
    assert not house.knock(Rest(8), Say("not today I buried the cat", 2.5), Rest(20))
    (wish,) = house.diary.wishes(house.now)
    assert wish.wanted is Wanted.NOT_TODAY
    assert house.visits.next() == TEN + timedelta(days=1)
    house.book.close()
    kept = b"".join(path.read_bytes() for path in house.book.state.rglob("*") if path.is_file())
    assert b"buried" not in kept


def test_a_clock_that_nobody_set_invites_nobody(house: House) -> None:
    house.synchronised = False
    if any(Path("/sys/class/rtc").glob("rtc*")):
        pytest.skip("this computer has a clock of its own, which may be believed")
    assert house.visits.next() is None
    assert not house.knock(*HELLO)
    assert house.told() == []


def test_a_knock_without_a_microphone_is_not_repeated_for_ever(house: House) -> None:
    house.broken = True
    with pytest.raises(NoMicrophone):
        house.knock(*HELLO)
    assert house.told() == [Kind.INVITED]
    assert house.visits.next() == TEN + timedelta(minutes=10)
