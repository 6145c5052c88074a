"""Planned sessions as RFC 5545 has them: a rule, days taken out, days moved. Never a word about content.

Times are kept without a zone ("floating"), because ten o'clock means ten o'clock where the narrator is; the
zone is put on when a series is laid out over days. A time that a clock change skips is moved forward by the
length of the change; one that happens twice is taken the first time.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events

from voice_agent.errors import ScheduleError

TITLE = "A visit from the interviewer"
"""The only title a planned session ever has: the feed lies on other people's telephones."""

OURS = "voice-agent"
"""Behind the @ of every id: by it we know our own talks in other people's calendars."""

_END = time(23, 59, 59)
"""Of the last day of what ends: that day is in it."""

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


_BEFORE = "X-MOVED-FROM"
"""On a single talk: where it stood before somebody moved it. No feed has it."""


_GOES_ON_FROM = "RELATED-TO"
"""On what was changed from a later day on: the id of the series that it goes on from. No feed has it."""


class Others(StrEnum):
    """What becomes of the days of a series that are not chosen any more where it is changed."""

    STAY = "stay"
    """Their talks go on at the hour they have."""

    END = "end"


@dataclass(frozen=True, slots=True)
class ByHand:
    """One talk that somebody moved by hand; both on the wall clock."""

    planned: datetime
    """Where it stood."""

    to: datetime


