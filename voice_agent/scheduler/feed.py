"""The calendar for other programs: a read-only feed with neutral titles, and busy times read from theirs."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events

from voice_agent.errors import ScheduleError
from voice_agent.scheduler import zones
from voice_agent.scheduler.invitation import BEHIND, Coming, by_plan, slots
from voice_agent.scheduler.plan import Busy, Plan
from voice_agent.scheduler.series import OURS, TITLE, Series

HORIZON = timedelta(days=366)
"""How far ahead busy times are read, and how far ahead the feed gives the hours at which somebody is really asked."""

LARGEST = 5_000_000
"""Bytes of a calendar file that we read."""


def feed(plan: Plan, now: datetime, ahead: Sequence[Coming] = ()) -> str:
    """The plan as an iCalendar file: times in the narrator's zone, one title for all, nothing about content.

    `ahead`: what is known beside the plan of the talks that come next, as `Diary.coming` has it.
    """
    calendar: Any = icalendar.Calendar()
    calendar.add("prodid", "-//voice-agent//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", "Visits from the interviewer")
    calendar.add("method", "PUBLISH")
    hours = _Hours(plan, now, ahead)
    for series in plan.series:
        for event in _placed(series, hours):
            calendar.add_component(event)
    if zones.named(plan.zone.key) is None:
        # other programs do not know it: its hours are told along with the times
        calendar.add_component(icalendar.Timezone.from_tzinfo(plan.zone, plan.zone.key))
    calendar.add_missing_timezones()
    return calendar.to_ical().decode()


def busy_times(text: str, zone: ZoneInfo, now: datetime) -> list[Busy]:
    """When the narrator is busy, by somebody's calendar: only begin and end are read, never a title.

    Events marked as free (TRANSP:TRANSPARENT) or cancelled do not count, nor do our own talks, which came there by
    the feed: they would put themselves off. Raises ScheduleError.
    """
    if len(text) > LARGEST:
        raise _unreadable("That calendar file is too large.")
    try:
        calendar: Any = icalendar.Calendar.from_ical(text)
        if any(_restless(event) for event in calendar.walk("VEVENT")):
            raise _unreadable("Something in that calendar happens again every minute.")
        laid: Any = recurring_ical_events.of(calendar).between(
            now - timedelta(days=1), now + HORIZON
        )
        found = [
            Busy(_moment(event.start, zone), _moment(event.end, zone))
            for event in laid
            if not str(event.get("uid", "")).endswith(f"@{OURS}")
            and str(event.get("transp", "OPAQUE")) != "TRANSPARENT"
            and str(event.get("status", "")) != "CANCELLED"
        ]
    except (
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        ArithmeticError,
        RecursionError,
        OSError,
    ) as error:
        # OSError: a time zone called "Europe" is a folder to whoever looks it up, and one of 300 letters no file at all
        raise _unreadable("That is not a calendar file we can read.") from error
    return sorted((b for b in found if b.ends > b.begins), key=lambda busy: busy.begins)


def _restless(event: Any) -> bool:
    """Would it be laid out more than once an hour? A year of seconds fits into no memory."""
    rules = event.get("rrule", [])
    return any(
        rule.get("FREQ") in (["MINUTELY"], ["SECONDLY"])
        or len(rule.get("BYMINUTE", [])) > 1
        or len(rule.get("BYSECOND", [])) > 1
        for rule in (rules if isinstance(rules, list) else [rules])
    )


class _Hours:
    """At which hour somebody is really asked, for every planned beginning near enough to know."""

    def __init__(self, plan: Plan, now: datetime, ahead: Sequence[Coming]) -> None:
        self.plan, self.now = plan, now
        self.first, self.last = now - BEHIND, now + HORIZON
        self._known = {each.slot: each for each in ahead}
        self._kept = set(slots(plan, self.first, self.last))

    def of(self, slot: datetime) -> datetime | None:
        """Local, in the narrator's zone; None: nobody is asked. Far away it is the planned beginning."""
        at: datetime | None = slot
        if self.first <= slot <= self.last:
            known = self._known.get(slot) or by_plan(self.plan, slot)
            at = known.at if slot in self._kept else None
        return at.astimezone(self.plan.zone) if at else None

    def there(self, wall: datetime) -> datetime:
        """A kept time in the narrator's zone."""
        return wall.replace(tzinfo=self.plan.zone) if wall.tzinfo is None else wall


