"""A chain over every wording that was committed, kept in the record and, without the words, beside it.

    STATE/chain.jsonl      [number, session, turn, link], one line each, on the disk right after the commit

Each link is a hash of the one before it and of a salted digest of the wording. So a record that has lost its write-ahead
log, or was put back from an older copy, is short of links that the file beside it knows, and these say of which talk. Links are only
added: where a turn is erased the salt goes and the digest stays as its tombstone, from which nobody can find what
it was; what is left of the turn gets a link of its own.
"""

import hashlib
import json
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from voice_agent.archive.private import open_private

FILE = "chain.jsonl"

Read = Callable[[str, tuple[Any, ...]], list[tuple[Any, ...]]]
"""`Database.read`."""


class Link(NamedTuple):
    """One link, as it lies beside the record."""

    number: int
    session: str
    turn: int
    link: str


_SAID = """wordings.session, wordings.turn, wordings.version, speaker, turns.began, turns.ended, text, words
    FROM {0} JOIN wordings ON wordings.session = {0}.session AND wordings.turn = {0}.turn
        AND wordings.version = {0}.version
    JOIN turns ON turns.session = wordings.session AND turns.id = wordings.turn"""


def close_up(db: sqlite3.Connection) -> list[Link]:
    """Give every wording that waits for one its link, in the transaction that is open; returns the new ones."""
    if not db.execute("SELECT 1 FROM unchained LIMIT 1").fetchone():
        return []
    waiting = db.execute(f"SELECT {_SAID.format('unchained')} ORDER BY unchained.number").fetchall()
    last = db.execute("SELECT number, link FROM chain ORDER BY number DESC LIMIT 1").fetchone()
    number, link = last or (0, "")
    made: list[Link] = []
    for session, turn, version, *said in waiting:
        number, salt = number + 1, secrets.token_hex(16)
        digest = _digest(salt, (session, turn, version, *said))
        link = _next(link, digest)
        row = (number, session, turn, version, salt, digest, link)
        db.execute("INSERT INTO chain VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        made.append(Link(number, session, turn, link))
    db.execute("DELETE FROM unchained")
    return made


def links(read: Read) -> list[Link]:
    """Every link of a record."""
    return [Link(*row) for row in read("SELECT number, session, turn, link FROM chain", ())]


def broken(read: Read) -> set[str]:
    """Talks of which the record does not hold what was committed, by the record's own chain."""
    found, before = set[str](), ""
    rows = read("SELECT session, digest, link FROM chain ORDER BY number", ())
    for session, digest, link in rows:
        if link != _next(before, digest):
            found.add(session)
        before = link
    said = read(f"SELECT salt, digest, {_SAID.format('chain')} WHERE salt <> ''", ())
    found |= {row[0] for salt, digest, *row in said if _digest(salt, row) != digest}
    bare = read(
        """SELECT session FROM wordings AS w WHERE NOT EXISTS (SELECT 1 FROM chain WHERE salt <> ''
            AND session = w.session AND turn = w.turn AND version = w.version)
            AND NOT EXISTS (SELECT 1 FROM unchained WHERE session = w.session AND turn = w.turn
            AND version = w.version)""",
        (),
    )
    gone = read(
        """SELECT session FROM chain AS c WHERE salt <> '' AND NOT EXISTS (SELECT 1 FROM wordings
            WHERE session = c.session AND turn = c.turn AND version = c.version)""",
        (),
    )
    return found | {session for (session,) in (*bare, *gone)}


def beside(state: Path) -> set[Link]:
    """The links that are written down beside the record; a torn line is left out."""
    try:
        lines = (state / FILE).read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return set()
    found = set[Link]()
    for line in lines:
        with suppress(ValueError, TypeError):
            found.add(Link(*json.loads(line)))
    return found


def newest(state: Path) -> Link | None:
    """The link that was written down last; None where there is none, or it was torn."""
    try:
        with (state / FILE).open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 512))
            return Link(*json.loads(file.read().rsplit(b"\n", 2)[-2]))
    except (OSError, ValueError, TypeError, IndexError):
        return None


def lost(read: Read, state: Path) -> list[str]:
    """Talks of which the file beside the record knows more than the record, in order."""
    return sorted({each.session for each in beside(state) - set(links(read))})


def append(state: Path, made: Iterable[Link]) -> None:
    """Write links down; they are on the disk when this returns. Raises StateUnwritable, OSError."""
    lines = "".join(f"{json.dumps(each)}\n" for each in made).encode()
    file = open_private(state / FILE, os.O_RDWR | os.O_APPEND)
    try:
        end = os.fstat(file).st_size
        # a line torn by a crash would swallow the next one
        torn = end > 0 and os.pread(file, 1, end - 1) != b"\n"
        rest = b"\n" * torn + lines
        while rest:  # a disk that is nearly full takes less than it is given, and then nothing
            rest = rest[os.write(file, rest) :]
        os.fsync(file)
    finally:
        os.close(file)


def _digest(salt: str, said: Sequence[Any]) -> str:
    return _hash(json.dumps([salt, *said], ensure_ascii=False))


def _next(link: str, digest: str) -> str:
    return _hash(f"{link} {digest}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
