"""Who looked at what: written down at every page that shows something of the narrator's, and said aloud."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, tzinfo

from voice_agent.archive.accounts import Account
from voice_agent.archive.book import Keeper

ON_PAGE = "There are earlier ones; your page shows them all."


@dataclass(frozen=True, slots=True)
class Look:
    """One look."""

    at: datetime
    who: str
    role: str
    what: str
    """For people, without content: "read your stories", "looked at the calendar"."""


def looked(keeper: Keeper, by: Account, what: str, now: datetime) -> None:
    """Write down that somebody looked. The same again within a quarter of an hour is one look, at its latest minute."""
    since = (now - timedelta(minutes=15)).isoformat()
    again = keeper.read(
        "SELECT number, at FROM looks WHERE account = ? AND what = ? AND at > ? ORDER BY number DESC LIMIT 1",
        (by.id, what, since),
    )
    if again:
        ((number, at),) = again
        if now - datetime.fromisoformat(at) >= timedelta(minutes=1):
            keeper.commit(
                lambda db: db.execute(
                    "UPDATE looks SET at = ? WHERE number = ?", (now.isoformat(), number)
                )
            )
        return
    row = (now.isoformat(), by.id, by.name, by.role, what)
    keeper.commit(
        lambda db: db.execute(
            "INSERT INTO looks (at, account, who, role, what) VALUES (?, ?, ?, ?, ?)", row
        )
    )


def looks(keeper: Keeper, limit: int = 100) -> tuple[Look, ...]:
    """The newest first."""
    rows = keeper.read(
        "SELECT at, who, role, what FROM looks ORDER BY at DESC, number DESC LIMIT ?", (limit,)
    )
    return tuple(Look(datetime.fromisoformat(at), *rest) for at, *rest in rows)


@dataclass(frozen=True, slots=True)
class Looked:
    """What somebody did on one day, once or more often."""

    last: datetime
    who: str
    what: str
    times: int

    @property
    def says(self) -> str:
        """ "read the stories you shared three times", after the name."""
        often = {1: "", 2: " twice", 3: " three times", 4: " four times"}
        return f"{self.what}{often.get(self.times, f' {self.times} times')}"


def by_day(looks: Sequence[Look], zone: tzinfo) -> tuple[Looked, ...]:
    """The same of the same person on one day is one line, where it was last; the newest first."""
    joined = dict[tuple[date, str, str], Looked]()
    for each in looks:
        same = (each.at.astimezone(zone).date(), each.who, each.what)
        known = joined.get(same, Looked(each.at, each.who, each.what, 0))
        joined[same] = replace(known, times=known.times + 1)
    return tuple(joined.values())


def aloud(
    looks: Sequence[Look], now: datetime, zone: tzinfo, most: int = 4, more: str = ON_PAGE
) -> str:
    """What to answer when the narrator asks who has looked or listened: the newest few, in whole sentences.

    `more`: what is said where there are earlier ones.
    """
    if not looks:
        return "Nobody has looked at anything."
    found = by_day(looks, zone)
    said = [f"{each.who} {each.says} {_when(each.last, now, zone)}." for each in found[:most]]
    if len(found) > most:
        said.append(more)
    return " ".join(said)


def _when(at: datetime, now: datetime, zone: tzinfo) -> str:
    days = (now.astimezone(zone).date() - at.astimezone(zone).date()).days
    local = at.astimezone(zone)
    if days <= 0:
        return "today"
    if days == 1:
        return "yesterday"
    return f"on {local:%A}" if days < 7 else f"on the {_nth(local.day)} of {local:%B}"


def _nth(day: int) -> str:
    ending = "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"
