"""The folder of weights: is a model there, and is it whole?

Reading a checksum costs a second for every gigabyte, too much for every start. So a folder keeps a
small note, `.checked.json`, of what was found when each file was last read through; a file whose length
and time of change are those of the note is believed, any other is read again.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.weights.manifest import File, Manifest, Model, read

NOTE = ".checked.json"

Wrong = Literal["missing", "length", "checksum"]


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with one file."""

    path: str
    wrong: Wrong
    says: str
    """One sentence for a person."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a file was like when it was last read through."""

    bytes: int
    changed: int
    """Nanoseconds, as the file system has it."""

    sha256: str


def find(directory: Path, name: str, manifest: Manifest | None = None) -> Path:
    """Return the folder of the model `name`, whole as models.toml describes it.

    `directory` is settings.weights. Raises ModelMissing or ModelDamaged with the command that mends it.
    """
    model = (manifest or read()).model(name)
    flaws = check(directory, model)
    if not flaws:
        return place(directory, model)
    folder = place(directory, model)
    if all(flaw.wrong == "missing" for flaw in flaws):
        what = f"The model {model.name} is not in {folder}, or not all of it. {flaws[0].says}"
        raise ModelMissing(what, mend=model.mend)
    raise ModelDamaged(f"The model in {folder} is damaged. {flaws[0].says}", mend=model.mend)


def place(directory: Path, model: Model) -> Path:
    """Return where the model's folder is or will be."""
    return Path(model.path).expanduser() if model.source == "path" else directory / model.name


def check(directory: Path, model: Model, *, thorough: bool = False) -> tuple[Flaw, ...]:
    """Return what is wrong with the model's files: nothing, when all is well.

    `thorough` reads every byte; otherwise only of files that changed since they were last read.
    """
    folder = place(directory, model)
    noted = notes(folder)
    found: dict[str, Seen] = {}
    flaws: list[Flaw] = []
    wanted = _wanted(model, folder, noted)
    if not wanted:
        flaws.append(Flaw("", "missing", "There is nothing in that folder."))
    for file in wanted:
        flaw = _compare(folder, file, noted, found, thorough)
        if flaw:
            flaws.append(flaw)
    # a hub's note is also the only word on what its files should be: never let damage shorten it
    if found != noted and (model.files or not flaws):
        note(folder, found)
    return tuple(flaws)


def glance(directory: Path, model: Model) -> tuple[Flaw, ...]:
    """The same by names and lengths alone: no file is read, and nothing is noted."""
    folder = place(directory, model)
    wanted = _wanted(model, folder, notes(folder))
    if not wanted:
        return (Flaw("", "missing", "There is nothing in that folder."),)
    return tuple(flaw for file in wanted if (flaw := _length(folder, file)) is not None)


def notes(folder: Path) -> dict[str, Seen]:
    """Return what the folder's note says; nothing where there is none that can be read."""
    try:
        table = json.loads((folder / NOTE).read_text(encoding="utf-8"))
        return {path: Seen(**entry) for path, entry in table.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def note(folder: Path, found: Mapping[str, Seen]) -> None:
    """Keep what was found. A shelf that we may not write to is read through every time instead."""
    entries = {
        path: {"bytes": seen.bytes, "changed": seen.changed, "sha256": seen.sha256}
        for path, seen in sorted(found.items())
    }
    fresh = folder / f"{NOTE}.{os.getpid()}"
    with suppress(OSError):
        fresh.write_text(json.dumps(entries, indent=1), encoding="utf-8")
        fresh.replace(folder / NOTE)


def read_through(path: Path) -> Seen:
    """Read every byte of `path`. Raises OSError."""
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        status = os.fstat(file.fileno())
    return Seen(status.st_size, status.st_mtime_ns, sha256)


def contents(folder: Path) -> tuple[str, ...]:
    """Return the relative paths of all files under `folder`, hidden ones left out."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return tuple(
        sorted(p.as_posix() for p in found if not any(part.startswith(".") for part in p.parts))
    )


def _length(folder: Path, file: File) -> Flaw | None:
    try:
        length = (folder / file.path).stat().st_size
    except OSError:
        return Flaw(file.path, "missing", f"{file.path} is missing.")
    if file.sha256 and length != file.bytes:
        says = f"{file.path} has {length:,} bytes and should have {file.bytes:,}."
        return Flaw(file.path, "length", says)
    return None


def _compare(
    folder: Path, file: File, noted: Mapping[str, Seen], found: dict[str, Seen], thorough: bool
) -> Flaw | None:
    """What is wrong with one file; what is right goes into `found`."""
    path = folder / file.path
    try:
        length, changed = path.stat().st_size, path.stat().st_mtime_ns
        if not file.sha256:  # nobody ever told us what it should be
            return None
        if length != file.bytes:
            says = f"{file.path} has {length:,} bytes and should have {file.bytes:,}."
            return Flaw(file.path, "length", says)
        seen = noted.get(file.path)
        if thorough or seen is None or (seen.bytes, seen.changed) != (length, changed):
            seen = read_through(path)
    except FileNotFoundError:
        return Flaw(file.path, "missing", f"{file.path} is missing.")
    except OSError as error:
        return Flaw(file.path, "checksum", f"{file.path} cannot be read: {error.strerror}.")
    if seen.sha256 != file.sha256:
        says = f"{file.path} has another checksum than the one we know."
        return Flaw(file.path, "checksum", says)
    found[file.path] = seen
    return None


def _wanted(model: Model, folder: Path, noted: Mapping[str, Seen]) -> tuple[File, ...]:
    """The model's files as they should be; for a hub, as they were when first fetched."""
    if model.files:
        return model.files
    if noted and model.source == "hub":
        return tuple(File(path, seen.bytes, seen.sha256, ()) for path, seen in noted.items())
    names = dict.fromkeys((*model.expects, *contents(folder)))
    return tuple(File(name, 0, "", ()) for name in names)
