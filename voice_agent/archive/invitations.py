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
from voice_agent.archive.sign_ins import digest
from voice_agent.errors import AccountRefused

GOOD = timedelta(days=3)
"""How long a link can be taken up."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a link offers."""

    role: Role
    """As what they would come in; where it sets a new password, what they are."""

    name: str
    relation: str
    account: str = ""
    """Whose new password it sets; "": it is a first invitation."""


@dataclass(frozen=True, slots=True)
class Open:
    """A link that somebody made and nobody has taken up."""

    id: str
    """Stands for it; it opens nothing."""

    name: str
    relation: str
    role: Role
    until: datetime
    """When it grows too old."""

    new_password: bool
    """It is for somebody who has an account: they choose another password by it."""


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

    The narrator's own invitations are a wish, and no leave: whoever took the link up is looked at once more. A caregiver
    is not told whether somebody is called so already: that is for the narrator to look at.
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
        if Role.NARRATOR in by.roles:
            accounts.refuse_a_second(db, who)
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
    """Return the token of a link by which `who` chooses another password; the narrator hears of it.

    Whoever is let in as nothing, or whose door was closed, waits to be let in once they have taken it up, as at first;
    until then the door stays closed. `by`: the id of whoever made it, "" for the command line. Raises AccountRefused.
    """
    token = secrets.token_urlsafe(24)

    def work(db: sqlite3.Connection) -> None:
        narrator = _narrator(db)
        sql = "SELECT 1 FROM accounts WHERE id = ? AND (closed IS NULL OR ?)"
        if not db.execute(sql, (who.id, by == narrator)).fetchone():
            raise AccountRefused(
                f"Only the narrator opens a door again, and that of {who.name} was closed.",
                safe="Nothing has been changed.",
            )
        db.execute("DELETE FROM invites WHERE account = ? AND used IS NULL", (who.id,))
        db.execute("DELETE FROM forgotten WHERE account = ?", (who.id,))
        db.execute(
            """INSERT INTO invites (token, role, name, by, made, expires, account)
                VALUES (?, ?, ?, ?, ?, ?, ?)""",
            (
                digest(token),
                Role.FAMILY,  # nobody reads it: the account says what they are
                who.name,
                by or who.id,
                now.isoformat(),
                (now + GOOD).isoformat(),
                who.id,
            ),
        )
        if by != narrator:
            news.add(db, news.What.LINK, who.name, now)

    keeper.commit(work)
    return token


def came_in(keeper: Keeper, by: Account) -> tuple[str, ...]:
    """The names, as `by` wrote them, of those whom `by` invited to read and whom the narrator has let in, the first first.

    Whom somebody else invited is not told: that is for the narrator to know.
    """
    rows = keeper.read(
        """SELECT invites.name FROM invites JOIN accounts ON accounts.id = invites.account
            WHERE by = ? AND used IS NOT NULL AND invites.relation <> '' AND closed IS NULL AND EXISTS (
                SELECT 1 FROM last_answers WHERE account = accounts.id AND role = 'family' AND given = 1) ORDER BY used""",
        (by.id,),
    )
    return tuple(name for (name,) in rows)


def offered(keeper: Keeper, token: str, now: datetime) -> Invitation | None:
    """What a link offers; None where it is unknown, used or too old."""
    rows = keeper.read(
        """SELECT coalesce(accounts.role, invites.role), invites.name, invites.relation, expires, account
            FROM invites LEFT JOIN accounts ON accounts.id = account WHERE token = ? AND used IS NULL""",
        (digest(token),),
    )
    if not rows:
        return None
    role, name, relation, expires, account = rows[0]
    if datetime.fromisoformat(expires) < now:
        return None
    return Invitation(Role(role), name, relation, account)


def still_open(keeper: Keeper, by: Account, now: datetime) -> tuple[Open, ...]:
    """The links that `by` made and nobody has taken up, the newest first; nobody learns of another's."""
    rows = keeper.read(
        """SELECT token, invites.name, coalesce(accounts.relation, invites.relation),
                coalesce(accounts.role, invites.role), expires, account <> ''
            FROM invites LEFT JOIN accounts ON accounts.id = account
            WHERE by = ? AND used IS NULL AND expires >= ? ORDER BY invites.made DESC, token""",
        (by.id, now.isoformat()),
    )
    return tuple(
        Open(id, name, relation, Role(role), datetime.fromisoformat(until), bool(again))
        for id, name, relation, role, until, again in rows
    )


def take_back(keeper: Keeper, by: Account, id: str) -> bool:
    """Does a link that `by` made open nothing any more? False where it was taken up before, or is not theirs."""
    return bool(
        keeper.commit(
            lambda db: (
                db.execute(
                    "DELETE FROM invites WHERE token = ? AND by = ? AND used IS NULL", (id, by.id)
                ).rowcount
            )
        )
    )


