"""The calendar at work: a knock in a real room, and what is written down about it."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import anyio
import pytest
from kitchen import Amplitude, Ear, Line, Rest, Say, Talker, script
from room import Room

from voice_agent.archive import busy_times
from voice_agent.archive.book import Book
from voice_agent.archive.record import Record
from voice_agent.audio.echo import NoEcho
from voice_agent.conversation.house import Controls
from voice_agent.errors import NoMicrophone
from voice_agent.resources import resource
from voice_agent.scheduler.calling import Caller, wording
from voice_agent.scheduler.diary import Arranged, Diary
from voice_agent.scheduler.plan import Kind, Quiet, Wanted, Why, Wish
from voice_agent.serve.visits import Visits
from voice_agent.sound import Clip
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
            self.diary,
            self.opened,
            self.caller,
            now=lambda: self.now,
            synchronised=lambda: self.synchronised,
            own_clock=lambda: False,
            running=lambda: self.running,
        )
        self.synchronised = True
        self.running = 0.0
        self.said = list[str]()
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

        def render(text: str) -> Clip:
            self.said.append(text)
            return talker.render(text, 150)

        chime = talker.render("ding dong", 150)
        return Caller(chime, render, Amplitude(), NoEcho(), ear, says, patience=5)

    def knock(self, *lines: Line) -> bool:
        self.lines = lines

        async def run() -> bool:
            return await self.visits.invite(Controls(), lambda: False)

        return anyio.run(run)

    def wished(self, *lines: Line) -> bool:
        """Somebody in the house wishes a talk that nobody planned."""
        self.lines = lines

        async def run() -> bool:
            return await self.visits.invite_unplanned(Controls(), lambda: False)

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
    assert house.visits.next() is None
    assert not house.knock(*HELLO)
    assert house.told() == []


def test_a_knock_without_a_microphone_is_not_repeated_for_ever(house: House) -> None:
    house.broken = True
    with pytest.raises(NoMicrophone):
        house.knock(*HELLO)
    assert house.told() == [Kind.INVITED]
    assert house.visits.next() == TEN + timedelta(minutes=10)


def reasons(house: House) -> list[Why]:
    return [each.why for each in house.diary.history(house.now) if each.kind is Kind.MISSED]


def test_a_talk_that_the_device_could_not_ask_for_says_so_and_not_that_nobody_came(
    house: House,
) -> None:
    house.broken = True
    for _ in range(2):
        with pytest.raises(NoMicrophone):
            house.knock(*HELLO)
        house.now += timedelta(minutes=10)
    house.visits.next()
    assert reasons(house) == [Why.BROKEN]


def test_one_knock_that_was_heard_out_is_nobody_who_came(house: House) -> None:
    assert not house.knock(Rest(30))
    house.now, house.broken = TEN + timedelta(minutes=10), True
    with pytest.raises(NoMicrophone):
        house.knock(*HELLO)
    house.now = TEN + timedelta(minutes=20)
    house.visits.next()
    assert reasons(house) == [Why.NOBODY]


def test_a_clock_that_comes_right_too_late_is_the_reason_that_is_given(house: House) -> None:
    house.synchronised = False
    assert not house.visits.knows_the_time
    assert house.visits.next() is None
    house.running, house.now = 3 * 3600.0, TEN + timedelta(hours=2)
    house.synchronised = True
    house.visits.next()
    assert reasons(house) == [Why.CLOCK]


def test_a_device_that_was_off_says_so(house: House) -> None:
    house.now = TEN + timedelta(hours=2)
    house.visits.next()
    assert reasons(house) == [Why.OFF]


def test_later_is_promised_aloud_only_where_there_will_be_an_hour(house: House) -> None:
    assert not house.knock(Rest(8), Say("later please", 1.5), Rest(20))
    assert house.said[-1] == "Of course. I will ask you again later."
    house.now = TEN + timedelta(hours=9, minutes=30)
    house.diary.wished(Wish(Wanted.LATER, TEN + timedelta(minutes=1), house.now))
    assert not house.knock(Rest(8), Say("later please", 1.5), Rest(20))
    assert house.said[-1] == "That is quite all right. Another day."


AFTERNOON = TEN - timedelta(hours=19)
"""At three the day before the first planned talk."""


def test_whoever_is_asked_because_somebody_wishes_it_hears_that_and_says_yes_first(
    house: House,
) -> None:
    house.now = AFTERNOON
    assert house.wished(*HELLO)
    assert house.said == [
        "Hello, Rose. I was asked whether you would like to talk for a while. Shall we?"
    ]
    assert house.told() == [Kind.INVITED, Kind.HELD]


def test_an_empty_room_is_not_listened_to_because_somebody_elsewhere_wishes_it(
    house: House,
) -> None:
    house.now = AFTERNOON
    assert not house.wished(Rest(30))
    assert house.told() == [Kind.INVITED]


@pytest.mark.parametrize("hour", [20, 23, 3, 8])
def test_nobody_is_woken_because_somebody_wishes_a_talk(house: House, hour: int) -> None:
    house.now = AFTERNOON.replace(hour=hour)
    assert not house.wished(*HELLO)
    assert house.said == [] and house.told() == []


def test_no_wish_of_others_comes_before_the_narrators_own(house: House) -> None:
    house.now = AFTERNOON
    assert not house.wished(Rest(8), Say("not today I am tired", 2.0), Rest(20))
    house.now += timedelta(hours=2)
    assert not house.wished(*HELLO)
    assert house.said[-1] == "That is quite all right. Another day."
    assert house.told() == [Kind.INVITED]


def test_later_means_not_before_that_also_for_others(house: House) -> None:
    house.now = AFTERNOON
    house.diary.wished(Wish(Wanted.LATER, house.now, house.now + timedelta(hours=1)))
    house.now += timedelta(minutes=59)
    assert not house.wished(*HELLO)
    house.now += timedelta(minutes=1)
    assert house.wished(*HELLO)


def test_a_pause_and_a_visitor_hold_for_others_too(house: House) -> None:
    house.now = AFTERNOON
    begins, ends = AFTERNOON - timedelta(minutes=5), AFTERNOON + timedelta(hours=1)
    busy_times.keep(house.book, "the doctor", [(begins.isoformat(), ends.isoformat())], begins)
    assert not house.wished(*HELLO)
    busy_times.drop(house.book, "the doctor", begins)
    house.diary.pause(AFTERNOON.date(), AFTERNOON.date(), AFTERNOON)
    assert not house.wished(*HELLO)
    assert house.told() == []


def test_after_the_talk_of_the_day_others_wish_in_vain(house: House) -> None:
    house.now = AFTERNOON
    assert house.wished(*HELLO)
    house.now += timedelta(hours=2)
    assert not house.wished(*HELLO)


def test_a_wish_that_is_repeated_all_day_does_not_ring_all_day(house: House) -> None:
    house.now = AFTERNOON - timedelta(hours=3)
    while house.now < AFTERNOON:
        house.wished(Rest(30))
        house.now += timedelta(minutes=1)
    rung = [e.at for e in house.diary.history(house.now) if e.kind is Kind.INVITED]
    assert len(rung) <= 6
    assert all(b - a >= timedelta(minutes=10) for a, b in pairwise(rung))


def test_a_wish_does_not_ring_behind_a_planned_invitation_that_nobody_answered(
    house: House,
) -> None:
    assert not house.knock(Rest(30))
    house.now += timedelta(minutes=5)
    assert not house.wished(*HELLO)
    assert house.visits.next() == TEN + timedelta(minutes=10), "the planned one goes on"


def test_with_a_clock_that_nobody_set_no_hour_is_known_to_be_quiet(house: House) -> None:
    house.now, house.synchronised = AFTERNOON, False
    assert not house.wished(*HELLO)
    assert house.said == []
