"""A memory as a row of the index, and back."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.memory.affect import Affect
from voice_agent.memory.privacy import parsed
from voice_agent.memory.recall.index_rows import Row
from voice_agent.memory.recall.memories import Kind, Memory, MemoryId, may_come_up
from voice_agent.memory.recall.samples import prepare
from voice_agent.memory.saliency import Saliency
from voice_agent.memory.themes import Themes
from voice_agent.story import SessionId


def rows(memories: Iterable[Memory], embedder: Embedder, themes: Themes) -> list[Row]:
    """Embed memories with their samples: some 40 ms each. What may not come up is left out."""
    fine = [each for each in memories if may_come_up(each)]
    if not fine:
        return []
    vectors = embedder.embed([each.text for each in fine])
    return assembled(fine, vectors, themes, embedder)


def assembled(
    memories: Sequence[Memory], vectors: NDArray[np.float32], themes: Themes, embedder: Embedder
) -> list[Row]:
    """The same where the vectors, shape (len(memories), size), are known."""
    said: dict[str, list[tuple[str, NDArray[np.float32]]]] = {each.id: [] for each in memories}
    for sample in prepare(memories, vectors, themes, embedder):
        said[sample.memory].append((sample.text, sample.vector))
    return [
        Row(each.id, words(each), body(each), vector, tuple(said[each.id]))
        for each, vector in zip(memories, vectors, strict=True)
    ]


def words(memory: Memory) -> str:
    """What full-text search looks at."""
    return " ".join((memory.text, *memory.names))


def body(memory: Memory) -> str:
    """The memory as JSON."""
    plain = asdict(memory) | {
        "told_at": memory.told_at.isoformat(),
        "privacy": memory.privacy.label,
    }
    return json.dumps(plain, ensure_ascii=False, sort_keys=True)


def memory(body: str) -> Memory:
    """Read `body` back."""
    read = json.loads(body)
    return Memory(
        MemoryId(read["id"]),
        read["text"],
        datetime.fromisoformat(read["told_at"]),
        Kind(read["kind"]),
        tuple(SessionId(each) for each in read["sessions"]),
        tuple(read["claims"]),
        read["when"],
        tuple(read["names"]),
        tuple(MemoryId(each) for each in read["links"]),
        parsed(read["privacy"]),
        Affect(**read["affect"]),
        Saliency(**read["saliency"]),
        read["tellings"],
    )
