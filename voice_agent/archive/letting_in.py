"""Who the narrator has let in, and as what. Nobody else can: no invitation, password or caregiver opens a thing alone.

What is asked waits until the narrator answers, by voice in a talk or on their page with the PIN; the last answer holds.
Somebody who looks after the device and is of the family is both only where both were said.
"""

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from voice_agent.archive import accounts, after_death, door_undone, news, shown_word, withdrawing
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.book import Keeper
from voice_agent.archive.called import key, related
from voice_agent.archive.shown_word import WordAnswer
from voice_agent.errors import AccountRefused

HERSELF = "the narrator"
"""Who takes back that they have died, by letting somebody in or closing a door."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who would like to come in."""

    account: Account
    role: Role
    by: str
    """Who asked for them, by name; "": they themselves, or nobody knows."""

    at: datetime
    word: str
    """What they were shown, so that they can tell the narrator that it is they."""

    beside: Account | None = None
    """Somebody else who signs in on the device that it was taken up on; None: nobody known."""

    instead: Account | None = None
    """Whose place they would take: there is one advocate. None: nobody's."""

    alike: bool = False
    """Somebody else is or was called so: they can be let in by another name alone."""

    @property
    def odd(self) -> bool:
        """Is there something to be looked at in peace, on the page, before an answer?"""
        return bool(self.beside or self.instead or self.alike)

    @property
    def choices(self) -> tuple[str, ...]:
        """The word among two others, always the same ones: the narrator says which they were told."""
        return shown_word.among(self.word, self.account.id)


@dataclass(frozen=True, slots=True)
class Outside:
    """Somebody whom the narrator does not let in, and whose door is not closed for good."""

    account: Account
    replaced: bool
    """They were the advocate, before another took the place."""


def waiting(keeper: Keeper) -> tuple[Waiting, ...]:
    """Who waits for the narrator's word, the first first."""
    people = {each.id: each for each in accounts.everybody(keeper)}
    owners, advocate = accounts.owners(keeper), accounts.advocate(keeper)
    known = people | {each.id: each for each in accounts.shut_out(keeper)}
    rows = keeper.read(
        "SELECT account, role, by, at, word, beside FROM asked_in ORDER BY at, account, role"
    )
    return tuple(
        Waiting(
            people[id],
            Role(role),
            people[by].name if by in people and by != id else "",
            datetime.fromisoformat(at),
            word,
            known.get(beside),
            advocate if role == Role.ADVOCATE else None,
            owners.get(key(people[id].name), id) != id,
        )
        for id, role, by, at, word, beside in rows
        if id in people
    )


def ask(keeper: Keeper, account: Account, role: Role, now: datetime) -> None:
    """Ask the narrator to let somebody in as `role` too. Raises AccountRefused where that cannot be asked."""
    if role is not Role.FAMILY or role in account.roles:
        raise AccountRefused(
            "That cannot be asked for.", safe="Nothing has been changed.", mend="Ask the narrator."
        )

    def work(db: sqlite3.Connection) -> None:
        # asking twice changes no word that was told already
        if not _waits(db, account.id, role):
            accounts.wait(db, account.id, role, now, by=account.id)

    keeper.commit(work)


def ask_no_more(keeper: Keeper, account: Account, role: Role) -> None:
    """Take back what somebody asked for themselves; where another asked for them, or nobody does, nothing changes."""
    keeper.commit(
        lambda db: db.execute(
            "DELETE FROM asked_in WHERE account = ? AND role = ? AND by = ?",
            (account.id, role, account.id),
        )
    )


def outside(keeper: Keeper) -> tuple[Outside, ...]:
    """Who has an account and is nothing here, because the narrator said no to them or chose another; nobody waits."""
    people = [each for each in accounts.everybody(keeper) if not each.roles]
    ended = dict(
        keeper.read(
            """SELECT account, max(way = 'replaced') FROM last_answers
                WHERE account NOT IN (SELECT account FROM asked_in) GROUP BY account"""
        )
    )
    return tuple(Outside(each, bool(ended[each.id])) for each in people if each.id in ended)


def replaced(keeper: Keeper, id: str) -> bool:
    """Was that somebody the advocate, before another took the place?"""
    return any(each.account.id == id and each.replaced for each in outside(keeper))


