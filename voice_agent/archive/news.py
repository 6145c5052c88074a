"""What happened at the doors and was not the narrator's doing: told to them, on their page and in the next talk.

No content, ever: who, what and when.
"""

import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from voice_agent.archive.book import Keeper


class What(StrEnum):
    """What can happen, what weighs most first."""

    BESIDE = "beside"
    LINK = "link"
    PASSWORD = "password"
    DEVICE = "device"
    GUESSES = "guesses"
    TEST = "test"
    REACHED = "reached"


SAYS = {
    What.DEVICE: "{who} came in to your pages from a telephone or computer not used before.",
    What.BESIDE: "A new password for your pages was chosen for {who}.",
    What.PASSWORD: "{who} has a new password for your pages.",
    What.LINK: "{who} was given a new way in to your pages, because the password was forgotten.",
    What.GUESSES: "Somebody tried several wrong passwords for {who}. Nothing was opened.",
    What.TEST: "A test message was sent to {who}. Nothing was wrong.",
    What.REACHED: "The test message reached {who}.",
}
"""As it is said and shown; {who} is a name."""

ALOUD = 2
"""Pieces of news said in one talk; the page shows all."""


@dataclass(frozen=True, slots=True)
class News:
    """One thing that happened."""

    number: int
    what: What
    who: str
    at: datetime

    @property
    def says(self) -> str:
        """In a sentence."""
        return SAYS[self.what].format(who=self.who)


def add(db: sqlite3.Connection, what: What, who: str, now: datetime) -> None:
    """Write it down in a transaction that is open."""
    db.execute("INSERT INTO news (what, who, at) VALUES (?, ?, ?)", (what, who, now.isoformat()))


def once_a_day(keeper: Keeper, what: What, who: str, now: datetime) -> None:
    """Write it down, where it does not stand for that day."""
    day = f"{now.date().isoformat()}%"
    sql = "SELECT 1 FROM news WHERE what = ? AND who = ? AND at LIKE ?"
    if not keeper.read(sql, (what, who, day)):
        keeper.commit(lambda db: add(db, what, who, now))


def untold(keeper: Keeper) -> tuple[News, ...]:
    """What the narrator has not been told, the first first."""
    rows = keeper.read("SELECT number, what, who, at FROM news WHERE told IS NULL ORDER BY number")
    return tuple(News(n, What(w), who, datetime.fromisoformat(at)) for n, w, who, at in rows)


def lately(keeper: Keeper, limit: int = 10) -> tuple[News, ...]:
    """Everything that was not told, and the newest of what was, the newest first; the same of one day once."""
    rows = keeper.read(
        """SELECT number, what, who, at FROM news WHERE told IS NULL OR number IN
            (SELECT number FROM news ORDER BY number DESC LIMIT ?) ORDER BY number DESC""",
        (limit,),
    )
    every = (News(n, What(w), who, datetime.fromisoformat(at)) for n, w, who, at in rows)
    return tuple({(each.says, each.at.date()): each for each in every}.values())


def told(keeper: Keeper, numbers: Collection[int], now: datetime) -> None:
    """The narrator has been told of these."""
    rows = [(now.isoformat(), each) for each in numbers]
    keeper.commit(
        lambda db: db.executemany(
            "UPDATE news SET told = ? WHERE number = ? AND told IS NULL", rows
        )
    )


def first(news: Sequence[News]) -> tuple[str, ...]:
    """What is said of it in one talk, in sentences: what weighs most, the same once."""
    return tuple(dict.fromkeys(each.says for each in sorted(news, key=_weight)))[:ALOUD]


def aloud(news: Sequence[News]) -> str:
    """`first` in one breath, and that there is more; "" for none."""
    said = first(news)
    more = {each.says for each in news} - set(said)
    return " ".join(
        (*said, "There is more of that kind; your page shows it all.") if more else said
    )


def _weight(news: News) -> int:
    return list(What).index(news.what)
