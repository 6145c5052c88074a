"""Photographs for the book: those whose stories are in it, and a folder of pictures with their captions beside them.

What is brought is made anew as a plain JPEG: it stands upright, and says neither where nor with what it was taken.
"""

import shutil
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import pillow_heif
from PIL import Image, ImageOps, UnidentifiedImageError

from voice_agent.archive import family
from voice_agent.archive.private import folder, plainly
from voice_agent.archive.record import Record
from voice_agent.errors import BookRefused

KINDS = (".jpg", ".jpeg", ".png", ".webp", ".gif", ".heic", ".heif")

LARGEST = 2400
"""Pixels of the longer side: 20 cm in print at 300 dots an inch."""

COVER = "cover"
"""What the picture for the cover is called, where somebody chose one: cover.jpg."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """One picture in an export."""

    file: str
    """Inside the export: photos/wedding.jpg."""

    caption: str
    turn: tuple[str, int] | None = None
    """Where it was told about; None where nobody knows."""


def of_stories(
    record: Record, turns: Collection[tuple[str, int]], to: Path, tick: Callable[[str], None]
) -> tuple[Photograph, ...]:
    """Copy below `to` what the family sent and the narrator told about in `turns`, the oldest first."""
    found: list[Photograph] = []
    for each in reversed(family.photographs(record)):
        picture = family.picture(record.state, each)
        turn = (str(each.session), int(each.turn or 0))
        if turn not in turns or not picture.is_file():
            continue
        name = f"photos/{each.id}.jpg"
        with plainly(to / name):
            folder(to / "photos")
            shutil.copyfile(picture, to / name)
            (to / name).chmod(0o600)
        caption = each.caption or f"A photograph that {each.who} sent"
        found.append(Photograph(name, caption, turn))
        tick(name)
    return tuple(found)


def bring(
    source: Path, to: Path, tick: Callable[[str], None] = lambda _: None
) -> tuple[Photograph, ...]:
    """Make the pictures of `source` anew below `to`, by name.

    Raises BookRefused where there is no such folder, or one of them is no picture.
    """
    if not source.is_dir():
        raise BookRefused(f"There is no folder {source}.", mend="Check the path of --photos.")
    found: list[Photograph] = []
    for path in sorted(source.iterdir()):
        if path.suffix.lower() not in KINDS:
            continue
        note = path.with_suffix(".txt")
        caption = note.read_text(encoding="utf-8").strip() if note.is_file() else ""
        if not caption and path.stem.lower() != COVER:
            caption = path.stem.replace("_", " ").replace("-", " ")
        name = _new_name(path.stem, {each.file for each in found})
        with plainly(to / name):
            folder(to / "photos")
            _anew(path, to / name)
        found.append(Photograph(name, caption))
        tick(name)
    return tuple(found)


def _new_name(stem: str, taken: Collection[str]) -> str:
    """wedding.jpg and wedding.png are two pictures."""
    numbered = (f"photos/{stem}{f'-{n}' if n > 1 else ''}.jpg" for n in range(1, len(taken) + 2))
    return next(name for name in numbered if name not in taken)


def _anew(path: Path, to: Path) -> None:
    """Write the picture of `path` as a JPEG. Raises BookRefused."""
    pillow_heif.register_heif_opener(thumbnails=False, decode_threads=1)
    try:
        with Image.open(path) as opened:
            picture = ImageOps.exif_transpose(opened).convert("RGB")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError) as error:
        raise BookRefused(
            f"{path.name} cannot be opened as a picture.",
            safe="Nothing was written.",
            mend="Take it out of the folder of --photos, or save it anew as a JPEG.",
        ) from error
    picture.thumbnail((LARGEST, LARGEST))
    picture.save(to, "JPEG", quality=90)
    to.chmod(0o600)


def for_cover(photographs: Sequence[Photograph], narrator: str) -> Photograph | None:
    """The one called cover, else the first that names the narrator, else the first."""
    named = (each for each in photographs if Path(each.file).stem.lower() == COVER)
    shows = (each for each in photographs if narrator.lower() in each.caption.lower())
    return next(named, None) or next(shows, None) or next(iter(photographs), None)
