"""The memory as a graph: events, people, places and bubbles, and what ties them.

Derived from the record and never kept by hand. Walks are cheap (2 hops in well under a millisecond at
2,000 nodes); importance is personalised PageRank and is computed beforehand.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

import numpy as np

from voice_agent.memory.bubbles import Bubble, Relevant
from voice_agent.memory.dates.when import ALWAYS, FOREVER, Bounds, strict_bounds
from voice_agent.memory.events import Life
from voice_agent.memory.terms import terms

DAMPING = 0.85
"""Share of a walk that goes on (Page and Brin, 1998)."""

ROUNDS = 50
"""0.85 to the 50th is 0.0003: further rounds change nothing that is read."""


class NodeKind(StrEnum):
    """What a node is."""

    EVENT = "event"
    PERSON = "person"
    PLACE = "place"
    BUBBLE = "bubble"


class Tie(StrEnum):
    """What ties two nodes; every tie is walked both ways."""

    TOOK_PART = "took part"
    HAPPENED_AT = "happened at"
    TOLD_IN = "told in"
    SHARED_BUBBLE = "shared_bubble"
    GROUNDED_BY = "grounded_by"
    RELEVANT_TO = "relevant_to"


class Edge(NamedTuple):
    """A tie between two nodes, by their ids."""

    one: str
    other: str
    tie: Tie
    weight: float = 1.0
    """0..1."""


class Near(NamedTuple):
    """A node reached by a walk."""

    id: str
    hops: int
    through: Tie
    """The last tie walked."""


@dataclass(frozen=True, slots=True)
class LifeGraph:
    """Nodes and ties. Build it with `graph`."""

    nodes: Mapping[str, NodeKind]
    edges: tuple[Edge, ...]
    """Sorted."""

    _ties: Mapping[str, tuple[Edge, ...]] = field(repr=False)

    def near(self, start: str, hops: int = 1) -> tuple[Near, ...]:
        """Return the nodes within `hops` ties of `start`, nearest first; () for an unknown node."""
        seen = {start}
        reached: list[Near] = []
        ring = [start]
        for hop in range(1, hops + 1):
            further: list[str] = []
            for id in ring:
                for edge in self._ties.get(id, ()):
                    other = edge.other if edge.one == id else edge.one
                    if other not in seen:
                        seen.add(other)
                        further.append(other)
                        reached.append(Near(other, hop, edge.tie))
            ring = further
        return tuple(reached)

    def importance(self, start: Mapping[str, float] | None = None) -> dict[str, float]:
        """PageRank of every node, seen from `start` (weights by id) or from everywhere. Sums to 1."""
        ids = list(self.nodes)
        place = {id: number for number, id in enumerate(ids)}
        if not ids:
            return {}
        one = np.array([place[edge.one] for edge in self.edges], int)
        other = np.array([place[edge.other] for edge in self.edges], int)
        weight = np.array([edge.weight for edge in self.edges], float)
        out = np.bincount(one, weight, len(ids)) + np.bincount(other, weight, len(ids))
        home = np.array([max(0.0, (start or {}).get(id, 0.0)) for id in ids])
        home = home / home.sum() if home.sum() else np.full(len(ids), 1 / len(ids))
        rank = home
        for _ in range(ROUNDS):
            flow = np.divide(rank, out, out=np.zeros_like(rank), where=out > 0)
            moved = np.bincount(other, weight * flow[one], len(ids))
            moved += np.bincount(one, weight * flow[other], len(ids))
            moved += rank[out == 0].sum() * home
            rank = DAMPING * moved + (1 - DAMPING) * home
        return dict(zip(ids, rank.tolist(), strict=True))


def graph(life: Life, bubbles: Sequence[Bubble], relevant: Iterable[Relevant]) -> LifeGraph:
    """Draw the graph of a life."""
    nodes: dict[str, NodeKind] = {}
    edges: set[Edge] = set()
    for person in life.people.persons:
        nodes[person.id] = NodeKind.PERSON
    for event in life.events:
        nodes[event.id] = NodeKind.EVENT
        edges |= {Edge(event.id, person, Tie.TOOK_PART) for person in event.people}
        for place in map(place_id, event.places):
            nodes[place] = NodeKind.PLACE
            edges.add(Edge(event.id, place, Tie.HAPPENED_AT))
    for bubble in bubbles:
        nodes[bubble.id] = NodeKind.BUBBLE
        edges |= {Edge(event, bubble.id, Tie.TOLD_IN) for event in bubble.events}
        edges |= {Edge(one, two, Tie.SHARED_BUBBLE) for one, two in combinations(bubble.events, 2)}
        edges |= {Edge(bubble.id, person, Tie.GROUNDED_BY) for person in bubble.people}
        for place in map(place_id, bubble.places):
            nodes[place] = NodeKind.PLACE
            edges.add(Edge(bubble.id, place, Tie.GROUNDED_BY))
    for one, other, weight in relevant:
        edges.add(Edge(min(one, other), max(one, other), Tie.RELEVANT_TO, weight))
    kept = tuple(sorted(edge for edge in edges if edge.one in nodes and edge.other in nodes))
    ties: dict[str, list[Edge]] = defaultdict(list)
    for edge in kept:
        ties[edge.one].append(edge)
        ties[edge.other].append(edge)
    return LifeGraph(nodes, kept, {id: tuple(found) for id, found in ties.items()})


def place_id(words: str) -> str:
    """Name a place so that "the old mill" and "the mill" are one node where their words allow it."""
    return "w-" + "-".join(sorted(terms(words)) or [words.lower()])


class Gap(NamedTuple):
    """Years of which nothing has been told."""

    first: int
    last: int


def gaps(life: Life, born: int, now: int, *, shortest: int = 5) -> tuple[Gap, ...]:
    """Return the stretches of at least `shortest` years that no event's date touches.

    The planner asks about them ("I have heard little about your thirties"). Dates wider than a decade
    fill nothing.
    """
    told: set[int] = set()
    for event in life.events:
        sides = (
            [event.when]
            if event.when
            else [s.edtf for s in event.conflict.sides]
            if event.conflict
            else []
        )
        for edtf in sides:
            days = strict_bounds(edtf)
            if _narrow(days):
                told |= set(range(days.earliest.year, days.latest.year + 1))
    found: list[Gap] = []
    start = born
    for year in [*sorted(y for y in told if born <= y <= now), now + 1]:
        if year - start >= shortest:
            found.append(Gap(start, year - 1))
        start = max(start, year + 1)
    return tuple(found)


def _narrow(days: Bounds) -> bool:
    return days.earliest != ALWAYS and days.latest != FOREVER and days.days <= 3660
