"""What was kept for after the narrator's death is opened by nobody alone, and not at once. SQL lives here.

The advocate, or two people whom the narrator named, say that the narrator has died. Thirty days later what was meant for
then may be read. Until then everything stays as it was, and whatever the narrator says takes it back.
"""

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from voice_agent.archive.book import Keeper
from voice_agent.archive.session_tables import Read
from voice_agent.errors import BookRefused

WAIT = timedelta(days=30)
"""From when enough people have said it until anything opens."""


@dataclass(frozen=True, slots=True)
class Status:
    """Where it stands."""

    said_by: tuple[str, ...] = ()
    """Who has said it, the first first; empty: nobody, or it was taken back."""

    begun: datetime | None = None
    """When enough people had said it."""

    stopped: bool = False
    """It was said, and has been taken back since."""

    @property
    def opens(self) -> datetime | None:
        """When what was kept for then may be read; None: nothing has begun."""
        return self.begun + WAIT if self.begun else None

    def open(self, now: datetime) -> bool:
        """May it be read?"""
        return self.opens is not None and now >= self.opens

    def aloud(self, now: datetime) -> str:
        """A sentence for whoever asks."""
        if self.begun is None or self.opens is None:
            if self.said_by:
                return f"{self.said_by[0]} has said that the narrator has died. A second person must say so too, and nothing opens before."
            return (
                "Taken back. All stays kept."
                if self.stopped
                else "Nobody has said anything. All stays kept."
            )
        day = f"{self.opens.day} {self.opens:%B %Y}"
        who = " and ".join(self.said_by)
        if self.open(now):
            return f"Open since {day}, after {who} said that the narrator has died."
        return f"{who} said that the narrator has died. What was kept for then can be read from {day} on, unless the narrator speaks before."


def status(read: Read) -> Status:
    """Where it stands, by who said what and by what the narrator has said since."""
    said: list[tuple[str, bool, datetime]] = []
    begun: datetime | None = None
    stopped = False
    for act, by, alone, at in read(
        "SELECT act, by, alone, at FROM after_death ORDER BY number", ()
    ):
        if act == "stopped":
            said, begun, stopped = [], None, True
            continue
        said.append((by, bool(alone), datetime.fromisoformat(at)))
        stopped = False
        if begun is None and (alone or any(not may_be_one(by, name) for name, _, _ in said)):
            begun = said[-1][2]
    if said and (last := _spoke_last(read)) is not None and last >= said[0][2]:
        return Status(stopped=True)
    return Status(tuple(dict.fromkeys(name for name, _, _ in said)), begun, stopped)


def may_be_one(one: str, other: str) -> bool:
    """May two names be one person's? "Ann" may be "Ann Miller", who is not "Ann Brown"."""
    few, many = sorted((one.casefold().split(), other.casefold().split()), key=len)
    return few == many or few == many[:1]


def _spoke_last(read: Read) -> datetime | None:
    """When the narrator said anything last."""
    found = [
        datetime.fromisoformat(at)
        for (at,) in read("SELECT said_at FROM turns WHERE speaker = 'narrator'", ())
    ]
    return max(found, default=None)


def say(keeper: Keeper, by: str, now: datetime, *, advocate: str, named: Collection[str]) -> Status:
    """Keep that `by` says the narrator has died; return where it stands now.

    `advocate`: who may begin it alone, "" where the narrator chose nobody; `named`: the others whom the narrator named.
    Raises BookRefused for anybody else, DiskFull.
    """
    alone = bool(advocate) and by.lower() == advocate.lower()
    if not alone and by.lower() not in {each.lower() for each in named}:
        raise BookRefused(
            f"The narrator has not named {by}.",
            safe="Nothing was changed, and nothing opens.",
            mend="The advocate can say so, or two people whom the narrator named: contacts or family of this house.",
        )
    _settle(keeper, now)
    row = (by, int(alone), now.isoformat())
    keeper.commit(
        lambda db: db.execute(
            "INSERT INTO after_death (act, by, alone, at) VALUES ('said', ?, ?, ?)", row
        )
    )
    return status(keeper.read)


def stop(keeper: Keeper, by: str, now: datetime) -> bool:
    """Take it back; False where there was nothing to take back. Raises DiskFull."""
    return _standing(keeper.read) and keeper.commit(lambda db: take_back(db, by, now))


def take_back(db: sqlite3.Connection, by: str, now: datetime) -> bool:
    """The same in a transaction that is open."""
    if not _standing(lambda sql, given: db.execute(sql, given).fetchall()):
        return False
    row = (by, now.isoformat())
    db.execute("INSERT INTO after_death (act, by, alone, at) VALUES ('stopped', ?, 0, ?)", row)
    return True


def _standing(read: Read) -> bool:
    """Is the last word that somebody said it?"""
    rows = read("SELECT act FROM after_death ORDER BY number DESC LIMIT 1", ())
    return bool(rows) and rows[0][0] == "said"


def _settle(keeper: Keeper, now: datetime) -> None:
    """What the narrator's own words have taken back is written down as such, before anything new is said."""
    if status(keeper.read).stopped:
        stop(keeper, "the narrator", now)


def require(read: Read, now: datetime) -> None:
    """Raise BookRefused unless what was kept for after death may be read."""
    found = status(read)
    if not found.open(now):
        raise BookRefused(
            "What was kept for after the narrator's death is not open.",
            safe="Nothing was written.",
            mend=f"{found.aloud(now)} `voice-agent chapters after-death begin NAME` is for the advocate, or for two "
            "people whom the narrator named; thirty days must pass then.",
        )
