"""Ten o'clock is ten o'clock on the narrator's wall, in whichever way this computer writes down where it stands."""

import os
import shutil
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from importlib import resources
from pathlib import Path
from zoneinfo import ZoneInfo

import icalendar
import pytest
import recurring_ical_events

from voice_agent.errors import ScheduleError
from voice_agent.scheduler.feed import feed
from voice_agent.scheduler.own_zone import Found, NotFound, Why, own_zone
from voice_agent.scheduler.plan import Plan
from voice_agent.scheduler.series import planned
from voice_agent.scheduler.whose_time import narrators_time

NOW = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
LONDON = ZoneInfo("Europe/London")
RULE = "GMT0BST,M3.5.0/1,M10.5.0"
DATABASE = "usr/share/zoneinfo"
KNOWN = ("Europe/London", "Europe/Belfast", "GB", "Etc/UTC", "America/New_York", "Africa/Abidjan")


@dataclass
class Computer:
    """A computer of which only the files exist that say where it stands."""

    root: Path
    variables: dict[str, str] = field(default_factory=dict[str, str])

    def has(self, path: str, content: str | bytes) -> None:
        at = self._at(path)
        at.write_bytes(content if isinstance(content, bytes) else content.encode())

    def links(self, path: str, to: str) -> None:
        self._at(path).symlink_to(to)

    def zone(self) -> Found | NotFound:
        return own_zone(self.variables, NOW, self.root)

    def _at(self, path: str) -> Path:
        at = self.root / path
        at.parent.mkdir(parents=True, exist_ok=True)
        return at


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    made = Computer(tmp_path / "root")
    for name in KNOWN:
        made.has(f"{DATABASE}/{name}", bytes_of(name))
        for branch in ("posix", "right"):
            made.has(f"{DATABASE}/{branch}/{name}", bytes_of(name))
    return made


def bytes_of(name: str) -> bytes:
    return resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()


def another_print_of(rule: str) -> bytes:
    """A zone's file as another version of the database has it: the same hours from now on, other bytes."""
    head = b"TZif2" + bytes(15) + struct.pack(">6l", 0, 0, 0, 0, 1, 4)
    body = struct.pack(">lbb", 0, 0, 0) + b"LMT\0"
    return (head + body) * 2 + b"\n" + rule.encode() + b"\n"


def tz(text: str) -> Callable[[Computer], None]:
    return lambda computer: computer.variables.update(TZ=text)


def link(to: str) -> Callable[[Computer], None]:
    return lambda computer: computer.links("etc/localtime", to)


def copy(content: bytes, timezone: str = "") -> Callable[[Computer], None]:
    def keep(computer: Computer) -> None:
        computer.has("etc/localtime", content)
        if timezone:
            computer.has("etc/timezone", timezone)

    return keep


def text(path: str, content: str) -> Callable[[Computer], None]:
    return lambda computer: computer.has(path, content)


def two_links(computer: Computer) -> None:
    computer.links("etc/localtime", "/var/lib/zone")
    computer.links("var/lib/zone", f"../../{DATABASE}/Europe/London")


def no_database(computer: Computer) -> None:
    shutil.rmtree(computer.root / DATABASE)
    computer.links("etc/localtime", f"/{DATABASE}/Europe/London")


def a_torn_file_beside_a_name(computer: Computer) -> None:
    computer.has("etc/localtime", b"")
    computer.has("etc/timezone", "Europe/London\n")


