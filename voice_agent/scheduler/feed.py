"""The calendar for other programs: a read-only feed with neutral titles."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar

from voice_agent.scheduler import zones
from voice_agent.scheduler.invitation import BEHIND, Coming, by_plan, slots
from voice_agent.scheduler.plan import Plan
from voice_agent.scheduler.series import TITLE, Series

HORIZON = timedelta(days=366)
"""How far ahead busy times are read, and how far ahead the feed gives the hours at which somebody is really asked."""


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
