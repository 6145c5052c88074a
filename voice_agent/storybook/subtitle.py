"""What stands beneath a chapter's title: where it plays and in which years, as they were told in it. Pure.

    Galena, Elizabeth and Scales Mound, 1941 to 1954

A chapter that names neither has one of its own sentences there, or nothing.
"""

from collections.abc import Iterable, Sequence

from voice_agent.memory.dates.when import ALWAYS, FOREVER, strict_bounds
from voice_agent.storybook.index import Index

MOST = 3
"""Places; more would be a list. A guess."""


def subtitle(whens: Iterable[str], places: Sequence[str]) -> str:
    """Places and years in a line; "" where there are neither. `whens` are EDTF, `places` in the order told."""
    return ", ".join(each for each in (_listed(places[:MOST]), _years(whens)) if each)


def places_of(chapter: int, index: Index) -> tuple[str, ...]:
    """The named places of a chapter, counted from 1, first told first."""
    found = [
        (int(at.sentence.partition("s")[2]), each.name)
        for each in index.spots
        for at in each.places
        if at.chapter == chapter
    ]
    return tuple(name for _, name in sorted(found))


def _listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _years(whens: Iterable[str]) -> str:
    """ "1941 to 1954". An open end says nothing, but for the last year of all: "until I was twelve" ends somewhere."""
    bounds = [strict_bounds(each) for each in whens if each]
    begun = [each.earliest.year for each in bounds if each.earliest != ALWAYS]
    ended = [each.latest.year for each in bounds if each.latest != FOREVER]
    if not begun or not ended:
        return ""
    first, last = min(begun), max(*ended, min(begun))
    return str(first) if first == last else f"{first} to {last}"
