"""A place in meaning for everything in the graph of a life, kept up to date without training.

A new node starts as the mean of what it is tied to and of its own text; its neighbours take a step towards
it; a bubble is placed anew once it has had enough new ties (after Clay and Jiménez-Ruiz, 2024). So a place
or a person has a vector although nobody described it, and bubbles that should be relevant to one another
are found although they share no word.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from voice_agent.memory.recall.samples import unit

OWN = 0.5
"""Share of its own text in the vector of a node that has ties."""

STEP = 0.1
"""How far a neighbour moves towards a new node."""

ENOUGH_NEW_TIES = 3
"""New ties after which a bubble is placed anew."""

Vector = NDArray[np.float32]


@dataclass(slots=True)
class GraphVectors:
    """Vectors by node id. Not safe to change from two threads."""

    texts: dict[str, Vector] = field(default_factory=dict[str, Vector])
    """What is said of a node, embedded; a person or place may have none."""

    vectors: dict[str, Vector] = field(default_factory=dict[str, Vector])
    ties: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    _since: dict[str, int] = field(default_factory=dict[str, int])
    """New ties since the node was placed."""

    def add(self, node: str, text: Vector | None, related: Iterable[str] = ()) -> Vector | None:
        """Place a new node by its text and what it is tied to, and refresh what is one step away.

        Some 20 microseconds a tie. Unknown nodes in `related` are tied, and placed by what ties to them.
        None for a node that nothing is known of yet.
        """
        if text is not None:
            self.texts[node] = text
        near = {other for other in related if other != node}
        self.ties.setdefault(node, set()).update(near)
        for other in near:
            self.ties.setdefault(other, set()).add(node)
            self._since[other] = self._since.get(other, 0) + 1
        vector = self._place(node)
        for other in sorted(near):
            if other not in self.vectors or self._since.get(other, 0) >= ENOUGH_NEW_TIES:
                self._place(other)
            elif vector is not None:
                self.vectors[other] = unit((1 - STEP) * self.vectors[other] + STEP * vector)
        return vector

    def drop(self, node: str) -> None:
        """Forget a node; what it was tied to is placed without it."""
        self.texts.pop(node, None)
        self.vectors.pop(node, None)
        self._since.pop(node, None)
        for other in self.ties.pop(node, set()):
            self.ties[other].discard(node)
            self._place(other)

    def settle(self) -> None:
        """Place every node anew, twice, from texts alone: what a full embedding would give. Slow."""
        self.vectors = {node: unit(text) for node, text in self.texts.items()}
        for _ in range(2):
            placed = {node: self._placed(node) for node in sorted(self.ties)}
            self.vectors = {node: each for node, each in placed.items() if each is not None}
        self._since.clear()

    def recommend(
        self, node: str, among: Iterable[str], limit: int = 5, *, least: float = 0.55
    ) -> list[tuple[str, float]]:
        """Predict which of `among` a node is relevant to, with their likeness, best first."""
        if node not in self.vectors:
            return []
        others = [o for o in among if o != node and o in self.vectors]
        if not others:
            return []
        near = np.stack([self.vectors[other] for other in others]) @ self.vectors[node]
        order = np.argsort(-near, kind="stable")[:limit]
        return [(others[place], float(near[place])) for place in order if near[place] >= least]

    def _place(self, node: str) -> Vector | None:
        vector = self._placed(node)
        if vector is None:
            self.vectors.pop(node, None)
        else:
            self.vectors[node] = vector
        self._since[node] = 0
        return vector

    def _placed(self, node: str) -> Vector | None:
        near = [self.vectors[other] for other in self.ties.get(node, ()) if other in self.vectors]
        text = self.texts.get(node)
        if not near:
            return text
        mean = unit(np.stack(near).mean(axis=0))
        return mean if text is None else unit(OWN * text + (1 - OWN) * mean)
