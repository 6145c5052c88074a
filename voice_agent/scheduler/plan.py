"""The nouns of a calendar: what is planned, what happened, what the narrator wished. Instants are UTC."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from voice_agent.scheduler.series import Series


@dataclass(frozen=True, slots=True)
class Pause:
    """Days without invitations, both included. A pause always ends: nobody is forgotten."""

    first: date
    last: date

    def covers(self, day: date) -> bool:
        """Is `day` in it?"""
        return self.first <= day <= self.last

    @property
    def ends(self) -> tuple[date, ...]:
        """Its first and its last day; of one day that one."""
        return (self.first,) if self.first == self.last else (self.first, self.last)


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours in which nobody is ever invited, on the narrator's wall clock."""

    begins: time = time(20, 0)
    ends: time = time(9, 0)
    also: "Quiet | None" = None
    """Others beside them, as for a nap."""

    def covers(self, at: time) -> bool:
        """Is it quiet `at`? The end is not; the same hour twice means never."""
        if self.also is not None and self.also.covers(at):
            return True
        if self.begins <= self.ends:
            return self.begins <= at < self.ends
        return at >= self.begins or at < self.ends

    def within(self, at: time, length: timedelta) -> time | None:
        """When it begins to be quiet while a talk of `length` goes on that begins `at`; None: it does not."""
        of_day = [each for each in (self, self.also) if each and each.begins != each.ends]
        soonest = min(of_day, key=lambda each: _minutes_to(at, each.begins), default=None)
        if soonest is None:
            return None
        ahead = timedelta(minutes=_minutes_to(at, soonest.begins))
        return soonest.begins if timedelta() < ahead < length else None

    @property
    def says(self) -> str:
        """ "20:00 and 09:00, nor between 13:00 and 15:00": after "not between"."""
        own = f"{self.begins:%H:%M} and {self.ends:%H:%M}"
        return f"{own}, nor between {self.also.says}" if self.also else own


def _minutes_to(at: time, then: time) -> int:
    """From one time of day to the next such other."""
    return ((then.hour - at.hour) * 60 + then.minute - at.minute) % (24 * 60)


@dataclass(frozen=True, slots=True)
class Busy:
    """A stretch in which the narrator has something else to do."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that was arranged."""

    series: tuple[Series, ...]
    zone: ZoneInfo
    """The narrator's."""

    pauses: tuple[Pause, ...] = ()
    busy: tuple[Busy, ...] = ()
    quiet: Quiet = Quiet()
    daily: int = 1
    """Sessions a day."""

    length: timedelta = timedelta(minutes=25)
    """Of a session; it must fit between two busy stretches."""

    since: datetime | None = None
    """Before this moment nothing was planned, so nothing can have been missed; None: ask nobody."""


class Kind(StrEnum):
    """What can happen to a planned session."""

    INVITED = "invited"
    HELD = "held"
    """A session began, invited or not."""

    MISSED = "missed"
    """It was planned and not held."""


class Why(StrEnum):
    """Why a planned talk does not begin at its hour, or was not held."""

    AS_PLANNED = ""
    BUSY = "busy"
    LATER = "later"
    """The narrator asked for it."""

    NOT_TODAY = "not today"
    PAUSED = "paused"
    QUIET = "quiet hours"
    HELD = "held before"
    """There has been a talk that day."""

    NOBODY = "nobody answered"
    BROKEN = "could not ask"
    """Microphone, loudspeaker or an engine was missing."""

    CLOCK = "clock"
    """The device did not know what time it was."""

    OFF = "off"


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened. No content, ever."""

    kind: Kind
    at: datetime
    slot: datetime | None = None
    """The planned beginning it belongs to; None: a session nobody had planned."""

    why: Why = Why.AS_PLANNED
    """Of MISSED: the reason. Of INVITED: BROKEN where nobody could be asked."""


class Wanted(StrEnum):
    """What a narrator may answer to an invitation instead of coming."""

    NOT_TODAY = "not today"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Wish:
    """What the narrator said about being invited."""

    wanted: Wanted
    at: datetime
    until: datetime | None = None
    """For LATER: when to ask again."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """The next knock on the door."""

    at: datetime
    slot: datetime
    """The planned beginning."""

    attempt: int
    """1 or 2."""
