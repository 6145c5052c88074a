"""Who in the family wants to be told when a chapter can be read, how they are reached, and what they were told of.

Off until somebody chose how on their own page. An address may hold a password: no page shows it, no log and no export
holds it. What a message says, and which chapters are ready for whom, is decided by the pages (web/tidings.py).
"""

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from voice_agent.archive import accounts
from voice_agent.archive.accounts import Account
from voice_agent.archive.book import Keeper


@dataclass(frozen=True, slots=True)
class ChapterNews:
    """How one person is told."""

    account: str
    address: str = field(repr=False)
    """As the notifier takes it."""

    failed: datetime | None
    """When the last message could not be sent; None: it went out, or there was none."""

    @property
    def way(self) -> str:
        """By what, for people, and nothing else of the address; an address of e-mail may be written bare."""
        return "messenger" if "://" in self.address else "e-mail"


def of(keeper: Keeper, who: Account) -> ChapterNews | None:
    """What one person has chosen; None: nothing."""
    return next((each for each in every(keeper) if each.account == who.id), None)


def every(keeper: Keeper) -> tuple[ChapterNews, ...]:
    """All who want to be told."""
    rows = keeper.read("SELECT account, address, failed FROM chapter_news ORDER BY since, account")
    return tuple(
        ChapterNews(account, address, failed and datetime.fromisoformat(failed))
        for account, address, failed in rows
    )


def wanted(keeper: Keeper) -> tuple[tuple[Account, ChapterNews], ...]:
    """Those of them who are of the family now."""
    by_id = {each.id: each for each in accounts.family(keeper)}
    return tuple((by_id[e.account], e) for e in every(keeper) if e.account in by_id)


def choose(
    keeper: Keeper, who: Account, address: str, ready: Collection[str], now: datetime
) -> None:
    """Tell `who` from now on, at `address`; of the chapters that are `ready` already they hear nothing."""

    def work(db: sqlite3.Connection) -> None:
        db.execute(
            "INSERT OR REPLACE INTO chapter_news (account, address, since) VALUES (?, ?, ?)",
            (who.id, address, now.isoformat()),
        )
        _told(db, who.id, ready, now)

    keeper.commit(work)


def stop(keeper: Keeper, who: Account) -> None:
    """Tell `who` nothing more; the address is forgotten."""
    keeper.commit(lambda db: db.execute("DELETE FROM chapter_news WHERE account = ?", (who.id,)))


def untold(keeper: Keeper, who: Account, ready: Collection[str]) -> tuple[str, ...]:
    """Those of the chapters that are `ready` of which they were never told."""
    rows = keeper.read("SELECT chapter FROM chapters_told WHERE account = ?", (who.id,))
    known = {chapter for (chapter,) in rows}
    return tuple(each for each in ready if each not in known)


def told(keeper: Keeper, who: Account, chapters: Collection[str], now: datetime) -> None:
    """They were told of these, once and for all."""

    def work(db: sqlite3.Connection) -> None:
        _told(db, who.id, chapters, now)
        db.execute("UPDATE chapter_news SET failed = NULL WHERE account = ?", (who.id,))

    keeper.commit(work)


def failed(keeper: Keeper, who: Account, now: datetime) -> None:
    """A message to them could not be sent."""
    keeper.commit(
        lambda db: db.execute(
            "UPDATE chapter_news SET failed = ? WHERE account = ?", (now.isoformat(), who.id)
        )
    )


def _told(db: sqlite3.Connection, id: str, chapters: Collection[str], now: datetime) -> None:
    db.executemany(
        "INSERT OR IGNORE INTO chapters_told (account, chapter, at) VALUES (?, ?, ?)",
        [(id, each, now.isoformat()) for each in chapters],
    )
