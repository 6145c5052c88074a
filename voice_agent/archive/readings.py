"""What engines read of each talk, kept beside it: reading it again takes minutes, looking it up milliseconds.

A reading follows from the words read and from who read them, and goes with the talk: where one of its turns is erased,
all of that talk's are gone (m018_readings). Which engine read is known by how it reads, so that one which reads
otherwise than yesterday's finds nothing of its own and reads anew.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from voice_agent.archive import tombstones
from voice_agent.archive.record import Record
from voice_agent.backends import Embedder
from voice_agent.errors import DiskFull
from voice_agent.story import SessionId

Rows = Sequence[NDArray[np.float32]]
"""One array for each text, of any length."""

PROBE = "The kettle was singing when my brother came home."
"""Read by an engine to tell it from another."""


class Readings:
    """Those of one reader. Blocking; for one thread at a time."""

    def __init__(self, record: Record, reader: str) -> None:
        """`reader` as `signature` or any other name that changes with what is read."""
        self._record, self._reader = record, reader
        self._erased = tombstones.erased(record.read)
        self._kept: dict[tuple[str, bytes], bytes] = {
            (session, digest): value
            for session, digest, value in record.read(
                "SELECT session, digest, value FROM readings WHERE reader = ?", (reader,)
            )
        }
        self._sessions = {session for session, _ in self._kept}
        self._used: dict[str, set[bytes]] = {}
        self._fresh: dict[tuple[str, bytes], bytes] = {}

    def of(
        self, session: SessionId, texts: Sequence[str], read: Callable[[Sequence[str]], Rows]
    ) -> list[NDArray[np.float32]]:
        """What was read of `texts` of `session`, by `read` where that was never done before. Raises what `read` raises."""
        names = [_name(each) for each in texts]
        new = {
            name: text
            for name, text in zip(names, texts, strict=True)
            if (session, name) not in self._kept
        }
        if new:
            made = zip(new, read([*new.values()]), strict=True)
            rows = {(session, n): np.asarray(row, "<f4").tobytes() for n, row in made}
            self._kept |= rows
            self._fresh |= rows
        self._used.setdefault(session, set()).update(names)
        return [np.frombuffer(self._kept[session, name], "<f4") for name in names]

    def known(self, session: SessionId, text: str) -> NDArray[np.float32] | None:
        """What was read of `text` of `session`; None where it never was."""
        name = _name(text)
        value = self._kept.get((session, name))
        self._used.setdefault(session, set()).add(name)
        return None if value is None else np.frombuffer(value, "<f4")

    def put(self, session: SessionId, text: str, row: NDArray[np.float32]) -> None:
        """It was read of `text`, elsewhere than in `of`; `keep` keeps it."""
        made = np.asarray(row, "<f4").tobytes()
        self._kept[session, _name(text)] = self._fresh[session, _name(text)] = made

    def has(self, session: SessionId) -> bool:
        """Was anything read of it?"""
        return session in self._sessions

    def keep(self) -> None:
        """Keep what was read since the last time, and of the talks looked at nothing that was of no use. Never raises."""
        stale = [
            (session, digest)
            for session, digest in self._kept
            if session in self._used and digest not in self._used[session]
        ]
        if not (stale or self._fresh):
            return

        def work(db: sqlite3.Connection) -> None:
            # nothing of what was erased while it was being read
            if not tombstones.erased_since(db, self._erased):
                fresh = [(s, self._reader, d, v) for (s, d), v in self._fresh.items()]
                db.executemany("INSERT OR REPLACE INTO readings VALUES (?, ?, ?, ?)", fresh)
            gone = [(s, self._reader, d) for s, d in stale]
            db.executemany(
                "DELETE FROM readings WHERE session = ? AND reader = ? AND digest = ?", gone
            )

        with suppress(DiskFull):  # it is read again another day
            self._record.commit(work)
        for each in stale:
            del self._kept[each]
        self._fresh.clear()


def _name(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:16]


def forget_others(record: Record, readers: Sequence[str]) -> None:
    """Let go of what was kept of readers that are not in use any more. Never raises."""
    marks = ", ".join("?" * len(readers))
    others = f"FROM readings WHERE reader NOT IN ({marks})"
    if record.read(f"SELECT 1 {others} LIMIT 1", tuple(readers)):
        with suppress(DiskFull):
            record.commit(lambda db: db.execute(f"DELETE {others}", tuple(readers)))


def signature(embedder: Embedder) -> str:
    """Changes where `embedder` reads otherwise. Raises EngineError."""
    (row,) = embedder.embed([PROBE])
    return hashlib.sha256((np.round(row, 2) + 0.0).astype("<f2").tobytes()).hexdigest()[:16]
