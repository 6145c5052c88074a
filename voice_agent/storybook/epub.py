"""The book as an EPUB 3 with media overlays: a reader that knows them reads along in the narrator's own voice.

One file, zipped here: mimetype first and unpacked, as OCF 3.3 wants it; texts are made from the same layout
as the folder. Checked by the W3C's own epubcheck in our tests.
"""

import uuid
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from voice_agent.archive.private import plainly
from voice_agent.storybook import words
from voice_agent.storybook.copying import Making
from voice_agent.storybook.folder import environment
from voice_agent.storybook.layout import Layout, Leaf
from voice_agent.storybook.photographs import Photograph


def write(
    layout: Layout, making: Making, loose: Sequence[Photograph] = (), cover: str = ""
) -> None:
    """Write book.epub into the copy being made; its sound and its cover are there already. Raises BookRefused.

    `loose` are photographs without a place in a chapter.
    """
    placed = [p for leaf in layout.leaves for each in leaf.paragraphs for p in each.photographs]
    files = _files(layout, loose, [*placed, *loose], cover)
    sounds = sorted((making.at / "audio").glob("*.mp3"))
    pictures = [making.at / each.file for each in (*placed, *loose)]
    target = making.at / "book.epub"
    for name, text in files.items():
        making.text(f"epub/{name}", text)
    with plainly(target), zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr(zipfile.ZipInfo("mimetype"), "application/epub+zip", zipfile.ZIP_STORED)
        for name, text in files.items():
            book.writestr(name, text)
        for path in sounds:
            book.write(path, f"EPUB/audio/{path.name}", zipfile.ZIP_STORED)
        for path in pictures:
            book.write(path, f"EPUB/photos/{path.name}", zipfile.ZIP_STORED)
        if cover:
            book.write(making.at / cover, f"EPUB/{cover}", zipfile.ZIP_STORED)
    target.chmod(0o600)
    making.tick("book.epub")


def _files(
    layout: Layout, loose: Sequence[Photograph], pictures: Sequence[Photograph], cover: str
) -> dict[str, str]:
    templates = environment()
    names = {leaf.number: f"{leaf.number:02d}-{leaf.key}" for leaf in layout.leaves}
    total = sum(_heard(leaf) for leaf in layout.leaves)
    common: dict[str, Any] = {
        "layout": layout,
        "names": names,
        "photos": loose,
        "pictures": pictures,
        "cover": cover,
        "made": words.made(layout),
        "clock": _clock,
        "heard": _heard,
        "total": total,
        "id": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, repr([leaf.texts for leaf in layout.leaves]))}",
        "modified": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
    }

    def render(template: str, **more: Any) -> str:
        return templates.get_template(f"epub/{template}").render(**common, **more)

    files = {
        "META-INF/container.xml": render("container.xml"),
        "EPUB/package.opf": render("package.opf"),
        "EPUB/nav.xhtml": render("nav.xhtml"),
        "EPUB/book.css": render("book.css"),
        "EPUB/title.xhtml": render("title.xhtml"),
        "EPUB/timeline.xhtml": render("timeline.xhtml"),
        "EPUB/people.xhtml": render("people.xhtml"),
        "EPUB/made.xhtml": render("made.xhtml"),
    }
    if cover:
        files["EPUB/cover.xhtml"] = render("cover.xhtml")
    if layout.index.spots:
        files["EPUB/places.xhtml"] = render("places.xhtml")
    if loose:
        files["EPUB/photos.xhtml"] = render("photos.xhtml")
    for leaf in layout.leaves:
        files[f"EPUB/{names[leaf.number]}.xhtml"] = render("chapter.xhtml", leaf=leaf)
        if _heard(leaf):
            files[f"EPUB/{names[leaf.number]}.smil"] = render("chapter.smil", leaf=leaf)
    return files


def _heard(leaf: Leaf) -> float:
    """Seconds of a chapter that are read along."""
    return sum(
        line.clips[0].ended - line.clips[0].began
        for paragraph in leaf.paragraphs
        for line in paragraph.sentences
        if line.clips
    )


def _clock(seconds: float) -> str:
    """A SMIL clock value: 0:01:02.345."""
    whole = round(seconds * 1000)
    return f"{whole // 3_600_000}:{whole // 60_000 % 60:02d}:{whole // 1000 % 60:02d}.{whole % 1000:03d}"