def take_back_waiting(keeper: Keeper, by: Account, id: str) -> bool:
    """Is somebody whom `by` invited, and who used the link and waits, invited no more? Nothing of them stays.

    False where the narrator has said anything of them, a yes or a no, or somebody else invited them: then it is not theirs
    to take back.
    """

    def work(db: sqlite3.Connection) -> bool:
        gone = db.execute(
            """DELETE FROM accounts WHERE id = ?1
                AND EXISTS (SELECT 1 FROM invites WHERE account = ?1 AND by = ?2 AND relation <> '')
                AND EXISTS (SELECT 1 FROM asked_in WHERE account = ?1 AND by = ?2)
                AND NOT EXISTS (SELECT 1 FROM let_in WHERE account = ?1)""",
            (id, by.id),
        ).rowcount
        if gone:  # sign-ins and devices go with the account by themselves
            db.execute("DELETE FROM asked_in WHERE account = ?", (id,))
            db.execute("DELETE FROM invites WHERE account = ?", (id,))
        return bool(gone)

    return keeper.commit(work)


def take_up(
    keeper: Keeper, token: str, password: str, now: datetime, *, device: str = ""
) -> Account:
    """Make the account that a link offers, or set its new password; the link is used up in the same step.

    `device`: the browser it is taken up in, as it is known. Whoever takes up an invitation is given a word: they tell it
    to the narrator themselves, who knows their voice, and so knows that nobody else took it up in their place. A name is
    theirs at once where the narrator invited them by it.

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
            _choose_again(db, id, password, by, device, now)
            return id
        new = accounts.fresh(name, Role(role), relation, household)
        accounts.add(db, new, password, now, named=by == _narrator(db))
        # whoever invited them sees that they came in
        db.execute("UPDATE invites SET account = ? WHERE token = ?", (new.id, digest(token)))
        beside = _beside(db, device, new.id)
        accounts.wait(db, new.id, new.role, now, by=by, beside=beside)
        return new.id

    found = accounts.account(keeper, keeper.commit(work))
    if found is None:
        raise stale()
    return found


def _choose_again(
    db: sqlite3.Connection, id: str, password: str, by: str, device: str, now: datetime
) -> None:
    """A new password; whoever is let in as nothing, or comes back to a closed door, waits with a word, as at first."""
    beside = _beside(db, device, id)
    let_in = db.execute(
        "SELECT 1 FROM last_answers WHERE account = ? AND given = 1", (id,)
    ).fetchone()
    if let_in:
        set_password(db, id, password, now, beside=beside)
        return
    db.execute("UPDATE accounts SET closed = NULL WHERE id = ?", (id,))
    set_password(db, id, password, now, tell=False)
    (role,) = db.execute("SELECT role FROM accounts WHERE id = ?", (id,)).fetchone()
    accounts.wait(db, id, Role(role), now, by=by, beside=beside)


def _beside(db: sqlite3.Connection, device: str, id: str) -> str:
    """Somebody else who signs in on that browser; "": nobody known. Whoever is let in is named first."""
    row = db.execute(
        """SELECT account FROM devices WHERE token = ?1 AND account <> ?2 ORDER BY account NOT IN
            (SELECT account FROM last_answers WHERE given = 1), made LIMIT 1""",
        (digest(device), id),
    ).fetchone()
    return row[0] if row else ""


def stale() -> AccountRefused:
    """A link that opens nothing."""
    return AccountRefused(
        "This invitation opens nothing any more: it was used, or taken back, or is too old.",
        safe="Nothing has been shown.",
        mend="Ask whoever sent it for a new one.",
    )


def set_password(
    db: sqlite3.Connection,
    id: str,
    password: str,
    now: datetime,
    *,
    tell: bool = True,
    beside: str = "",
) -> None:
    """In a transaction that is open; ends every sign-in, forgets every device. Raises AccountRefused.

    `tell`: the narrator hears of it; of somebody who waits outside there is nothing to hear yet. `beside`: who else
    signs in on the device where it was chosen, by account; "": nobody known.
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
    if not tell:
        return
    if beside:
        whose = "you" if role == Role.NARRATOR else name
        where = f"on a telephone or computer on which {_signs_in(db, beside)}"
        news.add(db, news.What.BESIDE, f"{whose}, {where}", now)
    elif role == Role.NARRATOR:
        news.add(db, news.What.OWN_PASSWORD, "Whoever asked for it in your name", now)
    else:
        news.add(db, news.What.PASSWORD, name, now)


def _signs_in(db: sqlite3.Connection, id: str) -> str:
    """ "Carol signs in", as the narrator is told of it."""
    name, role = db.execute("SELECT name, role FROM accounts WHERE id = ?", (id,)).fetchone()
    return "you sign in" if role == Role.NARRATOR else f"{accounts.bare(name, id)} signs in"


def _narrator(db: sqlite3.Connection) -> str:
    row = db.execute(
        "SELECT id FROM accounts WHERE role = 'narrator' AND closed IS NULL"
    ).fetchone()
    return row[0] if row else ""