IN_LONDON = {
    "the variable names it": tz("Europe/London"),
    "with a colon": tz(":Europe/London"),
    "as a path": tz("/usr/share/zoneinfo/Europe/London"),
    "as a path with a colon": tz(":/usr/share/zoneinfo/posix/Europe/London"),
    "as a rule": tz(RULE),
    "a link": link(f"/{DATABASE}/Europe/London"),
    "a link that begins here": link(f"../{DATABASE}/Europe/London"),
    "a link through posix": link(f"/{DATABASE}/posix/Europe/London"),
    "a link through right, which counts leap seconds": link(f"/{DATABASE}/right/Europe/London"),
    "a link to a link": two_links,
    "a link into a database that is not there": no_database,
    "a link as another system has it": link("/var/db/timezone/zoneinfo/Europe/London"),
    "a copy": copy(bytes_of("Europe/London")),
    "a copy, beside its name": copy(bytes_of("Europe/London"), "Europe/London\n"),
    "a copy of another version": copy(another_print_of(RULE)),
    "a copy of another version, beside its name": copy(another_print_of(RULE), "Europe/London"),
    "an empty file, beside a name": a_torn_file_beside_a_name,
    "a name": text("etc/timezone", "# set at the factory\nEurope/London\n"),
    "ZONE": text("etc/sysconfig/clock", 'UTC=true\nZONE="Europe/London"\n'),
    "TIMEZONE": text("etc/sysconfig/clock", "TIMEZONE=Europe/London\n"),
}


@pytest.mark.parametrize("form", IN_LONDON)
def test_a_talk_at_ten_stays_at_ten_through_both_changes_of_the_clock(
    computer: Computer, form: str
) -> None:
    IN_LONDON[form](computer)
    found = computer.zone()
    assert isinstance(found, Found), found
    assert found.zone.key == "Europe/London"
    series = planned("one", date(2027, 1, 1), time(10), minutes=25, rule="FREQ=DAILY")
    starts = series.starts(found.zone, date(2027, 1, 1), date(2027, 12, 31))
    assert len(starts) == 365
    assert {start.astimezone(LONDON).time() for start in starts} == {time(10)}
    # spring and autumn, so that the test could fail: the same hour is another one of UTC
    around = {start.date(): start.hour for start in starts}
    assert [around[date(2027, 3, day)] for day in (27, 28)] == [10, 9]
    assert [around[date(2027, 10, day)] for day in (30, 31)] == [9, 10]


@pytest.mark.parametrize(
    ("rule", "january", "july"),
    [
        ("UTC-5", 5, 5),
        ("EST5EDT", -5, -4),
        ("EST5EDT,M3.2.0,M11.1.0", -5, -4),
        ("<+0545>-5:45", 5.75, 5.75),
        ("AAA-1BBB,J60,J300", 1, 2),
    ],
)
def test_a_rule_counts_to_the_west_and_is_kept_where_no_name_goes_like_it(
    computer: Computer, rule: str, january: float, july: float
) -> None:
    computer.variables["TZ"] = rule
    found = computer.zone()
    assert isinstance(found, Found)
    ahead = [datetime(2027, month, 1, tzinfo=found.zone).utcoffset() for month in (1, 7)]
    assert ahead == [timedelta(hours=january), timedelta(hours=july)]


def test_a_telephone_that_follows_the_calendar_shows_the_hours_of_a_zone_without_a_name(
    computer: Computer,
) -> None:
    computer.variables["TZ"] = "AAA-1BBB,J60,J300"
    found = computer.zone()
    assert isinstance(found, Found)
    series = planned("one", date(2027, 1, 1), time(10), minutes=25, rule="FREQ=WEEKLY")
    begin = datetime(2027, 1, 1, tzinfo=UTC)
    shown = icalendar.Calendar.from_ical(feed(Plan((series,), found.zone, since=begin), begin))
    laid = recurring_ical_events.of(shown).between(begin, begin + timedelta(days=365))
    hours = {each["dtstart"].dt.astimezone(UTC).hour for each in laid}
    assert hours == {9, 8}
    assert {each["dtstart"].dt.astimezone(found.zone).hour for each in laid} == {10}


def test_of_several_names_for_the_same_file_the_one_that_is_written_down_is_taken(
    computer: Computer,
) -> None:
    copy(bytes_of("GB"), "Europe/Belfast\n")(computer)
    found = computer.zone()
    assert isinstance(found, Found) and found.zone.key == "Europe/Belfast"


def test_a_name_that_is_written_down_and_does_not_fit_the_file_is_not_believed(
    computer: Computer,
) -> None:
    copy(bytes_of("Europe/London"), "America/New_York\n")(computer)
    found = computer.zone()
    assert isinstance(found, Found) and found.zone.key == "Europe/London"