def _placed(series: Series, hours: _Hours) -> list[Any]:
    """The rule first, then every talk that is not held at the hour of the rule."""
    head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//voice-agent//EN\r\n"
    kept: Any = icalendar.Calendar.from_ical(f"{head}{series.event}END:VCALENDAR\r\n")
    base, *moved = kept.walk("VEVENT")
    # planned beginnings by the beginning that the rule gives them
    slots_ = {hours.there(e["recurrence-id"].dt): hours.there(e["dtstart"].dt) for e in moved}
    by_hand = set(slots_)
    alone = replace(series, event=base.to_ical().decode())
    zone, first, last = hours.plan.zone, hours.first, hours.last
    for start in alone.starts(zone, first.astimezone(zone).date(), last.astimezone(zone).date()):
        slots_.setdefault(start.astimezone(zone), start.astimezone(zone))
    real = {rule: hours.of(slot.astimezone(UTC)) for rule, slot in slots_.items()}
    if "rrule" not in base:
        start = hours.there(base["dtstart"].dt)
        at = real.get(start, start)
        return [_event(base, hours, at)] if at else []
    whole = _event(base, hours, hours.there(base["dtstart"].dt))
    rule = icalendar.vRecur(base["rrule"])
    if until := rule.get("UNTIL"):
        # RFC 5545: with a zone on the beginning, the end of a rule is in UTC
        rule["UNTIL"] = [hours.there(each).astimezone(UTC) for each in until]
    whole.add("rrule", rule)
    gone = {start for start, at in real.items() if at is None}
    # a talk that was moved by hand out of a pause is held
    if left_out := (_left_out(base, hours) - by_hand) | gone:
        whole.add("exdate", sorted(left_out))
    elsewhere = [
        _event(base, hours, at, instead_of=start)
        for start, at in sorted(real.items())
        if at and (at != start or start in by_hand)
    ]
    return [whole, *elsewhere]


def _event(base: Any, hours: _Hours, at: datetime, instead_of: datetime | None = None) -> Any:
    placed: Any = icalendar.Event()
    placed.add("uid", base["uid"])
    placed.add("summary", TITLE)
    placed.add("dtstamp", hours.now)
    placed.add("dtstart", at)
    placed.add("duration", base["duration"].dt if "duration" in base else hours.plan.length)
    if instead_of is not None:
        placed.add("recurrence-id", instead_of)
    return placed


def _left_out(base: Any, hours: _Hours) -> set[datetime]:
    """Days taken out by hand, and days of a pause."""
    taken = base.get("exdate", [])
    walls = [
        wall.dt for each in (taken if isinstance(taken, list) else [taken]) for wall in each.dts
    ]
    walls += [
        datetime.combine(pause.first + timedelta(days=n), base["dtstart"].dt.time())
        for pause in hours.plan.pauses
        for n in range((pause.last - pause.first).days + 1)
    ]
    return {hours.there(wall) for wall in walls}


def _moment(at: date | datetime, zone: ZoneInfo) -> datetime:
    """A whole day begins at its midnight; a time without a zone is the narrator's."""
    if not isinstance(at, datetime):
        at = datetime.combine(at, time(), zone)
    return (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)


def _unreadable(what: str) -> ScheduleError:
    return ScheduleError(
        what,
        safe="The calendar is as it was.",
        mend="Export it again as an iCalendar file (.ics).",
    )
