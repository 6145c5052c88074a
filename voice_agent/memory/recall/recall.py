"""What comes to mind while somebody speaks: one embedding, one look into the index, one ranking.

Nothing is written and nothing remembered of being asked, so it may be tried on half a sentence and thrown
away. What must not come up never does: it is not in the index, and what was hidden or erased a moment ago
is refused here as well.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.memory.recall.index_rows import Hit
from voice_agent.memory.recall.lance import Index
from voice_agent.memory.recall.memories import may_come_up
from voice_agent.memory.recall.ranking import (
    NEARNESS,
    WEIGHTS,
    Candidate,
    Cue,
    Nearness,
    Reason,
    Recollection,
    Weights,
    rank,
)
from voice_agent.memory.recall.samples import five
from voice_agent.memory.recall.written import memory
from voice_agent.memory.themes import Themes

T = TypeVar("T")


class Labour(Protocol):
    """Runs blocking work elsewhere (conversation.house.Labour)."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """Return what `work` returns."""
        ...


class Recall(Protocol):
    """Brings memories to mind."""

    async def recall(self, cue: Cue, limit: int = 3) -> tuple[Recollection, ...]:
        """Return at most `limit`, best first; none where nothing is near enough."""
        ...


class OnePass:
    """Recall as it is used in the spoken loop."""

    def __init__(
        self,
        index: Index,
        embedder: Embedder,
        labour: Labour,
        *,
        vetoed: Callable[[], Collection[str]] = frozenset,
        weights: Weights = WEIGHTS,
        nearness: Nearness | None = NEARNESS,
    ) -> None:
        """`vetoed` names the memories that are hidden or erased at this moment."""
        self._index = index
        self._embedder = embedder
        self._labour = labour
        self._vetoed = vetoed
        self._weights = weights
        self._nearness = nearness

    async def recall(self, cue: Cue, limit: int = 3) -> tuple[Recollection, ...]:
        """Raises EngineError."""
        if not cue.text.strip():
            return ()
        vector = await self.embedded(cue.text)
        return self.ranked(await self._index.near(vector, cue.text), cue, limit)

    async def nearest(self, text: str, cue: Cue) -> Recollection | None:
        """What lies nearest to `text`, however far that is; `cue` gives the day and the mood. Raises EngineError."""
        hits = await self._index.near(await self.embedded(text), text)
        found = self.ranked(hits, replace(cue, text=text), 1, careful=False)
        return found[0] if found else None

    async def embedded(self, text: str) -> NDArray[np.float32]:
        """The meaning of `text`; only its end where it is long, because that is what is being said."""
        heard = " ".join(text.split()[-LISTENED:])
        return (await self._labour(lambda: self._embedder.embed([heard])))[0]

    def ranked(
        self, hits: Collection[Hit], cue: Cue, limit: int, *, careful: bool = True
    ) -> tuple[Recollection, ...]:
        """Rank what the index found, without what is vetoed; `careful`: without what is not near enough."""
        barred = self._vetoed()
        pool: list[Candidate] = []
        for hit in hits:
            found = memory(hit.body)
            if hit.id not in barred and may_come_up(found):
                pool.append(Candidate(found, hit.meaning, hit.words, hit.samples))
        nearness = self._nearness if careful else None
        return rank(pool, cue, limit=limit, weights=self._weights, nearness=nearness)


LISTENED = 60
"""Words of a cue that count: about half a minute of talk. A guess."""

ALONE = 12
"""Words from which on what was said is understood without what came before. A guess."""


def in_context(text: str, context: Sequence[str]) -> str:
    """What is being said, with as much of what came before as a short answer needs to be understood.

    "Yes, she did." brings nobody to mind; "I asked Rosalind to come. Yes, she did." does.
    """
    words = text.split()
    for before in reversed(context):
        if not words or len(words) >= ALONE:
            break
        words = [*before.split()[-LISTENED // 2 :], *words]
    return " ".join(words)


class TwoPass:
    """Recall through a reply that was not given: the form of the knowledge-graph paper.

    A preliminary reply to the cue, never spoken, is treated as something said; the bubble that it would belong
    to is found, and what hangs together with that bubble comes to mind. Slower by one recall.
    """

    def __init__(self, first: OnePass, lives: Themes) -> None:
        """`lives` gives the preliminary reply, without a model: what somebody might tell of the cue's theme."""
        self._first = first
        self._lives = lives

    async def recall(self, cue: Cue, limit: int = 3) -> tuple[Recollection, ...]:
        """Raises EngineError."""
        direct = await self._first.recall(cue, 4 * limit)
        if not direct:
            return ()
        preliminary = five(await self._first.embedded(cue.text), self._lives)[0]
        placed = await self._first.nearest(preliminary, cue)
        if placed is None:
            return direct[:limit]
        home = placed.memory
        bubble = {home.id, *home.links}
        moved = [_in_bubble(each) if each.memory.id in bubble else each for each in direct]
        return tuple(sorted(moved, key=lambda each: (-each.score, each.memory.id))[:limit])


BUBBLE = 0.5
"""What belonging to the reply's bubble adds. A guess; `python -m lab graph` shows its effect."""


def _in_bubble(each: Recollection) -> Recollection:
    reason = Reason("bubble", BUBBLE, "belongs to what an answer would be about")
    return replace(each, score=each.score + BUBBLE, reasons=(*each.reasons, reason))
