"""Forgotten passwords: whoever asks from a device of theirs may choose another one there, once the narrator has said so."""

import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta

from voice_agent.archive import accounts
from voice_agent.archive.accounts import Account
from voice_agent.archive.book import Keeper
from voice_agent.archive.invitations import set_password
from voice_agent.archive.sign_ins import digest, knows
from voice_agent.errors import AccountRefused

OPEN = timedelta(days=7)
"""How long a request waits, and how long its yes can be used. A guess: a talk or two."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody has forgotten the password."""

    account: Account
    allowed: bool


def ask(keeper: Keeper, who: Account, device: str, now: datetime) -> None:
    """Let the narrator be asked. Raises AccountRefused from a browser that `who` never signed in from."""
    if not knows(keeper, device, who):
        raise AccountRefused(
            "Nobody can tell from here that it is you.",
            safe="Nothing has been changed.",
            mend="Ask from a telephone or tablet that you signed in with before, or ask for a new link.",
        )
    row = (who.id, digest(device), now.isoformat())
    keeper.commit(
        lambda db: db.execute("INSERT OR REPLACE INTO forgotten VALUES (?, ?, ?, NULL)", row)
    )


def asked(keeper: Keeper, now: datetime) -> tuple[Account, ...]:
    """Whoever asks and has not been answered, the first first."""
    rows = keeper.read(
        "SELECT account FROM forgotten WHERE allowed IS NULL AND at > ? ORDER BY at",
        ((now - OPEN).isoformat(),),
    )
    found = (accounts.account(keeper, id) for (id,) in rows)
    return tuple(each for each in found if each is not None)


def answer(keeper: Keeper, id: str, given: bool, now: datetime) -> None:
    """What the narrator said to it."""

    def work(db: sqlite3.Connection) -> None:
        if given:
            db.execute("UPDATE forgotten SET allowed = ? WHERE account = ?", (now.isoformat(), id))
        else:
            db.execute("DELETE FROM forgotten WHERE account = ?", (id,))

    keeper.commit(work)


def of_device(keeper: Keeper, device: str, now: datetime) -> Asked | None:
    """Who asked from that browser, and whether the narrator has said yes."""
    rows = keeper.read(
        "SELECT account, allowed FROM forgotten WHERE device = ? AND coalesce(allowed, at) > ?",
        (digest(device), (now - OPEN).isoformat()),
    )
    who = accounts.account(keeper, rows[0][0]) if device and rows else None
    return Asked(who, rows[0][1] is not None) if who else None


def choose(keeper: Keeper, device: str, password: str, now: datetime) -> Account:
    """Set the new password of whoever was allowed it on that browser. Raises AccountRefused."""
    found = of_device(keeper, device, now)
    if found is None or not found.allowed:
        raise _not_yet()

    def work(db: sqlite3.Connection) -> None:
        stands = db.execute(
            "SELECT 1 FROM forgotten WHERE account = ? AND device = ? AND allowed IS NOT NULL",
            (found.account.id, digest(device)),
        ).fetchone()
        if not stands:
            raise _not_yet()
        set_password(db, found.account.id, password, now)

    keeper.commit(work)
    return found.account


def _not_yet() -> AccountRefused:
    return AccountRefused(
        "No new password can be chosen here yet.",
        safe="Nothing has been changed.",
        mend="Wait until the narrator has said yes.",
    )
