"""This computer's own time zone, in every form in which computers keep it. Reads files, and changes nothing.

Asked in the order in which the C library and the distributions do: the variable TZ; /etc/localtime, a link to a zone or a
copy of its file; /etc/timezone; /etc/sysconfig/clock. What the variable says counts alone. A file that says nothing we
know is passed over for the next one, and named where none is left.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from itertools import chain
from pathlib import Path, PurePosixPath
from zoneinfo import ZoneInfo

from voice_agent.scheduler import zones

ROOT = Path("/")
LOCAL = "/etc/localtime"
LARGEST = 100_000
"""Bytes of a file that we read: the longest zone's has 4,000."""

LINKS = 40
"""Links that are followed, as Linux does."""


class Why(Enum):
    """Why a zone is not known; a sentence's end."""

    NOTHING = "nothing on this computer says where it stands"
    NO_SUCH = "there is no such time zone"
    UNREADABLE = "nothing can be read"


@dataclass(frozen=True, slots=True)
class Found:
    """A zone, and what it was read from."""

    zone: ZoneInfo
    by: str
    """A variable or a file."""

    said: str = ""
    """What stands there, if that is not the zone's name."""


@dataclass(frozen=True, slots=True)
class NotFound:
    """No zone."""

    why: Why
    by: str = ""
    said: str = ""


def own_zone(environ: Mapping[str, str], now: datetime, root: Path = ROOT) -> Found | NotFound:
    """The computer's own zone: by the variables in `environ`, and the files below `root`. Raises nothing.

    `now`: a zone without a name is called by one that shows the same hours from this year on.
    """
    text = environ.get("TZ", "").strip().removeprefix(":")
    if text not in ("", LOCAL):
        return _meant(text, "the variable TZ", now, root)
    tried = chain(_file(LOCAL, LOCAL, now, root), _timezone(now, root), _clock(now, root))
    first: NotFound | None = None
    for each in tried:
        if isinstance(each, Found):
            return each
        first = first or each
    return first or NotFound(Why.NOTHING)


def read(text: str, now: datetime) -> Found | NotFound:
    """What somebody wrote as a time zone: a name, or a rule."""
    return _meant(text.strip(), "", now, ROOT)


def _meant(text: str, by: str, now: datetime, root: Path) -> Found | NotFound:
    """A name, a path or a rule, as TZ may hold them."""
    name = text.removeprefix(":")
    if name.startswith("/"):
        if zone := zones.named(_in_database(name)):
            return Found(zone, by)
        return next(_file(name, by, now, root), NotFound(Why.NO_SUCH, by, _short(name)))
    if zone := zones.named(name):
        return Found(zone, by)
    if rule := zones.by_rule(name):
        alike = zones.goes_alike(rule, now.year, _written(root / "etc/timezone"))
        return Found(ZoneInfo(alike) if alike else rule, by, name)
    return NotFound(Why.NO_SUCH, by, _short(name))


def _file(name: str, by: str, now: datetime, root: Path) -> Iterator[Found | NotFound]:
    """A zone's file: a link to one, by the first name on its way that is known, or a copy of its bytes."""
    at, seen = root / name[1:], ""
    for _ in range(LINKS):
        try:
            target = at.readlink()
        except (OSError, ValueError):
            break
        at = root / str(target)[1:] if target.is_absolute() else at.parent / target
        seen = (name := _in_database(str(target))) or seen
        if zone := zones.named(name):
            yield Found(zone, by)
            return
    yield from _copy(at, by, now, root)
    if seen:
        yield NotFound(Why.NO_SUCH, by, _short(seen))


def _copy(path: Path, by: str, now: datetime, root: Path) -> Iterator[Found | NotFound]:
    """A zone's file whose name nobody wrote down: that of the same bytes, else one that goes alike."""
    try:
        if not path.exists():
            return
        with path.open("rb") as file:
            content = file.read(LARGEST)
        zone = zones.from_file(content, "this computer's own")
    except (OSError, ValueError):
        yield NotFound(Why.UNREADABLE, by)
        return
    prefer = tuple(_written(root / "etc/timezone"))
    same = _same_bytes(content, root / "usr/share/zoneinfo", prefer)
    name = same or zones.goes_alike(zone, now.year, prefer)
    yield Found(zones.named(name) or zone, by, "" if same else "a file without a name")


def _same_bytes(content: bytes, database: Path, prefer: tuple[str, ...]) -> str:
    for name in (*prefer, *zones.names()):
        path = database / name
        try:
            if path.stat().st_size == len(content) and path.read_bytes() == content:
                return name if zones.named(name) else ""
        except (OSError, ValueError):
            continue
    return ""


def _timezone(now: datetime, root: Path) -> Iterator[Found | NotFound]:
    """/etc/timezone, as Debian has it: a name."""
    for name in _written(root / "etc/timezone"):
        yield _meant(name, "/etc/timezone", now, root)


def _clock(now: datetime, root: Path) -> Iterator[Found | NotFound]:
    """/etc/sysconfig/clock, as Red Hat and SUSE had it: ZONE= or TIMEZONE=."""
    for line in _lines(root / "etc/sysconfig/clock"):
        if found := re.match(r"(?:ZONE|TIMEZONE)\s*=\s*[\"']?([^\"'#]+)", line):
            yield _meant(found[1].strip(), "/etc/sysconfig/clock", now, root)


def _written(path: Path) -> Iterator[str]:
    """The first line that is no remark; none where there is none."""
    lines = (line.partition("#")[0].strip() for line in _lines(path))
    yield from [line for line in lines if line][:1]


def _lines(path: Path) -> list[str]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(LARGEST).splitlines()
    except OSError:
        return []


def _in_database(path: str) -> str:
    """The name that a path into a zone database ends in; "" for a path elsewhere."""
    parts = PurePosixPath(path).parts
    last = max((n for n, part in enumerate(parts) if part == "zoneinfo"), default=len(parts))
    return "/".join(parts[last + 1 :])


def _short(text: str) -> str:
    """As it can be shown in a sentence."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text)
    return plain if len(plain) <= zones.LONGEST // 2 else f"{plain[: zones.LONGEST // 2]}…"
