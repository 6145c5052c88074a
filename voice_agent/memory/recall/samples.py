"""Sample memories, prepared in advance: what a person might say that should bring a memory to mind.

The paper asks a language model for five sample memories when a question comes, which takes it eleven
seconds; most of its gain is theirs. Here the same bridge is built from the other side between turns: each
memory is indexed under what might be said, so that looking it up costs one more vector search. `five` is
the paper's own form, for comparison.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder, LanguageModel, Message
from voice_agent.memory.recall.memories import Kind, Memory, MemoryId
from voice_agent.memory.terms import STOP
from voice_agent.memory.themes import Themes

A_MEMORY = 6
"""Sample memories for each memory: two about what is in it, the rest by theme."""

THEMES = 4

BLEND = 0.25
"""How much of the memory itself is in a sample's vector: two memories of one theme then differ, and the
nearer to the cue is found. Chosen on the four open journals of `python -m lab recall`."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One thing that somebody might say."""

    memory: MemoryId
    text: str
    vector: NDArray[np.float32]
    """Shape (size,), unit length."""


def prepare(
    memories: Sequence[Memory], vectors: NDArray[np.float32], themes: Themes, embedder: Embedder
) -> list[Sample]:
    """Return about A_MEMORY samples for each memory. 10-15 ms each. Raises EngineError.

    `vectors` (len(memories), size) are those of the memories.
    """
    said = [(place, text) for place, each in enumerate(memories) for text in concrete(each)]
    about = embedder.embed([text for _, text in said]) if said else np.zeros((0, 1), np.float32)
    out = [
        Sample(memories[place].id, text, vector)
        for (place, text), vector in zip(said, about, strict=True)
    ]
    for each, vector in zip(memories, vectors, strict=True):
        for theme, near in themes.of_memory(vector, THEMES):
            centre = unit(theme.cue_vectors.mean(axis=0))
            # a theme that is far from the memory speaks for it less loudly
            strength = min(1.0, max(0.2, near / 0.5)) * (1 - BLEND)
            out.append(
                Sample(
                    each.id, theme.cues[0], unit(strength * centre + BLEND * vector) * _short(near)
                )
            )
    return out


def _short(near: float) -> np.float32:
    """Length of a theme sample's vector: a memory that barely has the theme is found less easily."""
    return np.float32(min(1.0, 0.75 + 0.5 * near))


def concrete(memory: Memory) -> list[str]:
    """What might be said about the very things in it."""
    names = [each for each in memory.names if each.strip()]
    gist = " ".join(_gist(memory.text))
    match memory.kind:
        case Kind.OPEN:
            return [
                f"What happened then, with {gist}?",
                f"I never finished telling you about {gist}.",
            ]
        case Kind.TOPIC:
            return [f"Let us talk about {gist}.", f"I was thinking about {gist}."]
        case _:
            who = " and ".join(names[:2]) or gist
            return [f"I was thinking about {who}.", f"Do you remember {gist}?"]


def _gist(text: str) -> list[str]:
    """Up to five words that carry most, in order."""
    words = [word for word in re.findall(r"[\w'’-]+", text) if word.lower() not in STOP]
    longest = sorted(set(words), key=lambda word: (-len(word), words.index(word)))[:5]
    return sorted(longest, key=words.index)


def five(cue: NDArray[np.float32], themes: Themes) -> list[str]:
    """Five sample memories that would help with what was just said, without a model."""
    near = themes.of_cue(cue, 5)
    ordered = [
        text
        for rank in range(5)
        for theme, _ in near[:2]
        for text in theme.memories[rank : rank + 1]
    ]
    return (ordered + [theme.memories[0] for theme, _ in near[2:]])[:5]


FIVE_SCHEMA = {
    "type": "object",
    "properties": {
        "memories": {
            "type": "array",
            "items": {"type": "string", "maxLength": 160},
            "minItems": 5,
            "maxItems": 5,
        }
    },
    "required": ["memories"],
    "additionalProperties": False,
}


async def five_by(model: LanguageModel, cue: str) -> list[str]:
    """The same asked of a language model, seconds each: the paper's form. Raises EngineError."""
    asked = [
        Message(
            "system",
            "Somebody tells about their life. Write five short memories, in the first person, that this "
            "person might have and that would help to answer them kindly. Make them differ.",
        ),
        Message("user", cue),
    ]
    answer = await model.json(asked, FIVE_SCHEMA, limit=300)
    return [str(each) for each in answer["memories"]]


def unit(vector: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """`vector` at length 1; a zero vector stays."""
    length = float(np.linalg.norm(vector))
    return np.asarray(vector / length if length else vector, np.float32)
