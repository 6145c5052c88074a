"""An erasing that is under way, noted in the record before anything goes, so that a power cut leaves none half done.

The note says where, never what: finishing it needs no word of what goes (`erasing_now.finish`). It stays until the
proof is done; until then nobody copies the record, nor is it called whole.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from voice_agent.archive.book import Keeper
from voice_agent.archive.session_tables import Read
from voice_agent.archive.tombstones import Tombstone
from voice_agent.errors import RecordError

NOTE = "erasing under way"
"""Key under which it is kept."""

SAYS = "Something that was to be erased is not gone for good everywhere yet."


@dataclass(frozen=True, slots=True)
class Begun:
    """What is known of it."""

    graves: tuple[Tombstone, ...]
    """What goes."""

    made: Mapping[str, Collection[str]]
    """Files that are deleted and made anew from what is left, by talk."""

    somebody: bool = False
    """Is it a person who goes, with every sentence of that name?"""


def noted(read: Read) -> Begun | None:
    """The erasing that was begun and is not proved; None where there is none."""
    rows = read("SELECT value FROM kept WHERE key = ?", (NOTE,))
    if not rows:
        return None
    held = json.loads(rows[0][0])
    graves = tuple(Tombstone(*each) for each in held["graves"])
    return Begun(graves, held["made"], held["somebody"])


def begin(
    keeper: Keeper,
    graves: Iterable[Tombstone],
    made: Mapping[str, Collection[str]],
    *,
    somebody: bool,
) -> Begun:
    """Note one, beside what is still noted of one before; returns all of it. Raises DiskFull."""
    before = noted(keeper.read) or Begun((), {})
    begun = Begun(
        tuple(dict.fromkeys([*before.graves, *graves])),
        {
            talk: sorted({*before.made.get(talk, ()), *made.get(talk, ())})
            for talk in sorted({*before.made, *made})
        },
        somebody or before.somebody,
    )
    value = json.dumps(
        {"graves": begun.graves, "made": dict(begun.made), "somebody": begun.somebody}
    )
    keeper.commit(lambda db: db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (NOTE, value)))
    return begun


def end(keeper: Keeper) -> None:
    """It is proved: nothing of it is left. Raises DiskFull."""
    keeper.commit(lambda db: db.execute("DELETE FROM kept WHERE key = ?", (NOTE,)))


def refuse(read: Read) -> None:
    """Raises RecordError while one is under way: what is copied now might hold what goes."""
    if noted(read):
        raise RecordError(
            SAYS,
            safe="What was not to be erased is safe. Nothing was copied.",
            mend="`voice-agent memory check` finishes it. Then try again.",
        )
