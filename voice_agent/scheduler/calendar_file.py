"""Somebody's calendar file, read as far as it can be: when the narrator is busy, and which of its times could not be read.

Programs write such files in many ways, and one bad entry among a hundred is no reason to know of none. So a file is taken
apart by its lines first, and each event is laid out by itself. Only begin and end are ever read, never a title: an event that
is left out is named by its day, or by its place in the file.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events

from voice_agent.errors import ScheduleError
from voice_agent.scheduler.calendar_lines import Event, events_in
from voice_agent.scheduler.feed import HORIZON
from voice_agent.scheduler.plan import Busy
from voice_agent.scheduler.series import OURS

LARGEST = 5_000_000
"""Bytes of a calendar file that we read."""

UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What the library says of an event that it cannot lay out."""

_MEANT = frozenset({"DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID"})
"""Without one of these an event is not at its time: where it cannot be read, neither can the event."""


@dataclass(frozen=True, slots=True)
class CalendarFile:
    """What was found in one."""

    busy: tuple[Busy, ...]
    """From yesterday to a year ahead, by their beginning."""

    left_out: tuple[str, ...] = ()
    """A sentence for each event that could not be read."""

    guessed: int = 0
    """Events in a time zone that nobody knows: they were taken for the narrator's own."""

    def kept(self, who: str) -> list[tuple[str, str]]:
        """Its times as they are kept, begin and end. Raises ScheduleError where there are none: such a file changes nothing."""
        if not self.busy:
            raise ScheduleError(
                self.says(who),
                safe="Nothing has been changed: what was known before stays.",
                mend=f"If {who} is not busy any more, take that calendar back. Else export it again, with what is to come.",
            )
        return [(each.begins.isoformat(), each.ends.isoformat()) for each in self.busy]

    def says(self, who: str) -> str:
        """For whoever sent it. `who`: the narrator."""
        many = len(self.busy)
        first = [
            f"{many} time{'' if many == 1 else 's'} read"
            if many
            else "Nothing in the year to come was read"
        ]
        if self.left_out:
            first.append(f"{len(self.left_out)} left out, because {_joined(self.left_out)}")
        sentences = [f"{', '.join(first)}."]
        if self.guessed:
            sentences.append(
                f"In {self.guessed} of its events the time zone has a name that we do not know; their hours were taken for "
                f"those on {who}’s clock. Please look whether they are right."
            )
        return " ".join(sentences)


def read(sent: bytes, zone: ZoneInfo, now: datetime) -> CalendarFile:
    """When the narrator is busy, by the calendar file `sent`. `zone`: of a time that names none.

    Events marked as free (TRANSP:TRANSPARENT) or cancelled do not count, nor do our own talks, which came there by the feed:
    they would put themselves off. Raises ScheduleError where nothing in it can be read.
    """
    if len(sent) > LARGEST:
        raise _unreadable("That calendar file is too large.")
    stand = events_in(sent)
    if stand is None:
        raise _unreadable("That is not a calendar file we can read.")
    together = defaultdict[str, list[Event]](list)
    for each in stand:
        # an occurrence that was moved by hand belongs to the event that comes again
        together[each.of("UID") or f"none {each.number}"].append(each)
    busy, left_out, guessed = list[Busy](), list[str](), 0
    for uid, events in together.items():
        if uid.endswith(f"@{OURS}"):
            continue
        found, ill, unsure = _laid(events, zone, now)
        busy += found
        left_out += ill
        guessed += unsure
    if left_out and not busy and len(left_out) == sum(map(len, together.values())):
        raise _unreadable(f"Nothing in that calendar could be read: {_joined(left_out)}.")
    return CalendarFile(
        tuple(sorted(set(busy), key=lambda b: (b.begins, b.ends))), tuple(left_out), guessed
    )


def _laid(
    events: Sequence[Event], zone: ZoneInfo, now: datetime
) -> tuple[list[Busy], list[str], int]:
    """The busy times of one event with those occurrences of it that were moved; what could not be read; how many were guessed."""
    yesterday = f"{now - timedelta(days=2):%Y%m%d}"
    events = [each for each in events if not each.over(yesterday)]
    if not events:
        return [], [], 0
    well, ill, alone_in_it = list[Event](), list[str](), None
    for each in events:
        why, alone_in_it = _looked_at(each, zone)
        if why:
            ill.append(f"{each.called} {why}")
        else:
            well.append(each)
    unknown = [each for each in well if not all(map(each.own.meant, each.named))]
    if not well:
        return [], ill, 0
    try:
        whole = alone_in_it if len(events) == 1 else _calendar(well)
        return _between(whole, zone, now), ill, len(unknown)
    except (*UNREADABLE, OSError):
        # OSError: a time zone called "Europe" is a folder to whoever looks it up, and one of 300 letters no file at all
        pass
    if len(well) == 1:
        return [], [*ill, f"{well[0].called} cannot be understood"], 0
    # each by itself: one that was moved by hand and cannot be read takes not the others along
    alone = [_laid([each], zone, now) for each in well]
    return (
        [b for busy, _, _ in alone for b in busy],
        [*ill, *(w for _, says, _ in alone for w in says)],
        len(unknown),
    )


