"""A series that ends, is changed from a day on, or is ended: what was planned beside it stays, and every step has a way back."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from voice_agent.archive.book import Book
from voice_agent.errors import ScheduleError
from voice_agent.scheduler.diary import Arranged, Diary
from voice_agent.scheduler.feed import feed
from voice_agent.scheduler.invitation import coming
from voice_agent.scheduler.plan import Pause, Quiet, Why
from voice_agent.scheduler.series import Others, Series, said_together

LONDON = ZoneInfo("Europe/London")
NOW = datetime(2026, 11, 30, 9, 30, tzinfo=UTC)
TUE, FRI = date(2026, 12, 1), date(2026, 12, 4)
END = date(2027, 1, 26)
HALF_PAST_TWO = time(14, 30)
DAYS = ("tue", "fri")


@pytest.fixture
def diary(tmp_path: Path) -> Iterator[Diary]:
    with Book(tmp_path / "state") as book:
        yield Diary(book, Arranged(LONDON, Quiet(), 1, timedelta(minutes=25), "Rose"))


@pytest.fixture
def series(diary: Diary) -> Series:
    return diary.add(TUE, HALF_PAST_TWO, NOW, days=DAYS, until=END)


def held(diary: Diary, last: date = date(2026, 12, 31)) -> list[str]:
    """Every talk until `last`, local."""
    every = {at for each in diary.plan().series for at in each.starts(LONDON, NOW.date(), last)}
    return [f"{at.astimezone(LONDON):%d %H:%M}" for at in sorted(every)]


def wall(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 12, day, hour, minute)  # noqa: DTZ001 on the wall


def test_a_series_ends_on_its_last_day_in_every_calendar(diary: Diary, series: Series) -> None:
    assert series.until == END
    assert series.says == "Tuesday and Friday at 14:30, until 26 January 2027"
    assert held(diary, date(2027, 12, 31))[-1] == "26 14:30"
    (kept,) = diary.plan().series
    assert kept.until == END
    assert "UNTIL=20270126T235959Z" in feed(diary.plan(), NOW)
    shorter = diary.change(series.id, TUE, HALF_PAST_TWO, NOW, days=DAYS, until=date(2026, 12, 8))
    assert shorter.until == date(2026, 12, 8)
    assert held(diary) == ["01 14:30", "04 14:30", "08 14:30"]
    assert diary.change(series.id, TUE, HALF_PAST_TWO, NOW, days=DAYS).until is None


def test_one_talk_has_no_last_day(diary: Diary) -> None:
    with pytest.raises(ScheduleError, match="no day of the week"):
        diary.add(TUE, HALF_PAST_TWO, NOW, until=END)
    with pytest.raises(ScheduleError, match="ends before it has begun"):
        diary.add(FRI, HALF_PAST_TWO, NOW, days=DAYS, until=TUE)
    assert diary.plan().series == ()


def test_a_change_from_a_later_day_leaves_the_talks_before_it_and_is_taken_back_whole(
    diary: Diary, series: Series
) -> None:
    diary.leave_out(series.id, date(2026, 12, 8), NOW)
    diary.leave_out(series.id, date(2026, 12, 22), NOW)
    before = held(diary, date(2027, 1, 31))
    made = diary.change(series.id, date(2026, 12, 15), time(15, 30), NOW, days=DAYS, until=END)
    assert made.id != series.id
    assert held(diary, date(2026, 12, 20)) == [
        "01 14:30",
        "04 14:30",
        "11 14:30",
        "15 15:30",
        "18 15:30",
    ]
    assert "22 15:30" not in held(diary), "a day that was left out stays so"
    assert diary.changed(NOW)[made.id].id == series.id
    diary.take_back(series.id, NOW)
    assert held(diary, date(2027, 1, 31)) == before
    assert len(diary.plan().series) == 1


def test_a_change_is_still_taken_back_after_another_day_was_left_out_which_stays_so(
    diary: Diary, series: Series
) -> None:
    made = diary.change(series.id, date(2026, 12, 15), time(15, 30), NOW, days=DAYS, until=END)
    diary.leave_out(series.id, FRI, NOW)
    diary.leave_out(made.id, date(2026, 12, 18), NOW)
    diary.move(diary.of(made.id), date(2026, 12, 22), wall(23, 11), NOW)
    diary.take_back(series.id, NOW)
    assert held(diary, date(2026, 12, 25)) == [
        "01 14:30",
        "08 14:30",
        "11 14:30",
        "15 14:30",
        "23 11:00",
        "25 14:30",
    ]


def test_nothing_is_planned_where_no_day_of_the_week_is_left(diary: Diary, series: Series) -> None:
    with pytest.raises(ScheduleError, match="No day of the week is chosen"):
        diary.change(series.id, END, HALF_PAST_TWO, NOW)
    assert diary.plan().series == (series,)


@pytest.mark.parametrize("first", [TUE, date(2026, 12, 9), date(2026, 12, 15)])
def test_what_is_sent_unaltered_stays_as_it_is(diary: Diary, series: Series, first: date) -> None:
    assert diary.change(series.id, first, HALF_PAST_TWO, NOW, days=DAYS, until=END) == series
    assert diary.plan().series == (series,)
    assert diary.changed(NOW) == {}
    assert not diary.move(series, TUE, wall(1, 14, 30), NOW)
    once = diary.add(date(2026, 12, 2), time(11), NOW)
    assert diary.change(once.id, date(2026, 12, 2), time(11), NOW) == once
    assert not diary.move(once, date(2026, 12, 2), wall(2, 11), NOW)


def test_a_talk_that_was_moved_stays_where_its_series_has_no_such_day_any_more(
    diary: Diary, series: Series
) -> None:
    diary.move(series, TUE, wall(2, 11, 15), NOW)
    diary.change(series.id, TUE, time(10), NOW, days=("mon", "thu"), others=Others.END)
    assert held(diary, date(2026, 12, 10)) == ["02 11:15", "03 10:00", "07 10:00", "10 10:00"]
    diary.take_back(series.id, NOW)
    assert held(diary, date(2026, 12, 5)) == ["02 11:15", "04 14:30"]


def test_what_was_moved_by_hand_stays_where_a_series_is_ended_unless_it_is_named(
    diary: Diary, series: Series
) -> None:
    diary.move(series, TUE, wall(2, 11, 15), NOW)
    diary.leave_out(series.id, FRI, NOW)
    before = diary.plan().series
    assert [each.to for each in diary.moved_ahead(before[0], NOW)] == [wall(2, 11, 15)]
    diary.end(series.id, NOW)
    assert held(diary) == ["02 11:15"]
    (single,) = diary.plan().series
    diary.move(single, date(2026, 12, 2), wall(3, 11), NOW)
    diary.take_back(series.id, NOW)
    assert diary.plan().series == before
    diary.end(series.id, NOW, [date(2026, 12, 2)])
    assert held(diary) == []
    diary.take_back(series.id, NOW)
    assert diary.plan().series == before


@pytest.mark.parametrize("pressed", [0, 1, 2])
def test_a_series_is_ended_and_planned_again_with_what_it_goes_on_as(
    diary: Diary, series: Series, pressed: int
) -> None:
    second = diary.change(series.id, date(2026, 12, 15), time(15, 30), NOW, days=DAYS, until=END)
    diary.move(second, date(2026, 12, 18), wall(17, 11), NOW)
    third = diary.change(
        second.id, date(2026, 12, 29), time(11), NOW, days=("tue",), others=Others.END
    )
    alone = diary.add(date(2026, 12, 2), time(11), NOW)
    before, talks = diary.plan().series, held(diary)
    whole = diary.parts(diary.of(series.id), NOW)
    assert [each.id for each in whole] == [series.id, second.id, third.id]
    assert diary.parts(alone, NOW) == (alone,)
    assert "RELATED-TO" not in feed(diary.plan(), NOW), "no telephone needs to know"
    parts = diary.parts(whole[pressed], NOW)
    assert parts == whole[pressed:], "what is planned before it stays"
    first = parts[0].id
    diary.end(first, NOW)
    day = parts[0].first.day
    stay = [each for each in talks if int(each[:2]) < day or each in ("02 11:00", "17 11:00")]
    assert held(diary) == stay, "what was moved by hand stays, too"
    assert diary.ended(NOW) == (parts,)
    diary.take_back(first, NOW)
    assert (sorted(diary.plan().series, key=str), held(diary)) == (sorted(before, key=str), talks)
    assert diary.ended(NOW) == ()
    diary.take_back(second.id, NOW)
    assert diary.parts(diary.of(series.id), NOW) == (diary.of(series.id), diary.of(second.id))
    diary.take_back(series.id, NOW)
    assert [each for each in held(diary) if each > "15"][:2] == ["15 14:30", "17 11:00"]
    assert len(diary.plan().series) == 2


def test_one_day_of_a_series_gets_another_hour_and_the_other_keeps_its_own(
    diary: Diary, series: Series
) -> None:
    with pytest.raises(ScheduleError, match="Tuesday is not chosen any more") as unsaid:
        diary.change(series.id, FRI, time(16), NOW, days=("fri",), until=END)
    assert "what becomes of Tuesday" in unsaid.value.mend
    made = diary.change(
        series.id, date(2026, 12, 14), time(16), NOW, days=("fri",), until=END, others=Others.STAY
    )
    assert held(diary, date(2026, 12, 22)) == [
        *("01 14:30", "04 14:30", "08 14:30", "11 14:30"),
        *("15 14:30", "18 16:00", "22 14:30"),
    ]
    parts = diary.parts(diary.of(series.id), NOW)
    assert said_together(parts) == (
        "Tuesday and Friday at 14:30, until 13 December 2026, then Tuesday at 14:30, until 26 January 2027 "
        "and Friday at 16:00, until 26 January 2027"
    )
    assert diary.parts(made, NOW) == (made,)
    diary.end(series.id, NOW)
    assert held(diary) == []
    diary.take_back(series.id, NOW)
    diary.take_back(series.id, NOW)
    assert diary.plan().series == (series,)


def test_one_day_gets_another_hour_from_the_first_talk_on(diary: Diary, series: Series) -> None:
    made = diary.change(series.id, TUE, time(16), NOW, days=("fri",), until=END, others=Others.STAY)
    assert held(diary, date(2026, 12, 8)) == ["01 14:30", "04 16:00", "08 14:30"]
    assert diary.of(series.id).days == ("tue",)
    assert diary.changed(NOW)[made.id] == series
    diary.take_back(series.id, NOW)
    assert diary.plan().series == (series,)
    same = diary.change(
        series.id, TUE, HALF_PAST_TWO, NOW, days=("fri",), until=END, others=Others.STAY
    )
    assert same == series, "the same hour for the one, and the other stays: nothing is altered"


def test_a_change_that_is_taken_back_takes_what_was_changed_after_it_along(
    diary: Diary, series: Series
) -> None:
    second = diary.change(series.id, date(2026, 12, 15), time(15, 30), NOW, days=DAYS, until=END)
    diary.change(second.id, date(2026, 12, 29), time(15), NOW, days=DAYS, until=END)
    diary.take_back(series.id, NOW)
    assert diary.plan().series == (series,)


def test_the_only_day_of_a_series_becomes_another_without_a_question(diary: Diary) -> None:
    made = diary.add(TUE, HALF_PAST_TWO, NOW, days=("tue",))
    changed = diary.change(made.id, TUE, HALF_PAST_TWO, NOW, days=("wed",))
    assert changed.says == "Wednesday at 14:30"


def test_a_day_that_is_added_while_another_stays_is_one_more(diary: Diary, series: Series) -> None:
    days = ("fri", "sat")
    changed = diary.change(
        series.id, TUE, HALF_PAST_TWO, NOW, days=days, until=END, others=Others.STAY
    )
    assert changed.days == ("tue", "fri", "sat")


def test_every_second_week_stays_every_second_week_for_both_parts(diary: Diary) -> None:
    made = diary.add(TUE, HALF_PAST_TWO, NOW, days=DAYS, weeks=2)
    diary.change(made.id, FRI, time(16), NOW, days=("fri",), others=Others.STAY)
    assert held(diary) == [
        *("01 14:30", "04 16:00", "15 14:30", "18 16:00", "29 14:30"),
    ]


def test_what_stays_is_looked_at_beside_other_talks_too(diary: Diary) -> None:
    made = diary.add(TUE, HALF_PAST_TWO, NOW, days=DAYS, until=date(2026, 12, 20))
    diary.add(date(2026, 12, 29), HALF_PAST_TWO, NOW)
    with pytest.raises(ScheduleError, match="planned already"):
        diary.change(made.id, TUE, time(16), NOW, days=("fri",), others=Others.STAY)


def test_two_days_that_went_apart_are_ended_each_by_itself(diary: Diary, series: Series) -> None:
    day = date(2026, 12, 14)
    friday = diary.change(
        series.id, day, time(16), NOW, days=("fri",), until=END, others=Others.STAY
    )
    (tuesday,) = (each for each in diary.plan().series if each.days == ("tue",))
    later = diary.change(tuesday.id, date(2027, 1, 4), time(11), NOW, days=("tue",), until=END)
    parts = diary.parts(diary.of(tuesday.id), NOW)
    assert [each.id for each in parts] == [tuesday.id, later.id]
    diary.end(tuesday.id, NOW)
    assert held(diary, date(2026, 12, 22))[4:] == ["18 16:00"]
    assert diary.parts(diary.of(series.id), NOW) == (diary.of(series.id), friday)


def test_where_there_is_no_talk_left_on_a_day_that_stays_nothing_of_it_is_kept(
    diary: Diary, series: Series
) -> None:
    friday, last = date(2026, 12, 18), date(2026, 12, 20)
    diary.change(series.id, friday, time(16), NOW, days=("fri",), until=last, others=Others.STAY)
    assert {each.days for each in diary.plan().series} == {DAYS, ("fri",)}
    assert held(diary)[-1] == "18 16:00"


def test_a_part_that_is_over_is_not_ended_and_one_that_was_changed_again_stays_a_part(
    diary: Diary, series: Series
) -> None:
    made = diary.change(series.id, date(2026, 12, 15), time(15, 30), NOW, days=DAYS, until=END)
    made = diary.change(made.id, date(2026, 12, 15), time(16), NOW, days=DAYS, until=END)
    assert diary.parts(diary.of(series.id), NOW) == (diary.of(series.id), made)
    later = datetime(2026, 12, 15, 9, 30, tzinfo=UTC)
    assert diary.parts(made, later) == (made,)
    diary.end(made.id, later)
    assert [each.id for each in diary.plan().series] == [series.id]


def test_parts_are_not_planned_again_over_another_talk(diary: Diary, series: Series) -> None:
    diary.change(series.id, date(2026, 12, 15), time(15, 30), NOW, days=DAYS, until=END)
    diary.end(series.id, NOW)
    diary.add(date(2026, 12, 18), time(15), NOW)
    with pytest.raises(ScheduleError, match="less than an hour from the talk"):
        diary.take_back(series.id, NOW)
    assert held(diary) == ["18 15:00"]


def test_a_moved_talk_goes_back_as_long_as_it_can_whatever_else_was_altered_since(
    diary: Diary, series: Series
) -> None:
    before = held(diary)
    diary.move(series, TUE, wall(2, 11, 15), NOW)
    diary.move(diary.of(series.id), date(2026, 12, 2), wall(3, 12), NOW)
    diary.leave_out(series.id, FRI, NOW)
    diary.put_in(series.id, FRI, NOW)
    moved = diary.of(series.id)
    assert diary.way_back(moved, date(2026, 12, 3), NOW) == wall(1, 14, 30)
    assert diary.way_back(moved, date(2026, 12, 3), NOW + timedelta(days=1, hours=6)) is None
    assert diary.move_back(series.id, date(2026, 12, 3), NOW) == wall(1, 14, 30)
    assert held(diary) == before
    with pytest.raises(ScheduleError, match="stands where it was planned"):
        diary.move_back(series.id, TUE, NOW)


def test_a_single_talk_goes_back_where_it_stood_first(diary: Diary) -> None:
    once = diary.add(TUE, time(10), NOW)
    diary.move(once, TUE, wall(2, 11, 15), NOW)
    diary.move(diary.of(once.id), date(2026, 12, 2), wall(3, 12), NOW)
    assert "MOVED" not in feed(diary.plan(), NOW), "no telephone needs to know"
    assert diary.move_back(once.id, date(2026, 12, 3), NOW) == wall(1, 10)
    assert diary.plan().series == (once,)


def test_a_day_of_a_pause_is_a_day_of_a_pause_in_the_quiet_hours_too(
    diary: Diary, series: Series
) -> None:
    nap = Quiet(also=Quiet(time(13), time(15)))
    diary.arranged = Arranged(LONDON, nap, 1, timedelta(minutes=25), "Rose")
    diary.pause(FRI, FRI, NOW)
    assert diary.plan().pauses == (Pause(FRI, FRI),)
    ahead = coming(diary.plan(), (), (), NOW, NOW + timedelta(days=5))
    assert [each.why for each in ahead] == [Why.QUIET, Why.PAUSED]


@pytest.mark.parametrize(
    ("at", "begins"),
    [
        (time(12, 50), time(13)),
        (time(12, 35), None),
        (time(13), None),
        (time(19, 40), time(20)),
        (time(15), None),
    ],
)
def test_a_talk_that_reaches_into_the_quiet_hours_is_known(at: time, begins: time | None) -> None:
    nap = Quiet(also=Quiet(time(13), time(15)))
    assert nap.within(at, timedelta(minutes=25)) == begins
    assert Quiet(time(0), time(0)).within(time(23, 50), timedelta(minutes=25)) is None
