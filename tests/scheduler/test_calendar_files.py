"""Calendar files as people's programs write them, with what is wrong in them: all that can be read is, and the rest is named."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.errors import ScheduleError
from voice_agent.scheduler.calendar_file import CalendarFile, read

LONDON = ZoneInfo("Europe/London")
NINE = datetime(2026, 6, 1, 8, 0, tzinfo=UTC)

OUTLOOK = r"""BEGIN:VCALENDAR
PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN
VERSION:2.0
METHOD:PUBLISH
X-MS-OLK-FORCEINSPECTOROPEN:TRUE
BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:16011028T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010325T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
CLASS:PUBLIC
UID:040000008200E00074C5B7101A82E00800000000
DTSTART;TZID="Customized Time Zone":20260603T110000
DTEND;TZID="Customized Time Zone":20260603T120000
RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=WE
SUMMARY;LANGUAGE=de:Krankengymnastik für die Hüfte, mit
	Frau Grün
X-MICROSOFT-CDO-BUSYSTATUS:BUSY
BEGIN:VALARM
TRIGGER:-PT15M
ACTION:DISPLAY
DESCRIPTION:Reminder
END:VALARM
END:VEVENT
BEGIN:VEVENT
UID:2
DTSTART;TZID=W. Europe Standard Time:20260604T110000
DTEND;TZID=W. Europe Standard Time:20260604T113000
SUMMARY:Zahnarzt
END:VEVENT
BEGIN:VEVENT
UID:3
DTSTART;TZID=W. Europe Standard Time:20260604T150000
DTEND;TZID=W. Europe Standard Time:20260604T160000
X-MICROSOFT-CDO-BUSYSTATUS:FREE
SUMMARY:Geburtstag Tom
END:VEVENT
END:VCALENDAR
"""

GOOGLE = """BEGIN:VCALENDAR
PRODID:-//Google Inc//Google Calendar 70.9054//EN
VERSION:2.0
CALSCALE:GREGORIAN
X-WR-CALNAME:Mum
X-WR-TIMEZONE:Europe/London
BEGIN:VEVENT
DTSTART:20260603T090000Z
DTEND:20260603T093000Z
DTSTAMP:20260531T101010Z
UID:a@google.com
STATUS:CONFIRMED
SUMMARY:Doctor
TRANSP:OPAQUE
END:VEVENT
BEGIN:VEVENT
DTSTART;TZID=Europe/London:20260602T140000
DTEND;TZID=Europe/London:20260602T150000
RRULE:FREQ=WEEKLY;WKST=MO;UNTIL=20260616T225959Z;BYDAY=TU
EXDATE;TZID=Europe/London:20260616T140000
UID:b@google.com
SUMMARY:Choir
END:VEVENT
BEGIN:VEVENT
DTSTART;TZID=Europe/London:20260610T160000
DTEND;TZID=Europe/London:20260610T170000
RECURRENCE-ID;TZID=Europe/London:20260609T140000
UID:b@google.com
SUMMARY:Choir (moved)
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20260605
DTEND;VALUE=DATE:20260606
UID:c@google.com
SUMMARY:Seaside
END:VEVENT
BEGIN:VEVENT
DTSTART:20190603T090000Z
DTEND:20190603T093000Z
UID:long-ago@google.com
SUMMARY:Long ago
END:VEVENT
END:VCALENDAR
"""

APPLE = """BEGIN:VCALENDAR
METHOD:PUBLISH
VERSION:2.0
X-WR-CALNAME:Home
PRODID:-//Apple Inc.//macOS 14.5//EN
X-APPLE-CALENDAR-COLOR:#1BADF8
CALSCALE:GREGORIAN
BEGIN:VEVENT
CREATED:20260520T080000Z
UID:7C1B8C1E-0001
DTSTART:20260603T100000
DURATION:PT45M
SUMMARY:Hairdresser
SEQUENCE:0
X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC
END:VEVENT
BEGIN:VEVENT
UID:7C1B8C1E-0002
DTSTART;TZID=Mars/Olympus:20260604T100000
DTEND;TZID=Mars/Olympus:20260604T110000
SUMMARY:Somewhere else
END:VEVENT
BEGIN:VEVENT
UID:7C1B8C1E-0003
DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Paris:20260605T100000
DTEND;TZID=/freeassociation.sourceforge.net/Europe/Paris:20260605T110000
SUMMARY:Paris
END:VEVENT
END:VCALENDAR
"""


def event(uid: str, *lines: str) -> str:
    return "\n".join(["BEGIN:VEVENT", f"UID:{uid}", *lines, "END:VEVENT", ""])


def calendar(*events: str) -> str:
    return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n" + "".join(events) + "END:VCALENDAR\n"


GOOD = event(
    "good", "DTSTART:20260603T090000Z", "DTEND:20260603T093000Z", "SUMMARY:Hip at Dr Green"
)


def sent(text: str, ends: str = "\r\n", coding: str = "utf-8") -> CalendarFile:
    return read(text.replace("\n", ends).encode(coding), LONDON, NINE)


def hours(found: CalendarFile) -> list[str]:
    """When somebody is busy, on London's clock."""
    at = [(b.begins.astimezone(LONDON), b.ends.astimezone(LONDON)) for b in found.busy]
    return [f"{begins:%d %H:%M}-{ends:%H:%M}" for begins, ends in at]


