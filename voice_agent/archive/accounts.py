"""Who is known at the house's pages. An account is a key; its name is only shown, and nobody else is let in by it.

What somebody may do stands in letting_in.py: an account opens nothing before the narrator has said so. Passwords are
kept as argon2 digests, which the caller makes: hashing is slow on purpose.
"""

import secrets
import sqlite3
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from voice_agent.archive import news
from voice_agent.archive.book import Keeper
from voice_agent.archive.called import a_word, key, related, shown
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


_ACCOUNT = """SELECT accounts.id, name, role, relation, household, address, (SELECT group_concat(role)
        FROM last_answers WHERE account = accounts.id AND given = 1) FROM accounts"""


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
            "SELECT account, number FROM last_answers WHERE role = 'advocate'"
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
    """The open account whose name that is, however it is written; not one that has none yet (`add`)."""
    rows = keeper.read(
        f"""{_ACCOUNT} WHERE closed IS NULL AND (name = ?1 COLLATE NOCASE OR key = ?2)
            ORDER BY name <> ?1 COLLATE NOCASE LIMIT 1""",
        (" ".join(name.split()), key(name)),
    )
    return _account(*rows[0]) if rows else None


def waiting_called(keeper: Keeper, name: str) -> tuple[Account, ...]:
    """Those who took up a link under that name and to whom it does not belong yet (`add`), in the order made."""
    rows = keeper.read(
        f"{_ACCOUNT} WHERE closed IS NULL AND key = ? || ' ' || accounts.id ORDER BY made, accounts.id",
        (key(name),),
    )
    return tuple(_account(*row) for row in rows)


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

    def work(db: sqlite3.Connection) -> None:
        add(db, new, password, now)
        if role is not Role.NARRATOR:
            wait(db, new.id, role, now)

    keeper.commit(work)
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


def add(
    db: sqlite3.Connection, new: Account, password: str, now: datetime, *, named: bool = True
) -> None:
    """Write a new account down in a transaction that is open. Raises AccountRefused.

    `named`: the name is theirs from now on. Where it is not, somebody else may be called so, nobody signs in by it, and
    it becomes theirs when the narrator lets them in: whoever invites learns from it of nobody who is known here.
    """
    name, own = new.name, key(new.name)
    if named:
        refuse_a_second(db, new)
    else:
        name, own = f"{name}{_nameless(new.id)}", f"{own} {new.id}"
    row = (new.id, name, own, new.role, password, now.isoformat(), new.relation, new.household)
    db.execute(
        """INSERT INTO accounts (id, name, key, role, password, made, relation, household)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
        row,
    )
    if new.role is Role.NARRATOR:
        db.execute(
            "INSERT INTO let_in (account, role, given, way, at) VALUES (?, ?, 1, 'page', ?)",
            (new.id, new.role, now.isoformat()),
        )


def wait(
    db: sqlite3.Connection,
    id: str,
    role: Role,
    now: datetime,
    *,
    by: str = "",
    beside: str = "",
) -> None:
    """Somebody waits to be let in as `role`, in a transaction that is open. They are given a word; an older one is void.

    `by`: who asked for them; `beside`: see letting_in.Waiting.
    """
    db.execute(
        "INSERT OR REPLACE INTO asked_in (account, role, by, at, word, beside) VALUES (?, ?, ?, ?, ?, ?)",
        (id, role, by, now.isoformat(), a_word(), beside),
    )


def refuse_a_second(db: sqlite3.Connection, new: Account) -> None:
    """Raise AccountRefused where somebody else is or was called so: what was said of one must not become another's."""
    sql = "SELECT 1 FROM accounts WHERE key = ? AND id <> ?"
    if db.execute(sql, (key(new.name), new.id)).fetchone():
        raise AccountRefused(
            "Somebody of that name is known here already.",
            safe="Nothing has been changed.",
            mend="Choose another name, with a second name or a nickname. A door that was closed is opened again by the narrator.",
        )


def owners(keeper: Keeper) -> dict[str, str]:
    """Whose a name is, by its key: nobody else is let in by it."""
    return dict(keeper.read("SELECT key, id FROM accounts"))


def rename(db: sqlite3.Connection, who: Account, name: str) -> None:
    """Call somebody as the narrator does, before anything was said of them by name. Raises AccountRefused."""
    if db.execute("SELECT 1 FROM let_in WHERE account = ? AND given = 1", (who.id,)).fetchone():
        if name == who.name:
            return
        raise AccountRefused(
            f"You know them as {who.name} here, and what you said of {who.name} holds by that name.",
            safe="Nothing has been changed.",
        )
    refuse_a_second(db, replace(who, name=name))
    db.execute("UPDATE accounts SET name = ?, key = ? WHERE id = ?", (name, key(name), who.id))


def close(db: sqlite3.Connection, id: str, now: datetime) -> None:
    """Nobody comes in by this account any more; nothing that it was given stays given, and its links open nothing.

    In a transaction that is open.
    """
    at = now.isoformat()
    db.execute("UPDATE accounts SET closed = ?, password = '', address = '' WHERE id = ?", (at, id))
    db.execute(
        """INSERT INTO let_in (account, role, given, way, at)
            SELECT account, role, 0, 'page', ? FROM last_answers WHERE account = ?""",
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
        "DELETE FROM chapter_news WHERE account = ?",
        "DELETE FROM invites WHERE by = ? AND used IS NULL",
        "DELETE FROM invites WHERE account = ? AND used IS NULL",
    ):
        db.execute(statement, (id,))
    row = db.execute("SELECT name FROM accounts WHERE id = ?", (id,)).fetchone()
    if row:  # it takes no PIN; so that nobody closes a door in the narrator's place unheard
        news.add(db, news.What.CLOSED, bare(row[0], id), now)


def take_the_place(db: sqlite3.Connection, id: str, now: datetime) -> None:
    """There is one advocate: where `id` is let in as that, whoever was so before is no longer.

    Who can be reached stays until `id` can be, so that somebody is told at every hour. In a transaction that is open.
    """
    db.execute(
        """INSERT INTO let_in (account, role, given, way, at) SELECT older.account, older.role, 0, 'replaced', ?
            FROM last_answers AS older JOIN last_answers AS newer ON newer.role = older.role
            JOIN accounts AS before ON before.id = older.account
            JOIN accounts AS now ON now.id = newer.account
            WHERE newer.account = ? AND newer.role = 'advocate' AND newer.given = 1 AND older.given = 1
                AND older.number < newer.number AND (now.address <> '' OR before.address = '')""",
        (now.isoformat(), id),
    )


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


def bare(name: str, id: str) -> str:
    """A name as it is shown, from what is kept of it."""
    return name.removesuffix(f" (closed {id})").removesuffix(_nameless(id))


def _nameless(id: str) -> str:
    """What is kept behind a name that is not theirs yet: no two accounts are kept under one name."""
    return f" (waits {id})"


def _account(
    id: str, name: str, role: str, relation: str, household: str, address: str, roles: str | None
) -> Account:
    every = frozenset(Role(each) for each in (roles or "").split(",") if each)
    return Account(id, bare(name, id), Role(role), every, relation, household, address)
