"""The forms of a copy, and who writes each: what they have in common was decided before (house.py)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from voice_agent.memory.claims import Claim
from voice_agent.storybook import (
    audiobook,
    cover,
    docx_text,
    epub,
    folder,
    gedcom,
    illustrated,
    print_pdf,
)
from voice_agent.storybook.audiobook import Say
from voice_agent.storybook.copying import Making
from voice_agent.storybook.layout import Layout
from voice_agent.storybook.photographs import Photograph, for_cover

KINDS = ("folder", "epub", "pdf", "large-print", "docx", "audiobook", "gedcom", "bundle")

SINGLE = {
    "epub": "book.epub",
    "docx": docx_text.FILE,
    "audiobook": audiobook.FILE,
    "gedcom": gedcom.FILE,
}
"""Those that are one file."""

VOICE_ALONE = ("audiobook", "bundle")
"""Those that are nothing without the narrator's voice."""

ALL_TEXTS = ("folder", "bundle")
"""Those in which the word-for-word text stands as well."""


@dataclass(frozen=True, slots=True)
class Along:
    """What goes into a copy besides what was told."""

    photos: Sequence[Photograph] = ()
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    listen_at: str = ""
    say: Say | None = None
    """Reads titles and questions in the audiobook."""


def write(
    kind: str,
    layout: Layout,
    making: Making,
    along: Along,
    claims: Sequence[Claim],
    now: datetime,
) -> None:
    """Write one of KINDS into the copy being made; `claims`: all that were told. Raises BookRefused, SoundFileError."""
    front = for_cover(along.photos, layout.narrator)
    layout, loose = illustrated.illustrated(layout, along.photos)
    match kind:
        case "pdf" | "large-print":
            large = kind == "large-print"
            print_pdf.write(layout, making, loose, front, along.listen_at, large=large)
        case "gedcom":
            gedcom.write(layout, claims, making, now)
        case "epub":
            epub.write(layout, making, loose, cover.draw(layout, making, front))
        case "docx":
            docx_text.write(layout, making, loose, cover.draw(layout, making, front))
        case "audiobook":
            audiobook.write(layout, making, along.say, cover.draw(layout, making, front))
        case _:
            drawn = cover.draw(layout, making, front)
            folder.write(layout, making, loose, drawn, along.notes)
