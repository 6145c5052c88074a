"""The calendar as it is kept: rows of the record into a Plan, and what happens back into rows."""

import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from voice_agent.archive import plans
from voice_agent.archive.book import Keeper
from voice_agent.errors import ScheduleError
from voice_agent.scheduler import series as rules
from voice_agent.scheduler.invitation import BEHIND, Outlook, outlook
from voice_agent.scheduler.plan import Busy, Happening, Kind, Pause, Plan, Quiet, Wanted, Wish
from voice_agent.scheduler.series import Series
from voice_agent.settings import Settings

SAME = timedelta(minutes=10)
"""A session that begins so soon after an answered invitation is the one that was answered."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """What the house's settings say about being invited."""

    zone: ZoneInfo
    quiet: Quiet
    daily: int
    length: timedelta


def zone(name: str) -> ZoneInfo:
    """The narrator's time zone; an empty name: this computer's own. Raises ScheduleError."""
    try:
        return ZoneInfo(name or _own_zone())
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise ScheduleError(
            f"There is no time zone “{name}”.",
            safe="Nobody is invited at a wrong hour.",
            mend="Write narrator.time_zone as a region and a city, for example Europe/London.",
        ) from error


def arranged(settings: Settings) -> Arranged:
    """Read the settings. Raises ScheduleError."""
    schedule = settings.schedule
    return Arranged(
        zone(settings.narrator.time_zone),
        Quiet(clock(schedule.quiet_from), clock(schedule.quiet_until)),
        schedule.daily,
        timedelta(minutes=settings.interview.length),
    )


def clock(text: str) -> time:
    """Read "20:00". Raises ScheduleError."""
    try:
        return time.fromisoformat(text)
    except ValueError:
        raise ScheduleError(
            f"“{text}” is not a time of day.", mend="Write it as hours and minutes: 20:00."
        ) from None


class Diary:
    """Reads and writes the calendar of one house."""

    def __init__(self, keeper: Keeper, arranged: Arranged) -> None:
        self.arranged = arranged
        self._keeper = keeper

    def plan(self) -> Plan:
        """Everything arranged, as it is now."""
        rows = plans.series(self._keeper)
        return Plan(
            tuple(Series(id, event) for id, event, _ in rows),
            self.arranged.zone,
            tuple(
                Pause(date.fromisoformat(first), date.fromisoformat(last))
                for _, first, last in plans.pauses(self._keeper)
            ),
            tuple(
                Busy(datetime.fromisoformat(begins), datetime.fromisoformat(ends))
                for begins, ends in plans.busy(self._keeper)
            ),
            self.arranged.quiet,
            self.arranged.daily,
            self.arranged.length,
            min((datetime.fromisoformat(made) for _, _, made in rows), default=None),
        )

    def history(self, now: datetime) -> tuple[Happening, ...]:
        """What happened lately, further back than anybody looks. A session nobody was invited to counts."""
        told = tuple(
            Happening(
                Kind(kind),
                datetime.fromisoformat(at),
                (slot and datetime.fromisoformat(slot)) or None,
            )
            for kind, at, slot in plans.happenings(self._keeper, now - 2 * BEHIND)
        )
        begun = (datetime.fromisoformat(at) for at in plans.sessions_begun(self._keeper))
        asked = tuple(
            Happening(Kind.HELD, at)
            for at in begun
            if at >= now - 2 * BEHIND
            and not any(e.kind is Kind.HELD and timedelta() <= at - e.at < SAME for e in told)
        )
        return tuple(sorted((*told, *asked), key=lambda each: each.at))

    def wishes(self, now: datetime) -> tuple[Wish, ...]:
        """What the narrator lately wished."""
        return tuple(
            Wish(
                Wanted(wanted),
                datetime.fromisoformat(at),
                (until and datetime.fromisoformat(until)) or None,
            )
            for wanted, at, until in plans.wishes(self._keeper, now - 2 * BEHIND)
        )

    def outlook(self, now: datetime | None) -> Outlook:
        """What is to be done; what has been missed is written down in the same breath."""
        if now is None:
            return Outlook(None)
        seen = outlook(self.plan(), self.history(now), self.wishes(now), now)
        for slot in seen.missed:
            self.happened(Happening(Kind.MISSED, now, slot))
        return seen

    def happened(self, happening: Happening) -> None:
        """Write down that something happened."""
        slot = happening.slot.astimezone(UTC).isoformat() if happening.slot else None
        plans.note_happening(
            self._keeper, happening.kind, happening.at.astimezone(UTC).isoformat(), slot
        )

    def wished(self, wish: Wish) -> None:
        """Write down what the narrator wished."""
        until = wish.until.astimezone(UTC).isoformat() if wish.until else None
        plans.note_wish(self._keeper, wish.wanted, wish.at.astimezone(UTC).isoformat(), until)

    def add(
        self,
        first: date,
        at: time,
        now: datetime,
        *,
        days: tuple[str, ...] = (),
        weeks: int = 1,
        until: date | None = None,
        rule: str = "",
    ) -> Series:
        """Plan a new series. Raises ScheduleError, also for a time in the quiet hours."""
        quiet = self.arranged.quiet
        if quiet.covers(at):
            raise ScheduleError(
                f"{at:%H:%M} lies in the quiet hours, {quiet.begins:%H:%M} to {quiet.ends:%H:%M}.",
                safe="The calendar is as it was.",
                mend="Choose another time, or change schedule.quiet_from and schedule.quiet_until.",
            )
        made = rules.planned(
            f"{secrets.token_hex(4)}@voice-agent",
            first,
            at,
            minutes=max(1, round(self.arranged.length.total_seconds() / 60)),
            days=days,
            weeks=weeks,
            until=until,
            rule=rule,
        )
        self.keep(made, now)
        return made

    def keep(self, series: Series, now: datetime) -> None:
        """Keep a new or changed series."""
        plans.keep_series(self._keeper, series.id, series.event, now)

    def pause(self, first: date, last: date) -> None:
        """No invitations from `first` to `last`, both included. Raises ScheduleError."""
        if last < first:
            raise ScheduleError(
                f"A pause cannot end on {last}, before it begins on {first}.",
                safe="The calendar is as it was.",
            )
        plans.keep_pause(self._keeper, first.isoformat(), last.isoformat())


