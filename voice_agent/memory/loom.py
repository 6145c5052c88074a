"""Remembers how strands compare, so that one more telling costs one row of comparisons and not all."""

import hashlib
import struct
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

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
at, F1 was .003 and .004 higher on second and third of `python -m lab retold`, at twice the time (measured once).
"""

FAR = 6
"""Years between two dates beyond which likeness of meaning alone is not looked at."""

PLACES = 32
"""Bits of a strand's number."""

NEVER = float("nan")
"""Stands for what was not compared."""

ROWS = 1024
"""Strands that are compared with all others at a time; bounds memory."""


class Compared(NamedTuple):
    """How strands compare, to be kept: nothing of what they say is in it."""

    names: NDArray[np.uint64]
    """Digests of strands, with what they mean."""

    one: NDArray[np.int32]
    """For each comparison the places of both in `names`."""

    other: NDArray[np.int32]
    odds: NDArray[np.float32]
    """NaN where they cannot be one event."""


@dataclass(slots=True)
class Loom:
    """From one weaving to the next. What it says of two strands depends on these two alone."""

    known: tuple[Compared, ...] = ()
    """From weavings before this one; taken over when strands are first laid."""

    compared: dict[int, float | None] = field(default_factory=dict[int, float | None])
    """By both numbers in one, the smaller first: there are a million of them in a long life."""

    numbers: dict[Strand, int] = field(default_factory=dict[Strand, int])
    """A strand's own number, the same for an equal strand however often it is made anew."""

    meant: dict[int, Meant | None] = field(default_factory=dict[int, Meant | None])
    years: dict[int, frozenset[int]] = field(default_factory=dict[int, frozenset[int]])
    near: dict[int, set[int]] = field(default_factory=dict[int, set[int]])
    """Strands that are one event with this one and that meaning lays near it."""

    fresh: list[int] = field(default_factory=list[int])
    """What was compared since `told` was asked last, as the keys of `compared`."""

    digests: dict[int, int] = field(default_factory=dict[int, int])
    here: frozenset[int] = frozenset()
    """The numbers of the strands that were laid last."""

    def laid(self, strands: Sequence[Strand], vectors: Vectors | None) -> "Laid":
        """Lay `strands` side by side."""
        numbers = [self.numbers.setdefault(each, len(self.numbers)) for each in strands]
        every = dict(zip(numbers, strands, strict=True))
        self.here = frozenset(every)
        for number, each in every.items():
            if number not in self.digests:
                self.digests[number] = _digest(each, vectors)
        if self.known:
            self._take_over()
        fresh = [number for number in every if number not in self.meant]
        for number in fresh:
            self.meant[number] = meant(every[number], vectors)
            self.years[number] = _years(every[number])
        self._lean(fresh, every)
        return Laid(self, strands, numbers)

    def _take_over(self) -> None:
        """What is known of strands that are here; what is known of others is let go."""
        mine = {digest: number for number, digest in self.digests.items()}
        for names, one, other, odds_of in self.known:
            number = np.array([mine.get(each, -1) for each in names.tolist()], np.int64)
            a, b = number[one], number[other]
            here = (a >= 0) & (b >= 0)
            keys = np.minimum(a, b)[here] << PLACES | np.maximum(a, b)[here]
            some = odds_of[here].astype(np.float64).tolist()
            never = np.isnan(odds_of[here])
            self.compared.update(zip(keys.tolist(), some, strict=True))
            self.compared.update(dict.fromkeys(keys[never].tolist()))
        self.known = ()

    def told(self, *, all_of_it: bool = False) -> Compared:
        """What was compared since this was asked last, or ever, to be kept."""
        keys = np.array([*self.compared] if all_of_it else self.fresh, np.int64)
        self.fresh.clear()
        odds_of = [self.compared[each] for each in keys.tolist()]
        one, other = keys >> PLACES, keys & ((1 << PLACES) - 1)
        used, places = np.unique(np.concatenate([one, other]), return_inverse=True)
        names = [self.digests[each] for each in used.tolist()]
        one, other = places[: len(keys)], places[len(keys) :]
        values = np.array([np.nan if each is None else each for each in odds_of], np.float32)
        return Compared(
            np.array(names, np.uint64), one.astype(np.int32), other.astype(np.int32), values
        )

    def only_laid(self) -> "Loom":
        """What is known of the strands that were laid last, and of no other: something was erased."""
        fresh, kept = Loom(), dict[int, int]()
        for strand, old in self.numbers.items():
            if old in self.here:
                new = kept[old] = fresh.numbers[strand] = len(kept)
                fresh.digests[new] = self.digests[old]
                fresh.meant[new], fresh.years[new] = self.meant[old], self.years[old]
        for pair, found in self.compared.items():
            a, b = kept.get(pair >> PLACES, -1), kept.get(pair & ((1 << PLACES) - 1), -1)
            if a >= 0 and b >= 0:
                fresh.compared[min(a, b) << PLACES | max(a, b)] = found
        for old, others in self.near.items():
            if old in kept:
                fresh.near[kept[old]] = {kept[each] for each in others if each in kept}
        fresh.here = frozenset(kept.values())
        return fresh

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
            found = odds(mine, theirs, self.meant[a], self.meant[b])
            # as it is kept, so that a restart weaves the same
            found = self.compared[pair] = None if found is None else _kept(found)
            self.fresh.append(pair)
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


_SINGLE = struct.Struct("<f")


def _kept(odds_of: float) -> float:
    return _SINGLE.unpack(_SINGLE.pack(odds_of))[0]


def _digest(one: Strand, vectors: Vectors | None) -> int:
    """Of everything that odds depend on."""
    said = (
        *(one.claims, one.sort, one.often, sorted(one.principals), sorted(one.people)),
        *(sorted(map(sorted, one.places)), one.dates, one.former, one.sure, sorted(one.terms)),
        *(sorted(one.names), one.happened, one.embedded, one.spans),
    )
    found = hashlib.blake2b(repr(said).encode(), digest_size=8)
    for each in one.embedded if vectors else ():
        found.update(vectors[each].tobytes() if vectors else b"")
    return int.from_bytes(found.digest(), "little")


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
