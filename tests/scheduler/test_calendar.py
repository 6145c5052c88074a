"""The calendar as people use it: rules and exceptions, the feed, busy times, and a clock that may be wrong."""

from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import icalendar
import pytest
import recurring_ical_events

from voice_agent.archive.book import Book
from voice_agent.errors import ScheduleError
from voice_agent.scheduler.answers import understood
from voice_agent.scheduler.calendar_file import read
from voice_agent.scheduler.diary import Arranged, Diary, next_talk
from voice_agent.scheduler.feed import feed
from voice_agent.scheduler.invitation import Missed, next_invitation, outlook
from voice_agent.scheduler.own_clock import right_time
from voice_agent.scheduler.plan import Busy, Happening, Kind, Plan, Quiet, Wanted, Why, Wish
from voice_agent.scheduler.series import TITLE, planned

LONDON = ZoneInfo("Europe/London")
MONDAY = date(2026, 6, 1)
NINE = datetime(2026, 6, 1, 8, 0, tzinfo=UTC)  # nine in London


def plan(**more: object) -> Plan:
    every_day = planned("one", MONDAY, time(10), minutes=25, rule="FREQ=DAILY")
    return Plan((every_day,), LONDON, since=NINE, **more)  # type: ignore[arg-type]


def at(hour: int, minute: int = 0, day: int = 1) -> datetime:
    return datetime(2026, 6, day, hour, minute, tzinfo=LONDON).astimezone(UTC)


def shown(feed: str) -> list[datetime]:
    """When a telephone that follows this feed shows talks in the year after NINE."""
    laid = recurring_ical_events.of(icalendar.Calendar.from_ical(feed)).between(
        NINE, NINE + timedelta(days=365)
    )
    return sorted(event["dtstart"].dt.astimezone(UTC) for event in laid)


def test_nobody_is_invited_while_nobody_knows_what_time_it_is() -> None:
    assert next_invitation(plan(), (), (), None) is None


def test_the_second_knock_comes_ten_minutes_later_and_there_is_no_third() -> None:
    first = next_invitation(plan(), (), (), NINE)
    assert first is not None
    assert (first.at, first.attempt) == (at(10), 1)
    history = [Happening(Kind.INVITED, at(10), at(10))]
    second = next_invitation(plan(), history, (), at(10, 1))
    assert second is not None
    assert (second.at, second.attempt) == (at(10, 10), 2)
    history.append(Happening(Kind.INVITED, at(10, 10), at(10)))
    waiting = outlook(plan(), history, (), at(10, 11))
    assert waiting.missed == ()
    assert waiting.next is not None
    assert waiting.next.slot == at(10, day=2)
    assert outlook(plan(), history, (), at(10, 20)).missed == (Missed(at(10), Why.NOBODY),)


def test_after_a_week_switched_off_there_is_one_offer_at_most() -> None:
    within = outlook(plan(), (), (), at(10, 40, day=8))
    assert within.next is not None
    assert (within.next.at, within.next.slot) == (at(10, 40, day=8), at(10, day=8))
    assert len(within.missed) == 7
    too_late = outlook(plan(), (), (), at(13, 0, day=8))
    assert too_late.next is not None
    assert too_late.next.slot == at(10, day=9)
    assert len(too_late.missed) == 8


def test_not_today_means_not_today_and_later_means_later() -> None:
    asked = [Happening(Kind.INVITED, at(10), at(10))]
    tomorrow = outlook(plan(), asked, [Wish(Wanted.NOT_TODAY, at(10, 1))], at(10, 1))
    assert tomorrow.next is not None
    assert tomorrow.next.slot == at(10, day=2)
    assert tomorrow.missed == ()
    later = outlook(plan(), asked, [Wish(Wanted.LATER, at(10, 1), at(11, 30))], at(10, 1))
    assert later.next is not None
    assert (later.next.at, later.next.attempt) == (at(11, 30), 1)


def test_later_never_means_in_the_quiet_hours() -> None:
    wish = Wish(Wanted.LATER, at(10, 1), at(20, 30))
    seen = outlook(plan(), [Happening(Kind.INVITED, at(10), at(10))], [wish], at(10, 1))
    assert seen.missed == (Missed(at(10), Why.LATER),)


def test_a_busy_narrator_is_asked_when_the_other_thing_is_over() -> None:
    doctor = Busy(at(9, 45), at(10, 30))
    first = next_invitation(plan(busy=(doctor,)), (), (), NINE)
    assert first is not None
    assert first.at == at(10, 30)


def test_a_talk_that_nobody_planned_is_the_one_of_its_day() -> None:
    seen = next_invitation(plan(), [Happening(Kind.HELD, at(9, 10))], (), at(9, 40))
    assert seen is not None
    assert seen.slot == at(10, day=2)


