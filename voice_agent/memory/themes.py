"""What people talk about when they look back: how it sounds as a memory, and what is said that calls for it.

Read from config/themes.toml. A memory has a theme as far as its meaning is near one of the theme's own
example memories.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.errors import SettingsError


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """One of them, with its sentences embedded."""

    name: str
    cues: tuple[str, ...]
    """What somebody might say."""

    memories: tuple[str, ...]
    """What a memory that is then welcome sounds like."""

    cue_vectors: NDArray[np.float32]
    """Shape (len(cues), size)."""

    memory_vectors: NDArray[np.float32]
    """Shape (len(memories), size)."""


@dataclass(frozen=True, slots=True, eq=False)
class Themes:
    """All of them."""

    every: tuple[Theme, ...]

    def of_memory(self, vector: NDArray[np.float32], limit: int) -> list[tuple[Theme, float]]:
        """Return the themes nearest to a memory with their cosines, best first."""
        near = [(each, float((each.memory_vectors @ vector).max())) for each in self.every]
        return sorted(near, key=lambda pair: -pair[1])[:limit]

    def of_cue(self, vector: NDArray[np.float32], limit: int) -> list[tuple[Theme, float]]:
        """Return the themes nearest to what was said with their cosines, best first."""
        near = [(each, float((each.cue_vectors @ vector).max())) for each in self.every]
        return sorted(near, key=lambda pair: -pair[1])[:limit]


def read(path: Path, embedder: Embedder) -> Themes:
    """Read and embed the themes (some 200 sentences, one second). Raises SettingsError."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.") from None
    themes: list[Theme] = []
    for name, each in table.items():
        if not isinstance(each, dict) or not each.get("cues") or not each.get("memories"):
            raise SettingsError(f"{path}: [{name}] needs cues and memories.")
        cues, memories = tuple(map(str, each["cues"])), tuple(map(str, each["memories"]))
        vectors = embedder.embed([*cues, *memories])
        themes.append(Theme(name, cues, memories, vectors[: len(cues)], vectors[len(cues) :]))
    return Themes(tuple(themes))
