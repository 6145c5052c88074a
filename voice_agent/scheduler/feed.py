"""The calendar for other programs: a read-only feed with neutral titles, and busy times read from theirs."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events

from voice_agent.errors import ScheduleError
from voice_agent.scheduler.plan import Busy, Plan
from voice_agent.scheduler.series import TITLE, Series

HORIZON = timedelta(days=366)
"""How far ahead busy times are read."""

LARGEST = 5_000_000
"""Bytes of a calendar file that we read."""


def feed(plan: Plan, now: datetime) -> str:
    """The plan as an iCalendar file: times in the narrator's zone, one title for all, nothing about content."""
    calendar: Any = icalendar.Calendar()
    calendar.add("prodid", "-//voice-agent//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", "Visits from the interviewer")
    calendar.add("method", "PUBLISH")
    for series in plan.series:
        for event in _placed(series, plan, now):
            calendar.add_component(event)
    calendar.add_missing_timezones()
    return calendar.to_ical().decode()


def busy_times(text: str, zone: ZoneInfo, now: datetime) -> list[Busy]:
    """When the narrator is busy, by somebody's calendar: only begin and end are read, never a title.

    Events marked as free (TRANSP:TRANSPARENT) or cancelled do not count. Raises ScheduleError.
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
            if str(event.get("transp", "OPAQUE")) != "TRANSPARENT"
            and str(event.get("status", "")) != "CANCELLED"
        ]
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
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


def _placed(series: Series, plan: Plan, now: datetime) -> list[Any]:
    head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//voice-agent//EN\r\n"
    kept: Any = icalendar.Calendar.from_ical(f"{head}{series.event}END:VCALENDAR\r\n")
    return [_in_zone(event, plan, now) for event in kept.walk("VEVENT")]


def _in_zone(event: Any, plan: Plan, now: datetime) -> Any:
    zone = plan.zone

    def there(wall: datetime) -> datetime:
        return wall.replace(tzinfo=zone) if wall.tzinfo is None else wall

    placed: Any = icalendar.Event()
    placed.add("uid", event["uid"])
    placed.add("summary", TITLE)
    placed.add("dtstamp", now)
    placed.add("dtstart", there(event["dtstart"].dt))
    placed.add("duration", event["duration"].dt if "duration" in event else plan.length)
    if "recurrence-id" in event:
        placed.add("recurrence-id", there(event["recurrence-id"].dt))
    if "rrule" in event:
        rule = icalendar.vRecur(event["rrule"])
        if until := rule.get("UNTIL"):
            # RFC 5545: with a zone on the beginning, the end of a rule is in UTC
            rule["UNTIL"] = [there(each).astimezone(UTC) for each in until]
        placed.add("rrule", rule)
    taken = event.get("exdate", [])
    walls = [
        wall.dt for each in (taken if isinstance(taken, list) else [taken]) for wall in each.dts
    ]
    walls += [
        datetime.combine(pause.first + timedelta(days=n), event["dtstart"].dt.time())
        for pause in plan.pauses
        for n in range((pause.last - pause.first).days + 1)
        if "rrule" in event
    ]
    if walls:
        placed.add("exdate", [there(wall) for wall in walls])
    return placed


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