def right_time(now: datetime, newest: datetime | None, *, kernel: Callable[[], bool]) -> bool:
    """Can this clock be believed? Then invitations may be made.

    It can if the system says that it was set from outside; without a network, if the computer has a clock
    that runs while it is off and it does not show an earlier time than something that has happened.
    """
    if newest is not None and now < newest:
        return False
    return kernel() or any(Path("/sys/class/rtc").glob("rtc*"))


def set_from_outside() -> bool:
    """Has the system's clock been synchronised? True where nobody can tell: only Linux is asked."""
    import ctypes
    import sys

    if not sys.platform.startswith("linux"):
        return True
    if Path("/run/systemd/timesync/synchronized").exists():
        return True  # a hardened service may not ask the kernel
    library = ctypes.CDLL(None, use_errno=True)
    kept = ctypes.create_string_buffer(512)  # struct timex; all zero: only look
    unsynchronised = 5  # TIME_ERROR, man 2 adjtimex
    state = library.adjtimex(kept)
    return state not in (unsynchronised, -1)


def _own_zone() -> str:
    if named := os.environ.get("TZ", "").lstrip(":"):
        return named
    local = Path("/etc/localtime")
    if local.is_symlink() and "zoneinfo/" in (target := str(local.resolve())):
        return target.partition("zoneinfo/")[2]
    return "UTC"


def next_talk(diary: Diary, now: datetime) -> str:
    """What may be said at the end of a talk that takes place `now`: "We talk again on Tuesday."

    Empty where nothing is planned within a week: a far promise is soon forgotten.
    """
    held = (*diary.history(now), Happening(Kind.HELD, now))
    seen = outlook(diary.plan(), held, diary.wishes(now), now).next
    if seen is None:
        return ""
    days = (today(seen.at, diary.arranged.zone) - today(now, diary.arranged.zone)).days
    if days == 1:
        return "We talk again tomorrow, if you like."
    local = seen.at.astimezone(diary.arranged.zone)
    return f"We talk again on {local:%A}, if you like." if 1 < days < 7 else ""


def today(now: datetime, where: tzinfo) -> date:
    """The narrator's day."""
    return now.astimezone(where).date()
