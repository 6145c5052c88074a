"""The folders that an index lies in on this device, and what was set aside of it as damaged."""

import glob
from pathlib import Path


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


def set_aside(folder: Path) -> bool:
    for number in range(1, 1000):
        aside = folder.with_name(f"{folder.name}.damaged-{number}")
        if not aside.exists():
            folder.rename(aside)
            break
    folder.mkdir(mode=0o700)
    return True
