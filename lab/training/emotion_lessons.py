"""What the reader of feelings learns from: sentences read halfway, and what three sources say of each.

GoEmotions names emotions, EmoBank places a sentence by valence, arousal and dominance, our own tellings name the
chief emotion and how strong it is.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lab.evaluation.feeling import sentences
from lab.training.tellings import Telling
from voice_agent.emotion import labels
from voice_agent.language.feeling import EMOTIONS
from voice_agent.language.minilm_layers import MiniLMLayers
from voice_agent.story import Emotion

TOKENS = 4096
"""Word pieces in a batch."""

MOST_SENTENCES = 2500
"""Sentences of one emotion that GoEmotions shows: joy, anger and neutral are most of it and say little new."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """Sentences read halfway, and what is to be said of each; NaN where nothing is known."""

    hidden: NDArray[np.float16]
    """All word pieces in a row, (pieces, 384)."""

    begins: NDArray[np.int64]
    """Where each sentence begins in `hidden`, and the end: (sentences + 1,)."""

    emotions: NDArray[np.float32]
    """(sentences, 12)."""

    intensity: NDArray[np.float32]
    """(sentences,)."""

    affect: NDArray[np.float32]
    """(sentences, 3)."""

    sure: NDArray[np.float32]
    """How much `affect` counts, (sentences,)."""

    def only(self, places: NDArray[np.bool_]) -> "Lesson":
        """Some of the sentences."""
        chosen = np.flatnonzero(places)
        rows = [self.hidden[self.begins[n] : self.begins[n + 1]] for n in chosen]
        begins = np.cumsum([0, *(len(row) for row in rows)])
        return Lesson(
            np.concatenate(rows),
            begins,
            self.emotions[places],
            self.intensity[places],
            self.affect[places],
            self.sure[places],
        )


def joined(one: Lesson, other: Lesson) -> Lesson:
    """Both, one after the other."""
    return Lesson(
        np.concatenate([one.hidden, other.hidden]),
        np.concatenate([one.begins, one.begins[-1] + other.begins[1:]]),
        np.concatenate([one.emotions, other.emotions]),
        np.concatenate([one.intensity, other.intensity]),
        np.concatenate([one.affect, other.affect]),
        np.concatenate([one.sure, other.sure]),
    )


def lesson(hidden: NDArray[np.float16], begins: NDArray[np.int64]) -> Lesson:
    """Sentences read, of which nothing is known yet."""
    n = len(begins) - 1
    nothing = np.full(n, np.nan, np.float32)
    return Lesson(
        hidden,
        begins,
        np.full((n, len(EMOTIONS)), np.nan, np.float32),
        nothing.copy(),
        np.zeros((n, 3), np.float32),
        np.zeros(n, np.float32),
    )


def of_labelled(rows: Sequence[sentences.Labelled], lesson: Lesson) -> Lesson:
    """Fill in what GoEmotions says."""
    for row, each in enumerate(rows):
        lesson.emotions[row] = [emotion in each.emotions for emotion in EMOTIONS]
    return lesson


def of_placed(rows: Sequence[sentences.Placed], lesson: Lesson) -> Lesson:
    """Fill in what EmoBank says."""
    lesson.affect[:] = [each.affect for each in rows]
    lesson.sure[:] = 1
    return lesson


def of_tellings(rows: Sequence[Telling], lesson: Lesson) -> Lesson:
    """Fill in what we wrote, and a rough guess of valence, arousal and dominance."""
    for row, each in enumerate(rows):
        lesson.emotions[row] = [each.category is emotion for emotion in EMOTIONS]
        lesson.intensity[row] = each.intensity
        strength = each.intensity if each.category is not Emotion.NEUTRAL else 1.0
        lesson.affect[row] = [strength * value for value in labels.CENTRES[each.category]]
        lesson.sure[row] = 0.1
    return lesson


def shown(emotions: NDArray[np.float32], dice: np.random.Generator) -> NDArray[np.bool_]:
    """Choose at most MOST_SENTENCES sentences of each emotion; one that also has a rarer emotion stays."""
    chance = np.minimum(MOST_SENTENCES / np.maximum(emotions.sum(axis=0), 1), 1.0)
    return dice.random(len(emotions)) < (emotions * chance).max(axis=1)


def read_halfway(
    name: str, texts: Sequence[str], reader: MiniLMLayers, cache: Path | None
) -> tuple[NDArray[np.float16], NDArray[np.int64]]:
    """Return all word pieces of `texts` in a row and where each begins; from `cache` if they are there."""
    mark = zlib.crc32("\n".join(texts).encode())
    file = cache / f"{name}-{mark:08x}.npz" if cache else None
    if file is not None and file.is_file():
        with np.load(file) as kept:
            return kept["hid"], kept["off"].astype(np.int64)
    rows = [row.astype(np.float16) for row in reader.read(texts)]
    begins = np.cumsum([0, *(len(row) for row in rows)]).astype(np.int64)
    hidden = np.concatenate(rows)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        np.savez(file, hid=hidden, off=begins)
    return hidden, begins


def batches(
    lesson: Lesson, dice: np.random.Generator, most: int = TOKENS
) -> list[NDArray[np.int64]]:
    """Places of like length, `most` word pieces at most together."""
    lengths = np.diff(lesson.begins)
    order = np.argsort(lengths + dice.normal(0, 2.0, len(lengths)), kind="stable")
    out = list[NDArray[np.int64]]()
    first, longest = 0, 0
    for last, place in enumerate(order):
        longest = max(longest, int(lengths[place]))
        if longest * (last - first + 1) > most:
            out.append(order[first:last])
            first, longest = last, int(lengths[place])
    out.append(order[first:])
    return out
