"""How something was told, from its words: three small layers that go on where MiniLM is halfway.

What lab/training/emotion.py made (models/emotion): eight-bit matrices of three transformer layers and a head, 5 MB.
Beside them one linear head on the finished meaning has a say: it knows less and is steadier with so few tellings.
They run in numpy on one sentence at a time. Thresholds were chosen on development sentences; what is measured
and what is not stands in models/emotion/CARD.md.
"""

import json
import re
import zipfile
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.language.layers import Layers, Rows
from voice_agent.language.minilm_layers import MiniLMLayers
from voice_agent.story import Emotion, Feeling

WORDS = 24
"""Words of a stretch that are read as one; longer turns are cut at the ends of sentences."""

STRETCHES = 2
"""How many of a turn's last stretches are read: how it is told now."""

EMOTIONS = tuple(Emotion)
"""In the order of the head's first twelve outputs; then intensity, valence, arousal, dominance."""


class Readings(NamedTuple):
    """What the head says of one stretch."""

    shares: NDArray[np.float64]
    """(12,) each 0..1, in the order of EMOTIONS; they need not sum to 1."""

    intensity: float
    affect: tuple[float, float, float]
    """Valence, arousal, dominance, -1..1."""


class Tuned:
    """An EmotionReader. Safe to call from several threads."""

    def __init__(self, folder: Path, minilm: Path, *, threads: int = 1) -> None:
        """`folder`: models/emotion; `minilm`: MiniLM's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        mend = "It ships with the program: install that again."
        try:
            with np.load(folder / "layers.npz") as kept:
                self._layers = Layers(kept)
            with np.load(folder / "frozen.npz") as kept:
                self._aside: Rows = kept["head"][:, :12].astype(np.float32)
                self._aside_bias: Rows = kept["bias"][:12].astype(np.float32)
            chosen = json.loads((folder / "thresholds.json").read_text(encoding="utf-8"))
            self._chosen = {
                name: np.array([float(chosen[name][each]) for each in EMOTIONS])
                for name in ("thresholds", "goemotions")
            }
            self._thresholds, self._judge = self._chosen["thresholds"], named
            self._asides = float(chosen["aside"])
            self._name = str(chosen["name"])
        except FileNotFoundError as error:
            raise ModelMissing(f"{error.filename} is not there.", mend=mend) from None
        except (ValueError, KeyError, TypeError, OSError, EOFError, zipfile.BadZipFile):
            raise ModelDamaged(f"A file in {folder} is damaged.", mend=mend) from None
        self._minilm_layers = MiniLMLayers(minilm, threads=threads)

    @property
    def name(self) -> str:
        """The weights' name and day."""
        return self._name

    def with_thresholds(self, name: str) -> "Tuned":
        """The same, strict as `name` says: "thresholds" for narrators, "goemotions" for its sentences."""
        other = copy(self)
        other._thresholds = self._chosen[name]
        if name == "goemotions":
            other._judge, other._asides = judged, 0.0  # it was chosen for narrators
        return other

    def read(self, texts: Sequence[str]) -> list[Feeling]:
        """Return one feeling for each of `texts`; of long ones, that of the last fifty words or so."""
        pieces = [stretches(text) for text in texts]
        flat = [piece for each in pieces for piece in each]
        readings = iter(self.readings(flat))
        return [self._felt([next(readings) for _ in each]) for each in pieces]

    def readings(self, texts: Sequence[str]) -> list[Readings]:
        """What the head says of each of `texts`, uncut and before any threshold."""
        if not texts:
            return []
        halfway, meanings = self._minilm_layers.both(texts)
        return [self._reading(*each) for each in zip(halfway, meanings, strict=True)]

    def _reading(self, hidden: Rows, meaning: Rows) -> Readings:
        out = self._layers.read(hidden)
        aside = meaning @ self._aside + self._aside_bias
        mixed = (1 - self._asides) * out[:12] + self._asides * aside
        shares = 1 / (1 + np.exp(-mixed.astype(np.float64)))
        valence, arousal, dominance = (float(each) for each in np.clip(out[13:16], -1, 1))
        return Readings(
            shares, float(1 / (1 + np.exp(-float(out[12])))), (valence, arousal, dominance)
        )

    def _felt(self, readings: Sequence[Readings]) -> Feeling:
        if not readings:
            return Feeling()
        # the later stretch counts double: how it is told now
        weights = np.arange(1.0, len(readings) + 1)
        weights /= weights.sum()
        shares = np.tensordot(weights, np.stack([each.shares for each in readings]), 1)
        affect = np.tensordot(weights, np.array([each.affect for each in readings]), 1)
        valence, arousal, dominance = (float(each) for each in affect)
        chief, also = self._judge(shares, self._thresholds)
        if chief is Emotion.NEUTRAL:
            return Feeling(chief, 0.0, valence, arousal, dominance)
        intensity = min(max(max(each.intensity for each in readings), 0.05), 1.0)
        return Feeling(chief, intensity, valence, arousal, dominance, also)


def named(
    shares: NDArray[np.float64], thresholds: NDArray[np.float64]
) -> tuple[Emotion, tuple[Emotion, ...]]:
    """Return the chief emotion of a telling and those heard beside it. `shares`, `thresholds`: (12,).

    Neutral where its share reaches its threshold; else what is likeliest, however unsure, for in a life story
    what is not neutral is felt. Others are heard from their own thresholds on.
    """
    neutral = EMOTIONS.index(Emotion.NEUTRAL)
    if shares[neutral] >= thresholds[neutral]:
        return Emotion.NEUTRAL, ()
    order = [int(n) for n in np.argsort(-shares) if n != neutral]
    also = (EMOTIONS[n] for n in order[1:] if shares[n] >= thresholds[n])
    return EMOTIONS[order[0]], tuple(also)


def judged(
    shares: NDArray[np.float64], thresholds: NDArray[np.float64]
) -> tuple[Emotion, tuple[Emotion, ...]]:
    """Return every emotion of a sentence with several labels, the chief first, as GoEmotions has them.

    `shares`, `thresholds`: (12,), EMOTIONS' order. The chief is what lies highest above its threshold; neutral where nothing does.
    """
    ratio = shares / thresholds
    neutral = EMOTIONS.index(Emotion.NEUTRAL)
    felt = [n for n in np.argsort(-ratio) if n != neutral and ratio[n] >= 1]
    if not felt:
        return Emotion.NEUTRAL, ()
    return EMOTIONS[felt[0]], tuple(EMOTIONS[n] for n in felt[1:])


def stretches(text: str) -> list[str]:
    """Cut a turn at the ends of sentences into stretches of about WORDS words; return its last STRETCHES."""
    out = list[str]()
    for sentence in re.split(r"(?<=[.!?…])\s+", text.strip()):
        words = sentence.split()
        for first in range(0, len(words), WORDS):
            part = words[first : first + WORDS]
            if out and len(out[-1].split()) + len(part) <= WORDS:
                out[-1] += " " + " ".join(part)
            else:
                out.append(" ".join(part))
    return out[-STRETCHES:]
