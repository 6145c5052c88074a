"""Who could see a story when it was put away, who could hear it before it read otherwise, and with whom it was shared by name
before she said no to them: kept with it.

A narrator who brings it back is asked whether they shall see it again; where she puts exactly the old words back, they hear
it again.
Ids of accounts and nothing that was said. It goes as soon as the narrator says who may see the story, and when the story
is erased; what is lost of it costs nothing, for then nobody sees it.
"""

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from voice_agent.archive.session_tables import Read

_KEY, _HEARD, _TAKEN = "could see ", "could hear ", "was shared "
"""Before session and turn, in the table `kept`."""


@dataclass(frozen=True, slots=True)
class SawBefore:
    """Those who could see one story."""

    accounts: frozenset[str]
    """Ids, or EVERYBODY."""

    voice: bool
    """Could they hear it, too?"""

    book: frozenset[str] = frozenset()
    """Ids of those who read it in the book."""


def of(read: Read, place: tuple[str, int]) -> SawBefore | None:
    """Who could see the story of that session and turn; None where nobody could, or the narrator has spoken since."""
    rows = read("SELECT value FROM kept WHERE key = ?", (_key(place),))
    if not rows:
        return None
    known = json.loads(rows[0][0])
    book = frozenset(known.get("book", ()))  # an older record does not say
    return SawBefore(frozenset(known["accounts"]), bool(known["voice"]), book)


def keep(db: sqlite3.Connection, place: tuple[str, int], saw: SawBefore) -> None:
    """In a transaction that is open."""
    known = {"accounts": sorted(saw.accounts), "voice": saw.voice, "book": sorted(saw.book)}
    db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (_key(place), json.dumps(known)))


def heard(db: sqlite3.Connection, place: tuple[str, int], version: int) -> None:
    """Nobody hears the story any more, in its wording `version`; keep who could. In a transaction that is open."""
    ids = "SELECT account FROM shares WHERE session = ? AND turn = ? AND voice = 1"
    if could := [account for (account,) in db.execute(ids, place)]:
        value = json.dumps({"accounts": sorted(could), "version": version})
        db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (_key(place, _HEARD), value))
    db.execute("UPDATE shares SET voice = 0 WHERE session = ? AND turn = ?", place)


def hear_again(db: sqlite3.Connection, place: tuple[str, int], version: int) -> None:
    """It reads again as it was said: those who could hear these words and still see them hear them again.

    Not where the narrator has put a mishearing right since: those are other words. In a transaction that is open.
    """
    key = _key(place, _HEARD)
    row = db.execute("SELECT value FROM kept WHERE key = ?", (key,)).fetchone()
    if row is None:
        return
    known = json.loads(row[0])
    if known["version"] == version:
        again = "UPDATE shares SET voice = 1 WHERE session = ? AND turn = ? AND account = ?"
        db.executemany(again, [(*place, account) for account in known["accounts"]])
    db.execute("DELETE FROM kept WHERE key = ?", (key,))


def take_back(db: sqlite3.Connection, account: str) -> int:
    """Nothing is shared with `account` by name any more; keep what was. Returns how many stories. In a transaction that is open."""
    rows = db.execute(
        "SELECT session, turn, version, voice, at FROM shares WHERE account = ?", (account,)
    ).fetchall()
    for session, turn, *share in rows:
        key = _key((session, turn), _TAKEN)
        known = {**_taken(db, key), account: share}
        db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, json.dumps(known)))
    db.execute("DELETE FROM shares WHERE account = ?", (account,))
    return len(rows)


def give_back(db: sqlite3.Connection, account: str) -> None:
    """Share with `account` again what `take_back` took, where nothing else was said of it since. In a transaction that is open."""
    begins = f"{_TAKEN}%"
    for (key,) in db.execute("SELECT key FROM kept WHERE key LIKE ?", (begins,)).fetchall():
        known = _taken(db, key)
        if account not in known:
            continue
        session, turn = key.removeprefix(_TAKEN).rsplit(" ", 1)
        db.execute(
            """INSERT OR IGNORE INTO shares (session, turn, version, voice, at, account)
                SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS
                    (SELECT 1 FROM wordings WHERE session = ?1 AND turn = ?2 AND version = ?3)""",
            (session, int(turn), *known.pop(account), account),
        )
        db.execute("UPDATE kept SET value = ? WHERE key = ?", (json.dumps(known), key))


def taken_from(read: Read, account: str) -> int:
    """How many stories `give_back` would share with `account` again."""
    rows = read("SELECT value FROM kept WHERE key LIKE ?", (f"{_TAKEN}%",))
    return sum(account in json.loads(value) for (value,) in rows)


def _taken(db: sqlite3.Connection, key: str) -> dict[str, list[Any]]:
    row = db.execute("SELECT value FROM kept WHERE key = ?", (key,)).fetchone()
    return json.loads(row[0]) if row else {}


def forget(
    db: sqlite3.Connection, places: Collection[tuple[str, int]], session: str | None = None
) -> None:
    """Of these stories, and of a whole `session`. In a transaction that is open."""
    for key in (_KEY, _HEARD, _TAKEN):
        db.executemany("DELETE FROM kept WHERE key = ?", [(_key(each, key),) for each in places])
        if session:
            begins = f"{key}{session} "
            db.execute("DELETE FROM kept WHERE substr(key, 1, ?) = ?", (len(begins), begins))


def _key(place: tuple[str, int], begins: str = _KEY) -> str:
    return f"{begins}{place[0]} {place[1]}"
