"""Links that somebody is sent: to come in for the first time, or to choose a new password. Each opens once.

A link names a person and what they are to the narrator; whoever takes it up is that person, and waits to be let in.
"""

import secrets
import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta

from voice_agent.archive import accounts, news
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.book import Keeper
from voice_agent.archive.called import a_word
from voice_agent.archive.sign_ins import digest
from voice_agent.errors import AccountRefused

GOOD = timedelta(days=3)
"""How long a link can be taken up."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a link offers."""

    role: Role
    name: str
    relation: str
    account: str = ""
    """Whose new password it sets; "": it is a first invitation."""


def invite(
    keeper: Keeper,
    by: Account,
    role: Role,
    name: str,
    relation: str,
    now: datetime,
    *,
    household: str = "",
) -> str:
    """Return the token of a link for one person, good for GOOD. Raises AccountRefused.

    The narrator's own invitations are a wish, and no leave: whoever took the link up is looked at once more.
    """
    if by.roles.isdisjoint({Role.NARRATOR, Role.CAREGIVER}):
        raise AccountRefused("Only the narrator or the caregiver can invite somebody.")
    if role is Role.NARRATOR or (Role.NARRATOR not in by.roles and role is not Role.FAMILY):
        raise AccountRefused(
            "Only the narrator can invite that person.",
            safe="Nobody has been invited.",
            mend="Ask the narrator to send the invitation.",
        )
    who = accounts.fresh(name, role, relation, household)
    if not who.relation:
        raise AccountRefused(
            "Nobody has been invited yet.",
            safe="Nothing has been changed.",
            mend="Write what they are to the narrator, as daughter, neighbour or nurse.",
        )
    token = secrets.token_urlsafe(24)

    def work(db: sqlite3.Connection) -> None:
        accounts.refuse_a_second(db, who.name)
        db.execute(
            """INSERT INTO invites (token, role, name, by, made, expires, relation, household)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
            (
                digest(token),
                role,
                who.name,
                by.id,
                now.isoformat(),
                (now + GOOD).isoformat(),
                who.relation,
                who.household,
            ),
        )

    keeper.commit(work)
    return token


def new_way_in(keeper: Keeper, who: Account, by: str, now: datetime) -> str:
    """Return the token of a link by which `who`, who forgot the password, chooses another; the narrator hears of it.

    `by`: the id of whoever made it, "" for the command line. Raises AccountRefused.
    """
    token = secrets.token_urlsafe(24)

    def work(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM invites WHERE account = ? AND used IS NULL", (who.id,))
        db.execute("DELETE FROM forgotten WHERE account = ?", (who.id,))
        db.execute(
            """INSERT INTO invites (token, role, name, by, made, expires, account)
                VALUES (?, ?, ?, ?, ?, ?, ?)""",
            (
                digest(token),
                Role.FAMILY
                if who.role is Role.NARRATOR
                else who.role,  # the account says what it is
                who.name,
                by or who.id,
                now.isoformat(),
                (now + GOOD).isoformat(),
                who.id,
            ),
        )
        if by != _narrator(db):
            news.add(db, news.What.LINK, who.name, now)

    keeper.commit(work)
    return token


def open_again(keeper: Keeper, id: str, by: Account, now: datetime) -> str:
    """Open a door that was closed: return the token of a link; whoever takes it up waits to be let in, as at first.

    Raises AccountRefused.
    """
    who = next((each for each in accounts.shut_out(keeper) if each.id == id), None)
    if who is None:
        raise AccountRefused("That door was not closed.", safe="Nothing has been changed.")

    keeper.commit(
        lambda db: db.execute("UPDATE accounts SET closed = NULL WHERE id = ?", (who.id,))
    )
    return new_way_in(keeper, who, by.id, now)


def offered(keeper: Keeper, token: str, now: datetime) -> Invitation | None:
    """What a link offers; None where it is unknown, used or too old."""
    rows = keeper.read(
        "SELECT role, name, relation, expires, account FROM invites WHERE token = ? AND used IS NULL",
        (digest(token),),
    )
    if not rows:
        return None
    role, name, relation, expires, account = rows[0]
    if datetime.fromisoformat(expires) < now:
        return None
    return Invitation(Role(role), name, relation, account)


def take_up(
    keeper: Keeper, token: str, password: str, now: datetime, *, device: str = ""
) -> Account:
    """Make the account that a link offers, or set its new password; the link is used up in the same step.

    `device`: the browser it is taken up in, as it is known. Whoever takes up an invitation is given a word: they tell it
    to the narrator themselves, who knows their voice, and so knows that nobody else took it up in their place.

    A new password ends every sign-in, forgets every device, and is told to the narrator. Raises AccountRefused.
    """

    def work(db: sqlite3.Connection) -> str:
        used = db.execute(
            """UPDATE invites SET used = ? WHERE token = ? AND used IS NULL AND expires >= ?
                RETURNING role, name, relation, household, account, by""",
            (now.isoformat(), digest(token), now.isoformat()),
        ).fetchone()
        if used is None:
            raise stale()
        role, name, relation, household, id, by = used
        if id:
            _choose_again(db, id, role, password, by, now)
            return id
        new = accounts.fresh(name, Role(role), relation, household)
        accounts.add(db, new, password, now)
        db.execute(
            """UPDATE asked_in SET by = ?, word = ?, beside = coalesce((SELECT account FROM devices
                WHERE token = ? AND account <> ? LIMIT 1), '') WHERE account = ?""",
            (by, a_word(), digest(device), new.id, new.id),
        )
        return new.id

    found = accounts.account(keeper, keeper.commit(work))
    if found is None:
        raise stale()
    return found


def _choose_again(
    db: sqlite3.Connection, id: str, role: str, password: str, by: str, now: datetime
) -> None:
    """A new password; whoever was let in by nobody since the door was opened again waits, with a word, as at first."""
    let_in = db.execute(
        """SELECT 1 FROM let_in WHERE account = ?1 AND given = 1 AND number = (SELECT max(number) FROM let_in
            AS later WHERE later.account = let_in.account AND later.role = let_in.role)""",
        (id,),
    ).fetchone()
    set_password(db, id, password, now, tell=bool(let_in))
    if not let_in:
        db.execute(
            "INSERT OR REPLACE INTO asked_in (account, role, by, at, word) VALUES (?, ?, ?, ?, ?)",
            (id, role, by, now.isoformat(), a_word()),
        )


def stale() -> AccountRefused:
    """A link that opens nothing."""
    return AccountRefused(
        "This invitation has been used already, or is too old.",
        safe="Nothing has been shown.",
        mend="Ask whoever sent it for a new one.",
    )


def set_password(
    db: sqlite3.Connection, id: str, password: str, now: datetime, *, tell: bool = True
) -> None:
    """In a transaction that is open; ends every sign-in, forgets every device. Raises AccountRefused.

    `tell`: the narrator hears of it; of somebody who waits outside there is nothing to hear yet.
    """
    row = db.execute(
        "UPDATE accounts SET password = ? WHERE id = ? AND closed IS NULL RETURNING name, role",
        (password, id),
    ).fetchone()
    if row is None:
        raise stale()
    db.execute("DELETE FROM sign_ins WHERE account = ?", (id,))
    accounts.forget_devices(db, id)
    db.execute("DELETE FROM forgotten WHERE account = ?", (id,))
    name, role = row
    if tell and role == Role.NARRATOR:
        news.add(db, news.What.OWN_PASSWORD, "Whoever asked for it in your name", now)
    elif tell:
        news.add(db, news.What.PASSWORD, name, now)


def _narrator(db: sqlite3.Connection) -> str:
    row = db.execute(
        "SELECT id FROM accounts WHERE role = 'narrator' AND closed IS NULL"
    ).fetchone()
    return row[0] if row else ""
