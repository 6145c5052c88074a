"""Gather what belongs together, by average linkage (Sokal and Michener, 1958).

Two groups become one while the mean of the odds between their members is high enough, the surest first. What fits one
member of a group and no other does not join.
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

EXACT = 9
"""Decimals that count: in which order numbers are added up must decide nothing."""


def gathered(
    names: Sequence[str],
    links: Iterable[tuple[int, int]],
    odds: Callable[[int, int], float | None],
    enough: float,
    *,
    together: Iterable[tuple[int, int]] = (),
    apart: Iterable[tuple[int, int]] = (),
) -> list[list[int]]:
    """Return groups of the places of `names`, each sorted; what the order of `names` is changes nothing.

    `links`: every pair whose `odds` are at least `enough`; others are asked for only where groups meet. None: never in one
    group. `together` and `apart` were decided and come first.
    """
    groups: dict[int, list[int]] = {place: [place] for place in range(len(names))}
    of = list(range(len(names)))
    first = list(names)
    forbidden = {frozenset(pair) for pair in apart}
    beside: dict[int, set[int]] = defaultdict(set)
    totals: dict[tuple[int, int], float | None] = {}
    """Of the odds between all members of two groups, by their numbers, the smaller first; None: never."""

    def total(a: int, b: int) -> float | None:
        key = (a, b) if a < b else (b, a)
        if key not in totals:
            totals[key] = counted(groups[a], groups[b])
        return totals[key]

    def counted(some: Sequence[int], others: Sequence[int]) -> float | None:
        found = 0.0
        for x in some:
            for y in others:
                each = odds(x, y)
                if each is None or (forbidden and frozenset((x, y)) in forbidden):
                    return None
                found += each
        return found

    def join(a: int, b: int) -> None:
        """`b` becomes part of `a`."""
        near = (beside[a] | beside.pop(b, set())) - {a, b}
        for each in near:
            mine, theirs = total(a, each), total(b, each)
            key = (a, each) if a < each else (each, a)
            totals[key] = None if mine is None or theirs is None else mine + theirs
            beside[each].discard(b)
            beside[each].add(a)
        beside[a] = near
        for place in groups[b]:
            of[place] = a
        groups[a] += groups.pop(b)
        first[a] = min(first[a], first[b])

    for x, y in links:
        beside[x].add(y)
        beside[y].add(x)
    for x, y in together:
        if of[x] != of[y]:
            join(of[x], of[y])
    waiting: list[tuple[float, str, str, int, int]] = []

    def mean(a: int, b: int) -> float | None:
        found = total(a, b)
        return found and round(found / (len(groups[a]) * len(groups[b])), EXACT)

    def offer(a: int, b: int) -> None:
        found = mean(a, b)
        if found is not None and found >= enough:
            names_of = first[a], first[b]
            heapq.heappush(waiting, (-found, min(names_of), max(names_of), a, b))

    for a in list(groups):
        for b in beside[a]:
            if a < b:
                offer(a, b)
    while waiting:
        score, _, _, a, b = heapq.heappop(waiting)
        if a in groups and b in groups and mean(a, b) == -score:
            join(a, b)
            for each in beside[a]:
                offer(a, each)
    return sorted(sorted(group) for group in groups.values())
