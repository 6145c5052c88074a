"""Where the program is installed: each version in a folder of its own, and a link that says which one is in use.

    PLACE/releases/2026.12.0/      a virtual environment, whole in itself
    PLACE/current                  the one in use; whatever starts the program goes through this link
    PLACE/before                   the one before it, which `update undo` goes back to

A link changes by a rename: whenever the power goes, it names a whole version.
"""

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from voice_agent.archive.private import plainly, settle
from voice_agent.errors import UpdateRefused

RELEASES = "releases"
CURRENT = "current"
BEFORE = "before"


@dataclass(frozen=True, slots=True)
class Release:
    """One installed version."""

    folder: Path

    @property
    def version(self) -> str:
        """As its folder is called."""
        return self.folder.name

    @property
    def python(self) -> Path:
        """What runs it."""
        return self.folder / "bin" / "python"


@dataclass(frozen=True, slots=True)
class Place:
    """A folder with versions in it."""

    folder: Path

    def release(self, version: str) -> Release:
        """The one of that version, there or not."""
        return Release(self.folder / RELEASES / version)

    @property
    def current(self) -> Release | None:
        """The one in use; None where nothing was installed here."""
        return self._named(CURRENT)

    @property
    def before(self) -> Release | None:
        """The one that can be gone back to; None where there is none."""
        named = self._named(BEFORE)
        return None if named == self.current else named

    def switch(self, to: Release, *, before: Release | None) -> None:
        """Let `to` be in use from now on, and `before` be the one that can be gone back to.

        On the disk when this returns. Raises DiskFull, StateUnwritable.
        """
        # a link that names the version in use says nothing, so this one may change first
        if before is not None:
            self._point(BEFORE, before)
        os.sync()  # every file of the version that is switched to
        self._point(CURRENT, to)
        if before is None:
            (self.folder / BEFORE).unlink(missing_ok=True)

    def clear(self) -> None:
        """Delete versions that are neither in use nor gone back to, and what a cut-short update left of one."""
        stay = {each.folder for each in (self.current, self.before) if each is not None}
        for folder in (self.folder / RELEASES).glob("*"):
            if folder not in stay:
                shutil.rmtree(folder, ignore_errors=True)

    def _named(self, link: str) -> Release | None:
        path = self.folder / link
        if not path.is_symlink():
            return None
        release = self.release(path.readlink().name)
        return release if release.python.exists() else None

    def _point(self, link: str, to: Release) -> None:
        path, fresh = self.folder / link, self.folder / f".{link}.new"
        with plainly(path):
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(Path(RELEASES) / to.version, target_is_directory=True)
            fresh.replace(path)
            settle(self.folder)


def of_the_running(prefix: str = sys.prefix) -> Place:
    """The place that the running program is installed in. Raises UpdateRefused where it is in none."""
    folder = Path(prefix).resolve()
    if folder.parent.name != RELEASES:
        raise UpdateRefused(
            f"This program runs from {folder}, where no versions lie side by side.",
            safe="Nothing has been changed.",
            mend="Name the folder to install into: `voice-agent update install STICK --into FOLDER`. "
            "A checkout is updated by its owner, and `make talk`.",
        )
    return Place(folder.parent.parent)
