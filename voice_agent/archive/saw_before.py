"""Who could see a story when it was put away: kept with it, so that a narrator who brings it back is asked whether they shall again.

Ids of accounts and nothing that was said. It goes as soon as the narrator says who may see the story, and when the story
is erased; what is lost of it costs nothing, for then nobody sees it.
"""

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass

from voice_agent.archive.session_tables import Read

_KEY = "could see "
"""Before session and turn, in the table `kept`."""


@dataclass(frozen=True, slots=True)
class SawBefore:
    """Those who could see one story."""

    accounts: frozenset[str]
    """Ids, or EVERYBODY."""

    voice: bool
    """Could they hear it, too?"""


def of(read: Read, place: tuple[str, int]) -> SawBefore | None:
    """Who could see the story of that session and turn; None where nobody could, or the narrator has spoken since."""
    rows = read("SELECT value FROM kept WHERE key = ?", (_key(place),))
    if not rows:
        return None
    known = json.loads(rows[0][0])
    return SawBefore(frozenset(known["accounts"]), bool(known["voice"]))


def keep(db: sqlite3.Connection, place: tuple[str, int], saw: SawBefore) -> None:
    """In a transaction that is open."""
    value = json.dumps({"accounts": sorted(saw.accounts), "voice": saw.voice})
    db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (_key(place), value))


def forget(
    db: sqlite3.Connection, places: Collection[tuple[str, int]], session: str | None = None
) -> None:
    """Of these stories, and of a whole `session`. In a transaction that is open."""
    db.executemany("DELETE FROM kept WHERE key = ?", [(_key(each),) for each in places])
    if session:
        begins = f"{_KEY}{session} "
        db.execute("DELETE FROM kept WHERE substr(key, 1, ?) = ?", (len(begins), begins))


def _key(place: tuple[str, int]) -> str:
    return f"{_KEY}{place[0]} {place[1]}"
