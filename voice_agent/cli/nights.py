"""The hours of the night in which a language server that serves many houses has time for chapters."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from voice_agent.errors import SettingsError

if TYPE_CHECKING:
    from rich.console import Console

    from voice_agent.scheduler.plan import Quiet
    from voice_agent.settings import Settings

LOOK = 60.0
"""Seconds between two looks at the clock: it may be set while somebody waits."""


def always() -> bool:
    """At any hour."""
    return True


def waited(settings: "Settings", console: "Console") -> Callable[[], bool]:
    """Wait until the night of the settings has begun; returns whether it still lasts. Raises SettingsError, ScheduleError."""
    from voice_agent.assemble import where
    from voice_agent.scheduler.diary import clock
    from voice_agent.scheduler.plan import Quiet

    language = settings.language
    if not language.night_from and not language.night_until:
        return always
    if (
        not (language.night_from and language.night_until)
        or language.night_from == language.night_until
    ):
        raise SettingsError(
            "The night of the settings has no two ends.",
            safe="Nothing was written.",
            mend="Set both `night_from` and `night_until` under [language], or neither.",
        )
    night = Quiet(clock(language.night_from), clock(language.night_until))
    zone = where(settings)

    def now() -> datetime:
        return datetime.now(UTC)

    if left := until(night, now(), zone):
        begins = (now() + timedelta(seconds=left)).astimezone(zone)
        console.print(f"It begins at {begins:%H:%M}. Control-C gives it up.")
    while left := until(night, now(), zone):
        time.sleep(min(left, LOOK))
    return lambda: not until(night, now(), zone)


def until(night: "Quiet", now: datetime, zone: tzinfo) -> float:
    """Seconds until `night` begins; 0 while it lasts. Pure."""
    here = now.astimezone(zone)
    if night.covers(here.time()):
        return 0.0
    begins = here.replace(
        hour=night.begins.hour, minute=night.begins.minute, second=0, microsecond=0
    )
    if begins <= here:
        begins += timedelta(days=1)
    return (begins - here).total_seconds()
