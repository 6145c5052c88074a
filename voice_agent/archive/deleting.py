"""Everything that was ever said in a house, deleted."""

import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from voice_agent.archive import book_copies, own_copies, taken_out
from voice_agent.archive.lock import Lock
from voice_agent.archive.record import Record
from voice_agent.errors import RecordDamaged
from voice_agent.memory.recall import index_files
from voice_agent.memory.recall.index_files import local_folder


def delete_everything(
    record: Record, uri: str = "", caches: Sequence[Path] = ()
) -> tuple[str, ...]:
    """Delete all that was ever said in this house, index, exports, backups and copies of the book included.

    `uri` and `caches` are as for `MemoryStore.ajar`: what lies outside the state folder goes too. Returns
    sentences about copies that are beyond our reach.
    """
    state = record.state
    try:
        told = {str(each.id) for each in record.sessions()}
        taken = taken_out.beyond(record.read, told)
        beyond = (*book_copies.withdraw(record, (), told, datetime.now(UTC)).beyond, *taken)
    except RecordDamaged:  # it goes all the same
        beyond = _UNKNOWN
    record.close()
    return _delete(state, uri, caches, beyond)


def delete_damaged(state: Path, uri: str = "", caches: Sequence[Path] = ()) -> tuple[str, ...]:
    """The same where the record cannot even be opened. Raises AlreadyRunning."""
    lock = Lock(state)
    try:
        return _delete(state, uri, caches, _UNKNOWN)
    finally:
        lock.release()


_UNKNOWN = (
    "The record is damaged, so nobody can say which copies of the book were made, nor where everything was taken out to.",
)


def _delete(
    state: Path, uri: str, caches: Sequence[Path], beyond: tuple[str, ...]
) -> tuple[str, ...]:
    if uri and local_folder(uri) is None:
        beyond += (f"The index of memories at {uri} is out of reach: please have it deleted.",)
    for path in index_files.files(uri):
        shutil.rmtree(path)
    with own_copies.alone(state):  # a copy that is just being made is waited for, and none is begun
        for path in sorted(state.glob("record.db*")):
            path.unlink()
        for path in sorted(path for folder in (*caches, state) for path in folder.glob("*")):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    return beyond
