"""Sign-ins and the devices they come from. No token is kept as it is: whoever reads the database signs in nowhere.

A device is a browser that somebody has signed in from before. From one that is known, the right password always opens;
a sign-in from another ends the older ones, and the narrator hears of it. Who says that it is their own stays signed in.
"""

import hashlib
import secrets
import sqlite3
from datetime import datetime, timedelta

from voice_agent.archive import news
from voice_agent.archive.accounts import Account, Role, account
from voice_agent.archive.book import Keeper
from voice_agent.errors import AccountRefused

IDLE = timedelta(days=1)
"""A sign-in that nobody used for so long is over, but for one that stays: it may have been somebody else's computer."""

LONGEST_SIGN_IN = timedelta(days=90)
"""No sign-in lasts longer, but for one that stays."""


def sign_in(
    keeper: Keeper,
    who: Account,
    now: datetime,
    *,
    device: str = "",
    stays: bool = False,
    password: str = "",
    expected: bool = False,
) -> tuple[str, str]:
    """Let somebody in from a browser that showed the token `device`; return the tokens of sign-in and device.

    `stays`: it is their own, and they stay signed in there as long as it is used. `password`: the digest that was
    looked at; where another has been set meanwhile, nobody is let in. `expected`: they have just chosen it. Raises
    AccountRefused.
    """
    token, new = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    at, old = now.isoformat(), (now - LONGEST_SIGN_IN).isoformat()

    def work(db: sqlite3.Connection) -> str:
        rows = db.execute("SELECT account FROM devices WHERE token = ?", (digest(device),))
        whose = {account for (account,) in rows}
        known = who.id in whose
        browser = device if whose else new  # a tablet may be several people's
        stands = db.execute(
            "SELECT 1 FROM accounts WHERE id = ?1 AND closed IS NULL AND (?2 = '' OR password = ?2)",
            (who.id, password),
        ).fetchone()
        if not stands:
            raise AccountRefused("That password has been changed.", mend="Please try the new one.")
        if not known:
            if not expected:
                db.execute(
                    "DELETE FROM sign_ins WHERE account = ? AND NOT (? AND stays = 1)",
                    (who.id, who.role is Role.NARRATOR),
                )
                news.add(db, *_came(who), now)
            db.execute("INSERT INTO devices VALUES (?, ?, ?)", (digest(browser), who.id, at))
        db.execute("DELETE FROM sign_ins WHERE began < ? AND stays = 0", (old,))
        db.execute(
            """INSERT INTO sign_ins (token, account, began, seen, device, stays)
                VALUES (?, ?, ?, ?, ?, ?)""",
            (digest(token), who.id, at, at, digest(browser), int(stays)),
        )
        return browser

    return token, keeper.commit(work)


def knows(keeper: Keeper, device: str, who: Account) -> bool:
    """Has `who` signed in from that browser before?"""
    return bool(device) and bool(
        keeper.read(
            "SELECT 1 FROM devices WHERE token = ? AND account = ?", (digest(device), who.id)
        )
    )


def signed_in(keeper: Keeper, token: str, now: datetime) -> Account | None:
    """Whose token that is; None where it is nobody's, or too old. Notes that it was used, once an hour."""
    rows = keeper.read(
        "SELECT account, began, seen, stays FROM sign_ins WHERE token = ?", (digest(token),)
    )
    who = account(keeper, rows[0][0]) if rows else None
    if who is None:
        return None
    _, began, seen, stays = rows[0]
    last = datetime.fromisoformat(seen)
    if not stays and (now - last > IDLE or now - datetime.fromisoformat(began) > LONGEST_SIGN_IN):
        sign_out(keeper, token)
        return None
    if now - last > timedelta(hours=1):
        used = (now.isoformat(), digest(token))
        keeper.commit(lambda db: db.execute("UPDATE sign_ins SET seen = ? WHERE token = ?", used))
    return who


def sign_out(keeper: Keeper, token: str) -> None:
    """The token opens nothing any more."""
    keeper.commit(lambda db: db.execute("DELETE FROM sign_ins WHERE token = ?", (digest(token),)))


def end_others(keeper: Keeper, who: Account, token: str) -> None:
    """End every sign-in of `who` but this one; the devices of the others are strange from now on.

    Strange to everybody, as in accounts.forget_devices.
    """

    def work(db: sqlite3.Connection) -> None:
        mine = "(SELECT device FROM sign_ins WHERE token = ?2)"
        db.execute(
            f"""DELETE FROM devices WHERE token NOT IN {mine}
                AND token IN (SELECT token FROM devices WHERE account = ?1)""",
            (who.id, digest(token)),
        )
        db.execute(
            "DELETE FROM sign_ins WHERE account = ?1 AND token <> ?2", (who.id, digest(token))
        )

    keeper.commit(work)


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _came(who: Account) -> tuple[news.What, str]:
    if who.role is Role.NARRATOR:
        return news.What.OWN_DEVICE, who.name
    return news.What.DEVICE, who.name
