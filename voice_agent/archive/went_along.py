"""What was put away only because it goes on with a story that was: it lies with that, and comes back with it. SQL lives here.

Places alone, and nothing that was said. Where this is lost, what went along lies by itself, and can be brought back by itself.
"""

import json
import sqlite3
from collections.abc import Collection, Mapping

from voice_agent.archive.session_tables import Read
from voice_agent.memory.same_story import Place
from voice_agent.story import SessionId, TurnId

WENT_ALONG = "went along"
"""Key under which is kept what went along with which story: session, turn, and session and turn of the story."""


def stories(read: Read) -> Mapping[Place, Place]:
    """The story with which a turn was put away, by that turn."""
    rows = read("SELECT value FROM kept WHERE key = ?", (WENT_ALONG,))
    return {
        (SessionId(session), TurnId(turn)): (SessionId(of), TurnId(its))
        for (value,) in rows
        for session, turn, of, its in json.loads(value)
    }


def note(db: sqlite3.Connection, story: Place, along: Collection[Place]) -> None:
    """Keep that `along` went with `story`. In a transaction that is open."""
    if along:
        _keep(db, {**_there(db), **dict.fromkeys(along, story)})


def forget(db: sqlite3.Connection, places: Collection[Place]) -> None:
    """Each of `places` is by itself again, be it a story or what went along with one. In a transaction that is open."""
    there = _there(db)
    left = {each: of for each, of in there.items() if not {each, of} & set(places)}
    if left != there:
        _keep(db, left)


def _there(db: sqlite3.Connection) -> Mapping[Place, Place]:
    return stories(lambda sql, given: db.execute(sql, given).fetchall())


def _keep(db: sqlite3.Connection, known: Mapping[Place, Place]) -> None:
    value = json.dumps([(*each, *of) for each, of in known.items()])
    db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (WENT_ALONG, value))
