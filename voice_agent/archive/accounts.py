"""Who is known at the house's pages. An account is a key; its name is only shown, and nobody else is ever called so.

What somebody may do stands in letting_in.py: an account opens nothing before the narrator has said so. Passwords are
kept as argon2 digests, which the caller makes: hashing is slow on purpose.
"""

import secrets
import sqlite3
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from voice_agent.archive import news
from voice_agent.archive.book import Keeper
from voice_agent.archive.called import key, related, shown
from voice_agent.errors import AccountRefused


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
    """As what they were invited."""

    roles: frozenset[Role] = frozenset()
    """As what the narrator has let them in; none: they wait."""

    relation: str = ""
    """To the narrator: daughter, neighbour; "" where nobody has said."""

    household: str = ""
    """People of one household share this word."""

    address: str = ""
    """How a message reaches them, as the notifier takes it; "": none does."""

    @property
    def who(self) -> str:
        """ "Lucy, your daughter": as the narrator is told of them."""
        return f"{self.name}, your {self.relation}" if self.relation else self.name


_ACCOUNT = """SELECT accounts.id, name, role, relation, household, address, (SELECT group_concat(role) FROM let_in
        WHERE account = accounts.id AND given = 1 AND number = (SELECT max(number) FROM let_in AS later
            WHERE later.account = let_in.account AND later.role = let_in.role)) FROM accounts"""


def everybody(keeper: Keeper) -> tuple[Account, ...]:
    """All who can sign in, let in or waiting, in the order made."""
    rows = keeper.read(f"{_ACCOUNT} WHERE closed IS NULL ORDER BY made, id")
    return tuple(_account(*row) for row in rows)


def let_in(keeper: Keeper, role: Role) -> tuple[Account, ...]:
    """Those whom the narrator has let in as `role`, in the order made."""
    return tuple(each for each in everybody(keeper) if role in each.roles)


def advocate(keeper: Keeper) -> Account | None:
    """Whom the narrator let in last as advocate and who says how to be reached; else whom they let in last."""
    order = {
        id: number
        for id, number in keeper.read(
            "SELECT account, max(number) FROM let_in WHERE role = 'advocate' GROUP BY account"
        )
    }
    found = sorted(let_in(keeper, Role.ADVOCATE), key=lambda each: order[each.id])
    reachable = [each for each in found if each.address]
    return (reachable or found or [None])[-1]


def closed_called(keeper: Keeper, name: str) -> Account | None:
    """Whose door was closed and who was called so."""
    return next((each for each in shut_out(keeper) if key(each.name) == key(name)), None)


def family(keeper: Keeper) -> tuple[Account, ...]:
    """Those who may read what the narrator gives the family."""
    return let_in(keeper, Role.FAMILY)


def shut_out(keeper: Keeper) -> tuple[Account, ...]:
    """Those whose door the narrator closed; their names stay theirs."""
    rows = keeper.read(f"{_ACCOUNT} WHERE closed IS NOT NULL ORDER BY closed, id")
    return tuple(_account(*row) for row in rows)


def account(keeper: Keeper, id: str) -> Account | None:
    """The open account of that key."""
    rows = keeper.read(f"{_ACCOUNT} WHERE closed IS NULL AND accounts.id = ?", (id,))
    return _account(*rows[0]) if rows else None


def called(keeper: Keeper, name: str) -> Account | None:
    """The open account that is shown by `name`, however it is written."""
    rows = keeper.read(
        f"""{_ACCOUNT} WHERE closed IS NULL AND (name = ?1 COLLATE NOCASE OR key = ?2)
            ORDER BY name <> ?1 COLLATE NOCASE LIMIT 1""",
        (" ".join(name.split()), key(name)),
    )
    return _account(*rows[0]) if rows else None


def digest_of(keeper: Keeper, name: str) -> tuple[Account, str] | None:
    """The account called `name` and the digest of its password; None where there is none."""
    found = called(keeper, name)
    if found is None:
        return None
    digest = password_of(keeper, found.id)
    return (found, digest) if digest else None


def password_of(keeper: Keeper, id: str) -> str:
    """The digest of an open account's password; "" where it has none."""
    rows = keeper.read("SELECT password FROM accounts WHERE id = ? AND closed IS NULL", (id,))
    return rows[0][0] if rows else ""


def make(
    keeper: Keeper, name: str, role: Role, password: str, now: datetime, *, relation: str = ""
) -> Account:
    """A new account that waits to be let in; `password` is its digest. Raises AccountRefused."""
    new = fresh(name, role, relation)
    keeper.commit(lambda db: add(db, new, password, now))
    return new


def make_first(keeper: Keeper, name: str, password: str, now: datetime) -> Account:
    """The house's first account, the narrator's. Raises AccountRefused where there is one already."""
    new = fresh(name, Role.NARRATOR, "")

    def work(db: sqlite3.Connection) -> None:
        if db.execute("SELECT 1 FROM accounts").fetchone():
            raise AccountRefused(
                "This house has its first account already.",
                safe="Nothing has been changed.",
                mend="Sign in, or ask whoever looks after this device for an invitation.",
            )
        add(db, new, password, now)

    keeper.commit(work)
    return Account(new.id, new.name, new.role, frozenset({Role.NARRATOR}))


