"""A new version from a stick: beside the one in use, tried on a copy of the record, and only then switched to.

Nothing is fetched. What the new version needs besides itself it gets from the one in use (the same files, linked and not
copied: some gigabytes) and, where that is not enough, from the stick.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from voice_agent.archive import own_copies, unfinished
from voice_agent.archive.erasing import TRYING
from voice_agent.archive.private import folder, hand_over
from voice_agent.archive.record import Record
from voice_agent.errors import DiskFull, UpdateRefused, VoiceAgentError
from voice_agent.updating import trial
from voice_agent.updating.releases import Place, Release
from voice_agent.updating.trial import Tried
from voice_agent.updating.wheels import SAFE, examine, wheel_on

NO_ROOM = re.compile(r"Errno 28\b|Errno 122\b|No space left|quota exceeded")

TIGHT = 50e6
"""Bytes: with less left on the disk, whatever failed has most likely failed of that. A guess."""

Tell = Callable[[str], None]


def install(
    place: Place, stick: Path, state: Path, *options: str, tell: Tell = lambda says: None
) -> tuple[Release, Tried]:
    """Install what is on `stick`, try it on the record in `state`, and switch to it. Minutes on a small computer.

    `options`: of the command line, for the new version as well. Raises UpdateRefused, DiskFull, StateUnwritable, RecordError;
    then the version that was in use still is, and the one before it can still be gone back to.
    """
    wheel, version = wheel_on(stick)
    examine(wheel, version)
    with place.alone():
        current, release = place.current, place.release(version)
        if release == current:
            raise UpdateRefused(f"Version {version} is in use already.", safe=SAFE)
        tell("Clearing up")
        place.clear()
        tried = _tried(place, release, wheel, state, *options, tell=tell)
        tell("Switching")
        place.switch(release, before=current)
        place.clear()
    return release, tried


def _tried(
    place: Place, release: Release, wheel: Path, state: Path, *options: str, tell: Tell
) -> Tried:
    """Build it and try it; what was of the same version is in its place again where that fails."""
    keep = False
    place.put_aside(release)
    try:
        _build(release, place.current, wheel, tell)
        tell("Trying it on a copy of the record")
        tried = _try(release, state, *options)
        keep = True
        if tried.lacks:
            raise _lacking(release, tried)
    finally:
        if not keep:
            shutil.rmtree(release.folder, ignore_errors=True)
            place.put_back()
    return tried


def _build(release: Release, current: Release | None, wheel: Path, tell: Tell) -> None:
    tell("Making room for the new version")
    python = str(current.python if current else Path(sys.executable))
    bare = ["--without-pip"] if current else []
    _run(release, [python, "-m", "venv", *bare, str(release.folder)])
    if current:
        for packages in current.folder.glob("lib/python*/site-packages"):
            to = release.folder / packages.relative_to(current.folder)
            if to.is_dir():  # else it is another Python's
                _copy(release, packages, to)
    tell("Installing")
    pip = [str(release.python), "-I", "-m", "pip", "--isolated", "--disable-pip-version-check"]
    if current and subprocess.run([*pip, "--version"], capture_output=True, check=False).returncode:
        _run(
            release, [str(release.python), "-I", "-m", "ensurepip"]
        )  # the one in use is of another Python
    stick = ["--no-index", "--find-links", str(wheel.parent)]
    _run(release, [*pip, "install", "--quiet", *stick, str(wheel)])


def _link(source: str, to: str) -> None:
    """pip writes no file in place: it deletes one and makes another, so the version in use keeps its own."""
    try:
        os.link(source, to, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, to, follow_symlinks=False)


def _copy(release: Release, packages: Path, to: Path) -> None:
    try:
        shutil.copytree(packages, to, symlinks=True, dirs_exist_ok=True, copy_function=_link)
    except OSError as error:
        raise _failed(release, str(error)) from error


def _run(release: Release, command: list[str]) -> None:
    # whoever installs may keep their own files to themselves; these are run by the service's own user
    done = subprocess.run(
        command, capture_output=True, text=True, env=trial.plain(), check=False, umask=0o022
    )
    if done.returncode:
        raise _failed(release, done.stderr)


def _failed(release: Release, said: str) -> VoiceAgentError:
    disk = next(each for each in release.folder.parents if each.is_dir())
    if NO_ROOM.search(said) or shutil.disk_usage(disk).free < TIGHT:
        return DiskFull(
            f"There is too little room for the new version on the disk that holds {disk}.",
            safe=SAFE,
            mend="Free some space on it, then install it again.",
        )
    return UpdateRefused(
        f"The new version could not be installed:\n{trial.last_words(said)}",
        safe=SAFE,
        mend="Where it names a package that is not there: `make stick` on another computer brings all of them.",
    )


def _try(release: Release, state: Path, *options: str) -> Tried:
    """Let it open a copy of the record."""
    if not Record.exists(state):
        return trial.ask(release, state, *options)
    trying = state / TRYING
    try:
        with own_copies.alone(state), Record.look(state) as record:
            unfinished.refuse(record.read)
            shutil.rmtree(trying, ignore_errors=True)
            record.copy_database(folder(trying) / "record.db")
            ((turns,),) = record.read("SELECT count(*) FROM turns")
        tried = trial.ask(release, trying, *options)
    finally:
        shutil.rmtree(trying, ignore_errors=True)
        hand_over(state)
    if tried.turns < turns:
        raise UpdateRefused(
            f"Version {release.version} does not read in the record what was told.",
            safe=f"It was tried on a copy. {SAFE}",
            mend="Please tell us.",
        )
    return tried


def _lacking(release: Release, tried: Tried) -> UpdateRefused:
    return UpdateRefused(
        f"Version {tried.version} needs weights that are not here: {', '.join(tried.lacks)}.",
        safe=SAFE,
        mend=f"With the internet, `{release.folder}/bin/voice-agent models fetch` brings them; without it, copy their "
        "folders from another computer's models. Then install it again.",
    )
