"""The cover: a picture and the narrator's name, the same in print, in the e-book and on the first page of the folder.

Without a photograph it is a drawn wreath around the first letter of the name. Set by typst like the printed book.
"""

import json
from typing import Any

import typst

from voice_agent.archive.private import plainly
from voice_agent.resources import resource
from voice_agent.storybook import scripts
from voice_agent.storybook.copying import Making
from voice_agent.storybook.folder import PAGES
from voice_agent.storybook.layout import Layout
from voice_agent.storybook.photographs import Photograph

FILE = "cover.png"

DOTS = 200
"""An inch: 1,165 by 1,654 pixels, which a shop's reader asks for."""


def cover_of(layout: Layout, picture: Photograph | None) -> dict[str, Any]:
    """What stands on it, for cover.typ."""
    return {
        "narrator": layout.narrator,
        "told": layout.told,
        "letter": layout.narrator[:1].upper(),
        "file": picture.file if picture else "",
        "caption": picture.caption if picture else "",
    }


def draw(layout: Layout, making: Making, picture: Photograph | None) -> str:
    """Write cover.png into the copy being made; returns its name. Raises BookRefused."""
    content = scripts.set_in(cover_of(layout, picture))[0]
    content["families"] = list(scripts.FAMILIES)
    making.text("cover.json", json.dumps(content, ensure_ascii=False))
    for name in ("cover.typ", "front.typ"):
        making.text(name, (resource(PAGES) / "print" / name).read_text(encoding="utf-8"))
    data = typst.compile(
        making.at / "front.typ",
        root=making.at,
        format="png",
        ppi=DOTS,
        font_paths=scripts.fonts(),
    )
    for name in ("cover.json", "cover.typ", "front.typ"):
        (making.at / name).unlink()
    with plainly(making.at / FILE):
        (making.at / FILE).write_bytes(data)
        (making.at / FILE).chmod(0o600)
    making.tick(FILE)
    return FILE
