"""Sentences whose feelings people have said: GoEmotions, EmoBank, and those of lives nobody lived that we rated ourselves."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from voice_agent.emotion.labels import GOEMOTIONS, MAPPING
from voice_agent.story import Emotion


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
