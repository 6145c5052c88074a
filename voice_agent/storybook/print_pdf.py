"""The book for the printer: A5 with embedded fonts, running heads, and a code at each chapter's end for its sound.

Set by typst, which brings its fonts along (Libertinus, OFL), from config/book/pages/book.typ. The finished PDF
is read back and searched, like every other copy.
"""

import io
import json
from collections.abc import Sequence
from typing import Any

import pypdf
import segno
import typst

from voice_agent.archive.private import plainly
from voice_agent.errors import BookRefused
from voice_agent.resources import resource
from voice_agent.storybook.copying import Making
from voice_agent.storybook.folder import PAGES, page_name
from voice_agent.storybook.layout import Layout, Leaf, Line
from voice_agent.storybook.photographs import Photograph

GAPS = ("link", "asked")


def write(
    layout: Layout, making: Making, photographs: Sequence[Photograph] = (), listen_at: str = ""
) -> None:
    """Write book.pdf beside the sound. `listen_at` is where the folder's pages can be reached; "": nowhere.

    Raises BookRefused.
    """
    (making.at / "book.pdf").unlink(missing_ok=True)
    content = json.dumps(_content(layout, making, photographs, listen_at), ensure_ascii=False)
    making.text("book.json", content)
    making.text("book.typ", (resource(PAGES) / "book.typ").read_text(encoding="utf-8"))
    try:
        data = typst.compile(
            making.at / "book.typ", root=making.at, format="pdf", pdf_standards="a-2b"
        )
    except typst.TypstError as error:
        raise BookRefused(
            f"The pages could not be set: {error}.", safe="The record is as it was."
        ) from error
    for each in ("book.json", "book.typ", *(p.name for p in making.at.glob("qr-*.svg"))):
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
    layout: Layout, making: Making, photographs: Sequence[Photograph], listen_at: str
) -> dict[str, Any]:
    return {
        "title": layout.title,
        "narrator": layout.narrator,
        "told": layout.told,
        "pull": layout.pull,
        "made_for": layout.made_for,
        "note": (
            f"Every sentence in this book was said by {layout.narrator}, and can be heard"
            + (
                f", but for some that {layout.narrator} wanted to read otherwise than they were said. "
                if any(
                    line.kind == "put"
                    for leaf in layout.leaves
                    for p in leaf.paragraphs
                    for line in p.sentences
                )
                else ". "
            )
            + "Lines in grey italics "
            "are the book’s own: questions that were asked, and words that join one evening to another. The dates "
            "in the margin are those that were told."
            + (
                " A language model smoothed some sentences; each of them was held against what was said."
                if layout.edited
                else ""
            )
        ),
        "chapters": [_chapter(leaf, layout, making, listen_at) for leaf in layout.leaves],
        "timeline": [{"when": e.when, "text": e.text} for e in layout.index.timeline],
        "people": [
            {
                "name": each.name,
                "relation": each.relation if each.relation.lower() != each.name.lower() else "",
                "chapters": [place.chapter for place in each.places],
            }
            for each in layout.index.people
        ],
        "photos": [{"file": p.file, "caption": p.caption} for p in photographs],
    }


def _with_note(line: Line) -> str:
    return f"{line.text} [{line.beside}]" if line.told and line.beside else line.text


def _chapter(leaf: Leaf, layout: Layout, making: Making, listen_at: str) -> dict[str, Any]:
    qr = ""
    hear = leaf.file
    if leaf.file:
        if listen_at:
            hear = f"{listen_at.rstrip('/')}/{page_name(leaf)}"
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
        "paragraphs": [
            {
                "when": paragraph.when,
                "gap": any(line.kind in GAPS for line in paragraph.sentences),
                "sentences": [
                    {"text": _with_note(line), "kind": line.kind, "told": line.told}
                    for line in paragraph.sentences
                ],
            }
            for paragraph in leaf.paragraphs
        ],
    }
