"""Whether this computer's clock can be believed: nobody is invited at an hour that may be another one."""

from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path


def released(of: str | None = None) -> datetime:
    """The beginning of the month in which this program was made, by its version (the calendar's): no clock shows less."""
    year, month = (of or version("voice-agent")).split(".")[:2]
    return datetime(int(year), int(month), 1, tzinfo=UTC)


def in_the_past(now: datetime, newest: datetime | None, made: datetime) -> str:
    """Why the clock must be wrong, in one sentence; "" where it may be right.

    `newest`: the latest moment that the record speaks of; `made`: when this program was.
    """
    shown = f"This computer's clock shows {_day(now)}, which cannot be"
    if newest is not None and now < newest:
        return f"{shown}: the record tells of {_day(newest)} already."
    if now < made:
        return f"{shown}: this program was made in {made:%B %Y}."
    return ""


def _day(at: datetime) -> str:
    return f"{at.day} {at:%B %Y}, {at:%H:%M} UTC"


MEND = "Connect it to the internet for some minutes, or set its clock; nobody is invited before."


def has_own_clock() -> bool:
    """Has this computer a clock that runs while it is off?"""
    return any(Path("/sys/class/rtc").glob("rtc*"))


def right_time(
    now: datetime,
    newest: datetime | None,
    *,
    kernel: Callable[[], bool],
    own: Callable[[], bool] = has_own_clock,
    made: datetime | None = None,
) -> bool:
    """Can this clock be believed? Then invitations may be made.

    It can if the system says that it was set from outside (`kernel`); without a network, if the computer has a clock
    of its `own` and it does not show an earlier time than something that has happened, be it that this program was `made`.
    """
    if any(now < known for known in (newest, made) if known is not None):
        return False
    return kernel() or own()


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