def add(db: sqlite3.Connection, new: Account, password: str, now: datetime) -> None:
    """Write a new account down in a transaction that is open. Raises AccountRefused."""
    refuse_a_second(db, new.name)
    try:
        db.execute(
            """INSERT INTO accounts (id, name, key, role, password, made, relation, household)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
            (
                new.id,
                new.name,
                key(new.name),
                new.role,
                password,
                now.isoformat(),
                new.relation,
                new.household,
            ),
        )
    except sqlite3.IntegrityError:
        raise _taken() from None
    row = (new.id, new.role, now.isoformat())
    if new.role is Role.NARRATOR:
        db.execute(
            "INSERT INTO let_in (account, role, given, way, at) VALUES (?, ?, 1, 'page', ?)", row
        )
    else:
        db.execute("INSERT INTO asked_in (account, role, by, at) VALUES (?, ?, '', ?)", row)


def refuse_a_second(db: sqlite3.Connection, name: str) -> None:
    """Raise AccountRefused where somebody is or was called so: what was said of one must not become another's."""
    if db.execute("SELECT 1 FROM accounts WHERE key = ?", (key(name),)).fetchone():
        raise _taken()


def rename(db: sqlite3.Connection, who: Account, name: str) -> None:
    """Call somebody as the narrator does, before anything was said of them by name. Raises AccountRefused."""
    if db.execute("SELECT 1 FROM let_in WHERE account = ? AND given = 1", (who.id,)).fetchone():
        raise AccountRefused(
            f"You know them as {who.name} here, and what you said of {who.name} holds by that name.",
            safe="Nothing has been changed.",
        )
    if key(name) != key(who.name):
        refuse_a_second(db, name)
    db.execute("UPDATE accounts SET name = ?, key = ? WHERE id = ?", (name, key(name), who.id))


def close(keeper: Keeper, id: str, now: datetime) -> None:
    """Nobody comes in by this account any more; nothing that it was given stays given, and its links open nothing."""
    who, at = account(keeper, id), now.isoformat()

    def work(db: sqlite3.Connection) -> None:
        db.execute(
            "UPDATE accounts SET closed = ?, password = '', address = '' WHERE id = ?", (at, id)
        )
        db.execute(
            """INSERT INTO let_in (account, role, given, way, at)
                SELECT DISTINCT account, role, 0, 'page', ? FROM let_in WHERE account = ?""",
            (at, id),
        )
        read_no_more(db, id, at)
        forget_devices(db, id)
        for statement in (
            "DELETE FROM asked_in WHERE account = ?",
            "DELETE FROM sign_ins WHERE account = ?",
            "DELETE FROM reached WHERE account = ?",
            "DELETE FROM forgotten WHERE account = ?",
            "DELETE FROM calendar_addresses WHERE by = ?",
            "DELETE FROM invites WHERE by = ? AND used IS NULL",
            "DELETE FROM invites WHERE account = ? AND used IS NULL",
        ):
            db.execute(statement, (id,))
        if (
            who is not None
        ):  # it takes no PIN; so that nobody closes a door in the narrator's place unheard
            news.add(db, news.What.CLOSED, who.name, now)

    keeper.commit(work)


def forget_devices(db: sqlite3.Connection, id: str) -> None:
    """In a transaction that is open: no browser is known for that account any more.

    Nor for anybody else who signs in there: what two people used must never count as one's alone.
    """
    db.execute(
        "DELETE FROM devices WHERE token IN (SELECT token FROM devices WHERE account = ?)", (id,)
    )


def read_no_more(db: sqlite3.Connection, id: str, at: str) -> None:
    """Where they read the book, they do no longer, and not again by coming back: that is asked anew."""
    db.execute(
        """INSERT INTO consents (kind, given, at, session, words, about, asked, account)
            SELECT kind, 0, ?, session, '', about, 'The door was closed.', account FROM consents
            WHERE number = (SELECT max(number) FROM consents WHERE kind = 'recipient' AND account = ?)
                AND given = 1""",
        (at, id),
    )
    db.execute("DELETE FROM shares WHERE account = ?", (id,))
    db.execute(
        "UPDATE family_questions SET state = 'withdrawn' WHERE account = ? AND state = 'waiting'",
        (id,),
    )


def fresh(name: str, role: Role, relation: str, household: str = "") -> Account:
    """An account that is not written down yet. Raises AccountRefused for what is no name."""
    home = " ".join(household.split()).lower()[:60]
    return Account(
        secrets.token_hex(8), shown(name), role, relation=related(relation), household=home
    )


def _taken() -> AccountRefused:
    return AccountRefused(
        "Somebody of that name is known here already.",
        safe="Nothing has been changed.",
        mend="Choose another name, with a second name or a nickname. A door that was closed is opened again by the narrator.",
    )


def _account(
    id: str, name: str, role: str, relation: str, household: str, address: str, roles: str | None
) -> Account:
    every = frozenset(Role(each) for each in (roles or "").split(",") if each)
    return Account(
        id, name.removesuffix(f" (closed {id})"), Role(role), every, relation, household, address
    )