@dataclass(frozen=True, slots=True)
class Series:
    """One planned session, or one that repeats."""

    id: str
    event: str
    """VEVENT components, as text: the rule first, moved days (RECURRENCE-ID) after it."""

    def starts(self, zone: ZoneInfo, first: date, last: date) -> tuple[datetime, ...]:
        """Every beginning on the local days `first` to `last`, both included; UTC, in order."""
        months = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
        found = {
            start
            for month in months
            for start in _month(self.event, zone, month // 12, month % 12 + 1)
            if first <= start.astimezone(zone).date() <= last
        }
        return tuple(sorted(found))

    def without(self, day: date) -> "Series":
        """The same with nothing on `day` (EXDATE). Raises ScheduleError where nothing is planned then.

        A talk that was moved to `day` goes with the day that it was moved from.
        """
        first, *rest = _events(self.event)
        moved = next((each for each in rest if each["dtstart"].dt.date() == day), None)
        if moved is None:
            event, wall = self._on(day)
            event.add("exdate", wall)
            return self._with(event)
        first.add("exdate", moved["recurrence-id"].dt)
        stay = (first, *(each for each in rest if each is not moved))
        return replace(self, event="".join(_text(each) for each in stay))

    def with_again(self, day: date) -> "Series":
        """The same with `day`, which was taken out, in it. Raises ScheduleError where it was not."""
        event = _events(self.event)[0]
        stay = [each for each in _taken_out(event) if each.date() != day]
        if day not in self.left_out:
            raise ScheduleError(
                "That day is planned already, or was never left out.",
                safe="The calendar is as it was.",
            )
        del event["exdate"]
        for each in stay:
            event.add("exdate", each)
        return self._with(event)

    @property
    def left_out(self) -> tuple[date, ...]:
        """Every day that was taken out (EXDATE), in order."""
        return tuple(sorted({each.date() for each in _taken_out(_events(self.event)[0])}))

    def moved(self, day: date, to: datetime) -> "Series":
        """The same with `day`'s session at `to`, local and without a zone (RECURRENCE-ID).

        Raises ScheduleError where nothing is planned on `day`.
        """
        stay = _events(self.event)
        if self.once:
            return self._stands_at(stay[0], to)
        again = next((each for each in stay[1:] if each["dtstart"].dt.date() == day), None)
        if again is not None:
            again["dtstart"] = icalendar.vDatetime(to)
            return replace(self, event="".join(_text(each) for each in stay))
        event, wall = self._on(day)
        moved: Any = icalendar.Event()
        moved.add("uid", event["uid"])
        moved.add("recurrence-id", wall)
        moved.add("dtstart", to)
        moved.add("duration", event["duration"].dt)
        moved.add("summary", TITLE)
        return replace(self, event=self.event + _text(moved))

    def moved_back(self, day: date) -> "Series":
        """The same with the session that was moved to `day` where it stood before. Raises ScheduleError where none was."""
        base, *moved = _events(self.event)
        if not any(each.to.date() == day for each in self.by_hand):
            raise ScheduleError(
                "That talk stands where it was planned, or is not planned any more.",
                safe="The calendar is as it was.",
            )
        if self.once:
            return self._stands_at(base, self.by_hand[0].planned)
        stay = (base, *(each for each in moved if each["dtstart"].dt.date() != day))
        return replace(self, event="".join(_text(each) for each in stay))

    @property
    def by_hand(self) -> tuple[ByHand, ...]:
        """Every talk that somebody moved, in the order in which they stood."""
        base, *moved = _events(self.event)
        if self.once:
            was = base.get(_BEFORE)
            return (ByHand(datetime.fromisoformat(was), base["dtstart"].dt),) if was else ()
        found = (ByHand(each["recurrence-id"].dt, each["dtstart"].dt) for each in moved)
        others = (each for each in found if each.to != each.planned)
        return tuple(sorted(others, key=lambda each: each.planned))

    def single(self, id: str, moved: ByHand) -> "Series":
        """A talk of this one that was moved, by itself: it stays where somebody put it."""
        minutes = int(_events(self.event)[0]["duration"].dt.total_seconds() // 60)
        return planned(id, moved.to.date(), moved.to.time(), minutes=minutes)

    def ended_before(self, day: date) -> "Series":
        """The same until the day before `day`: what repeats ends with it (UNTIL), what was moved from earlier days stays."""
        base, *moved = _events(self.event)
        rule: Any = base["rrule"]
        rule.pop("COUNT", None)
        rule["UNTIL"] = [datetime.combine(day - timedelta(days=1), _END)]
        gone = [each for each in _taken_out(base) if each.date() < day]
        base.pop("exdate", None)
        for each in gone:
            base.add("exdate", each)
        stay = (base, *(each for each in moved if each["recurrence-id"].dt.date() < day))
        return replace(self, event="".join(_text(each) for each in stay))

    def changed(
        self, first: date, at: time, days: tuple[str, ...], until: date | None = None
    ) -> "Series":
        """The same from `first` on at another hour, local: on `days` (of DAYS) up to `until`, or once where none are named.

        A rule that days of the week cannot say stays as it is, with its end. Days that were taken out or moved stay so, where
        there is still a talk on them. Raises ScheduleError.
        """
        event, *moved = _events(self.event)
        minutes = int(event["duration"].dt.total_seconds() // 60)
        rule: Any = event.get("rrule") or {}
        weeks = int(rule.get("INTERVAL", [1])[0])
        if self.days and days and weeks > 1:
            first = self._in_step(first, days, weeks)
        new = (
            planned(self.id, first, at, minutes=minutes, days=days, weeks=weeks, until=until)
            if self.by_days
            else planned(self.id, first, at, minutes=minutes, rule=rule.to_ical().decode())
        )
        if new.once:
            return new
        if before := self.goes_on_from:
            new = new.going_on_from(before)
        for day in self.left_out:
            new = new.without(day) if new._falls_on(day) else new
        for each in moved:
            day = each["recurrence-id"].dt.date()
            new = new.moved(day, each["dtstart"].dt) if new._falls_on(day) else new
        return new

    def _in_step(self, first: date, days: tuple[str, ...], weeks: int) -> date:
        """The first of `days` from `first` on in a week in which there are talks of it."""
        begin = self.first - timedelta(days=self.first.weekday())
        ahead = (first + timedelta(days=n) for n in range(7 * weeks))
        return next(
            day
            for day in ahead
            if DAYS[day.weekday()] in days and (day - begin).days // 7 % weeks == 0
        )

    def going_on_from(self, before: str) -> "Series":
        """The same as what the series `before` is from a later day on."""
        event = _events(self.event)[0]
        event.pop(_GOES_ON_FROM, None)
        event.add(_GOES_ON_FROM, before)
        return self._with(event)

    @property
    def goes_on_from(self) -> str:
        """Id of the series that was changed into this one from a later day on; "": none was."""
        # only read, so no copy is needed: every one is compared with every other
        return str(_calendar(self.event).walk("VEVENT")[0].get(_GOES_ON_FROM, ""))

    @property
    def by_days(self) -> bool:
        """Is it a single talk, or one of certain days of the week, so that days can be chosen anew?"""
        rule = _events(self.event)[0].get("rrule")
        plain = {"FREQ", "INTERVAL", "BYDAY", "UNTIL"}
        return rule is None or (rule["FREQ"][0] == "WEEKLY" and {*rule} <= plain)

    @property
    def days(self) -> tuple[str, ...]:
        """The days of the week (of DAYS) of one that repeats by them; none: it does not."""
        event = _events(self.event)[0]
        if self.once or not self.by_days:
            return ()
        own = DAYS[event["dtstart"].dt.weekday()][:2].upper()
        named = {str(day) for day in event["rrule"].get("BYDAY", [own])}
        return tuple(day for day in DAYS if day[:2].upper() in named)

    @property
    def hour(self) -> time:
        """At which it is planned, local."""
        return _events(self.event)[0]["dtstart"].dt.time()

    @property
    def first(self) -> date:
        """The day on which it begins, be that left out or not."""
        return _events(self.event)[0]["dtstart"].dt.date()

    @property
    def until(self) -> date | None:
        """The last day on which there may be a talk of it; None: it has no such end, or is a single talk."""
        rule: Any = _events(self.event)[0].get("rrule") or {}
        last = rule.get("UNTIL", [None])[0]
        return last.date() if isinstance(last, datetime) else last

    @property
    def once(self) -> bool:
        """Is it a single talk, that repeats by no rule?"""
        return _events(self.event)[0].get("rrule") is None

    @property
    def says(self) -> str:
        """The rule for people: "Tuesday and Friday at 10:00, until 26 January 2027"."""
        event = _events(self.event)[0]
        start = event["dtstart"].dt
        rule = event.get("rrule")
        at = f"at {start:%H:%M}"
        if rule is None:
            return f"{start:%A}, {start.day} {start:%B %Y} {at}"
        many = on_days([str(day) for day in rule.get("BYDAY", []) if str(day) in _DAY_NAMES])
        every = {"DAILY": "Every day", "WEEKLY": many or f"{start:%A}"}.get(rule["FREQ"][0])
        step = int(rule.get("INTERVAL", [1])[0])
        if every is None or step > 2:
            return f"By the rule {rule.to_ical().decode()} {at}"
        end = self.until
        ends = f", until {end.day} {end:%B %Y}" if end else ""
        return f"{'Every second week: ' if step == 2 else ''}{every} {at}{ends}"

    def _stands_at(self, event: Any, to: datetime) -> "Series":
        """A single talk at `to`; where it stood first stays known."""
        was = event.pop(_BEFORE, None) or event["dtstart"].dt.isoformat()
        if was != to.isoformat():
            event.add(_BEFORE, was)
        event["dtstart"] = icalendar.vDatetime(to)
        return replace(self, event=_text(event))

    def _falls_on(self, day: date) -> bool:
        return bool(self.starts(ZoneInfo("UTC"), day, day))

    def _on(self, day: date) -> tuple[Any, datetime]:
        event = _events(self.event)[0]
        wall = datetime.combine(day, event["dtstart"].dt.time())
        if not self._falls_on(day):
            raise ScheduleError(
                f"Nothing is planned on {day} in this series.",
                safe="The calendar is as it was.",
                mend="`voice-agent schedule list` shows what is planned.",
            )
        return event, wall

    def _with(self, event: Any) -> "Series":
        rest = _events(self.event)[1:]
        return replace(self, event="".join(_text(each) for each in (event, *rest)))


def said_together(parts: Sequence[Series]) -> str:
    """Parts of one series for people: "Tuesday and Friday at 10:00, until 7 December 2026, then Tuesday at 11:00"."""
    says, last = "", None
    for each in parts:
        beside = last is None or each.first <= last
        says += f"{' and ' if beside else ', then '}{each.says}" if says else each.says
        last = each.until
    return says


def on_days(days: Sequence[str]) -> str:
    """Days of the week, as DAYS or a rule have them: "Tuesday and Friday"."""
    names = [_DAY_NAMES[day[:2].upper()] for day in days]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


_DAY_NAMES = {
    "MO": "Monday",
    "TU": "Tuesday",
    "WE": "Wednesday",
    "TH": "Thursday",
    "FR": "Friday",
    "SA": "Saturday",
    "SU": "Sunday",
}


def planned(
    id: str,
    first: date,
    at: time,
    *,
    minutes: int,
    days: tuple[str, ...] = (),
    weeks: int = 1,
    until: date | None = None,
    rule: str = "",
) -> Series:
    """A new series from `first` on, at local time `at`: on `days` (of DAYS) every `weeks` weeks, or by an

    RFC 5545 `rule` of one's own; with neither, once. Raises ScheduleError.
    """
    event: Any = icalendar.Event()
    event.add("uid", id)
    event.add("dtstart", datetime.combine(first, at))
    event.add("duration", timedelta(minutes=minutes))
    event.add("summary", TITLE)
    if unknown := [day for day in days if day not in DAYS]:
        raise ScheduleError(
            f"“{unknown[0]}” is not a day we know.",
            safe="The calendar is as it was.",
            mend=f"The days are {', '.join(DAYS)}.",
        )
    if days and not rule:
        rule = f"FREQ=WEEKLY;INTERVAL={weeks};BYDAY={','.join(day[:2].upper() for day in days)}"
        # the first day counts only where it is one of the days
        start = next(
            day
            for day in (first + timedelta(days=n) for n in range(7))
            if DAYS[day.weekday()] in days
        )
        event["dtstart"] = icalendar.vDatetime(datetime.combine(start, at))
    if rule:
        if until is not None:
            rule += f";UNTIL={datetime.combine(until, _END):%Y%m%dT%H%M%S}"
        try:
            if not re.match(r"(?i)(?:.*;)?FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)\b", rule):
                raise ValueError("a rule repeats by days, weeks, months or years")
            event.add("rrule", icalendar.vRecur.from_ical(rule))
        except ValueError as error:
            raise _unreadable(f"The rule “{rule}”") from error
    series = Series(id, _text(event))
    return read(series.id, series.event)


def read(id: str, event: str) -> Series:
    """A series from stored or imported text. Raises ScheduleError where it is no event we can lay out."""
    events = _events(event)
    if not events or "dtstart" not in events[0] or type(events[0]["dtstart"].dt) is not datetime:
        raise _unreadable("That calendar entry")
    series = Series(id, event)
    try:
        first = events[0]["dtstart"].dt.date()
        series.starts(ZoneInfo("UTC"), first, first)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unreadable("That calendar entry") from error
    return series


def _unreadable(what: str) -> ScheduleError:
    return ScheduleError(
        f"{what} cannot be understood.",
        safe="The calendar is as it was.",
        mend="It must be an event as RFC 5545 has it, with a day and a time, "
        "for example FREQ=WEEKLY;BYDAY=TU,FR for a rule.",
    )


@lru_cache(maxsize=512)
def _month(event: str, zone: ZoneInfo, year: int, month: int) -> tuple[datetime, ...]:
    """Beginnings in one local month, UTC. Laying out a rule costs milliseconds, so months are kept."""
    first = datetime(year, month, 1)  # noqa: DTZ001 floating, as the series is
    after = datetime(year + month // 12, month % 12 + 1, 1)  # noqa: DTZ001
    laid: Any = recurring_ical_events.of(_calendar(event)).between(first, after)
    starts: list[datetime] = [each["dtstart"].dt for each in laid]
    return tuple(
        sorted(
            (start if start.tzinfo else start.replace(tzinfo=zone)).astimezone(UTC)
            for start in starts
            if start.year == year and start.month == month
        )
    )


@lru_cache(maxsize=64)
def _calendar(events: str) -> Any:
    # a calendar of its own around the events, for the library
    text = (
        f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//voice-agent//EN\r\n{events}END:VCALENDAR\r\n"
    )
    try:
        return icalendar.Calendar.from_ical(text)
    except ValueError as error:
        raise _unreadable("That calendar entry") from error


def _events(text: str) -> list[Any]:
    return list(_calendar_copy(text).walk("VEVENT"))


def _calendar_copy(text: str) -> Any:
    """Events that may be changed: the kept ones are shared."""
    _calendar(text)
    return icalendar.Calendar.from_ical(_calendar(text).to_ical())


def _taken_out(event: Any) -> list[datetime]:
    """The library has one list where a day was taken out, and a list of them where several were."""
    found = event.get("exdate", [])
    lists = found if isinstance(found, list) else [found]
    return [each.dt for several in lists for each in several.dts]


def _text(event: Any) -> str:
    return event.to_ical().decode()
