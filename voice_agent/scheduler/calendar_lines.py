"""The events of a calendar file as their lines stand in it, whatever program wrote it and whatever is torn or missing.

Nothing is understood here but where an event begins and ends, on which lines it says when it is, and which time zones its
calendar brings along. What it is called is not even looked at.
"""

import codecs
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON as WINDOWS

from voice_agent.scheduler import zones

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DAY = re.compile(
    r"(?im)^DTSTART[^:\r\n]*:\s*(\d{4})-?(\d\d)-?(\d\d)(?:T([01]\d|2[0-3]):?([0-5]\d))?"
)
_OF_ITS_TIME = re.compile(
    r"(?i)(?:UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|EXRULE|RECURRENCE-ID|SEQUENCE|STATUS|TRANSP|"
    r"X-MICROSOFT-CDO-BUSYSTATUS)[;:]"
)
_IN_ZONE = re.compile(
    r'(?i)((?:DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)[^:"]*?);TZID=("[^"]*"|[^;:]*)'
)
_PLACE = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """One event as it stands in the file."""

    number: int
    lines: tuple[str, ...]
    own: "Zones"
    """The time zones of the calendar it stands in."""

    @property
    def text(self) -> str:
        """All of it."""
        return "\r\n".join(self.lines)

    @property
    def called(self) -> str:
        """How it is named to people, who know it by its day and hour, as the file has them."""
        if found := _DAY.search(self.text):
            try:
                day = date(int(found[1]), int(found[2]), int(found[3]))
                at = f", {found[4]}:{found[5]}" if found[4] else ""
                return f"the one of {day:%A}, {day.day} {day:%B} {day:%Y}{at}"
            except ValueError:
                pass
        if self.number <= len(_PLACE):
            return f"the {_PLACE[self.number - 1]} event of the file"
        return f"event number {self.number} of the file"

    def of(self, name: str) -> str:
        """What stands behind the first line of that name; "": there is none."""
        line = next((each for each in self.lines if re.match(rf"(?i){name}[;:]", each)), "")
        return line.rpartition(":")[2].strip()

    def over(self, day: str) -> bool:
        """Was it over before `day` (20260601), and does it not come again? Then it need not be laid out."""
        if any(
            re.match(r"(?i)(RRULE|RDATE|RECURRENCE-ID|DURATION)[;:]", each) for each in self.lines
        ):
            return False
        # both: an end before its beginning is somebody's slip, and whoever made it is told
        said = [
            each.replace("-", "")[:8] for name in ("DTSTART", "DTEND") if (each := self.of(name))
        ]
        return bool(said) and all(each.isdigit() and len(each) == 8 and each < day for each in said)

    @property
    def named(self) -> set[str]:
        """The names of the time zones in which its times are."""
        return {found[2].strip('"') for each in self.lines if (found := _IN_ZONE.match(each))}

    @property
    def zoned(self) -> tuple[str, ...]:
        """Its lines, with each zone by the name that the library knows; without one where nobody knows it."""
        return tuple(_zoned(line, self.own) for line in self.lines)


class Zones(dict[str, list[str]]):
    """The lines of the time zones that a calendar brings, by their names."""

    def meant(self, name: str) -> str:
        """The name under which the library knows the zone that is called so; "": nobody knows it.

        Of two files each may bring its own "Customized Time Zone", and the library keeps the first for ever: so what a file
        brings is called by what it says.
        """
        for each in (name, *re.findall(r"[A-Z]\w+/[\w+-]+(?:/[\w+-]+)?$", name)):
            if each in WINDOWS or zones.named(each):
                return each
        if lines := self.get(name):
            return f"X {hashlib.sha256(chr(10).join(lines).encode()).hexdigest()[:16]}"
        return ""


def events_in(sent: bytes) -> tuple[Event, ...] | None:
    """Every event of the file `sent`, in their order; None where it is no calendar."""
    lines = _lines(_text(sent))
    if not any(re.fullmatch(r"(?i)BEGIN:VCALENDAR", each) for each in lines):
        return None
    return tuple(_events(lines))


def _text(sent: bytes) -> str:
    """The letters of a file: UTF-8 as the rule is, else as old programs under Windows write them."""
    for mark, name in _MARKS:
        if sent.startswith(mark):
            return sent.decode(name, "replace").lstrip("\ufeff")
    try:
        return sent.decode("utf-8")
    except UnicodeDecodeError:
        return sent.decode("cp1252", "replace")


def _lines(text: str) -> list[str]:
    """Lines as they were before they were folded, whatever ends them."""
    whole = list[str]()
    for line in re.split(r"\r\n|\r|\n", text):
        if line[:1] in (" ", "\t") and whole:
            whole[-1] += line[1:]
        elif line.strip():
            whole.append(line.rstrip())
    return whole


def _events(lines: Iterable[str]) -> Iterator[Event]:
    """Every event. One whose end is missing ends where the next thing begins."""
    own, inside, held = Zones(), "", list[str]()
    number, found = 0, list[Event]()

    def close() -> None:
        nonlocal inside, held
        if inside == "VEVENT":
            found.append(Event(number, tuple(_of_its_time(held)), own))
        elif inside == "VTIMEZONE":
            name = next(
                (each.partition(":")[2] for each in held if re.match(r"(?i)TZID[;:]", each)), ""
            )
            own[name.strip().strip('"')] = held
        inside, held = "", []

    for line in lines:
        what, _, kind = line.partition(":")
        kind = kind.strip().upper()
        if what.upper() == "BEGIN" and kind in (
            "VCALENDAR",
            "VEVENT",
            "VTIMEZONE",
            "VTODO",
            "VJOURNAL",
            "VFREEBUSY",
        ):
            close()
            if kind == "VCALENDAR":
                own = Zones()
            inside, number = kind, number + (kind == "VEVENT")
        elif what.upper() == "END" and kind in ("VCALENDAR", inside):
            close()
        elif inside:
            held.append(line)
    close()
    yield from found


def _of_its_time(lines: Iterable[str]) -> Iterator[str]:
    """What says when an event is, without its alarms; what it is called is not even looked at."""
    inside = ""
    for line in lines:
        what, _, kind = line.partition(":")
        if what.upper() == "BEGIN":
            inside = inside or kind
        elif what.upper() == "END" and kind == inside:
            inside = ""
        elif not inside and _OF_ITS_TIME.match(line):
            yield line


def _zoned(line: str, own: Zones) -> str:
    if not (found := _IN_ZONE.match(line)):
        return line
    meant = own.meant(found[2].strip('"'))
    return f"{found[1]}{f';TZID={meant}' if meant else ''}{line[found.end() :]}"
