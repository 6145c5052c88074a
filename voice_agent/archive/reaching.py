"""Can the advocate be reached? A word is sent to their address; whoever brings it back has read it there."""

import hmac
import secrets
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from voice_agent.archive import accounts, news
from voice_agent.archive.accounts import Account
from voice_agent.archive.book import Keeper
from voice_agent.archive.sign_ins import digest

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""None that is taken for another when it is read aloud over a telephone."""

WORD = 6
"""Letters of the word."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How the last test went."""

    sent: datetime | None = None
    answered: datetime | None = None


def keep(keeper: Keeper, who: Account, address: str, now: datetime) -> None:
    """Keep how a message reaches `who`; an older test proves nothing for another, and the narrator hears of it.

    Whose place they take is told no more.
    """

    def work(db: sqlite3.Connection) -> None:
        if not db.execute(
            "UPDATE accounts SET address = ?1 WHERE id = ?2 AND address <> ?1", (address, who.id)
        ).rowcount:
            return
        db.execute("DELETE FROM reached WHERE account = ?", (who.id,))
        accounts.take_the_place(db, who.id, now)
        news.add(db, news.What.ADDRESS, who.name, now)

    keeper.commit(work)


def of(keeper: Keeper, who: Account) -> Reached:
    """How the last test went."""
    rows = keeper.read("SELECT sent, answered FROM reached WHERE account = ?", (who.id,))
    return (
        Reached(*(each and datetime.fromisoformat(each) for each in rows[0])) if rows else Reached()
    )


def tried(keeper: Keeper, who: Account, send: Callable[[str, str], bool], now: datetime) -> bool:
    """Send `who` a new word by `send` (address, word); the narrator hears of it. False: it could not be sent."""
    word = "".join(secrets.choice(LETTERS) for _ in range(WORD))
    if not send(who.address, word):
        return False

    def work(db: sqlite3.Connection) -> None:
        db.execute(
            "INSERT OR REPLACE INTO reached VALUES (?, ?, ?, NULL)",
            (who.id, digest(word), now.isoformat()),
        )
        news.add(db, news.What.TEST, who.name, now)

    keeper.commit(work)
    return True


def answered(keeper: Keeper, who: Account, word: str, now: datetime) -> bool:
    """Is that the word that was sent? Then `who` is reached there, and the narrator hears of it."""
    rows = keeper.read("SELECT word FROM reached WHERE account = ? AND answered IS NULL", (who.id,))
    if not rows or not hmac.compare_digest(rows[0][0], digest(word.strip().upper())):
        return False

    def work(db: sqlite3.Connection) -> None:
        db.execute("UPDATE reached SET answered = ? WHERE account = ?", (now.isoformat(), who.id))
        news.add(db, news.What.REACHED, who.name, now)

    keeper.commit(work)
    return True
