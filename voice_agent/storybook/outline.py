"""Which stretch of telling goes to which chapter, and in what order. No model; the same telling, the same book.

A stretch goes where its words belong; the interview's topic and the narrator's age in the story lean on the
choice, and where all else is equal it stays with what was told just before. Pure.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from voice_agent.memory.when import FOREVER
from voice_agent.storybook.blocks import Block, begins
from voice_agent.storybook.plan import Design, Plan

TOPIC = 3.0
"""What the interview's topic weighs, in words of a chapter. A guess."""

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
    weights: Mapping[str, float] = {
        each.key: each.shares(block.text)
        + TOPIC * (block.told[0].topic in each.topics)
        + AGE * _of_age(block, each, birth)
        + STAY * (each.key == before)
        for each in plan.designs
    }
    best = max(plan.designs, key=lambda each: weights[each.key])  # the first of equals
    return best.key if weights[best.key] > 0 else plan.designs[-1].key


def _of_age(block: Block, design: Design, birth: str) -> bool:
    if not (birth and block.near and design.ages) or block.begins == FOREVER:
        return False
    age = block.begins.year - begins(birth).year
    return design.ages[0] <= age <= design.ages[1]
