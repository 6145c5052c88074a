"""Remembers how strands compare, so that one more telling costs one row of comparisons and not all."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from voice_agent.memory.dates.when import ALWAYS, FOREVER, bounds, narrowed
from voice_agent.memory.same_event import (
    SAME,
    Meant,
    Vectors,
    meant,
    near,
    odds,
)
from voice_agent.memory.strands import Strand

COMMON = 200
"""A term that stands in more strands than this tells no two of them apart."""

NARROW = 800
"""Days; a date that says no more than this is not looked for by its year."""

NEAR, NEARLY, SLIPPED = 2.4, 1.0, 3.0
"""How near meaning must lay two strands for their odds to be looked at, whatever words they share.

Where a date is missing, where both name the same narrow time, and where their times lie some years apart. All pairs looked
at, F1 was .003 and .004 higher on second and third of `evaluate retold`, at twice the time (measured once).
"""

FAR = 6
"""Years between two dates beyond which likeness of meaning alone is not looked at."""

PLACES = 32
"""Bits of a strand's number."""

NEVER = float("nan")
"""Stands for what was not compared."""

ROWS = 1024
"""Strands that are compared with all others at a time; bounds memory."""


@dataclass(slots=True)
class Loom:
    """From one weaving to the next. What it says of two strands depends on these two alone."""

    compared: dict[int, float | None] = field(default_factory=dict[int, float | None])
    """By both numbers in one, the smaller first: there are a million of them in a long life."""

    numbers: dict[Strand, int] = field(default_factory=dict[Strand, int])
    """A strand's own number, the same for an equal strand however often it is made anew."""

    meant: dict[int, Meant | None] = field(default_factory=dict[int, Meant | None])
    years: dict[int, frozenset[int]] = field(default_factory=dict[int, frozenset[int]])
    near: dict[int, set[int]] = field(default_factory=dict[int, set[int]])
    """Strands that are one event with this one and that meaning lays near it."""

    def laid(self, strands: Sequence[Strand], vectors: Vectors | None) -> "Laid":
        """Lay `strands` side by side."""
        numbers = [self.numbers.setdefault(each, len(self.numbers)) for each in strands]
        every = dict(zip(numbers, strands, strict=True))
        fresh = [number for number in every if number not in self.meant]
        for number in fresh:
            self.meant[number] = meant(every[number], vectors)
            self.years[number] = _years(every[number])
        self._lean(fresh, every)
        return Laid(self, strands, numbers)

    def _lean(self, fresh: Sequence[int], every: Mapping[int, Strand]) -> None:
        """Compare what is `fresh` with all that means nearly the same."""
        new = [(each, found) for each in fresh if (found := self.meant[each])]
        known = [(each, found) for each in every if (found := self.meant[each])]
        for start in range(0, len(new), ROWS):
            some = new[start : start + ROWS]
            table = near([found for _, found in some], [found for _, found in known])
            a, b = [each for each, _ in some], [each for each, _ in known]
            for row, column in zip(*np.nonzero(self._worth(a, b, table)), strict=True):
                one, other = a[row], b[column]
                if one == other:
                    continue
                found = self.odds((one, every[one]), (other, every[other]))
                if found is not None and found >= SAME:
                    self.near.setdefault(one, set()).add(other)
                    self.near.setdefault(other, set()).add(one)

    def _worth(
        self, some: Sequence[int], others: Sequence[int], nearness: NDArray[np.float32]
    ) -> NDArray[np.bool_]:
        """May two strands be one event for what they mean? Shape (len(some), len(others)), as `nearness`."""
        mine, theirs = self._spans(some), self._spans(others)
        dated = mine[:, 0][:, None] * theirs[:, 0][None, :] > 0
        later = np.maximum(mine[:, 1][:, None], theirs[:, 1][None, :])
        apart = later - np.minimum(mine[:, 2][:, None], theirs[:, 2][None, :])
        least = np.where(dated, np.where(apart <= 0, NEARLY, SLIPPED), NEAR)
        return (nearness >= least.astype(np.float32)) & ~(dated & (apart > FAR))

    def _spans(self, some: Sequence[int]) -> NDArray[np.int32]:
        """Of each whether it has years, the first and the last of them; shape (len(some), 3)."""
        years = [self.years[each] for each in some]
        rows = [(1, min(each), max(each)) if each else (0, 0, 0) for each in years]
        return np.array(rows, np.int32).reshape(-1, 3)

    def odds(self, one: tuple[int, Strand], other: tuple[int, Strand]) -> float | None:
        """As `same_event.odds`, of strands that were laid down, with their numbers."""
        (a, mine), (b, theirs) = (one, other) if one[0] < other[0] else (other, one)
        pair = a << PLACES | b
        found = self.compared.get(pair, NEVER)
        if found is NEVER:
            found = self.compared[pair] = odds(mine, theirs, self.meant[a], self.meant[b])
        return found


@dataclass(frozen=True, slots=True)
class Laid:
    """Strands side by side, called by their places."""

    loom: Loom
    strands: Sequence[Strand]
    numbers: Sequence[int]

    def odds(self, a: int, b: int) -> float | None:
        """As `same_event.odds`."""
        return self.loom.odds(
            (self.numbers[a], self.strands[a]), (self.numbers[b], self.strands[b])
        )

    def links(self) -> list[tuple[int, int]]:
        """Every pair that is one event, as far as only the two are looked at."""
        at = {number: place for place, number in enumerate(self.numbers)}
        near = {
            (a, b)
            for a, number in enumerate(self.numbers)
            for other in self.loom.near.get(number, ())
            if (b := at.get(other, -1)) > a
        }
        likely = _candidates(self.strands) - near
        return [
            *near,
            *(pair for pair in likely if (found := self.odds(*pair)) is not None and found >= SAME),
        ]


def _years(one: Strand) -> frozenset[int]:
    """The years of a date that says it nearly exactly."""
    found = narrowed(one.dates)
    if not found:
        return frozenset()
    days = bounds(found)
    if days.earliest == ALWAYS or days.latest == FOREVER or days.days > NARROW:
        return frozenset()
    return frozenset(range(days.earliest.year, days.latest.year + 1))


def _candidates(strands: Sequence[Strand]) -> set[tuple[int, int]]:
    """Pairs that share their sort or their turn, or two of their terms, people and places."""
    posted: dict[str, list[int]] = defaultdict(list)
    for place, each in enumerate(strands):
        # the cellar is a place to one telling and a word to the other
        for term in each.terms.union(*each.places):
            posted[f"said:{term}"].append(place)
        for person in {figure.given or figure.relation for figure in each.people}:
            posted[f"who:{person}"].append(place)
        if each.sort:
            posted[f"sort:{each.sort}"].append(place)
        for turn in {span[:2] for span in each.spans}:
            posted[f"turn:{turn}"].append(place)
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for key, places in posted.items():
        alone = key.startswith(("sort:", "turn:"))
        if len(places) > COMMON and not alone:
            continue  # said everywhere, so it tells nothing apart
        for index, a in enumerate(places):
            for b in places[index + 1 :]:
                shared[a, b] += 2 if alone else 1
    return {pair for pair, count in shared.items() if count >= 2}
