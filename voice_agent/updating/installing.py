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
from voice_agent.errors import UpdateRefused
from voice_agent.updating import trial
from voice_agent.updating.releases import Place, Release
from voice_agent.updating.trial import Tried

WHEEL = re.compile(r"voice_agent-(\d+(?:\.\d+)*)-.+\.whl")

SAFE = "Nothing has been changed: the version that was in use goes on."

Tell = Callable[[str], None]


def wheel_on(stick: Path) -> tuple[Path, str]:
    """The newest version of ours in a folder, or the file itself, and its version. Raises UpdateRefused."""
    there = [stick] if stick.is_file() else [*stick.glob("*.whl")]
    found = [(each, match[1]) for each in there if (match := WHEEL.fullmatch(each.name))]
    if not found:
        raise UpdateRefused(
            f"There is no version of this program at {stick}.",
            safe=SAFE,
            mend="It is a file called voice_agent-VERSION-….whl: on another computer `make wheel` makes it.",
        )
    return max(found, key=lambda each: [int(part) for part in each[1].split(".")])


def install(
    place: Place, stick: Path, state: Path, *options: str, tell: Tell = lambda says: None
) -> tuple[Release, Tried]:
    """Install what is on `stick`, try it on the record in `state`, and switch to it. Minutes on a small computer.

    `options`: of the command line, for the new version as well. Raises UpdateRefused, DiskFull, StateUnwritable, RecordError;
    then the version that was in use still is.
    """
    wheel, version = wheel_on(stick)
    current, release = place.current, place.release(version)
    if release == current:
        raise UpdateRefused(f"Version {version} is in use already.", safe=SAFE)
    keep = False
    try:
        tell("Clearing up")
        place.clear()
        if release == place.before:
            place.switch(current or release, before=None)
        shutil.rmtree(release.folder, ignore_errors=True)
        _build(release, current, wheel, tell)
        tell("Trying it on a copy of the record")
        tried = _try(release, state, *options)
        keep = True
        if tried.lacks:
            raise _lacking(release, tried)
    finally:
        if not keep:
            shutil.rmtree(release.folder, ignore_errors=True)
    tell("Switching")
    place.switch(release, before=current)
    place.clear()
    return release, tried


def _build(release: Release, current: Release | None, wheel: Path, tell: Tell) -> None:
    tell("Making room for the new version")
    python = str(current.python if current else Path(sys.executable))
    bare = ["--without-pip"] if current else []
    _run([python, "-m", "venv", *bare, str(release.folder)])
    if current:
        for packages in current.folder.glob("lib/python*/site-packages"):
            to = release.folder / packages.relative_to(current.folder)
            if to.is_dir():  # else it is another Python's
                shutil.copytree(
                    packages, to, symlinks=True, dirs_exist_ok=True, copy_function=_link
                )
    tell("Installing")
    pip = [str(release.python), "-I", "-m", "pip", "--isolated", "--disable-pip-version-check"]
    if current and subprocess.run([*pip, "--version"], capture_output=True, check=False).returncode:
        _run([str(release.python), "-I", "-m", "ensurepip"])  # the one in use is of another Python
    stick = ["--no-index", "--find-links", str(wheel.parent)]
    _run([*pip, "install", "--quiet", *stick, str(wheel)])


def _link(source: str, to: str) -> None:
    """pip writes no file in place: it deletes one and makes another, so the version in use keeps its own."""
    try:
        os.link(source, to, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, to, follow_symlinks=False)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, env=trial.plain(), check=False)
    if done.returncode:
        raise UpdateRefused(
            f"The new version could not be installed:\n{trial.last_words(done.stderr)}",
            safe=SAFE,
            mend="Where it names a package that is not there: `make stick` on another computer brings all of them. "
            "Where it names a lack of room, free some on the disk that the program is on.",
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
