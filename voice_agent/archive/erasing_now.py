"""Erasing one story while somebody waits for it on a page: two seconds, without the engines of memory.

What must be true when it is called gone is done here and proved: rows, sound, journals, copies, the index of memories.
What has only to be made anew afterwards needs no word of it: memory weaves again when it is next opened, and
backups are written again by `backups.made_again`, after a power cut as well. An erasing that a power cut left half done is
finished first, by whoever opens the record next (`finish`).
"""

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from voice_agent.archive import erasing, fields, memory_tables, news, residue, unfinished
from voice_agent.archive.erasing import Erased
from voice_agent.archive.record import Record
from voice_agent.archive.residue import Found, Traces, called_in, of_the_index
from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import ClaimId
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import What, Wish, chosen
from voice_agent.memory.recall import index_files, written
from voice_agent.memory.recall.index_files import local_folder
from voice_agent.memory.recall.lance import Index
from voice_agent.memory.recall.recall import Labour


async def erase_turn(
    record: Record,
    place: tuple[str, int],
    uri: str,
    caches: Sequence[Path],
    now: datetime,
    labour: Labour,
) -> Erased:
    """Erase one turn for good from everything that is ours, and prove it. `uri` and `caches`: as for `MemoryStore.ajar`.

    Raises MemoryRefused, DiskFull.
    """
    await finish(record, uri, caches, now, labour)
    wish = Wish(What.TURN, f"{place[0]} {place[1]}")
    claims = await labour(lambda: memory_tables.claims(record.read))
    gone = chosen(wish, Life(), claims)
    done, traces = await labour(lambda: erasing.erase(record, wish, Life(), claims, now))
    told = await _out_of_the_index(uri, gone, traces)
    left = await labour(lambda: searched(record.state, uri, caches, traces))
    if not told and proved(left):
        await labour(lambda: unfinished.end(record))
    return replace(done, left=(*told, *left))


async def finish(
    record: Record, uri: str, caches: Sequence[Path], now: datetime, labour: Labour
) -> None:
    """Finish an erasing that was cut short; nothing happens where none was. `uri`, `caches`: as for `MemoryStore.ajar`.

    Nobody may be telling meanwhile. The index is made anew by whoever opens memory. Raises MemoryRefused where it
    cannot be finished now, DiskFull.
    """
    begun = await labour(lambda: unfinished.noted(record.read))
    if begun is None:
        return
    await _without_index(uri)
    for path in [path for cache in caches for path in cache.rglob("*") if path.is_file()]:
        path.unlink(missing_ok=True)
    traces = await labour(lambda: erasing.go_on(record, begun, now))
    if left := await labour(lambda: searched(record.state, uri, caches, traces)):
        # whoever wished for it was cut off, and never heard
        files = ", ".join(called_in(record.state, each.path) for each in left)
        await labour(lambda: news.once_a_day(record, news.What.STILL_THERE, files, now))
    if not proved(left):
        raise erasing.still_there(left)
    await labour(lambda: unfinished.end(record))


def proved(left: Iterable[Found]) -> bool:
    """Is nothing left that doing it once more could mend? What lies in a file of somebody else's the narrator is told."""
    return not any(
        each.path.name.startswith("record.db") or of_the_index(each.path) for each in left
    )


async def _without_index(uri: str) -> None:
    """Nobody knows which memories rest on what is gone: all of it goes. Raises MemoryRefused where it cannot be reached."""
    for path in index_files.files(uri):
        shutil.rmtree(path)
    if local_folder(uri) is not None:
        return
    index = await Index.there(uri)
    if index is None:
        raise MemoryRefused(
            f"{unfinished.SAYS} The index of memories at {uri} cannot be reached.",
            safe="What was not to be erased is safe.",
            mend="When it can be reached again, `voice-agent memory check` finishes it.",
        )
    try:
        await index.drop(await index.ids())
        await index.rewrite()
    finally:
        await index.close()


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
        for path in index_files.files(uri):
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
