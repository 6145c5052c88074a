"""The book as a Word document, for whoever in the family edits it further: headings, paragraphs, photographs.

What somebody changes there is theirs; the record and the other copies know nothing of it.
"""

from collections.abc import Sequence

import docx
from docx.document import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Cm, Pt, RGBColor

from voice_agent.archive.private import plainly
from voice_agent.storybook import words
from voice_agent.storybook.copying import Making
from voice_agent.storybook.layout import Layout, Leaf, Paragraph
from voice_agent.storybook.photographs import Photograph

FILE = "book.docx"

_SOFT = RGBColor(0x54, 0x4C, 0x45)


def write(
    layout: Layout, making: Making, loose: Sequence[Photograph] = (), cover: str = ""
) -> None:
    """Write book.docx into the copy being made. Raises BookRefused."""
    text = docx.Document()
    text.styles["Normal"].font.name = "Georgia"  # pyright: ignore[reportAttributeAccessIssue]
    text.styles["Normal"].font.size = Pt(12)  # pyright: ignore[reportAttributeAccessIssue]
    about = text.core_properties
    about.title, about.author, about.comments = layout.title, layout.narrator, ""
    if cover:
        _picture(text, making, cover, 12.0)
    text.add_heading(layout.title, level=0)
    _ours(text, f"as told {layout.told}")
    _ours(text, words.of_itself("imprint", layout))
    if layout.made_for:
        _ours(text, layout.made_for)
    for leaf in layout.leaves:
        _chapter(text, making, leaf)
    _listed(text, layout)
    if loose:
        text.add_heading("Photographs", level=1)
        for each in loose:
            _photograph(text, making, each)
    for line in words.made(layout):
        _ours(text, line)
    making.text("docx.txt", text_of(text))  # refuses what must not be in it
    (making.at / "docx.txt").unlink()
    path = making.at / FILE
    with plainly(path):
        text.save(str(path))
        path.chmod(0o600)
    making.tick(FILE)


def text_of(document: Document) -> str:
    """Every paragraph, in order."""
    return "\n".join(each.text for each in document.paragraphs)


def _chapter(text: Document, making: Making, leaf: Leaf) -> None:
    text.add_page_break()
    text.add_heading(leaf.title, level=1)
    if leaf.opening:
        _ours(text, leaf.opening)
    for paragraph in leaf.paragraphs:
        _paragraph(text, paragraph)
        for each in paragraph.photographs:
            _photograph(text, making, each)


def _paragraph(text: Document, paragraph: Paragraph) -> None:
    """The narrator's sentences that follow each other are one paragraph; each line of ours is its own."""
    if paragraph.when:
        _ours(text, paragraph.when)
    said: list[str] = []
    for line in paragraph.sentences:
        if line.told:
            said.append(f"{line.text} [{line.beside}]" if line.beside else line.text)
            continue
        if said:
            text.add_paragraph(" ".join(said))
            said = []
        _ours(text, f"— {line.text}" if line.kind == "asked" else line.text)
    if said:
        text.add_paragraph(" ".join(said))


def _listed(text: Document, layout: Layout) -> None:
    index = layout.index
    rows = (
        ("Timeline", [f"{each.when}: {each.text}" for each in index.timeline]),
        (
            "Family and people",
            [
                f"{each.name}, {each.relation}"
                if each.relation and each.relation.lower() != each.name.lower()
                else each.name
                for each in (*index.family, *index.others)
            ],
        ),
        ("Places", [each.name for each in index.spots]),
    )
    for title, lines in rows:
        if lines:
            text.add_heading(title, level=1)
        for line in lines:
            text.add_paragraph(line, style="List Bullet")


def _ours(text: Document, line: str) -> None:
    run = text.add_paragraph().add_run(line)
    run.italic = True
    run.font.color.rgb = _SOFT


def _photograph(text: Document, making: Making, each: Photograph) -> None:
    _picture(text, making, each.file, 13.0)
    _ours(text, each.caption)
    text.paragraphs[-1].alignment = WD_ALIGN_PARAGRAPH.CENTER


def _picture(text: Document, making: Making, file: str, width: float) -> None:
    """`width` in centimetres."""
    text.add_picture(str(making.at / file), width=Cm(width))
    text.paragraphs[-1].alignment = WD_ALIGN_PARAGRAPH.CENTER
