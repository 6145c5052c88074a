"""Photographs for the book: a folder of pictures, each captioned by a text file of the same name beside it."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from voice_agent.archive.private import folder, plainly
from voice_agent.errors import BookRefused

KINDS = (".jpg", ".jpeg", ".png", ".webp", ".gif")


@dataclass(frozen=True, slots=True)
class Photograph:
    """One picture in an export."""

    file: str
    """Inside the export: photos/wedding.jpg."""

    caption: str


def bring(
    source: Path, to: Path, tick: Callable[[str], None] = lambda _: None
) -> tuple[Photograph, ...]:
    """Copy the pictures of `source` below `to`, by name. Raises BookRefused where there is no such folder."""
    if not source.is_dir():
        raise BookRefused(f"There is no folder {source}.", mend="Check the path of --photos.")
    found: list[Photograph] = []
    for path in sorted(source.iterdir()):
        if path.suffix.lower() not in KINDS:
            continue
        note = path.with_suffix(".txt")
        caption = note.read_text(encoding="utf-8").strip() if note.is_file() else ""
        name = f"photos/{path.name}"
        with plainly(to / name):
            folder(to / "photos")
            shutil.copyfile(path, to / name)
            (to / name).chmod(0o600)
        found.append(Photograph(name, caption or path.stem.replace("_", " ").replace("-", " ")))
        tick(name)
    return tuple(found)
