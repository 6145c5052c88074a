"""Which stretch of telling goes to which chapter, and in what order. No model; the same telling, the same book.

A stretch with a year of its own goes to a chapter of the narrator's age then: a wedding told on an evening about
childhood is no childhood. Without one it goes where its words belong; the interview's topic leans on the choice,
and where all else is equal it stays with what was told just before. What only answers a question about the story
before it is a part of that story, and goes where it goes. Pure.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.dates.when import FOREVER
from voice_agent.memory.events import EventId, Life
from voice_agent.memory.people.persons import sort
from voice_agent.memory.terms import terms
from voice_agent.storybook import said_to_us
from voice_agent.storybook.blocks import Block, begins
from voice_agent.storybook.plan import Design, Plan
from voice_agent.storybook.turn_sentences import DANGLING

Story = tuple[Block, ...]
"""Stretches of one sitting that stand in one chapter."""

TOPIC = 3.0
"""What the interview's topic weighs, in words of a chapter. A guess."""

TOPIC_OF_DATED = 0.5
"""The same where the stretch has a year of its own. A guess."""

TOPIC_OF_WANDERING = 1.0
"""The same for a chapter of an age none of whose words are in the stretch. A guess."""

CHILD = 18
"""Years; up to there a chapter of an age is one of growing up."""

_GROWN = re.compile(
    r"\b(?:honeymoon|(?:my|our|his|her) (?:wedding|husband|wife|son|sons|daughter|daughters|grandson|granddaughter|grandchild\w*|pension|eightieth|seventieth|sixtieth|"
    r"fiftieth|fortieth|retirement)|(?:we|I) (?:were|was|got) married|widow(?:ed|er)?|retired|allotment|till I was (?:[2-9]\d|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\w*)\b",
    re.IGNORECASE,
)
"""Words of stories in which the narrator is no child. Of somebody else's wedding they would say so. A guess."""

AGE = 1.5
"""What the right age weighs, in words of a chapter of an age. A guess."""

LIFELONG = 60
"""Years; a chapter of so many is of no age: whoever works from eleven to seventy-five has the right age in any story."""

DEATH = 2.0
"""What somebody's death weighs for the chapter of what was hard, in words of it: that Mother died in a ward is no work. A guess."""

STAY = 0.5
"""What staying with the stretch before weighs, in words of a chapter. A guess."""

FEWEST = 3
"""Sentences of a chapter; a shorter one joins another, where there is one."""


DISAGREE = 3 * 365
"""Days between two years of one story. A guess."""


def outline(
    blocks: Sequence[Block], plan: Plan, life: Life | None = None, *, birth: str = ""
) -> tuple[tuple[Design, tuple[Block, ...]], ...]:
    """Return the chapters that have something in them, each with its stretches in the order of time.

    `life`: who everybody is to the narrator. `birth` is the EDTF of the narrator's birth; "" where unknown.
    """
    whose = _Whose(plan, birth, _grown_people(life or Life()))
    chosen: dict[str, list[Story]] = defaultdict(list)
    before: dict[str, str] = {}
    for story in stories(blocks):
        begun = story[
            0
        ]  # the words of what follows outvoted it: a drowning was filed under the garden
        key = whose.chapter(begun, before.get(begun.session, ""))
        before[begun.session] = key
        chosen[key].append(story)
    _without_short_ones(chosen, whose)
    return tuple(
        (each, in_time([block for story in chosen[each.key] for block in story]))
        for each in plan.designs
        if chosen[each.key]
    )


def stories(blocks: Sequence[Block]) -> list[Story]:
    """Each stretch with those that only go on about it, in the order told."""
    found: list[list[Block]] = []
    last: dict[str, list[Block]] = {}
    for block in sorted(blocks, key=lambda each: each.order):
        told = last.get(block.session)
        if told and goes_on(block, told[-1]):
            told.append(block)
        else:
            told = last[block.session] = [block]
            found.append(told)
    return [tuple(each) for each in found]


def goes_on(block: Block, before: Block) -> bool:
    """Is it more of the story `before`: without a time of its own, and in answer to a question about that?"""
    if block.when or not (block.body and before.body):
        return False
    if block.events & before.events or DANGLING.match(block.body[0].text):
        return True
    return bool(terms(block.told[0].asked) & terms(before.text))


def _without_short_ones(chosen: dict[str, list[Story]], whose: "_Whose") -> None:
    """Move the stretches of chapters that are too short to others, to the next in the book where none is theirs."""

    def size(key: str) -> int:
        return sum(len(block.body) for story in chosen[key] for block in story)

    while len(there := [each.key for each in whose.plan.designs if chosen[each.key]]) > 1:
        short = min(there, key=size)
        if size(short) >= FEWEST:
            return
        at = there.index(short)
        beside = there[at - 1] if at else there[1]
        for story in chosen.pop(short):
            others = frozenset(there) - {short}
            chosen[whose.chapter(story[0], beside, others)].append(story)