@pytest.mark.parametrize("ends", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_what_outlook_writes_is_read_whatever_its_letters_and_lines(ends: str, coding: str) -> None:
    found = sent(OUTLOOK, ends, coding)
    wanted = ["03 10:00-11:00", "04 10:00-10:30", "10 10:00-11:00", "17 10:00-11:00"]
    assert hours(found) == wanted
    assert found.says("Rose") == "4 times read."


def test_what_google_writes_is_read_with_what_was_moved_taken_out_and_all_day() -> None:
    found = sent(GOOGLE)
    assert hours(found) == [
        "02 14:00-15:00",
        "03 10:00-10:30",
        "05 00:00-00:00",
        "10 16:00-17:00",
    ]
    assert found.busy[2].ends - found.busy[2].begins == timedelta(days=1)
    assert not found.left_out


def test_times_of_no_zone_or_of_an_unknown_one_are_on_the_narrators_clock_and_it_is_said() -> None:
    found = sent(APPLE)
    assert hours(found) == ["03 10:00-10:45", "04 10:00-11:00", "05 09:00-10:00"]
    assert "In 1 of its events the time zone has a name that we do not know" in found.says("Rose")
    assert "Rose’s clock" in found.says("Rose")


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        (event("x", "DTSTART:2026-June-4", "SUMMARY:Hip"), "the second event of the file"),
        (event("x", "DTSTART:20260604T990000Z", "SUMMARY:Hip"), "Thursday, 4 June 2026"),
        (event("x", "SUMMARY:Hip"), "the second event of the file"),
        (event("x", "DTSTART:20260604T090000Z", "RRULE:FREQ=SECONDLY"), "again every minute"),
        (event("x", "DTSTART:19000101T090000Z", "RRULE:FREQ=HOURLY"), "or every hour"),
        (event("x", "DTSTART:20260604T090000Z", "RRULE:FREQ=DAILY;INTERVAL=0"), "again every"),
        (event("x", "DTSTART:20260604T090000Z", "RRULE:FREQ=SOMETIMES"), "Thursday, 4 June 2026"),
        (event("x", "DTSTART:20260604T090000Z", "DTEND:soon"), "Thursday, 4 June 2026"),
        (
            event("x", "DTSTART:20260604T150000", "DTEND:20260604T140000", "SUMMARY:Hip"),
            "the one of Thursday, 4 June 2026, 15:00 ends before it begins, at 14:00",
        ),
        (
            event("x", "DTSTART:20260604T150000", "DTEND:20250604T160000"),
            "2026, 15:00 ends before it begins, on 4 June 2025 at 16:00",
        ),
        (
            event("x", "DTSTART:20260604T150000", "DURATION:-PT1H"),
            "4 June 2026, 15:00 has no length",
        ),
        (event("x", "DTSTART;VALUE=DATE:20260604", "DTEND;VALUE=DATE:20260603"), "on 3 June 2026"),
        (event("x", "DTSTART:20260604T150000"), "4 June 2026, 15:00 has no length"),
    ],
)
def test_one_bad_event_takes_no_good_one_along_and_is_named_without_its_title(
    bad: str, named: str
) -> None:
    found = sent(calendar(GOOD, bad, GOOD.replace("good", "too").replace("0603", "0605")))
    assert hours(found) == ["03 10:00-10:30", "05 10:00-10:30"]
    says = found.says("Rose")
    assert says.startswith("2 times read, 1 left out, because ") and named in says
    assert "Hip" not in says


