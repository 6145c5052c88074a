"""What happened at the doors, or to what was to be erased, and the narrator cannot know: told on their page and in a talk.

No content, ever: who, what, when, and in which file.
"""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from voice_agent.archive.book import Keeper


class What(StrEnum):
    """What can happen, what weighs most first."""

    BESIDE = "beside"
    STILL_THERE = "still there"
    OUT_OF_REACH = "out of reach"
    OWN_PASSWORD = "own password"
    OWN_DEVICE = "own device"
    LINK = "link"
    PASSWORD = "password"
    ADDRESS = "address"
    CLOSED = "closed"
    TAKEN_BACK = "taken back"
    DEVICE = "device"
    WORDS = "words"
    PIN = "pin"
    GUESSES = "guesses"
    HOURS = "hours"
    VOICE = "voice"
    NAMES = "names"
    SET_UP = "set up"
    TEST = "test"
    REACHED = "reached"


BY_PAGE = frozenset({What.DEVICE, What.GUESSES, What.NAMES, What.SET_UP, What.TEST, What.REACHED})
"""What is told by being shown on the narrator's page. All else is said in a talk as well: whoever did it may sit at that
page, and read it there in the narrator's place."""

SAYS = {
    What.STILL_THERE: "Something that you wanted erased is still in a file on this device. All the rest of it is gone. Please tell whoever looks after the device.",
    What.OUT_OF_REACH: "What you wanted erased is gone on this device. A copy of it may still be somewhere that I cannot reach. Your page says where.",
    What.OWN_PASSWORD: "{who} has a new password for your pages.",
    What.OWN_DEVICE: "Your own pages were opened with your password, on a telephone, tablet or computer that I did not know. If that was you, all is well. If not, please tell somebody you trust.",
    What.DEVICE: "{who} signed in to {who}’s own pages from a telephone or computer not used before.",
    What.BESIDE: "A new password for your pages was chosen for {who}.",
    What.PASSWORD: "{who} has a new password for your pages.",
    What.LINK: "{who} was given a new way in to your pages, because the password was forgotten.",
    What.GUESSES: "Somebody tried several wrong passwords for {who}. Nothing was opened.",
    What.PIN: "A wrong {who} was typed several times on your own pages. If that was not you, please tell somebody you trust.",
    What.WORDS: "Two wrong words were given on your page for {who}, so the answer was no.",
    What.ADDRESS: "A new address was written down for {who}, to be told when something is wrong. Please ask {who} whether that is right.",
    What.CLOSED: "The door was closed to {who} on your page. You can open it again there.",
    What.TAKEN_BACK: "Something that {who} was allowed was taken back on your page.",
    What.HOURS: "{who} changed the hours in which I invite nobody.",
    What.VOICE: "{who} chose how I sound: my voice, how fast I speak, or how loud.",
    What.NAMES: "{who} changed the list of names that I listen for.",
    What.SET_UP: "{who} wrote down whom to ask when something is wrong with this device.",
    What.TEST: "A test message was sent to {who}. Nothing was wrong.",
    What.REACHED: "The test message reached {who}.",
}
"""As it is said and shown; {who} is a name, or what was typed; of STILL_THERE it is the files, of OUT_OF_REACH
sentences about the copies, which are shown and not said."""

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

    @property
    def shows(self) -> str:
        """The same on a page, with what is of no use in the ear."""
        match self.what:
            case What.STILL_THERE:
                return f"{self.says} It is in: {self.who}."
            case What.OUT_OF_REACH:
                return self.who
            case What.OWN_DEVICE:
                return f"{self.says} Under “People” you can press “Sign out everywhere else”."
            case _:
                return self.says


def add(db: sqlite3.Connection, what: What, who: str, now: datetime) -> None:
    """Write it down in a transaction that is open."""
    db.execute("INSERT INTO news (what, who, at) VALUES (?, ?, ?)", (what, who, now.isoformat()))


def once_a_day(keeper: Keeper, what: What, who: str, now: datetime) -> None:
    """Write it down, where it does not stand for that day."""
    day = f"{now.date().isoformat()}%"
    sql = "SELECT 1 FROM news WHERE what = ? AND who = ? AND at LIKE ?"
    if not keeper.read(sql, (what, who, day)):
        keeper.commit(lambda db: add(db, what, who, now))


def untold(keeper: Keeper, *, unseen: bool = False) -> tuple[News, ...]:
    """What the narrator has not been told, the first first. `unseen`: nor has their page shown it."""
    also = "AND seen IS NULL" if unseen else ""
    rows = keeper.read(
        f"SELECT number, what, who, at FROM news WHERE told IS NULL {also} ORDER BY number"
    )
    return tuple(_known(rows))


def lately(keeper: Keeper, limit: int = 10) -> tuple[News, ...]:
    """All that was neither told nor shown, and the newest of what was, the newest first; the same of one day once."""
    rows = keeper.read(
        """SELECT number, what, who, at FROM news WHERE (told IS NULL AND seen IS NULL) OR number IN
            (SELECT number FROM news ORDER BY number DESC LIMIT ?) ORDER BY number DESC""",
        (limit,),
    )
    return tuple({(each.shows, each.at.date()): each for each in _known(rows)}.values())


def _known(rows: Iterable[tuple[Any, ...]]) -> Iterator[News]:
    """What another version wrote down and this one has no sentence for is passed over: it waits for one that has."""
    for number, what, who, at in rows:
        if what in set(What):
            yield News(number, What(what), who, datetime.fromisoformat(at))


def newest(keeper: Keeper, what: What, who: str) -> datetime | None:
    """When that happened last; None: never."""
    row = keeper.read("SELECT max(at) FROM news WHERE what = ? AND who = ?", (what, who))
    return datetime.fromisoformat(row[0][0]) if row and row[0][0] else None


def told(keeper: Keeper, numbers: Collection[int], now: datetime) -> None:
    """The narrator has been told of these."""
    rows = [(now.isoformat(), each) for each in numbers]
    keeper.commit(
        lambda db: db.executemany(
            "UPDATE news SET told = ? WHERE number = ? AND told IS NULL", rows
        )
    )


def shown(keeper: Keeper, news: Sequence[News], now: datetime) -> None:
    """These were on the narrator's page; what must be said in a talk as well waits for that."""
    rows = [(now.isoformat(), each.number) for each in news]
    keeper.commit(lambda db: db.executemany("UPDATE news SET seen = ? WHERE number = ?", rows))
    told(keeper, [each.number for each in news if each.what in BY_PAGE], now)


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
