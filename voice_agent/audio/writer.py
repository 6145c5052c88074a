"""A recording that survives whatever happens: after each `sync` the file on disk is a valid WAV.

The samples reach the disk before the header that counts them, so a power cut between the two leaves
a file whose header is a little modest, never one that promises sound it does not hold.
"""

import errno
import os
import struct
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from voice_agent.errors import DiskFull, RecordError, StateUnwritable
from voice_agent.sound import RATE, Sound

HEADER = 44
"""Bytes of a plain WAV header."""

SILENCE = bytes(2 * RATE)
"""One second of nothing, for the gaps."""

MOST_BYTES_WAITING = 60 * len(SILENCE)
"""Bytes kept in memory before they are written without waiting for `sync`: a minute."""


class SoundWriter:
    """Appends to a new 16 kHz mono 16-bit WAV, mode 0600, aligned with the session's clock.

    Blocking: call it from a worker thread. Not for two threads at once.
    """

    def __init__(self, path: Path, start: int = 0) -> None:
        """`start`: the clock's index of the file's first sample. Raises StateUnwritable, DiskFull,

        FileExistsError (a recording is never overwritten).
        """
        self.path = path
        self.position = start
        """The clock's index just after the last sample appended."""

        self._start = start
        self._buffer = bytearray()
        self._written = HEADER
        self._file = -1
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            os.pwrite(self._file, _header(0), 0)
            os.fsync(self._file)
            _sync_folder(path.parent)  # a new name is safe only once its folder is
        except FileExistsError:
            raise
        except OSError as error:
            raise _trouble(error, path) from error

    def append(self, sound: Sound) -> None:
        """Take in `sound` at its place: a gap before it becomes silence; what overlaps is there already

        and is left out. On disk for certain only after `sync`. Raises DiskFull, StateUnwritable.
        """
        samples = sound.samples[max(0, self.position - sound.start) :]
        if not len(samples):
            return
        gap = max(0, sound.start - self.position)
        self.position += gap + len(samples)
        while gap:
            step = min(gap, RATE)
            self._buffer += SILENCE[: 2 * step]
            gap -= step
            self._relieve()
        self._buffer += (np.clip(samples, -1.0, 1.0) * 32767).round().astype("<i2").tobytes()
        self._relieve()

    def sync(self) -> int:
        """Bring everything appended so far onto the disk; return `position`. Raises DiskFull,

        StateUnwritable; what was synced before stays readable.
        """
        if not self._buffer:
            return self.position
        self._flush()
        try:
            os.fdatasync(self._file)
            os.pwrite(self._file, _header(2 * (self.position - self._start)), 0)
            os.fdatasync(self._file)
        except OSError as error:
            raise _trouble(error, self.path) from error
        return self.position

    def close(self) -> None:
        """Sync and close. Twice does no harm."""
        if self._file < 0:
            return
        try:
            self.sync()
        finally:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _relieve(self) -> None:
        if len(self._buffer) > MOST_BYTES_WAITING:
            self._flush()

    def _flush(self) -> None:
        """Write at a place we count ourselves, so that a retry after a full disk repeats nothing."""
        try:
            while self._buffer:
                count = os.pwrite(self._file, self._buffer, self._written)
                self._written += count
                del self._buffer[:count]
        except OSError as error:
            raise _trouble(error, self.path) from error


def _header(data_bytes: int) -> bytes:
    size = min(data_bytes, 0xFFFFFFFF - HEADER)  # 37 hours; longer files still play that far
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        *(b"RIFF", HEADER - 8 + size, b"WAVE"),
        *(b"fmt ", 16, 1, 1, RATE, 2 * RATE, 2, 16),
        *(b"data", size),
    )


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _trouble(error: OSError, path: Path) -> RecordError:
    safe = "What was recorded before this moment is safe."
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return DiskFull(
            f"No room is left on the disk for {path.name}.",
            safe=safe,
            mend="Free some space and start again; the session can be resumed.",
        )
    return StateUnwritable(
        f"{path} cannot be written ({error.strerror}).",
        safe=safe,
        mend=f"Check who may write to {path.parent}.",
    )