@pytest.mark.parametrize("mark", ["TRANSP:TRANSPARENT", "STATUS:CANCELLED"])
def test_what_would_not_count_anyway_is_not_told_as_left_out(mark: str) -> None:
    upside_down = event("x", "DTSTART:20260604T150000", "DTEND:20260604T140000", mark)
    assert sent(calendar(GOOD, upside_down)).says("Rose") == "1 time read."


@pytest.mark.parametrize(
    "text",
    [
        calendar(GOOD) + calendar(GOOD.replace("good", "two").replace("0603", "0604")),
        calendar(GOOD, GOOD.replace("good", "two").replace("0603", "0604")).replace(
            "END:VEVENT\nBEGIN", "BEGIN"
        ),
        calendar(GOOD, GOOD.replace("good", "two").replace("0603", "0604")).replace(
            "END:VCALENDAR\n", ""
        ),
        calendar(GOOD, GOOD.replace("good", "two").replace("0603", "0604")).removesuffix(
            "END:VEVENT\nEND:VCALENDAR\n"
        ),
        "Here is Mum's calendar:\n\n"
        + calendar(GOOD, GOOD.replace("good", "2").replace("0603", "0604")),
    ],
    ids=["two calendars", "an event without end", "no end", "torn off", "a line before it"],
)
def test_a_file_that_is_not_whole_gives_what_it_holds(text: str) -> None:
    assert hours(sent(text)) == ["03 10:00-10:30", "04 10:00-10:30"]


def test_each_file_has_its_own_customized_time_zone() -> None:
    assert hours(sent(OUTLOOK))[0] == "03 10:00-11:00"
    east = OUTLOOK.replace(":+0200", ":+0400").replace(":+0100", ":+0300")
    assert hours(sent(east))[0] == "03 08:00-09:00"


def test_where_nothing_can_be_read_the_calendar_stays_and_the_reason_is_given() -> None:
    with pytest.raises(ScheduleError, match="the first event of the file says no day") as refused:
        sent(calendar(event("x", "SUMMARY:Hip")))
    assert refused.value.safe == "The calendar is as it was."
    with pytest.raises(ScheduleError, match="not a calendar file"):
        read(b"\x89PNG\r\n\x1a\n\x00\x00", LONDON, NINE)


def test_a_file_without_a_time_to_come_is_read_and_not_kept() -> None:
    found = sent(calendar(GOOD.replace("2026", "2019")))
    assert not found.busy and not found.left_out
    with pytest.raises(ScheduleError, match="Nothing in the year to come was read") as refused:
        found.kept("Rose")
    assert refused.value.safe.startswith("Nothing has been changed")
    assert sent(calendar(GOOD)).kept("Rose") == [
        ("2026-06-03T09:00:00+00:00", "2026-06-03T09:30:00+00:00")
    ]


@given(st.integers(0, len(OUTLOOK + GOOGLE)), st.binary(max_size=40))
def test_whatever_is_broken_in_a_file_nothing_but_words_for_people_come_of_it(
    at: int, put: bytes
) -> None:
    whole = (OUTLOOK + GOOGLE).encode()
    try:
        found = read(whole[:at] + put + whole[at + len(put) :], LONDON, NINE)
    except ScheduleError as error:
        assert error.safe
    else:
        assert all(each.begins < each.ends for each in found.busy)
