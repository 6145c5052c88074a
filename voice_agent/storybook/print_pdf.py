"""The book for the printer: A5, or larger in large print; fonts inside, running heads, a code for each chapter's sound.

Set by typst from config/book/pages/print. The finished PDF is read back and searched, like every other copy.
"""

import io
import json
from collections.abc import Sequence
from typing import Any

import pypdf
import segno
import typst

from voice_agent import addresses
from voice_agent.archive.private import plainly
from voice_agent.errors import BookRefused
from voice_agent.resources import resource
from voice_agent.storybook import scripts, words
from voice_agent.storybook.copying import Making
from voice_agent.storybook.cover import cover_of
from voice_agent.storybook.folder import PAGES, page_name
from voice_agent.storybook.index import Somebody, Somewhere
from voice_agent.storybook.layout import Layout, Leaf, Line, Paragraph
from voice_agent.storybook.photographs import Photograph

GAPS = ("link", "asked")

TYPES = ("book.typ", "cover.typ")

PAGES_OF_THE_HOUSE = "/family/book"
"""Where the house's own pages show the book, each chapter by its key."""


def write(
    layout: Layout,
    making: Making,
    loose: Sequence[Photograph] = (),
    cover: Photograph | None = None,
    listen_at: str = "",
    *,
    large: bool = False,
) -> None:
    """Write book.pdf beside the sound.

    `loose` are photographs without a place in a chapter. `listen_at` is where the pages can be reached; "", or an address
    that leads to this computer alone: nowhere, and there are no codes. Raises BookRefused.
    """
    (making.at / "book.pdf").unlink(missing_ok=True)
    at = "" if addresses.here(listen_at) else listen_at
    content, unset = scripts.set_in(_content(layout, making, loose, at))
    missing = words.of_itself("missing", layout, scripts=" and ".join(unset)) if unset else ""
    content |= {"large": large, "missing": missing}
    content["cover"] = scripts.set_in(cover_of(layout, cover))[0]
    content["families"] = list(scripts.FAMILIES)
    making.text("book.json", json.dumps(content, ensure_ascii=False))
    for name in TYPES:
        making.text(name, (resource(PAGES) / "print" / name).read_text(encoding="utf-8"))
    try:
        data = typst.compile(
            making.at / "book.typ",
            root=making.at,
            format="pdf",
            pdf_standards="a-2b",
            font_paths=scripts.fonts(),
        )
    except typst.TypstError as error:
        raise BookRefused(
            f"The pages could not be set: {error}.", safe="The record is as it was."
        ) from error
    for each in ("book.json", *TYPES, *(p.name for p in making.at.glob("qr-*.svg"))):
        (making.at / each).unlink()
    making.text("pages.txt", "\n".join(text_of(data)))  # refuses what must not be printed
    (making.at / "pages.txt").unlink()
    with plainly(making.at / "book.pdf"):
        (making.at / "book.pdf").write_bytes(data)
        (making.at / "book.pdf").chmod(0o600)
    making.tick("book.pdf")


def text_of(pdf: bytes) -> list[str]:
    """The text of each page, hyphens at line ends taken out."""
    pages = pypdf.PdfReader(io.BytesIO(pdf)).pages
    return [page.extract_text().replace("-\n", "").replace("\n", " ") for page in pages]


def _content(
    layout: Layout, making: Making, loose: Sequence[Photograph], listen_at: str
) -> dict[str, Any]:
    index = layout.index
    return {
        "title": layout.title,
        "narrator": layout.narrator,
        "told": layout.told,
        "pull": layout.pull,
        "made_for": layout.made_for,
        "note": words.of_itself("imprint", layout),
        "made": words.made(layout),
        "listen": words.of_itself("listen", layout, lan=addresses.in_the_house(listen_at)),
        "chapters": [_chapter(leaf, making, listen_at) for leaf in layout.leaves],
        "timeline": [{"when": e.when, "text": e.text} for e in index.timeline],
        "family": [_indexed(each) for each in index.family],
        "others": [_indexed(each) for each in index.others],
        "spots": [_indexed(each) for each in index.spots],
        "photos": [_picture(each) for each in loose],
    }


def _indexed(each: Somebody | Somewhere) -> dict[str, Any]:
    relation = each.relation if isinstance(each, Somebody) else ""
    return {
        "name": each.name,
        "relation": relation if relation.lower() != each.name.lower() else "",
        "chapters": [place.chapter for place in each.places],
    }


def _picture(each: Photograph) -> dict[str, str]:
    return {"file": each.file, "caption": each.caption}


def _with_note(line: Line) -> str:
    return f"{line.text} [{line.beside}]" if line.told and line.beside else line.text


def _chapter(leaf: Leaf, making: Making, listen_at: str) -> dict[str, Any]:
    qr = hear = ""
    if leaf.file and listen_at:
        hear = _address(leaf, listen_at)
        qr = f"qr-{leaf.number:02d}.svg"
        segno.make(hear, error="m", micro=False).save(
            str(making.at / qr), border=0, dark="#2b2622", svgversion=1.1
        )
    return {
        "number": leaf.number,
        "title": leaf.title,
        "opening": leaf.opening,
        "qr": qr,
        "hear": hear,
        "minutes": leaf.minutes,
        "paragraphs": [_paragraph(each) for each in leaf.paragraphs],
    }


def _address(leaf: Leaf, listen_at: str) -> str:
    at = listen_at.rstrip("/")
    return f"{at}/{leaf.key if at.endswith(PAGES_OF_THE_HOUSE) else page_name(leaf)}"


def _paragraph(paragraph: Paragraph) -> dict[str, Any]:
    return {
        "when": paragraph.when,
        "gap": any(line.kind in GAPS for line in paragraph.sentences),
        "sentences": [
            {"text": _with_note(line), "kind": line.kind, "told": line.told}
            for line in paragraph.sentences
        ],
        "photos": [_picture(each) for each in paragraph.photographs],
    }
