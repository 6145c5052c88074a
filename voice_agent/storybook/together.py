"""Chapters that are too short to be one stand together with the neighbour nearest in time, under a title of both.

    Work, Family and Losses

It is done with what one reader may read, after everything else was left out: three sentences under a title of their
own would say that there is more. Pure.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from voice_agent.memory.dates.when import FOREVER
from voice_agent.storybook.blocks import begins
from voice_agent.storybook.pages import Chapter

FEWEST = 8
"""Sentences of the narrator's in a chapter; half a printed page. A guess."""

JOINT = "_"
"""Between the keys of chapters that stand together: work_family."""


def together(chapters: Sequence[Chapter]) -> tuple[Chapter, ...]:
    """The same passages in fewer chapters, where some are short."""
    found = [*chapters]
    while len(found) > 1:
        at = min(range(len(found)), key=lambda n: _size(found[n]))
        if _size(found[at]) >= FEWEST:
            break
        beside = [n for n in (at - 1, at + 1) if 0 <= n < len(found)]
        # of two that are as near, the shorter: it needs company itself
        other = min(beside, key=lambda n: (_apart(found[at], found[n]), _size(found[n])))
        first, last = sorted((at, other))
        found[first : last + 1] = [_joint(found[first], found[last])]
    return tuple(found)


def parts(key: str) -> frozenset[str]:
    """The chapters of the plan that stand together under `key`."""
    return frozenset(key.split(JOINT))


def _size(chapter: Chapter) -> int:
    return sum(each.told for passage in chapter.passages for each in passage.sentences)


def _joint(one: Chapter, other: Chapter) -> Chapter:
    short = f"{one.short}, {other.short}".split(", ")
    return replace(
        one,
        key=f"{one.key}{JOINT}{other.key}",
        title=f"{', '.join(short[:-1])} and {short[-1]}",
        short=", ".join(short),
        passages=(*one.passages, *other.passages),
    )


def _apart(one: Chapter, other: Chapter) -> int:
    """Days between the middles of two chapters; many where one has no year."""
    first, second = _middle(one), _middle(other)
    return abs((first - second).days) if first and second else (date.max - date.min).days


def _middle(chapter: Chapter) -> date | None:
    days = sorted(day for p in chapter.passages if (day := begins(p.when)) != FOREVER)
    return days[len(days) // 2] if days else None
