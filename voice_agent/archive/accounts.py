"""Who may open the house's pages: accounts, invitations and sign-ins. No password or token is kept as it is.

A token is 32 random bytes; its SHA-256 is kept, so that whoever reads the database cannot sign in with what
stands there. Passwords are kept as argon2 digests, which the caller makes: hashing is slow on purpose.
"""

import hashlib
import secrets
import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from voice_agent.archive.book import Keeper
from voice_agent.errors import AccountRefused

IDLE = timedelta(days=14)
"""A sign-in that nobody used for so long is over."""

LONGEST = timedelta(days=90)
"""No sign-in lasts longer."""

INVITE = timedelta(days=3)
"""How long an invitation can be taken up."""


class Role(StrEnum):
    """What somebody is to the narrator."""

    NARRATOR = "narrator"
    CAREGIVER = "caregiver"
    FAMILY = "family"
    ADVOCATE = "advocate"


@dataclass(frozen=True, slots=True)
class Account:
    """One person who may sign in."""

    id: str
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class Invite:
    """A link that makes one account, once."""

    role: Role
    name: str
    expires: datetime


def everybody(keeper: Keeper) -> tuple[Account, ...]:
    """All who can sign in, in the order made."""
    rows = keeper.read("SELECT id, name, role FROM accounts WHERE closed IS NULL ORDER BY made, id")
    return tuple(Account(id, name, Role(role)) for id, name, role in rows)


def make(keeper: Keeper, name: str, role: Role, password: str, now: datetime) -> Account:
    """A new account; `password` is its digest. Raises AccountRefused where the name is taken."""
    return keeper.commit(lambda db: _make(db, name, role, password, now))


def make_first(keeper: Keeper, name: str, role: Role, password: str, now: datetime) -> Account:
    """The house's first account. Raises AccountRefused where there is one already."""

    def work(db: sqlite3.Connection) -> Account:
        if db.execute("SELECT 1 FROM accounts").fetchone():
            raise AccountRefused(
                "This house has its first account already.",
                safe="Nothing has been changed.",
                mend="Sign in, or ask whoever looks after this device for an invitation.",
            )
        return _make(db, name, role, password, now)

    return keeper.commit(work)


def digest_of(keeper: Keeper, name: str) -> tuple[Account, str] | None:
    """The account called `name` and the digest of its password; None where there is none."""
    rows = keeper.read(
        "SELECT id, name, role, password FROM accounts WHERE name = ? AND closed IS NULL", (name,)
    )
    return (Account(rows[0][0], rows[0][1], Role(rows[0][2])), rows[0][3]) if rows else None


def close(keeper: Keeper, id: str, now: datetime) -> None:
    """This person cannot sign in any more, is signed out now, and their open invitations open nothing."""

    def work(db: sqlite3.Connection) -> None:
        db.execute("UPDATE accounts SET closed = ? WHERE id = ?", (now.isoformat(), id))
        db.execute(
            "UPDATE accounts SET name = name || ' (closed ' || id || ')' WHERE id = ?", (id,)
        )
        db.execute("DELETE FROM sign_ins WHERE account = ?", (id,))
        db.execute("DELETE FROM invites WHERE by = ? AND used IS NULL", (id,))

    keeper.commit(work)


def sign_in(keeper: Keeper, account: Account, now: datetime) -> str:
    """Return a new token; an older one of that browser is of no use for it."""
    token = secrets.token_urlsafe(32)
    at = now.isoformat()
    old = (now - LONGEST).isoformat()

    def work(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM sign_ins WHERE began < ?", (old,))
        db.execute("INSERT INTO sign_ins VALUES (?, ?, ?, ?)", (_hash(token), account.id, at, at))

    keeper.commit(work)
    return token


def signed_in(keeper: Keeper, token: str, now: datetime) -> Account | None:
    """Whose token that is; None where it is nobody's, or too old. Notes that it was used, once an hour."""
    rows = keeper.read(
        """SELECT accounts.id, name, role, began, seen FROM sign_ins
            JOIN accounts ON accounts.id = account WHERE token = ? AND closed IS NULL""",
        (_hash(token),),
    )
    if not rows:
        return None
    id, name, role, began, seen = rows[0]
    last = datetime.fromisoformat(seen)
    if now - last > IDLE or now - datetime.fromisoformat(began) > LONGEST:
        sign_out(keeper, token)
        return None
    if now - last > timedelta(hours=1):
        used = (now.isoformat(), _hash(token))
        keeper.commit(lambda db: db.execute("UPDATE sign_ins SET seen = ? WHERE token = ?", used))
    return Account(id, name, Role(role))


def sign_out(keeper: Keeper, token: str) -> None:
    """The token opens nothing any more."""
    keeper.commit(lambda db: db.execute("DELETE FROM sign_ins WHERE token = ?", (_hash(token),)))


def invite(keeper: Keeper, by: Account, role: Role, name: str, now: datetime) -> str:
    """Return the token of a link for one person, good for INVITE. Raises AccountRefused."""
    if role is Role.NARRATOR or (by.role is not Role.NARRATOR and role is not Role.FAMILY):
        raise AccountRefused(
            "Only the narrator can invite that person.",
            safe="Nobody has been invited.",
            mend="Ask the narrator to send the invitation.",
        )
    if by.role not in (Role.NARRATOR, Role.CAREGIVER):
        raise AccountRefused("Only the narrator or the caregiver can invite somebody.")
    token = secrets.token_urlsafe(24)
    row = (_hash(token), role, name, by.id, now.isoformat(), (now + INVITE).isoformat())
    keeper.commit(
        lambda db: db.execute(
            "INSERT INTO invites (token, role, name, by, made, expires) VALUES (?, ?, ?, ?, ?, ?)",
            row,
        )
    )
    return token


def invited(keeper: Keeper, token: str, now: datetime) -> Invite | None:
    """What a link offers; None where it is unknown, used or too old."""
    rows = keeper.read(
        "SELECT role, name, expires FROM invites WHERE token = ? AND used IS NULL", (_hash(token),)
    )
    if not rows or datetime.fromisoformat(rows[0][2]) < now:
        return None
    return Invite(Role(rows[0][0]), rows[0][1], datetime.fromisoformat(rows[0][2]))


def take_up(keeper: Keeper, token: str, name: str, password: str, now: datetime) -> Account:
    """Make the account that a link offers; the link is used up in the same step. Raises AccountRefused."""

    def work(db: sqlite3.Connection) -> Account:
        used = db.execute(
            "UPDATE invites SET used = ? WHERE token = ? AND used IS NULL AND expires >= ? RETURNING role",
            (now.isoformat(), _hash(token), now.isoformat()),
        ).fetchone()
        if used is None:
            raise stale()
        return _make(db, name, Role(used[0]), password, now)

    return keeper.commit(work)


def stale() -> AccountRefused:
    """A link that opens nothing."""
    return AccountRefused(
        "This invitation has been used already, or is too old.",
        safe="Nothing has been shown.",
        mend="Ask whoever sent it for a new one.",
    )


def _make(db: sqlite3.Connection, name: str, role: Role, password: str, now: datetime) -> Account:
    account = Account(secrets.token_hex(8), " ".join(name.split()), role)
    try:
        db.execute(
            "INSERT INTO accounts (id, name, role, password, made) VALUES (?, ?, ?, ?, ?)",
            (account.id, account.name, role, password, now.isoformat()),
        )
    except sqlite3.IntegrityError:
        raise AccountRefused(
            "Somebody of that name can sign in already.",
            safe="Nothing has been changed.",
            mend="Choose another name, with a second name or a nickname.",
        ) from None
    return account


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
