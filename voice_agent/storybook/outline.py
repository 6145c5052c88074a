"""Which stretch of telling goes to which chapter, and in what order. No model; the same telling, the same book.

A stretch with a year of its own goes to a chapter of the narrator's age then: a wedding told on an evening about
childhood is no childhood. Without one it goes where its words belong; the interview's topic leans on the choice,
and where all else is equal it stays with what was told just before. Pure.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from voice_agent.memory.dates.when import FOREVER
from voice_agent.storybook import said_to_us
from voice_agent.storybook.blocks import Block, begins
from voice_agent.storybook.plan import Design, Plan

TOPIC = 3.0
"""What the interview's topic weighs, in words of a chapter. A guess."""

TOPIC_OF_DATED = 0.5
"""The same where the stretch has a year of its own. A guess."""

CHILD = 18
"""Years; up to there a chapter of an age is one of growing up."""

_GROWN = re.compile(
    r"\b(?:honeymoon|(?:my|our|his|her) (?:wedding|husband|wife|son|sons|daughter|daughters|grandson|granddaughter|grandchild\w*|pension|eightieth|seventieth|sixtieth|"
    r"fiftieth|fortieth|retirement)|(?:we|I) (?:were|was|got) married|widow(?:ed|er)?|retired|allotment|till I was (?:[2-9]\d|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\w*)\b",
    re.IGNORECASE,
)
"""Words of stories in which the narrator is no child. Of somebody else's wedding they would say so. A guess."""

AGE = 1.5
"""What the right age weighs, in words of a chapter. A guess."""

STAY = 0.5
"""What staying with the stretch before weighs, in words of a chapter. A guess."""

FEWEST = 3
"""Sentences of a chapter; a shorter one goes to the last chapter, where there is another."""


def outline(
    blocks: Sequence[Block], plan: Plan, *, birth: str = ""
) -> tuple[tuple[Design, tuple[Block, ...]], ...]:
    """Return the chapters that have something in them, each with its stretches in the order of time.

    `birth` is the EDTF of the narrator's birth; "" where unknown.
    """
    rest = plan.designs[-1]
    chosen: dict[str, list[Block]] = defaultdict(list)
    before: dict[str, str] = {}
    for block in blocks:
        key = _chapter(block, plan, birth, before.get(block.session, ""))
        before[block.session] = key
        chosen[key].append(block)
    sizes = {key: sum(len(each.told) for each in some) for key, some in chosen.items()}
    if any(size >= FEWEST for size in sizes.values()):
        for key in [key for key, size in sizes.items() if size < FEWEST and key != rest.key]:
            chosen[rest.key] += chosen.pop(key)
    return tuple((each, in_time(chosen[each.key])) for each in plan.designs if chosen[each.key])


def in_time(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Stretches by their first day; undated ones where they were told, after the one told before them."""
    ordered = sorted(blocks, key=lambda each: each.order)
    placed: dict[int, tuple[int, int]] = {}
    last = -1
    dated = sorted(
        (each for each in ordered if each.begins != FOREVER), key=lambda e: (e.begins, e.order)
    )
    rank = {each.order: place for place, each in enumerate(dated)}
    for each in ordered:
        last = rank.get(each.order, last)
        placed[each.order] = (last, 0 if each.order in rank else 1)
    return tuple(sorted(ordered, key=lambda each: (*placed[each.order], each.order)))


def _chapter(block: Block, plan: Plan, birth: str, before: str) -> str:
    age = _age(block, birth)
    able = [each for each in plan.designs if _possible(block, each, age)]
    weights: Mapping[str, float] = {
        each.key: (shares := each.shares(_about(block)))
        # of what has its own year, the topic that happened to be asked about says little
        + (TOPIC if age is None else TOPIC_OF_DATED) * (block.told[0].topic in each.topics)
        + AGE * (shares > 0 and age is not None and _within(age, each.ages))
        + STAY * (each.key == before)
        for each in able
    }
    best = max(able, key=lambda each: weights[each.key])  # the first of equals
    if weights[best.key] > 0:
        return best.key
    growing = (each for each in able if age is not None and each.ages and each.ages[1] <= CHILD)
    return next(growing, plan.designs[-1]).key


def _about(block: Block) -> str:
    """What is told, and to which question where it has no year of its own: "when you went for the honeymoon"."""
    return block.text if block.when else f"{block.text} {said_to_us.asked(block.told[0].asked)}"


def _possible(block: Block, design: Design, age: int | None) -> bool:
    """Chapters of an age hold no story that is of another, nor one that speaks of grown people's lives."""
    if design.ages is None:
        return True
    if age is not None:
        return _within(age, design.ages)
    return not (design.ages[1] <= CHILD and _GROWN.search(_about(block)))


def _within(age: int, ages: tuple[int, int] | None) -> bool:
    return ages is not None and ages[0] <= age <= ages[1]


def _age(block: Block, birth: str) -> int | None:
    """How old the narrator was in it; None where it has no year of its own."""
    if not (birth and block.when) or block.when.startswith("../") or begins(block.when) == FOREVER:
        return None
    return begins(block.when).year - begins(birth).year