def heard(keeper: Keeper, who: Account, role: Role, word: str, now: datetime) -> WordAnswer:
    """Is it what they were shown? The second word that is not is a no."""

    def work(db: sqlite3.Connection) -> WordAnswer:
        key = (who.id, role)
        row = db.execute(
            "SELECT word, wrong FROM asked_in WHERE account = ? AND role = ?", key
        ).fetchone()
        if row is None:  # a button that is pressed twice has been heard
            return WordAnswer.RIGHT if role in who.roles else WordAnswer.TO_NOBODY
        match told := shown_word.said(word, *row):
            case WordAnswer.WRONG:
                db.execute(
                    "UPDATE asked_in SET wrong = wrong + 1 WHERE account = ? AND role = ?", key
                )
            case WordAnswer.NO:
                db.execute("DELETE FROM asked_in WHERE account = ? AND role = ?", key)
                db.execute(
                    "INSERT INTO let_in (account, role, given, way, at) VALUES (?, ?, 0, 'page', ?)",
                    (*key, now.isoformat()),
                )
                news.add(db, news.What.WORDS, who.name, now)
            case _:
                pass
        return told

    return keeper.commit(work)


def answer(
    keeper: Keeper,
    id: str,
    role: Role,
    given: bool,
    way: str,
    now: datetime,
    *,
    name: str = "",
    relation: str = "",
) -> tuple[str, ...]:
    """Keep what the narrator said. `way`: voice or page. Raises AccountRefused: only whoever waits can be let in.

    `name`, `relation`: as the narrator calls them, where they were never let in before. Whoever is let in no more sees
    nothing of what they were given; returns sentences for the narrator about copies that are out of our reach.
    """
    who = accounts.account(keeper, id)
    if who is None or role is Role.NARRATOR or Role.NARRATOR in who.roles:
        raise _nobody()
    if given and role in who.roles:
        return ()
    shown = accounts.fresh(name, role, "").name if given and name.strip() else who.name
    whose = related(relation) or who.relation
    reads_no_more = not given and role is Role.FAMILY

    def work(db: sqlite3.Connection) -> None:
        if not db.execute(
            "SELECT 1 FROM accounts WHERE id = ? AND closed IS NULL", (id,)
        ).fetchone():
            raise _nobody()
        if given:
            if not _waits(db, id, role):
                raise _not_asked(who)
            accounts.rename(db, who, shown)
            after_death.take_back(db, HERSELF, now)
        db.execute("UPDATE accounts SET relation = ? WHERE id = ?", (whose, id))
        db.execute("DELETE FROM asked_in WHERE account = ? AND role = ?", (id, role))
        db.execute(
            "INSERT INTO let_in (account, role, given, way, at) VALUES (?, ?, ?, ?, ?)",
            (id, role, int(given), way, now.isoformat()),
        )
        # a link that a caregiver made for another caregiver must not open what is read
        db.execute(
            """DELETE FROM invites WHERE account = ? AND used IS NULL
                AND by NOT IN (SELECT id FROM accounts WHERE role = 'narrator')""",
            (id,),
        )
        if given and role is Role.ADVOCATE:
            accounts.take_the_place(db, id, now)
        if reads_no_more:
            accounts.read_no_more(db, id, now.isoformat())
        # a no on the page takes no PIN; so that nobody says it in the narrator's place unheard
        if not given and role in who.roles and way == "page":
            what = news.What.TAKEN_BACK if who.roles - {role} else news.What.CLOSED
            news.add(db, what, who.name, now)

    beyond = withdrawing.copies_of(keeper, who, now) if reads_no_more else ()
    keeper.commit(work)
    return beyond


def close(keeper: Keeper, id: str, now: datetime) -> tuple[str, ...]:
    """Close somebody's door; returns sentences for the narrator about copies that are out of our reach.

    Their copies go first: where the power goes meanwhile, the door is still to be closed, and everybody sees that it is.
    """
    who = accounts.account(keeper, id)
    beyond = withdrawing.copies_of(keeper, who, now) if who else ()

    def work(db: sqlite3.Connection) -> None:
        after_death.take_back(db, HERSELF, now)
        door_undone.remember(db, id, now)
        accounts.close(db, id, now)

    keeper.commit(work)
    return beyond


def _waits(db: sqlite3.Connection, id: str, role: Role) -> bool:
    row = db.execute("SELECT 1 FROM asked_in WHERE account = ? AND role = ?", (id, role))
    return row.fetchone() is not None


def _not_asked(who: Account) -> AccountRefused:
    return AccountRefused(
        f"{who.name} is not waiting to be let in.",
        safe="Nothing has been changed.",
        mend="Make a link for them, on the page People; whoever takes it up waits for your word.",
    )


def _nobody() -> AccountRefused:
    return AccountRefused(
        "There is nobody of that account any more.", safe="Nothing has been changed."
    )


def welcomed(
    keeper: Keeper, name: str, role: Role, password: str, now: datetime, *, relation: str = ""
) -> Account:
    """An account that is let in as it is made, for a house that is only made to be measured. Raises AccountRefused."""
    made = accounts.make(keeper, name, role, password, now, relation=relation)
    if role is not Role.NARRATOR:
        answer(keeper, made.id, role, True, "page", now)
    found = accounts.account(keeper, made.id)
    assert found is not None
    return found
