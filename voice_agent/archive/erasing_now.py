"""Erasing one story while somebody waits for it on a page: two seconds, without the engines of memory.

What must be true when it is called gone is done here and proved: rows, sound, journals, copies, the index of memories.
What has only to be made anew afterwards needs no word of it: memory weaves again when it is next opened, and
backups are written again by `backups.made_again`, after a power cut as well.
"""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from voice_agent.archive import erasing, fields, memory_tables, residue
from voice_agent.archive.erasing import Erased
from voice_agent.archive.record import Record
from voice_agent.archive.residue import Found, Traces
from voice_agent.memory.claims import ClaimId
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import What, Wish, chosen
from voice_agent.memory.recall import lance, written
from voice_agent.memory.recall.lance import Index, local_folder
from voice_agent.memory.recall.recall import Labour


async def erase_turn(
    record: Record,
    place: tuple[str, int],
    uri: str,
    caches: Sequence[Path],
    now: datetime,
    labour: Labour,
) -> Erased:
    """Erase one turn for good from everything that is ours, and prove it. `uri` and `caches`: as for `Remembering.ajar`.

    Raises MemoryRefused, DiskFull.
    """
    wish = Wish(What.TURN, f"{place[0]} {place[1]}")
    claims = await labour(lambda: memory_tables.claims(record.read))
    gone = chosen(wish, Life(), claims)
    done, traces = await labour(lambda: erasing.erase(record, wish, Life(), claims, now))
    told = await _out_of_the_index(uri, gone, traces)
    left = await labour(lambda: searched(record.state, uri, caches, traces))
    return replace(done, left=(*told, *left))


def searched(state: Path, uri: str, caches: Sequence[Path], traces: Traces) -> tuple[Found, ...]:
    """Look for traces everywhere that is ours; what lies in a cache and holds one is deleted first."""
    for cache in caches:
        for found in residue.search(cache, traces):
            found.path.unlink()
    index = local_folder(uri)
    here = state.resolve()
    outside = [each for each in (*caches, index) if each and not _within(each, here)]
    return tuple(found for folder in (state, *outside) for found in residue.search(folder, traces))


def found_in(uri: str, rows: Sequence[str], traces: Traces) -> tuple[Found, ...]:
    """What the fields of the index still hold."""
    near = (row for row in rows if fields.may_hold(row, traces.perhaps))
    told = residue.in_texts((text for row in near for text in fields.packed(row)), traces)
    return (Found(Path(uri), len(told), 0),) if told else ()


async def _out_of_the_index(
    uri: str, gone: frozenset[ClaimId], traces: Traces
) -> tuple[Found, ...]:
    """Take every memory that rests on what is gone out of the index, and its bytes; returns what is still there."""
    index = await Index.there(uri)
    if index is None:
        # what cannot be read cannot be searched; all of it is made anew from the record
        for path in lance.files(uri):
            shutil.rmtree(path)
        return ()
    try:
        rows = await index.rows()
        resting = [id for id, body in rows if gone & set(written.memory(body).claims)]
        await index.drop(resting)
        await index.rewrite()
        return found_in(uri, await index.texts(), traces)
    finally:
        await index.close()


def _within(folder: Path, state: Path) -> bool:
    return folder.resolve().is_relative_to(state)
