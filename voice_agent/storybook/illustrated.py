"""Photographs in their place: beneath the piece in which they were told about, or that their caption speaks of. Pure."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from voice_agent.memory.terms import terms
from voice_agent.storybook.layout import Layout, Leaf, Paragraph
from voice_agent.storybook.photographs import COVER, Photograph

SHARED = 2
"""Words of a caption that must be told in a piece for the picture to stand there. A guess."""


def illustrated(
    layout: Layout, photographs: Sequence[Photograph]
) -> tuple[Layout, tuple[Photograph, ...]]:
    """The layout with its pictures, and those that have no place in it. A picture named cover is on the cover alone."""
    shown = [each for each in photographs if Path(each.file).stem.lower() != COVER]
    places = {each.file: _place(each, layout) for each in shown}
    there = defaultdict[tuple[int, int], list[Photograph]](list)
    for each in shown:
        if (place := places[each.file]) is not None:
            there[place].append(each)
    leaves = tuple(_with(leaf, there) for leaf in layout.leaves)
    loose = tuple(each for each in shown if places[each.file] is None)
    return replace(layout, leaves=leaves), loose


def _place(photograph: Photograph, layout: Layout) -> tuple[int, int] | None:
    """Chapter and paragraph of the text that a reader is shown."""
    every = [
        ((leaf.number, at), paragraph)
        for leaf in layout.leaves
        for at, paragraph in enumerate(leaf.paragraphs)
    ]
    if photograph.turn is not None:
        return next((place for place, p in every if photograph.turn in p.turns), None)
    wanted = terms(photograph.caption)
    shared = {place: len(wanted & _terms(paragraph)) for place, paragraph in every}
    best = max(shared, key=lambda place: shared[place], default=None)  # the first of equals
    return best if best is not None and shared[best] >= SHARED else None


def _terms(paragraph: Paragraph) -> set[str]:
    return set(terms(" ".join(line.text for line in paragraph.sentences if line.told)))


def _with(leaf: Leaf, there: Mapping[tuple[int, int], Sequence[Photograph]]) -> Leaf:
    """The pictures stand in the text that a reader is shown first."""
    name, shown = leaf.texts[0]
    pictured = tuple(
        replace(each, photographs=tuple(there.get((leaf.number, at), ())))
        for at, each in enumerate(shown)
    )
    return replace(leaf, texts=((name, pictured), *leaf.texts[1:]))
