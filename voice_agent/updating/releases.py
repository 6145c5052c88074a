"""Where the program is installed: each version in a folder of its own, and a link that says which one is in use.

    PLACE/releases/2026.12.0/      a virtual environment, whole in itself
    PLACE/current                  the one in use; whatever starts the program goes through this link
    PLACE/before                   the one before it, which `update undo` goes back to

A link changes by a rename: whenever the power goes, it names a whole version.
"""

import fcntl
import os
import shutil
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from voice_agent.archive.private import plainly, settle
from voice_agent.errors import UpdateRefused

RELEASES = "releases"
CURRENT = "current"
BEFORE = "before"

ASIDE = ".aside"
"""How the folder ends in which the version before lies while the same version is built anew in its place."""


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

    @contextmanager
    def alone(self) -> Generator[None]:
        """Nobody else installs or goes back here meanwhile. Raises UpdateRefused where somebody does, StateUnwritable."""
        with plainly(self.folder):
            made = [each for each in (self.folder, *self.folder.parents) if not each.exists()]
            self.folder.mkdir(parents=True, exist_ok=True)
            for each in made:
                each.chmod(0o755)  # whatever the umask is: the service has a user of its own
            descriptor = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            _take(descriptor, self.folder)
            yield
        finally:
            os.close(descriptor)

    def put_aside(self, release: Release) -> None:
        """Make room for another one of that version. The version before comes back by `put_back`, another one is deleted."""
        if release == self.before:
            with plainly(release.folder):
                # in this order: should the power go, `before` never names one that is half built
                release.folder.rename(self._aside(release))
                settle(release.folder.parent)
                (self.folder / BEFORE).unlink()
                settle(self.folder)
        shutil.rmtree(release.folder, ignore_errors=True)

    def put_back(self) -> None:
        """Bring back the version before that was put aside, unless its place was taken. Nothing where none was."""
        for aside in (self.folder / RELEASES).glob(f".*{ASIDE}"):
            release = self.release(aside.name.removeprefix(".").removesuffix(ASIDE))
            if release in (self.current, self.before):
                shutil.rmtree(aside, ignore_errors=True)
                continue
            with plainly(aside):
                shutil.rmtree(release.folder, ignore_errors=True)
                aside.rename(release.folder)
                self._point(BEFORE, release)

    def _aside(self, release: Release) -> Path:
        return release.folder.with_name(f".{release.version}{ASIDE}")

    def clear(self) -> None:
        """Delete versions that are neither in use nor gone back to, and what a cut-short update left of one."""
        self.put_back()
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


def _take(descriptor: int, folder: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise UpdateRefused(
            f"Another update of {folder} is under way.",
            safe="It goes on undisturbed. This one has changed nothing.",
            mend="Wait until it is over.",
        ) from error


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
