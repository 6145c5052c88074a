"""The talks of other days as the ranker of topics needs them, each read once in a life: where it is cut, what it means, what weighs.

read = TalksRead(memory, head, near)
found = [each for talk in talks for each in read.topics(talk)]
read.keep()
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from voice_agent.archive import memory_tables
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.readings import PROBE, Readings, forget_others, signature
from voice_agent.backends import Embedder
from voice_agent.conversation import story_lines
from voice_agent.memory.topics.topic_segments import Segment, recut, segments
from voice_agent.memory.topics.topics import Topic, TopicMaterial, told_in
from voice_agent.memory.weight import WeightReader
from voice_agent.reading.heads.shifted import ShiftHead
from voice_agent.story import SessionId, Turn

CUT = 0.24
"""The head's probability from which something else begins.

Chosen on the made-up narrators of the part "dev" (lab/training/topic_dialogues.py), whose stories stand end to end:
of the probabilities at which most cuts are right, the one that cuts least.
"""


class TalksRead:
    """Blocking; for one thread at a time. What was read stays with each talk until one of its turns is erased."""

    def __init__(
        self, memory: MemoryStore, head: ShiftHead | None = None, near: Embedder | None = None
    ) -> None:
        """`head` hears something else begin; `near` knows which stories belong together. Raises EngineError."""
        self._record, self._engines = memory.record, memory.engines
        self._head, self._near = head, near
        read = self._record.read
        hidden = memory_tables.hidden(read)
        claims = [each for each in memory_tables.claims(read) if each.id not in hidden]
        self._told = TopicMaterial(claims, memory.life)
        self._barred = memory_tables.hidden_turns(read)
        self.talks = tuple(
            each.id
            for each in self._record.sessions()
            if each.id in {claim.session for claim in claims}
        )
        """Of which anything was made, in order."""

        meaning, weight = signature(self._engines.embedder), self._engines.weight
        weighs = f"{weight.read(PROBE):.2f}" if weight is not None else ""
        names = {
            "meaning": f"meaning {meaning}",
            "cuts": f"cuts {head.digest if head else ''} {CUT} {meaning}",
            "weight": f"weight {weighs}",
            "near": f"near {signature(near) if near else ''}",
        }
        self._kept = {name: Readings(self._record, reader) for name, reader in names.items()}
        forget_others(self._record, [*names.values(), story_lines.READER])

    def known(self, talk: SessionId) -> bool:
        """Was it read before?"""
        return self._kept["cuts"].has(talk)

    def topics(self, talk: SessionId) -> list[Topic]:
        """What was talked about, unjoined. Milliseconds; seconds where it was never read. Raises EngineError."""
        turns = [
            each
            for each in self._record.session(talk).turns
            if (each.session, int(each.id)) not in self._barred
        ]
        weight = self._engines.weight
        return told_in(
            self._cut(talk, turns),
            self._told,
            self.embedder(talk),
            affect=self._engines.affect,
            weight=_Weighed(self._kept["weight"], talk, weight) if weight is not None else None,
        )

    def embedder(self, talk: SessionId) -> Embedder:
        """What reads the words of that talk as memory does."""
        return _Embedded(self._kept["meaning"], talk, self._engines.embedder)

    def vectors(self, topics: Sequence[Topic]) -> NDArray[np.float32]:
        """What lays near what belongs together, shape (len(topics), size). Raises EngineError."""
        name, reader = ("near", self._near) if self._near else ("meaning", self._engines.embedder)
        rows = [
            _Embedded(self._kept[name], each.session, reader).embed([each.text]) for each in topics
        ]
        return np.concatenate(rows) if rows else np.zeros((0, reader.size), np.float32)

    def keep(self) -> None:
        """Keep what was read. Never raises."""
        for each in self._kept.values():
            each.keep()

    def _cut(self, talk: SessionId, turns: Sequence[Turn]) -> tuple[Segment, ...]:
        def listen(_: Sequence[str]) -> list[NDArray[np.float32]]:
            found = segments(turns, self._engines.embedder, self._shifted if self._head else None)
            return [np.array([each.turns[0].id for each in found], np.float32)]

        said = "\n".join(f"{t.id} {t.speaker} {t.kind} {t.text}" for t in turns)
        (begins,) = self._kept["cuts"].of(talk, [said], listen)
        return recut(turns, {int(each) for each in begins})

    def _shifted(self, before: Sequence[str], text: str) -> bool:
        return self._head is not None and self._head.probability(before, text) >= CUT


class _Embedded:
    """An Embedder of one talk's words."""

    def __init__(self, kept: Readings, talk: SessionId, embedder: Embedder) -> None:
        self._kept, self._talk, self._embedder = kept, talk, embedder

    @property
    def size(self) -> int:
        return self._embedder.size

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = self._kept.of(self._talk, texts, lambda new: [*self._embedder.embed(new)])
        return np.stack(rows) if rows else np.zeros((0, self.size), np.float32)


class _Weighed:
    """A WeightReader of one talk's words."""

    def __init__(self, kept: Readings, talk: SessionId, weight: WeightReader) -> None:
        self._kept, self._talk, self._weight = kept, talk, weight

    def read(self, text: str) -> float:
        def weigh(new: Sequence[str]) -> list[NDArray[np.float32]]:
            return [np.array([self._weight.read(each)], np.float32) for each in new]

        (row,) = self._kept.of(self._talk, [text], weigh)
        return float(row[0])
