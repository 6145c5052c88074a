"""The book as a folder that any browser opens from the disk, with a play mark at every sentence.

    FOLDER/index.html, 01-childhood.html, ..., timeline.html, people.html, places.html, cover.png, book.css, book.js, audio/*.mp3

No network, no program, nothing hidden: open index.html.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from voice_agent.resources import resource
from voice_agent.storybook import words
from voice_agent.storybook.copying import Making
from voice_agent.storybook.index import PlaceInBook
from voice_agent.storybook.layout import Layout, Leaf
from voice_agent.storybook.photographs import Photograph

PAGES = "config/book/pages"


def environment() -> Environment:
    """Templates that escape what they print and stop at what they do not know."""
    return Environment(
        loader=FileSystemLoader(resource(PAGES)), autoescape=True, undefined=StrictUndefined
    )


def page_name(leaf: Leaf) -> str:
    """01-childhood.html."""
    return f"{leaf.number:02d}-{leaf.key}.html"


def write(
    layout: Layout,
    making: Making,
    loose: Sequence[Photograph] = (),
    cover: str = "",
    notes: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """Write every page into the copy being made; its sound and its cover are there already.

    `loose` are photographs without a place in a chapter. `notes` are what relatives know otherwise, by EDTF date: printed beside it, never in its place.
    Raises BookRefused.
    """
    templates = environment()
    common: dict[str, Any] = {
        "title": layout.title,
        "narrator": layout.narrator,
        "edited": layout.edited,
        "made_for": layout.made_for,
        "heard": layout.heard,
        "photos": loose,
        "spots": layout.index.spots,
    }
    names = [page_name(leaf) for leaf in layout.leaves]

    def href(place: PlaceInBook | None) -> str:
        return f"{names[place.chapter - 1]}#{place.sentence}" if place else ""

    def found(places: Sequence[PlaceInBook]) -> list[dict[str, str]]:
        return [{"href": href(p), "title": layout.leaves[p.chapter - 1].title} for p in places]

    def render(template: str, **more: Any) -> str:
        return templates.get_template(template).render(**common, **more)

    files: dict[str, str] = {
        "index.html": render(
            "index.html",
            told=layout.told,
            pull=layout.pull,
            cover=cover,
            made=words.made(layout),
            chapters=[
                {"page": name, "title": leaf.title, "minutes": leaf.minutes}
                for name, leaf in zip(names, layout.leaves, strict=True)
            ],
        ),
        "timeline.html": render(
            "timeline.html",
            notes=notes or {},
            timeline=[
                {"edtf": e.edtf, "when": e.when, "text": e.text, "href": href(e.place)}
                for e in layout.index.timeline
            ],
        ),
        "people.html": render(
            "people.html",
            groups=[
                [
                    {"name": each.name, "relation": each.relation, "places": found(each.places)}
                    for each in some
                ]
                for some in (layout.index.family, layout.index.others)
                if some
            ],
        ),
    }
    if layout.index.spots:
        files["places.html"] = render(
            "places.html",
            listed=[
                {"name": each.name, "places": found(each.places)} for each in layout.index.spots
            ],
        )
    for n, (name, leaf) in enumerate(zip(names, layout.leaves, strict=True)):
        files[name] = render(
            "chapter.html",
            chapter={
                "number": _roman(leaf.number),
                "title": leaf.title,
                "opening": leaf.opening,
                "pull": leaf.pull,
                "minutes": leaf.minutes,
                "texts": leaf.texts,
                "before": names[n - 1] if n else "",
                "next": names[n + 1] if n + 1 < len(names) else "",
            },
        )
    if loose:
        files["photos.html"] = render("photos.html")
    for name in ("book.css", "book.js"):
        files[name] = (resource(PAGES) / name).read_text(encoding="utf-8")
    making.texts(files)


def _roman(number: int) -> str:
    text = ""
    for value, letters in ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        while number >= value:
            text += letters
            number -= value
    return text
