"""Recall for a simulated season: what earlier talks bring to mind, without an index on a disk.

The same memories, the same ranking and the same threshold as the house's recall; only where they lie differs: a
season holds a few hundred, so a plain comparison with all of them will do.
"""

from collections.abc import Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.interview.known import Recalled
from voice_agent.memory.claims import Claim
from voice_agent.memory.events import Life
from voice_agent.memory.recall.bm25 import Bm25
from voice_agent.memory.recall.gathering import gather
from voice_agent.memory.recall.memories import Memory, may_come_up
from voice_agent.memory.recall.ranking import SAY, Candidate, Cue, Recollection, rank
from voice_agent.memory.recall.recall import LISTENED, in_context
from voice_agent.memory.recall.samples import prepare
from voice_agent.memory.themes import Themes


class Reminding:
    """Brings earlier talks to mind."""

    def __init__(self, embedder: Embedder, themes: Themes | None = None) -> None:
        """Embeds every memory once, with its sample memories where `themes` are given, and every cue."""
        self._embedder, self._themes = embedder, themes
        self._samples: dict[str, NDArray[np.float32]] = {}
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._memories: tuple[Memory, ...] = ()
        self._words = Bm25([])
        self._places: dict[str, tuple[str, ...]] = {}

    def learn(self, life: Life, claims: Sequence[Claim]) -> None:
        """Take in what memory holds; called between sessions, so that nothing of today echoes."""
        self._memories = tuple(each for each in gather(life, claims) if may_come_up(each))
        fresh = [each.text for each in self._memories if each.text not in self._vectors]
        for text, vector in zip(fresh, self._embedder.embed(fresh) if fresh else (), strict=True):
            self._vectors[text] = vector
        if self._themes is not None:
            self._prepare(self._themes)
        self._words = Bm25([each.text for each in self._memories])
        self._places = {str(each.id): each.places for each in life.events}

    def _prepare(self, themes: Themes) -> None:
        """Sample memories, as between the sessions of the house."""
        fresh = [each for each in self._memories if each.id not in self._samples]
        if not fresh:
            return
        vectors = np.stack([self._vectors[each.text] for each in fresh])
        by_memory: dict[str, list[NDArray[np.float32]]] = {}
        for sample in prepare(fresh, vectors, themes, self._embedder):
            by_memory.setdefault(sample.memory, []).append(sample.vector)
        self._samples |= {id: np.stack(found) for id, found in by_memory.items()}

    def recall(self, text: str, context: Sequence[str], now: datetime) -> tuple[Recalled, ...]:
        """At most three memories that are sure enough to be spoken of, best first."""
        if not self._memories or not text.strip():
            return ()
        cue = in_context(text, context)
        heard = " ".join(cue.split()[-LISTENED:])
        vector = self._embedder.embed([heard])[0]
        words = self._words.scores(heard)
        pool = [
            Candidate(
                each,
                float(self._vectors[each.text] @ vector),
                float(score),
                float((self._samples[each.id] @ vector).max()) if each.id in self._samples else 0.0,
            )
            for each, score in zip(self._memories, words, strict=True)
        ]
        pool.sort(key=lambda each: (-each.meaning, each.memory.id))
        found = rank(pool[:60], Cue(cue, now), limit=3)
        return tuple(self._told(each) for each in found if each.sure >= SAY)

    def _told(self, found: Recollection) -> Recalled:
        """As the planner is told of it."""
        memory = found.memory
        places = self._places.get(str(memory.id), ())
        names = [name for name in memory.names if name[:1].isupper() and name not in places]
        return Recalled(
            str(memory.id),
            memory.text,
            people=tuple(names),
            places=places,
            score=found.score,
            reasons=tuple(each.name for each in found.reasons),
            when=memory.when,
        )
