"""How tellings compare, kept from one weaving to the next: a long life takes minutes to compare, and seconds to weave.

Only digests of tellings and numbers are kept, no word of theirs. Where a turn is erased all of it goes, and what is
left to say is said anew (m018_readings). What another version of the rules has found counts for nothing.
"""

import hashlib
import io
import sqlite3
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np

from voice_agent import memory
from voice_agent.archive import tombstones
from voice_agent.archive.record import Record
from voice_agent.archive.session_tables import Read
from voice_agent.errors import DiskFull
from voice_agent.memory.loom import Compared, Loom

PARTS = 16
"""Rows from which on all is written as one."""


def loom(read: Read) -> Loom:
    """A loom that knows what was found before."""
    rows = read("SELECT value FROM compared WHERE rules = ? ORDER BY number", (rules(),))
    return Loom(known=tuple(_unpacked(value) for (value,) in rows))


def keep(record: Record, woven: Loom, erased: int) -> None:
    """Keep what was found since the last time, where nothing was erased meanwhile. Never raises.

    `erased`: how many places were gone (tombstones.py) before what was compared was read.
    """
    counted = "SELECT count(*), count(CASE rules WHEN ? THEN 1 END) FROM compared"
    every, ours = record.read(counted, (rules(),))[0]
    anew = every != ours or not 0 < ours < PARTS
    if not (woven.compared if anew and every == 0 else woven.fresh):
        return
    value = _packed(woven.told(all_of_it=anew))

    def work(db: sqlite3.Connection) -> None:
        if tombstones.erased_since(db, erased):
            return
        if anew:
            db.execute("DELETE FROM compared")
        db.execute("INSERT INTO compared (rules, value) VALUES (?, ?)", (rules(), value))

    with suppress(DiskFull):  # it is found again another day
        record.commit(work)


@cache
def rules() -> str:
    """Changes with everything that decides how two tellings compare."""
    found = hashlib.sha256()
    here = Path(memory.__file__).parent
    for each in sorted((*here.rglob("*.py"), *here.parent.glob("*.py"))):
        found.update(each.read_bytes())
    return found.hexdigest()[:16]


def _packed(found: Compared) -> bytes:
    out = io.BytesIO()
    np.savez(out, **found._asdict())
    return out.getvalue()


def _unpacked(value: bytes) -> Compared:
    with np.load(io.BytesIO(value), allow_pickle=False) as found:
        return Compared(*(found[name] for name in Compared._fields))
