"""Photographs for the book: those whose stories are in it, and a folder of pictures with their captions beside them."""

import shutil
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from voice_agent.archive import family
from voice_agent.archive.private import folder, plainly
from voice_agent.archive.record import Record
from voice_agent.errors import BookRefused

KINDS = (".jpg", ".jpeg", ".png", ".webp", ".gif")


@dataclass(frozen=True, slots=True)
class Photograph:
    """One picture in an export."""

    file: str
    """Inside the export: photos/wedding.jpg."""

    caption: str


def of_stories(
    record: Record, turns: Collection[tuple[str, int]], to: Path, tick: Callable[[str], None]
) -> tuple[Photograph, ...]:
    """Copy below `to` what the family sent and the narrator told about in `turns`, the oldest first."""
    found: list[Photograph] = []
    for each in reversed(family.photographs(record)):
        picture = family.picture(record.state, each)
        if (each.session, each.turn) not in turns or not picture.is_file():
            continue
        name = f"photos/{each.id}.jpg"
        with plainly(to / name):
            folder(to / "photos")
            shutil.copyfile(picture, to / name)
            (to / name).chmod(0o600)
        found.append(Photograph(name, each.caption or f"A photograph that {each.who} sent"))
        tick(name)
    return tuple(found)


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
