"""GoEmotions' 27 emotions among our eleven: the published mapping, and the sets of labelled sentences. Pure but for reading.

The mapping follows the groups that GoEmotions' authors ship (Demszky and others, 2020, ekman_mapping) where
they are one of ours, and Plutchik's wheel where Ekman has none: approval is the mild form of trust, curiosity
and desire those of anticipation. GoEmotions has no pessimism at all; only our own sentences teach it.
"""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from voice_agent.story import Emotion

GOEMOTIONS = (
    "admiration", "amusement", "anger", "annoyance", "approval", "caring", "confusion", "curiosity", "desire",
    "disappointment", "disapproval", "disgust", "embarrassment", "excitement", "fear", "gratitude", "grief", "joy",
    "love", "nervousness", "optimism", "pride", "realization", "relief", "remorse", "sadness", "surprise", "neutral",
)  # fmt: skip
"""In the order of the numbers in its files."""

MAPPING: Mapping[str, Emotion] = {
    "anger": Emotion.ANGER, "annoyance": Emotion.ANGER, "disapproval": Emotion.ANGER,
    "curiosity": Emotion.ANTICIPATION, "desire": Emotion.ANTICIPATION,
    "disgust": Emotion.DISGUST,
    "fear": Emotion.FEAR, "nervousness": Emotion.FEAR,
    "admiration": Emotion.JOY, "amusement": Emotion.JOY, "excitement": Emotion.JOY, "gratitude": Emotion.JOY,
    "joy": Emotion.JOY, "pride": Emotion.JOY, "relief": Emotion.JOY,
    "caring": Emotion.LOVE, "love": Emotion.LOVE,
    "optimism": Emotion.OPTIMISM,
    "disappointment": Emotion.SADNESS, "embarrassment": Emotion.SADNESS, "grief": Emotion.SADNESS,
    "remorse": Emotion.SADNESS, "sadness": Emotion.SADNESS,
    "confusion": Emotion.SURPRISE, "realization": Emotion.SURPRISE, "surprise": Emotion.SURPRISE,
    "approval": Emotion.TRUST,
    "neutral": Emotion.NEUTRAL,
}  # fmt: skip

WEAK = (Emotion.TRUST, Emotion.ANTICIPATION, Emotion.PESSIMISM, Emotion.SURPRISE)
"""Read badly by every model measured: nothing hangs on them."""

CENTRES: Mapping[Emotion, tuple[float, float, float]] = {
    Emotion.ANGER: (-0.5, 0.4, 0.15), Emotion.ANTICIPATION: (0.3, 0.3, 0.1), Emotion.DISGUST: (-0.5, 0.2, 0.0),
    Emotion.FEAR: (-0.5, 0.4, -0.3), Emotion.JOY: (0.6, 0.35, 0.2), Emotion.LOVE: (0.6, 0.1, 0.1),
    Emotion.OPTIMISM: (0.4, 0.1, 0.2), Emotion.PESSIMISM: (-0.4, -0.1, -0.2), Emotion.SADNESS: (-0.5, -0.05, -0.2),
    Emotion.SURPRISE: (0.1, 0.45, 0.0), Emotion.TRUST: (0.35, -0.05, 0.15), Emotion.NEUTRAL: (0.0, -0.05, 0.0),
}  # fmt: skip
"""Valence, arousal and dominance of each at full intensity, on EmoBank's scale: our guess, where nothing is measured."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A sentence and what people said of it."""

    text: str
    emotions: frozenset[Emotion]
    """Neutral stands alone."""

    intensity: float | None = None
    """0..1, where it was rated."""

    kind: str = ""
    """What sort of sentence it is, where that was written down."""

    category: Emotion = Emotion.NEUTRAL
    """The chief one, where one was named; else any."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A sentence of EmoBank."""

    text: str
    split: str
    """train, dev or test."""

    affect: tuple[float, float, float]
    """Valence, arousal, dominance, moved from 1..5 to -1..1."""


def goemotions(file: Path) -> list[Labelled]:
    """Read train.tsv, dev.tsv or test.tsv. Raises OSError, ValueError."""
    return [_labelled(line) for line in file.read_text(encoding="utf-8").splitlines() if line]


def _labelled(line: str) -> Labelled:
    text, numbers, _ = line.split("\t")
    found = {MAPPING[GOEMOTIONS[int(number)]] for number in numbers.split(",")}
    if len(found) > 1:
        found.discard(Emotion.NEUTRAL)
    # the data set hides names; a name reads more like speech than its mask
    text = text.replace("[NAME]", "Sam").replace("[RELIGION]", "church")
    return Labelled(text, frozenset(found), category=min(found))


def emobank(file: Path) -> list[Placed]:
    """Read emobank.csv. Raises OSError, ValueError, KeyError."""
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            Placed(row["text"], row["split"], (_unit(row["V"]), _unit(row["A"]), _unit(row["D"])))
            for row in csv.DictReader(lines)
        ]


def _unit(rating: str) -> float:
    return (float(rating) - 3) / 2


def rated(file: Path) -> list[Labelled]:
    """Read lab/labelled/rated.tsv, or sentences of your own in its form. Raises OSError, ValueError, KeyError."""
    lines = [
        line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    ]
    rows: Sequence[Mapping[str, str]] = list(csv.DictReader(lines, delimiter="\t", quoting=3))
    return [
        Labelled(
            row["text"],
            frozenset(
                {Emotion(row["category"]), *(Emotion(e) for e in row["also"].split(",") if e)}
            ),
            float(row["intensity"]),
            row["kind"],
            Emotion(row["category"]),
        )
        for row in rows
    ]