def test_a_day_can_be_taken_out_and_another_moved() -> None:
    series = planned("w", MONDAY, time(10), minutes=25, days=("mon", "fri"))
    changed = series.without(date(2026, 6, 5)).moved(
        date(2026, 6, 8),
        datetime(2026, 6, 9, 15, 0),  # noqa: DTZ001 local, as the series is
    )
    starts = changed.starts(LONDON, MONDAY, date(2026, 6, 13))
    assert starts == (at(10), at(15, day=9), at(10, day=12))
    with pytest.raises(ScheduleError, match="Nothing is planned on 2026-06-03"):
        series.without(date(2026, 6, 3))


@pytest.mark.parametrize("rule", ["FREQ=SOMETIMES", "every tuesday", "FREQ=DAILY;COUNT=x"])
def test_a_rule_that_cannot_be_understood_is_refused_in_words(rule: str) -> None:
    with pytest.raises(ScheduleError, match="cannot be understood"):
        planned("x", MONDAY, time(10), minutes=25, rule=rule)


def test_the_feed_has_times_and_one_neutral_title(tmp_path: Path) -> None:
    with Book(tmp_path / "state") as book:
        diary = Diary(book, Arranged(LONDON, Quiet(), 1, timedelta(minutes=25)))
        diary.add(MONDAY, time(10), NINE, days=("mon", "fri"), until=date(2026, 12, 31))
        diary.pause(date(2026, 6, 5), date(2026, 6, 12), NINE)
        text = feed(diary.plan(), NINE)
        again = icalendar.Calendar.from_ical(text)
        assert {str(event["summary"]) for event in again.walk("VEVENT")} == {TITLE}
        assert shown(text)[:2] == [at(10), at(10, day=15)]
        assert [*read(text.encode(), LONDON, NINE).busy] == [], (
            "our own talks must not put themselves off"
        )
        assert (tmp_path / "state" / "record.db").stat().st_mode & 0o777 == 0o600
        with pytest.raises(ScheduleError, match="quiet hours"):
            diary.add(MONDAY, time(21), NINE)


def test_of_another_calendar_only_the_times_are_kept() -> None:
    text = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n"
        "BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260603T090000Z\r\nDTEND:20260603T093000Z\r\n"
        "SUMMARY:Doctor about the hip\r\nEND:VEVENT\r\n"
        "BEGIN:VEVENT\r\nUID:2\r\nDTSTART;VALUE=DATE:20260604\r\nSUMMARY:Birthday\r\n"
        "TRANSP:TRANSPARENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    found = [*read(text.encode(), LONDON, NINE).busy]
    assert found == [Busy(at(10, day=3), at(10, 30, day=3))]
    for broken in ("", "hello", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\n"):
        with pytest.raises(ScheduleError):
            read(broken.encode(), LONDON, NINE)


@pytest.mark.parametrize(
    "rule", ["FREQ=SECONDLY", "FREQ=MINUTELY", "FREQ=DAILY;BYMINUTE=0,1", "FREQ=DAILY;BYSECOND=0,1"]
)
def test_a_calendar_that_would_fill_the_device_is_refused(rule: str) -> None:
    text = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\n"
        f"DTSTART:20260603T090000Z\r\nRRULE:{rule}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    with pytest.raises(ScheduleError, match="every minute"):
        read(text.encode(), LONDON, NINE)


def test_a_clock_that_shows_the_past_is_not_believed() -> None:
    assert not right_time(NINE, at(9, 30), kernel=lambda: True)
    assert right_time(at(9, 30), NINE, kernel=lambda: True)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Yes, please.", None),
        ("Hello dear.", None),
        ("", None),
        ("Yes, but I must go later.", None),
        ("Not today, thank you.", Wanted.NOT_TODAY),
        ("No.", Wanted.NOT_TODAY),
        ("I'm too tired, dear.", Wanted.NOT_TODAY),
        ("Oh, not now.", Wanted.LATER),
        ("Come back in half an hour.", Wanted.LATER),
        ("Later.", Wanted.LATER),
    ],
)
def test_an_answer_is_taken_as_it_was_meant(said: str, wanted: Wanted | None) -> None:
    assert understood(said).wanted is wanted


def test_half_an_hour_is_half_an_hour() -> None:
    assert understood("Come back in half an hour.").wait == timedelta(minutes=30)
    assert understood("Later, please.").wait == timedelta(hours=1)


def test_at_the_end_of_a_talk_the_next_one_is_named(tmp_path: Path) -> None:
    with Book(tmp_path / "state") as book:
        diary = Diary(book, Arranged(LONDON, Quiet(), 1, timedelta(minutes=25)))
        assert next_talk(diary, at(10)) == ""
        diary.add(MONDAY, time(10), NINE, days=("mon", "tue", "fri"))
        assert next_talk(diary, at(9, 30)) == "We talk again tomorrow at ten o'clock, if you like."
        assert (
            next_talk(diary, at(10, day=2))
            == "We talk again on Friday at ten o'clock, if you like."
        )
        diary.pause(date(2026, 6, 3), date(2026, 7, 3), NINE)
        assert next_talk(diary, at(10, day=2)) == ""