def test_a_variable_that_says_nothing_or_points_to_the_file_leaves_it_to_the_file(
    computer: Computer,
) -> None:
    link(f"/{DATABASE}/Europe/London")(computer)
    for said in ("", ":", " ", "/etc/localtime", ":/etc/localtime"):
        computer.variables["TZ"] = said
        found = computer.zone()
        assert isinstance(found, Found) and found.by == "/etc/localtime", said


NOWHERE: dict[str, tuple[Callable[[Computer], None], Why]] = {
    "nothing": (lambda computer: None, Why.NOTHING),
    "a city that is not": (tz("Europe/Lodnon"), Why.NO_SUCH),
    "a folder": (tz("Europe"), Why.NO_SUCH),
    "three hundred letters": (tz("x" * 300), Why.NO_SUCH),
    "a way out": (tz("../../etc/passwd"), Why.NO_SUCH),
    "a path to nothing": (tz("/usr/share/zoneinfo/Europe/Lodnon"), Why.NO_SUCH),
    "a rule that does not say when": (tz("GMT0BST"), Why.NO_SUCH),
    "an hour of 99": (tz("ABC99"), Why.NO_SUCH),
    "a month of 13": (tz("GMT0BST,M13.5.0,M10.5.0"), Why.NO_SUCH),
    "a link to a folder": (link(f"/{DATABASE}/Europe"), Why.UNREADABLE),
    "a link to nothing": (link(f"/{DATABASE}/Europe/Lodnon"), Why.NO_SUCH),
    "a link to itself": (link("localtime"), Why.NOTHING),
    "an empty file": (copy(b""), Why.UNREADABLE),
    "a torn file": (copy(bytes_of("Europe/London")[:300]), Why.UNREADABLE),
    "another file": (copy(b"Europe/London\n"), Why.UNREADABLE),
    "a name that is none": (text("etc/timezone", "Greenwich mean time\n"), Why.NO_SUCH),
    "a name with a null in it": (text("etc/timezone", "Europe\0London"), Why.NO_SUCH),
    "an empty name": (text("etc/timezone", "\n# none\n"), Why.NOTHING),
    "an empty ZONE": (text("etc/sysconfig/clock", "UTC=true\n"), Why.NOTHING),
}


@pytest.mark.parametrize("form", NOWHERE)
def test_where_nothing_can_be_known_it_is_said_and_the_hour_of_now_is_meant(
    computer: Computer, form: str
) -> None:
    keep, why = NOWHERE[form]
    keep(computer)
    found = computer.zone()
    assert isinstance(found, NotFound) and found.why is why, found
    half_past = timedelta(hours=5, minutes=30)
    time_ = narrators_time(
        "", now=NOW, environ=computer.variables, root=computer.root, ahead=half_past
    )
    assert NOW.astimezone(time_.zone).utcoffset() == half_past
    assert "UTC+05:30" in time_.doubt and why.value in time_.doubt
    assert len(time_.doubt) < 300


def test_a_name_in_the_settings_comes_before_the_computers_own_and_a_wrong_one_is_refused(
    computer: Computer,
) -> None:
    tz("America/New_York")(computer)
    time_ = narrators_time("Europe/London", environ=computer.variables, root=computer.root)
    assert (time_.zone.key, time_.doubt) == ("Europe/London", "")
    for wrong in ("Europe", "Europe/Lodnon", "x" * 300, "Europe/London\0"):
        with pytest.raises(ScheduleError):
            narrators_time(wrong, environ=computer.variables, root=computer.root)


@pytest.mark.parametrize(
    ("name", "utc"), [("Etc/UTC", True), ("UTC0", True), ("Africa/Abidjan", False), (RULE, False)]
)
def test_a_computer_that_keeps_utc_is_known_by_it(computer: Computer, name: str, utc: bool) -> None:
    tz(name)(computer)
    assert narrators_time("", environ=computer.variables, root=computer.root).is_utc is utc


def test_the_computer_that_this_runs_on_is_read_as_it_reads_itself() -> None:
    found = own_zone(os.environ, NOW)
    if isinstance(found, NotFound):
        pytest.skip("this computer does not say where it stands")
    assert NOW.astimezone(found.zone).utcoffset() == NOW.astimezone().utcoffset()