def in_time(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Stretches by their first day; undated ones where they were told, after the one told before them."""
    ordered = sorted(blocks, key=lambda each: each.order)
    placed: dict[int, tuple[int, int]] = {}
    last = -1
    known = [each for each in ordered if each.begins != FOREVER]

    def begin(block: Block) -> date:
        """Of one story told with two years the earlier: it stays in the order told."""
        same = (e.begins for e in known if e.events & block.events)
        return min(day for day in same if abs((day - block.begins).days) <= DISAGREE)

    dated = sorted(known, key=lambda e: (begin(e) if e.events else e.begins, e.order))
    rank = {each.order: place for place, each in enumerate(dated)}
    for each in ordered:
        last = rank.get(each.order, last)
        placed[each.order] = (last, 0 if each.order in rank else 1)
    return tuple(sorted(ordered, key=lambda each: (*placed[each.order], each.order)))


@dataclass(frozen=True, slots=True)
class _Whose:
    """Decides in which chapter a stretch stands."""

    plan: Plan
    birth: str
    grown: Mapping[EventId, bool]
    """Events with people of a grown life in them: a husband, a daughter."""

    def chapter(self, block: Block, before: str, among: Collection[str] = ()) -> str:
        """The best, or the best of `among`; `before`: that of what was told before it."""
        age = _age(block, self.birth)
        every = [each for each in self.plan.designs if not among or each.key in among]
        able = [each for each in every if self._possible(block, each, age)]
        dies = _dies(block)
        keys = {each.key for each in able}
        if before in keys and not block.when and block.body and DANGLING.match(block.body[0].text):
            return before  # "he never came back" goes on with whoever it is
        weights: Mapping[str, float] = {
            each.key: (shares := each.shares(_about(block)))
            # of what has its own year, the topic that happened to be asked about says little
            + _lean(each, shares, age) * (block.told[0].topic in each.topics)
            + AGE
            * (shares > 0 and age is not None and _of_an_age(each) and _within(age, each.ages))
            + DEATH * ("loss" in each.topics and dies)
            + STAY * (each.key == before)
            for each in able
        }
        best = max(able, key=lambda each: weights[each.key], default=None)  # the first of equals
        if best and weights[best.key] > 0:
            return best.key
        if among:
            return before if before in among else next(iter(sorted(among)))
        growing = (each for each in able if age is not None and each.ages and each.ages[1] <= CHILD)
        return next(growing, self.plan.designs[-1]).key

    def _possible(self, block: Block, design: Design, age: int | None) -> bool:
        """Chapters of an age hold no story that is of another, nor one that speaks of grown people's lives."""
        if design.ages is None:
            return True
        if age is not None:
            return _within(age, design.ages)
        if design.ages[1] > CHILD:
            return True
        return not (
            any(self.grown.get(each) for each in block.events) or _GROWN.search(_about(block))
        )


def _of_an_age(design: Design) -> bool:
    return design.ages is not None and design.ages[1] - design.ages[0] < LIFELONG


def _dies(block: Block) -> bool:
    """Is it told that somebody died?"""
    sorts = (sort(claim) for each in block.body for claim in each.claims if claim.polarity)
    return any(found is not None and found.happening.name == "death" for found in sorts)


def _lean(design: Design, shares: int, age: int | None) -> float:
    """What the interview's topic weighs: who is asked about childhood may tell of last year."""
    if age is not None:
        return TOPIC_OF_DATED
    return TOPIC if shares or design.ages is None else TOPIC_OF_WANDERING


_GROWN_KIN = wordset(
    "husband wife spouse partner son daughter child grandson granddaughter grandchild son-in-law daughter-in-law"
    " mother-in-law father-in-law brother-in-law sister-in-law"
)
"""Whoever has them is no child. As `Person.relation` has them."""


def _grown_people(life: Life) -> Mapping[EventId, bool]:
    grown = {each.id for each in life.people.persons if each.relation in _GROWN_KIN}
    return {each.id: bool(grown & set(each.people)) for each in life.events}


def _about(block: Block) -> str:
    """What is told, and to which question where it has no year of its own: "when you went for the honeymoon"."""
    return block.text if block.when else f"{block.text} {said_to_us.asked(block.told[0].asked)}"


def _within(age: int, ages: tuple[int, int] | None) -> bool:
    return ages is not None and ages[0] <= age <= ages[1]


def _age(block: Block, birth: str) -> int | None:
    """How old the narrator was in it; None where it has no year of its own."""
    if not (birth and block.when) or block.when.startswith("../") or begins(block.when) == FOREVER:
        return None
    return begins(block.when).year - begins(birth).year
