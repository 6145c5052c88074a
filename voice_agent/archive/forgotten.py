"""Forgotten passwords: whoever asks from a device of their own may choose another one there, once the narrator has said so.

A device that somebody else signs in on tells nobody who asks. And whoever asks is shown a word, to tell the narrator
themselves (shown_word.py): a device may lie about, and its cookie may be taken. The word is shown, and the password
chosen, in the very browser that asked: it is given a secret when it asks, which a cookie taken before does not hold.
"""

import secrets
import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta

from voice_agent.archive import accounts, news, shown_word
from voice_agent.archive.accounts import Account
from voice_agent.archive.book import Keeper
from voice_agent.archive.called import a_word
from voice_agent.archive.invitations import set_password
from voice_agent.archive.shown_word import WordAnswer
from voice_agent.archive.sign_ins import digest
from voice_agent.errors import AccountRefused

OPEN = timedelta(days=7)
"""How long a request waits, and how long its yes can be used. A guess: a talk or two."""

_STANDS = """coalesce(allowed, at) > ? AND account =
    (SELECT group_concat(account) FROM devices WHERE token = forgotten.device)"""
"""Of a request: young enough, and its device is still theirs and nobody else's."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody has forgotten the password."""

    account: Account
    allowed: bool
    word: str
    """What they were shown, to tell the narrator themselves."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The word among others: the narrator says which they were told."""
        return shown_word.among(self.word, self.account.id)


def ask(keeper: Keeper, who: Account, device: str, now: datetime, *, asked_with: str = "") -> str:
    """Let the narrator be asked; return the secret of the browser that asks. Asking again there changes nothing.

    `asked_with`: the secret that it showed, "" for none. Raises AccountRefused from a browser that `who` never signed
    in from, or that somebody else signs in on, and while another one asks for them.
    """
    fresh = secrets.token_urlsafe(32)

    def work(db: sqlite3.Connection) -> str:
        rows = db.execute("SELECT account FROM devices WHERE token = ?", (digest(device),))
        theirs = {id for (id,) in rows}
        if who.id not in theirs:
            raise _strange()
        if theirs != {who.id}:
            raise _shared()
        asks = db.execute(
            f"SELECT device, browser FROM forgotten WHERE account = ? AND {_STANDS}",
            (who.id, (now - OPEN).isoformat()),
        ).fetchone()
        if asks:
            if asks != (digest(device), digest(asked_with)):
                raise _asked_elsewhere()
            return asked_with
        db.execute(
            "INSERT OR REPLACE INTO forgotten (account, device, browser, at, word) VALUES (?, ?, ?, ?, ?)",
            (who.id, digest(device), digest(fresh), now.isoformat(), a_word()),
        )
        return fresh

    return keeper.commit(work)


def asked(keeper: Keeper, now: datetime) -> tuple[Asked, ...]:
    """Whoever asks and has not been answered, the first first."""
    return _found(keeper, "allowed IS NULL", (), now)


def allow(keeper: Keeper, id: str, word: str, now: datetime) -> WordAnswer:
    """The narrator says yes, and which word they were told: only the right one opens, and a second wrong one is a no."""

    def work(db: sqlite3.Connection) -> WordAnswer:
        row = db.execute(
            f"SELECT word, wrong, name FROM forgotten JOIN accounts ON id = account WHERE account = ? AND {_STANDS}",
            (id, (now - OPEN).isoformat()),
        ).fetchone()
        if row is None:
            return WordAnswer.TO_NOBODY
        shown, wrong, name = row
        match told := shown_word.said(word, shown, wrong):
            case WordAnswer.RIGHT:
                at = (now.isoformat(), id)
                db.execute("UPDATE forgotten SET allowed = ? WHERE account = ?", at)
            case WordAnswer.WRONG:
                db.execute("UPDATE forgotten SET wrong = wrong + 1 WHERE account = ?", (id,))
            case _:
                db.execute("DELETE FROM forgotten WHERE account = ?", (id,))
                news.add(db, news.What.WORDS, name, now)
        return told

    return keeper.commit(work)


def refuse(keeper: Keeper, id: str) -> None:
    """The narrator says no."""
    keeper.commit(lambda db: db.execute("DELETE FROM forgotten WHERE account = ?", (id,)))


def of_browser(keeper: Keeper, device: str, asked_with: str, now: datetime) -> Asked | None:
    """Who asked from that browser, and whether the narrator has said yes."""
    found = _found(keeper, "device = ? AND browser = ?", (digest(device), digest(asked_with)), now)
    return found[0] if found else None


def choose(keeper: Keeper, device: str, asked_with: str, password: str, now: datetime) -> Account:
    """Set the new password of whoever was allowed it on that browser. Raises AccountRefused."""
    found = of_browser(keeper, device, asked_with, now)
    if found is None or not found.allowed:
        raise _not_yet()

    def work(db: sqlite3.Connection) -> None:
        stands = db.execute(
            f"""SELECT 1 FROM forgotten WHERE account = ? AND device = ? AND browser = ?
                AND allowed IS NOT NULL AND {_STANDS}""",
            (found.account.id, digest(device), digest(asked_with), (now - OPEN).isoformat()),
        ).fetchone()
        if not stands:
            raise _not_yet()
        set_password(db, found.account.id, password, now)

    keeper.commit(work)
    return found.account


def _found(keeper: Keeper, which: str, given: tuple[str, ...], now: datetime) -> tuple[Asked, ...]:
    rows = keeper.read(
        f"SELECT account, allowed, word FROM forgotten WHERE {which} AND {_STANDS} ORDER BY at",
        (*given, (now - OPEN).isoformat()),
    )
    people = {each.id: each for each in accounts.everybody(keeper)}
    return tuple(
        Asked(people[id], allowed is not None, word) for id, allowed, word in rows if id in people
    )


def _strange() -> AccountRefused:
    return AccountRefused(
        "Nobody can tell from here that it is you.",
        safe="Nothing has been changed.",
        mend="Ask from a telephone or tablet that you signed in with before, or ask for a new link.",
    )


def _shared() -> AccountRefused:
    return AccountRefused(
        "Somebody else signs in here, too, so nobody can tell from here which of you asks.",
        safe="Nothing has been changed.",
        mend="Ask from a telephone or tablet that is yours alone, or ask for a new link: of the narrator, "
        "or, if you look after the talks, of another caregiver.",
    )


def _asked_elsewhere() -> AccountRefused:
    return AccountRefused(
        "It has been asked for already, on another telephone, tablet or computer of yours, or in another browser here.",
        safe="Nothing has been changed.",
        mend="Go on there. If it was not you, or you cannot go on there, please tell the narrator to say no to it; then "
        "ask again.",
    )


def _not_yet() -> AccountRefused:
    return AccountRefused(
        "No new password can be chosen here yet.",
        safe="Nothing has been changed.",
        mend="Wait until the narrator has said yes.",
    )
