"""Who could see a story when it was put away, and who could hear it before it read otherwise: kept with it.

A narrator who brings it back is asked whether they shall see it again; where she puts exactly the old words back, they hear
it again.
Ids of accounts and nothing that was said. It goes as soon as the narrator says who may see the story, and when the story
is erased; what is lost of it costs nothing, for then nobody sees it.
"""

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass

from voice_agent.archive.session_tables import Read

_KEY, _HEARD = "could see ", "could hear "
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


def forget(
    db: sqlite3.Connection, places: Collection[tuple[str, int]], session: str | None = None
) -> None:
    """Of these stories, and of a whole `session`. In a transaction that is open."""
    for key in (_KEY, _HEARD):
        db.executemany("DELETE FROM kept WHERE key = ?", [(_key(each, key),) for each in places])
        if session:
            begins = f"{key}{session} "
            db.execute("DELETE FROM kept WHERE substr(key, 1, ?) = ?", (len(begins), begins))


def _key(place: tuple[str, int], begins: str = _KEY) -> str:
    return f"{begins}{place[0]} {place[1]}"
