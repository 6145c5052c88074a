"""What the doctor says of time: whose zone is meant, and whether the clock can be right."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from voice_agent.errors import ScheduleError
from voice_agent.measuring.checkup import Finding, State, from_error
from voice_agent.scheduler import own_clock, whose_time
from voice_agent.scheduler.own_zone import ROOT


def time_zone(named: str, now: datetime, environ: Mapping[str, str], root: Path = ROOT) -> Finding:
    """Whose time ten o'clock is in. `named`: by the settings, empty: this computer's own."""
    about = "time zone"
    try:
        time = whose_time.narrators_time(named, now=now, environ=environ, root=root)
    except ScheduleError as error:
        return from_error(about, error, State.CARE)
    if time.doubt:
        return Finding(about, State.CARE, time.doubt, whose_time.MEND)
    figures = {"zone": time.zone.key}
    if time.is_utc and not named:
        return Finding(
            about,
            State.NOTE,
            f"This computer keeps UTC, by {time.by}: it is now {now.astimezone(time.zone):%H:%M}. Is that the "
            "narrator's time? Computers come so; planned talks go by it, and it knows no summer time.",
            "If another hour is on the narrator's wall: " + whose_time.MEND,
            figures,
        )
    shown = f"{now.astimezone(time.zone):%A, %H:%M}"
    says = f"The narrator's time is that of {time.zone.key}, by {time.by}: {shown}."
    return Finding(about, State.WELL, says, figures=figures)


def clock(now: datetime, newest: datetime | None, made: datetime) -> Finding:
    """Can the clock be right? `newest`: the latest moment of the record; `made`: when this program was."""
    if ill := own_clock.in_the_past(now, newest, made):
        return Finding("clock", State.CARE, ill, own_clock.MEND)
    return Finding("clock", State.WELL, "It shows no time that is over already.")
