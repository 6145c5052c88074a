"""How something was told, as valence, arousal and dominance, and how a memory sits with a mood.

A plain linear head on sentence embeddings, trained on EmoBank by lab/training/vad_head.py. It reads the words
of the *telling*: a funeral told with a smile is a smile. It is a weak reader (see its model card), so it
only ever breaks ties between memories that fit anyway.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import ModelDamaged, ModelMissing


@dataclass(frozen=True, slots=True)
class Affect:
    """A point in feeling, each -1..1; EmoBank's scale of 1..5 moved to its middle."""

    valence: float = 0.0
    """Unpleasant .. pleasant."""

    arousal: float = 0.0
    """Calm .. stirred."""

    dominance: float = 0.0
    """Helpless .. in command."""


NEUTRAL = Affect()


class Steer(StrEnum):
    """What recall does with the narrator's mood."""

    NONE = "none"
    FIT = "fit"
    """Memories told in a like mood."""

    LIFT = "lift"
    """Memories told a little more gladly than the mood; never a leap into cheerfulness."""


LIFTING = 0.25
"""How much gladder than the mood a lifting memory is. A guess: half of EmoBank's valence range of ±.5."""


def fit(mood: Affect, memory: Affect, steer: Steer) -> float:
    """How well `memory` sits with `mood`: 1 perfectly, falling towards 0. 0 where nothing is steered."""
    if steer is Steer.NONE:
        return 0.0
    wanted = mood.valence + (LIFTING if steer is Steer.LIFT else 0.0)
    distance = np.hypot(
        2 * (memory.valence - wanted), 0.5 * (memory.arousal - mood.arousal)
    )  # arousal counts a quarter: the head reads it less well
    return float(1 / (1 + distance))


def mean(affects: Sequence[Affect]) -> Affect:
    """The affect of something told several times, or of a person told of in several memories."""
    if not affects:
        return NEUTRAL
    n = len(affects)
    return Affect(
        sum(each.valence for each in affects) / n,
        sum(each.arousal for each in affects) / n,
        sum(each.dominance for each in affects) / n,
    )


class Reader:
    """Reads affect from embeddings of MiniLM-L6-v2."""

    def __init__(self, weights: NDArray[np.float32], bias: NDArray[np.float32]) -> None:
        """`weights` (size, 3), `bias` (3,): valence, arousal, dominance in -1..1."""
        self._weights = weights
        self._bias = bias

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read models/vad-head/head.json. Raises ModelMissing, ModelDamaged."""
        mend = "It ships with the program: install that again."
        try:
            head = json.loads(path.read_text(encoding="utf-8"))
            weights = np.asarray(head["weights"], np.float32)
            bias = np.asarray(head["bias"], np.float32)
        except FileNotFoundError:
            raise ModelMissing(f"{path} is not there.", mend=mend) from None
        except (ValueError, KeyError, TypeError):
            raise ModelDamaged(f"{path} is damaged.", mend=mend) from None
        if weights.ndim != 2 or weights.shape[1] != 3 or bias.shape != (3,):
            raise ModelDamaged(f"{path} does not hold three readings.", mend=mend)
        return cls(weights, bias)

    def read(self, vectors: NDArray[np.float32]) -> tuple[Affect, ...]:
        """Read each row of `vectors` (n, size)."""
        found = np.clip(vectors @ self._weights + self._bias, -1, 1)
        return tuple(Affect(*(float(value) for value in row)) for row in found)
