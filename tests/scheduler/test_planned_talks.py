"""A planned talk is held at the hour that every page says, or somebody is told why not, and what to do."""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import icalendar
import pytest
import recurring_ical_events
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.archive import busy_times
from voice_agent.archive.book import Book
from voice_agent.archive.migrations import MIGRATIONS, migrate
from voice_agent.errors import ScheduleError
from voice_agent.scheduler.calendar_file import read
from voice_agent.scheduler.diary import Arranged, Diary, next_talk
from voice_agent.scheduler.feed import feed
from voice_agent.scheduler.invitation import Missed, by_plan, coming, outlook
from voice_agent.scheduler.plan import (
    Busy,
    Happening,
    Kind,
    Pause,
    Plan,
    Quiet,
    Wanted,
    Why,
    Wish,
)
from voice_agent.scheduler.saying import aloud, moved, not_asked, not_held
from voice_agent.scheduler.series import planned
from voice_agent.web.feeds import addresses, feed_is, new_feed

LONDON = ZoneInfo("Europe/London")
MONDAY = date(2026, 6, 1)
NINE = datetime(2026, 6, 1, 8, 0, tzinfo=UTC)  # nine in London
WEEK = timedelta(days=7)


def at(hour: int, minute: int = 0, day: int = 1) -> datetime:
    return datetime(2026, 6, day, hour, minute, tzinfo=LONDON).astimezone(UTC)


def plan(**more: object) -> Plan:
    every_day = planned("one", MONDAY, time(10), minutes=25, rule="FREQ=DAILY")
    return Plan((every_day,), LONDON, since=NINE, **more)  # type: ignore[arg-type]


def shown(text: str, until: datetime) -> list[datetime]:
    """When a telephone that follows this feed shows talks."""
    laid = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(NINE, until)
    return sorted(event["dtstart"].dt.astimezone(UTC) for event in laid)


@pytest.fixture
def diary(tmp_path: Path) -> Iterator[Diary]:
    with Book(tmp_path / "state") as book:
        yield Diary(book, Arranged(LONDON, Quiet(), 1, timedelta(minutes=25), "Rose"))


# ---- another hour


def test_a_busy_time_moves_the_talk_and_the_reason_names_no_other_calendars_titles() -> None:
    hospital = Busy(at(9, 45), at(11, 30))
    first = coming(plan(busy=(hospital,)), (), (), NINE, NINE + WEEK)[0]
    assert (first.slot, first.at) == (at(10), at(11, 30))
    assert moved(first, LONDON, "Rose") == (
        "instead of 10:00, because the calendar says Rose is busy until 11:30"
    )
    assert moved(first, LONDON, "you", "are") == (
        "instead of 10:00, because the calendar says you are busy until 11:30"
    )


def test_the_telephone_shows_the_hour_at_which_somebody_is_asked(diary: Diary) -> None:
    diary.add(MONDAY, time(10), NINE, days=("mon", "wed"))
    busy = plans_busy(diary, (at(9, 45), at(11, 30)), (at(9, day=3), at(21, day=3)))
    assert len(busy) == 2
    text = feed(diary.plan(), NINE, diary.coming(NINE))
    assert shown(text, NINE + WEEK) == [at(11, 30)], "Wednesday has no free hour"
    assert "T113000" in text


def test_a_single_talk_is_moved_too_and_taken_out_in_a_pause(diary: Diary) -> None:
    diary.add(MONDAY, time(10), NINE)
    plans_busy(diary, (at(9, 45), at(11, 30)))
    assert shown(feed(diary.plan(), NINE), NINE + WEEK) == [at(11, 30)]
    diary.pause(MONDAY, MONDAY, NINE)
    assert shown(feed(diary.plan(), NINE), NINE + WEEK) == []


def test_a_talk_that_was_moved_out_of_a_pause_is_on_the_telephone(diary: Diary) -> None:
    series = diary.add(MONDAY, time(10), NINE, days=("mon", "wed"))
    diary.move(series, date(2026, 6, 3), datetime(2026, 6, 5, 15, 0), NINE)  # noqa: DTZ001
    diary.pause(date(2026, 6, 3), date(2026, 6, 4), NINE)
    text = feed(diary.plan(), NINE, diary.coming(NINE))
    assert shown(text, NINE + WEEK)[:2] == [at(10), at(15, day=5)]