def _looked_at(event: Event, zone: ZoneInfo) -> tuple[str, Any]:
    """Why an event is not laid out, "" where it may be; and a calendar of it alone."""
    try:
        calendar = _calendar([event])
        (parsed,) = calendar.walk("VEVENT")
        if any(str(name).upper() in _MEANT for name, _ in parsed.errors):
            return "has a day, an hour or a rule that cannot be understood", None
        if "DTSTART" not in parsed:
            return "says no day", None
        if _restless(parsed):
            return "happens again every minute or every hour", None
        if _counts(parsed) and (why := _no_length(parsed, zone)):
            return why, None
    except (*UNREADABLE, OSError):
        return "cannot be understood", None
    return "", calendar


def _between(calendar: Any, zone: ZoneInfo, now: datetime) -> list[Busy]:
    first, last = now - timedelta(days=1), now + HORIZON
    laid: Any = calendar.walk("VEVENT")
    # most events of a long calendar happen once: laying them out as a rule takes as long as all the rest
    if len(laid) > 1 or {"RRULE", "RDATE", "RECURRENCE-ID"} & {*laid[0]}:
        laid = recurring_ical_events.of(calendar).between(first, last)
    found = [
        Busy(_moment(each.start, zone), _moment(each.end, zone)) for each in laid if _counts(each)
    ]
    return [b for b in found if b.ends > b.begins and b.ends > first and b.begins < last]


def _counts(event: Any) -> bool:
    """Is whoever has it in the calendar busy then?"""
    return (
        str(event.get("transp", "OPAQUE")).upper() != "TRANSPARENT"
        and str(event.get("status", "")).upper() != "CANCELLED"
        and str(event.get("x-microsoft-cdo-busystatus", "")).upper() != "FREE"
    )


def _no_length(event: Any, zone: ZoneInfo) -> str:
    """Why nobody can be busy while it lasts; "": somebody can."""
    begins, ends = _moment(event.start, zone), _moment(event.end, zone)
    if ends > begins:
        return ""
    if ends == begins:
        return "has no length: no end is given, or it ends as it begins"
    end = event.end
    same = end.timetuple()[:3] == event.start.timetuple()[:3]
    day = "" if same else f" on {end.day} {end:%B %Y}"
    hour = f" at {end:%H:%M}" if isinstance(end, datetime) else ""
    return f"ends before it begins,{day}{hour}"


def _calendar(events: Sequence[Event]) -> Any:
    """A calendar of these events alone, with the zones that they name."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//voice-agent//EN"]
    brought = {(each.own.meant(name), name): each.own for each in events for name in each.named}
    for (meant, name), own in sorted(brought.items(), key=lambda known: known[0]):
        if meant.startswith("X "):
            rest = [line for line in own[name] if not re.match(r"(?i)TZID[;:]", line)]
            lines += ["BEGIN:VTIMEZONE", f"TZID:{meant}", *rest, "END:VTIMEZONE"]
    for each in events:
        lines += ["BEGIN:VEVENT", *each.zoned, "END:VEVENT"]
    return icalendar.Calendar.from_ical("\r\n".join([*lines, "END:VCALENDAR", ""]))


def _restless(event: Any) -> bool:
    """Would it be laid out for ever? A year of seconds fits into no memory, nor a century of hours, nor "every 0 days"."""
    rules = event.get("rrule", [])
    return any(
        rule.get("FREQ") in (["HOURLY"], ["MINUTELY"], ["SECONDLY"])
        or any(int(each) < 1 for each in rule.get("INTERVAL", []))
        or len(rule.get("BYMINUTE", [])) > 1
        or len(rule.get("BYSECOND", [])) > 1
        for rule in (rules if isinstance(rules, list) else [rules])
    )


def _moment(at: date | datetime, zone: ZoneInfo) -> datetime:
    """A whole day begins at its midnight; a time without a zone is the narrator's."""
    if not isinstance(at, datetime):
        at = datetime.combine(at, time(), zone)
    return (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)


def _joined(sentences: Sequence[str], most: int = 5) -> str:
    """So many of them, and how many more there are."""
    shown = [*dict.fromkeys(sentences)][:most]
    more = len(sentences) - len(shown)
    return "; ".join([*shown, *([f"and {more} more like these"] if more > 0 else [])])


def _unreadable(what: str) -> ScheduleError:
    return ScheduleError(
        what,
        safe="The calendar is as it was.",
        mend="Export it again as an iCalendar file (.ics).",
    )
