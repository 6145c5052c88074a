"""A little space set aside, given up when the disk is full, so that the turn in hand can still be kept.

The first time something does not fit, the reserve is deleted and the write is done again; it has then
succeeded, and DiskFull is raised once all the same: it is time to say goodbye while there is room.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from voice_agent.archive.private import open_private, plainly, settle, write_all
from voice_agent.errors import DiskFull

SIZE = 4 * 1024 * 1024
"""Bytes: two minutes of a narrator's sound, or more text than one talk holds."""

T = TypeVar("T")


class Reserve:
    """The space set aside in one state folder."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._to_say = False

    def fill(self) -> None:
        """Set the space aside, unless it is already. Raises DiskFull: too little room to begin."""
        if self._path.exists() and self._path.stat().st_size >= SIZE:
            return
        descriptor = open_private(self._path, os.O_WRONLY)
        try:
            with plainly(self._path):
                # bytes really written: a sparse or merely promised file would free nothing
                write_all(descriptor, bytes(SIZE), 0)
                os.fsync(descriptor)
        except DiskFull as error:
            self._path.unlink(missing_ok=True)
            error.safe = "Nothing has been changed."
            raise
        finally:
            os.close(descriptor)

    def spend(self) -> bool:
        """Give the space back to the disk. False where that was done before."""
        if not self._path.exists():
            return False
        self._path.unlink()
        settle(self._path.parent)
        self._to_say = True
        return True

    def in_hand(self, write: Callable[[], T]) -> T:
        """Do `write`; where the disk is full give up the reserve and do it again. Raises DiskFull."""
        try:
            return write()
        except DiskFull:
            if not self.spend():
                raise
            return write()

    def warn(self) -> None:
        """Raise DiskFull, with `kept` true, once after the reserve was given up."""
        if self._to_say:
            self._to_say = False
            raise DiskFull(
                "The disk is full.",
                kept=True,
                safe="Everything told so far is safe; the last of the space is being used for it.",
                mend="End the session now, and free some space before the next one.",
            )
