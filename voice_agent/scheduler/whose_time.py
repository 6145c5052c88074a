"""Whose time is meant by ten o'clock: the zone that the settings name, else this computer's own, else what its clock shows now."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from voice_agent.errors import ScheduleError
from voice_agent.scheduler import zones
from voice_agent.scheduler.own_zone import ROOT, Found, NotFound, own_zone, read

MEND = "Write narrator.time_zone as a region and a city, for example Europe/London."

UTC_NAMES = frozenset(
    ["UTC", "UCT", "Zulu", "Universal", "GMT", "GMT0", "GMT+0", "GMT-0", "Greenwich"]
)
"""How UTC is called; Iceland and Ghana, whose walls show it, have names of their own."""


@dataclass(frozen=True, slots=True)
class Time:
    """The narrator's time."""

    zone: ZoneInfo
    by: str
    """Who says so: the settings, a variable or a file; "": nobody."""

    doubt: str = ""
    """Which time is meant and why, where nobody says so; one or two sentences."""

    @property
    def is_utc(self) -> bool:
        """Is it the time that no wall shows, as computers come from the factory with it?"""
        return self.zone.key.rpartition("/")[2] in UTC_NAMES


def narrators_time(
    named: str,
    *,
    now: datetime | None = None,
    environ: Mapping[str, str] = os.environ,
    root: Path = ROOT,
    ahead: timedelta | None = None,
) -> Time:
    """The narrator's zone; `named`: by the settings, empty: this computer's own. Raises ScheduleError for a wrong name.

    `ahead`: how far this computer's clock is ahead of UTC just now, which is all that is known where its zone is not.
    """
    now = now or datetime.now(UTC)
    found = read(named, now) if named.strip() else own_zone(environ, now, root)
    if isinstance(found, Found):
        return Time(found.zone, found.by or "the setting narrator.time_zone")
    if named.strip():
        raise ScheduleError(
            f"There is no time zone “{found.said}”.",
            safe="Nobody is invited at a wrong hour.",
            mend=MEND,
        )
    zone = zones.fixed(now.astimezone().utcoffset() or timedelta() if ahead is None else ahead)
    return Time(zone, "", _doubt(found, now.astimezone(zone)))


def _doubt(found: NotFound, now: datetime) -> str:
    says = f"{found.by} says “{found.said}”, but " if found.said else found.by and f"of {found.by} "
    return (
        f"Nobody knows this computer's time zone: {says}{found.why.value}. Every hour is meant as its clock "
        f"has it now, UTC{now.isoformat()[-6:]}, in summer and in winter."
    )
