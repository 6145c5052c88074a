"""Calendar files that a caregiver sends: each is kept under a name of its own, and none takes another's place unasked."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath

from voice_agent.archive import busy_times
from voice_agent.archive.busy_times import BusyCalendar
from voice_agent.errors import ScheduleError
from voice_agent.scheduler import shifted
from voice_agent.scheduler.calendar_file import read
from voice_agent.scheduler.diary import FAR
from voice_agent.scheduler.invitation import Coming
from voice_agent.scheduler.saying import on
from voice_agent.web.desk import Desk

UNNAMED = "Calendar"
"""What a calendar is called that nobody named."""

_OLDER = "sent by the caregiver"
"""What every calendar was kept as before they had names."""


@dataclass(frozen=True, slots=True)
class BusyFile:
    """One calendar, or what one said before, as the page names it."""

    id: str
    """As it is kept."""

    called: str
    of: str
    """ "from Friday, 20 November (2 times)": which file it was."""


def now_known(desk: Desk) -> tuple[BusyFile, ...]:
    """Every calendar that says when the narrator is busy."""
    return tuple(_shown(desk, each) for each in busy_times.calendars(desk.book))


def known_before(desk: Desk) -> tuple[BusyFile, ...]:
    """What was replaced or taken back since yesterday, and can be brought back."""
    return tuple(_shown(desk, each) for each in busy_times.before(desk.book, desk.now()))


def keep(desk: Desk, sent: bytes, called: str, instead: str) -> str:
    """Keep what a file says, in the place of the calendar `instead` or as one of its own; says what was done.

    Raises ScheduleError where nothing can be read in it, or a calendar of that name is there already: nothing is changed.
    """
    now = desk.now()
    found = read(sent, desk.zone, now)
    times, known = found.kept(desk.who), now_known(desk)
    former = next((each for each in known if each.id == instead), None)
    name = former.id if former else _own_name(called, known)
    before = _ahead(desk, now)
    busy_times.keep(desk.book, name, times, now)
    if former is None:
        others = [each.called for each in known]
        done = f"It is kept as “{name}”{', beside the others' if others else ''}."
    else:
        done = (
            f"It has taken the place of the file {former.of}, as “{former.called}”. If that was a mistake, you can bring that "
            "one back below until tomorrow."
        )
    told = shifted.says(shifted.shifted(before, _ahead(desk, now)), desk.zone, desk.who)
    return " ".join([found.says(desk.who), done, "Only times are kept, no titles.", told]).strip()


def take_back(desk: Desk, name: str) -> tuple[Coming, ...]:
    """One calendar is taken back. Returns the talks that stand otherwise for that."""
    now = desk.now()
    before = _ahead(desk, now)
    busy_times.drop(desk.book, name, now)
    return shifted.shifted(before, _ahead(desk, now))


def bring_back(desk: Desk, name: str) -> tuple[Coming, ...] | None:
    """It was taken back or replaced by mistake. Returns the talks that stand otherwise; None: nothing of before is known."""
    now = desk.now()
    before = _ahead(desk, now)
    back = busy_times.bring_back(desk.book, name, now)
    return shifted.shifted(before, _ahead(desk, now)) if back else None


def _ahead(desk: Desk, now: datetime) -> tuple[Coming, ...]:
    """The talks of the year to come: no file is read further ahead."""
    return desk.diary.coming(now, FAR)


def _own_name(called: str, known: tuple[BusyFile, ...]) -> str:
    taken = {each.called.casefold(): each for each in known}
    if not called:
        return next(name for name in _unnamed() if name.casefold() not in taken)
    if same := taken.get(called.casefold()):
        raise ScheduleError(
            f"There is a calendar called “{same.called}” already, {same.of}.",
            safe="Nothing has been changed.",
            mend="Choose the file again, and say that it takes that one’s place, or give it another name.",
        )
    return called


def _unnamed() -> Iterator[str]:
    yield UNNAMED
    number = 2
    while True:
        yield f"{UNNAMED} {number}"
        number += 1


def _shown(desk: Desk, each: BusyCalendar) -> BusyFile:
    if each.name == _OLDER:
        called = UNNAMED
    else:
        # one that was read on the command line is kept under the whole path of its file
        called = PurePath(each.name).name if each.name.startswith("/") else each.name
    day = f"from {on(each.read.astimezone(desk.zone).date())} " if each.read else ""
    return BusyFile(each.name, called, f"{day}({each.times} time{'' if each.times == 1 else 's'})")
