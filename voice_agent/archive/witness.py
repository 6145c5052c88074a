"""What is written beside the record at each commit, so that a loss inside it can be seen and made good: `chain`, `decided`."""

import sqlite3
from contextlib import suppress
from pathlib import Path

from voice_agent.archive import chain, decided
from voice_agent.archive.chain import Link
from voice_agent.archive.decided import Decided
from voice_agent.archive.private import hand_over_file
from voice_agent.errors import RecordError


class Witness:
    """Of one open record. Whoever calls it holds the record's lock."""

    def __init__(self, state: Path) -> None:
        self._state = state
        self._links: list[Link] = []
        self._decided: Decided | None = None
        self._seen: tuple[list[Link], Decided | None] = ([], None)
        self._older = False

    def see(self, db: sqlite3.Connection) -> None:
        """Chain what is about to be committed."""
        self._seen = chain.close_up(db), decided.taken(db)

    def write(self) -> None:
        """It was committed: bring it to the disk. Where there is no room for it, the next commit does; the record is safe."""
        links, taken = self._seen
        self._seen = ([], None)
        self._links += links
        self._decided = taken or self._decided
        with suppress(OSError, RecordError):
            if self._links:
                chain.append(self._state, self._links)
                hand_over_file(self._state / chain.FILE)
                self._links = []
            # what an older record does not know must not be written over: it is all that rescuing has
            if self._decided and not self._older:
                decided.write(self._state, self._decided)
                hand_over_file(self._state / decided.FILE)
                self._decided = None

    def opened(self, db: sqlite3.Connection) -> None:
        """Catch up: the power may have gone between a commit and what is written of it, or nothing was until now."""
        last = db.execute(
            "SELECT number, session, turn, link FROM chain ORDER BY number DESC LIMIT 1"
        ).fetchone()
        told = last is None or chain.newest(self._state) == Link(*last)
        if not told:
            there = chain.beside(self._state)
            rows = db.execute("SELECT number, session, turn, link FROM chain ORDER BY number")
            self._links = [each for each in (Link(*row) for row in rows) if each not in there]
        before = decided.beside(self._state)
        ((count, stale),) = db.execute("SELECT count, stale FROM decided").fetchall()
        self._older = before is not None and decided.unknown(
            lambda sql, of: db.execute(sql, of).fetchall(), before
        )
        waits = db.execute("SELECT 1 FROM unchained LIMIT 1").fetchone()
        if before is None or before.count < count or stale or waits:
            with db:
                db.execute("BEGIN IMMEDIATE")
                db.execute("UPDATE decided SET stale = 1")
                self.see(db)
        self.write()