def test_the_last_words_of_a_talk_say_the_hour_that_holds(diary: Diary) -> None:
    diary.add(MONDAY, time(10), NINE, days=("mon", "tue"))
    plans_busy(diary, (at(9, 45, day=2), at(11, 30, day=2)))
    assert next_talk(diary, at(10)) == "We talk again tomorrow at half past eleven, if you like."


@pytest.mark.parametrize(
    ("hour", "said"),
    [
        (time(10), "ten o'clock"),
        (time(15, 30), "half past three"),
        (time(9, 15), "a quarter past nine"),
        (time(11, 45), "a quarter to twelve"),
        (time(12, 45), "a quarter to one"),
        (time(12, 5), "twelve oh five"),
        (time(13, 40), "one forty"),
        (time(17, 25), "five twenty five"),
        (time(10, 17), "ten seventeen"),
    ],
)
def test_an_hour_is_said_as_one_says_it(hour: time, said: str) -> None:
    assert aloud(datetime.combine(MONDAY, hour)) == said


def test_every_minute_of_the_day_can_be_said() -> None:
    every = [aloud(datetime(2026, 6, 1, minute // 60, minute % 60)) for minute in range(1440)]  # noqa: DTZ001
    assert len(set(every[:720])) == 720
    assert not any(each.isdigit() for said in every for each in said)


stretches = st.lists(
    st.tuples(st.integers(0, 6 * 24 * 4), st.integers(1, 60)).map(
        lambda pair: Busy(
            NINE + timedelta(minutes=15 * pair[0]),
            NINE + timedelta(minutes=15 * (pair[0] + pair[1])),
        )
    ),
    max_size=6,
)


@given(stretches)
def test_whatever_the_calendar_says_every_page_says_the_hour_of_the_knock(
    busy: list[Busy],
) -> None:
    arranged = plan(busy=tuple(sorted(busy, key=lambda each: each.begins)))
    ahead = coming(arranged, (), (), NINE, NINE + WEEK)
    hours = [each.at for each in ahead if each.at]
    knock = outlook(arranged, (), (), NINE).next
    if hours:
        assert knock is not None
        assert knock.at == min(hours)
    assert [by_plan(arranged, each.slot).at for each in ahead] == [each.at for each in ahead]
    last = max((each.slot for each in ahead), default=NINE) + timedelta(minutes=1)
    on_the_phone = shown(feed(arranged, NINE), NINE + WEEK + timedelta(days=1))
    assert [h for h in on_the_phone if h <= last] == sorted(h for h in hours if h <= last)


def test_somebody_who_asked_for_later_reads_the_hour_that_was_promised() -> None:
    wish = Wish(Wanted.LATER, at(10, 1), at(11, 1))
    first = coming(
        plan(), [Happening(Kind.INVITED, at(10), at(10))], [wish], at(10, 2), NINE + WEEK
    )
    assert first[0].at == at(11, 1)
    assert moved(first[0], LONDON, "Rose") == "instead of 10:00, because Rose asked for later"


def test_our_own_talks_in_another_calendar_do_not_put_themselves_off(diary: Diary) -> None:
    diary.add(MONDAY, time(10), NINE, days=("mon",))
    theirs = "BEGIN:VEVENT\r\nUID:dentist\r\nDTSTART:20260601T130000Z\r\nDTEND:20260601T140000Z\r\nEND:VEVENT\r\n"
    ours = feed(diary.plan(), NINE)
    both = ours.replace("END:VCALENDAR", f"{theirs}END:VCALENDAR")
    assert len([*read(both.encode(), LONDON, NINE).busy]) == 1, "the dentist alone"
    assert [*read(ours.encode(), LONDON, NINE).busy] == []


# ---- what will not happen


@pytest.mark.parametrize(
    ("more", "history", "wishes", "why"),
    [
        ({"busy": (Busy(at(9), at(22)),)}, [], [], Why.BUSY),
        ({"pauses": (Pause(MONDAY, MONDAY),)}, [], [], Why.PAUSED),
        ({"quiet": Quiet(time(20), time(11))}, [], [], Why.QUIET),
        ({}, [Happening(Kind.HELD, at(9, 10))], [], Why.HELD),
        ({}, [], [Wish(Wanted.NOT_TODAY, at(9, 5))], Why.NOT_TODAY),
    ],
)
def test_what_will_not_happen_is_said_before_its_hour_with_what_to_do(
    more: dict[str, object], history: list[Happening], wishes: list[Wish], why: Why
) -> None:
    now = at(9, 30)
    first = coming(plan(**more), history, wishes, now, now + WEEK)[0]
    assert (first.slot, first.at, first.why) == (at(10), None, why)
    says = not_asked(first, "Rose")
    assert says.startswith("No invitation: ")
    assert says.count(".") >= 2, "why, and what to do"


def test_a_full_day_is_not_written_off_before_it_has_come() -> None:
    """A calendar that is corrected in time must find the talk still planned."""
    full = plan(busy=(Busy(at(9, day=2), at(22, day=2)),))
    seen = outlook(full, [Happening(Kind.HELD, at(10), at(10))], (), at(11))
    assert seen.missed == ()
    assert seen.next is not None
    assert seen.next.slot == at(10, day=3)


def test_a_second_talk_on_one_day_is_marked_as_the_spare_one() -> None:
    twice = Plan(
        (*plan().series, planned("two", MONDAY, time(15), minutes=25, rule="FREQ=DAILY")),
        LONDON,
        since=NINE,
    )
    assert [each.spare for each in coming(twice, (), (), NINE, at(23))] == [False, True]


# ---- why it was not held


@pytest.mark.parametrize(
    ("more", "history", "wishes", "why"),
    [
        ({}, [], [], Why.OFF),
        ({}, [Happening(Kind.INVITED, at(10), at(10))], [], Why.NOBODY),
        ({}, [Happening(Kind.INVITED, at(10), at(10), Why.BROKEN)], [], Why.BROKEN),
        ({}, [Happening(Kind.HELD, at(9, 10))], [], Why.HELD),
        ({}, [], [Wish(Wanted.NOT_TODAY, at(9, 5))], Why.NOT_TODAY),
        ({"pauses": (Pause(MONDAY, MONDAY),)}, [], [], Why.PAUSED),
        ({"busy": (Busy(at(9), at(22)),)}, [], [], Why.BUSY),
        ({"quiet": Quiet(time(20), time(11))}, [], [], Why.QUIET),
    ],
)
def test_a_talk_that_was_not_held_says_why(
    more: dict[str, object], history: list[Happening], wishes: list[Wish], why: Why
) -> None:
    arranged = plan(**more)
    assert outlook(arranged, history, wishes, at(13)).missed == (Missed(at(10), why),)
    assert outlook(arranged, history, wishes, at(10)).missed == ()


def test_every_reason_has_a_sentence_of_its_own() -> None:
    assert len({not_held(each, "Rose") for each in Why}) == len(Why)


def test_whoever_presses_the_button_between_two_knocks_has_come() -> None:
    history = [Happening(Kind.INVITED, at(10), at(10)), Happening(Kind.HELD, at(10, 4))]
    assert outlook(plan(), history, (), at(13)).missed == ()
    early = [Happening(Kind.HELD, at(9, 50))]
    assert outlook(plan(), early, (), at(13)).missed == (Missed(at(10), Why.HELD),)


def test_a_device_that_did_not_know_the_time_says_so_and_not_that_nobody_came() -> None:
    seen = outlook(plan(), (), (), at(13), doubted=(at(9, 30), at(12, 50)))
    assert seen.missed == (Missed(at(10), Why.CLOCK),)
    late = outlook(plan(), (), (), at(13), doubted=(at(12), at(12, 50)))
    assert late.missed == (Missed(at(10), Why.OFF),)


# ---- past and double


def test_what_is_over_cannot_be_planned(diary: Diary) -> None:
    for first, hour in ((date(2026, 5, 30), time(10)), (MONDAY, time(9, 0))):
        with pytest.raises(ScheduleError, match="is over"):
            diary.add(first, hour, NINE)
    with pytest.raises(ScheduleError, match="is over"):
        diary.add(date(2026, 5, 26), time(10), NINE, days=("tue",))
    with pytest.raises(ScheduleError, match="ends before it has begun"):
        diary.add(MONDAY, time(10), NINE, days=("tue",), until=MONDAY)
    with pytest.raises(ScheduleError, match="nothing left to pause"):
        diary.pause(date(2026, 5, 1), date(2026, 5, 31), NINE)
    assert diary.plan().series == ()


def test_a_weekly_talk_whose_hour_is_over_today_begins_next_week(diary: Diary) -> None:
    diary.add(MONDAY, time(10), at(15), days=("mon",))
    assert diary.coming(at(15))[0].at == at(10, day=8)
    assert diary.outlook(at(15)).missed == (), "nobody missed what was planned after it"


def test_the_same_talk_twice_is_refused_with_the_one_that_is_there(diary: Diary) -> None:
    diary.add(MONDAY, time(10), NINE, days=("tue", "fri"))
    with pytest.raises(ScheduleError, match="planned already for Tuesday, 2 June 2026 at 10:00"):
        diary.add(MONDAY, time(10), NINE, days=("tue", "fri"))
    with pytest.raises(ScheduleError, match="planned already for Friday, 5 June 2026"):
        diary.add(date(2026, 6, 5), time(10), NINE)
    # it would be taken for the same invitation and never be held
    with pytest.raises(ScheduleError, match="less than an hour"):
        diary.add(date(2026, 6, 5), time(10, 30), NINE)
    diary.add(date(2026, 6, 5), time(11), NINE)
    assert len(diary.plan().series) == 2


def test_a_day_is_not_moved_into_the_past_the_quiet_hours_or_onto_another_talk(
    diary: Diary,
) -> None:
    series = diary.add(MONDAY, time(10), NINE, days=("tue", "fri"))
    friday = date(2026, 6, 5)

    def to(day: int, hour: int, minute: int = 0) -> datetime:
        return datetime(2026, 6, day, hour, minute)  # noqa: DTZ001 local, as the series is

    for where, says in (
        (datetime(2026, 5, 1, 10), "is over"),  # noqa: DTZ001
        (to(6, 21), "quiet hours"),
        (to(9, 10), "planned already"),
    ):
        with pytest.raises(ScheduleError, match=says):
            diary.move(series, friday, where, NINE)
    diary.move(series, friday, to(5, 10, 30), NINE)
    assert [each.at for each in diary.coming(NINE)][:2] == [at(10, day=2), at(10, 30, day=5)]


def test_days_that_are_paused_are_not_paused_again(diary: Diary) -> None:
    diary.pause(date(2026, 6, 5), date(2026, 6, 12), NINE)
    with pytest.raises(ScheduleError, match="paused on all of those days already"):
        diary.pause(date(2026, 6, 6), date(2026, 6, 12), NINE)
    diary.pause(date(2026, 6, 6), date(2026, 6, 13), NINE)


# ---- what is kept


def test_an_older_record_keeps_its_reasons_open_and_its_address_working(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    before = tuple(each for each in MIGRATIONS if each.__name__ < "m015")
    token = "an-address-of-long-ago"
    db = sqlite3.connect(state / "record.db", isolation_level=None)
    migrate(db, before)
    kept = json.dumps(hashlib.sha256(token.encode()).hexdigest())
    db.execute("INSERT INTO kept VALUES ('calendar feed', ?)", (kept,))
    db.execute("INSERT INTO happenings (kind, at, slot) VALUES ('missed', ?, ?)", ("2026-06-01T09:20:00+00:00", "2026-06-01T09:00:00+00:00"))  # fmt: skip
    db.close()
    with Book(state) as book:
        diary = Diary(book, Arranged(LONDON, Quiet(), 1, timedelta(minutes=25)))
        (old,) = diary.history(at(12))
        assert not_held(old.why, "Rose") == "nobody answered, or the device was off"
        assert feed_is(book, token, NINE)
        new = new_feed(book, "my phone", "", NINE)
        assert feed_is(book, new, NINE)
        assert not feed_is(book, "nothing", NINE)
        assert [each.name for each in addresses(book)] == ["the first address", "my phone"]
        assert new not in str(book.read("SELECT * FROM calendar_addresses"))
        with pytest.raises(ScheduleError, match="called “My Phone” already"):
            new_feed(book, "My Phone", "", NINE)


def plans_busy(diary: Diary, *stretches: tuple[datetime, datetime]) -> tuple[Busy, ...]:
    """Another calendar was read."""
    rows = [(begins.isoformat(), ends.isoformat()) for begins, ends in stretches]
    busy_times.keep(diary._keeper, "another calendar", rows, NINE)  # pyright: ignore[reportPrivateUsage]
    return diary.plan().busy


def test_a_talk_that_is_put_off_into_a_nap_is_held_after_it() -> None:
    nap = Quiet(also=Quiet(time(13), time(15)))
    busy = Busy(at(9), at(13, 30))
    (first, *_) = coming(plan(quiet=nap, busy=(busy,)), (), (), at(8), at(23))
    assert first.at == at(15) and "quiet hours" in moved(first, LONDON, "Rose")
    later = Wish(Wanted.LATER, at(10), at(13, 10))
    (first, *_) = coming(plan(quiet=nap), (), (later,), at(10), at(23))
    assert first.at == at(15)
    asked = outlook(plan(quiet=nap), (), (later,), at(14)).next
    assert asked is not None and asked.at == at(15)
