"""The folders that an index lies in on this device, and what was set aside of it as damaged."""

import glob
import shutil
from pathlib import Path

ROOM = 16_000_000
"""Bytes below which a disk counts as full: LanceDB writes a table anew beside the old one. A guess."""


def local_folder(uri: str) -> Path | None:
    """The folder that `uri` names, or None where it lies elsewhere (s3://...)."""
    return None if "://" in uri else Path(uri)


def files(uri: str) -> tuple[Path, ...]:
    """The folders of an index on this device, with what was set aside as damaged; () where it lies elsewhere."""
    folder = local_folder(uri) if uri else None
    return (*sorted(folder.glob("*.lance")), *damaged(folder)) if folder else ()


def damaged(folder: Path) -> list[Path]:
    return sorted(folder.parent.glob(f"{glob.escape(folder.name)}.damaged-*"))


def broken(folder: Path) -> bool:
    """Is a manifest of a table empty, as a power cut leaves the newest, or otherwise cut off?

    A whole one ends in LANC; opening one that does not makes LanceDB panic instead of raising.
    """
    manifests = folder.glob("*.lance/_versions/*.manifest")
    return any(path.read_bytes()[-4:] != b"LANC" for path in manifests)


def set_aside(folder: Path) -> None:
    """Put whatever lies at `folder` out of the way. Raises OSError."""
    for number in range(1, 1000):
        aside = folder.with_name(f"{folder.name}.damaged-{number}")
        if not aside.exists():
            if folder.exists():
                folder.rename(aside)
            break


def discard(aside: Path) -> None:
    """Delete what was set aside, also where nobody may look into it. Raises OSError."""
    if not aside.is_dir():
        aside.unlink(missing_ok=True)
        return
    aside.chmod(0o700)
    for inner in aside.rglob("*"):  # a folder is opened before it is looked into
        if inner.is_dir():
            inner.chmod(0o700)
    shutil.rmtree(aside)


def has_room(folder: Path) -> bool:
    """Could it be written to, as far as room goes?"""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    return shutil.disk_usage(there).free > ROOM
