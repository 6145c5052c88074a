"""When an emotion counts as heard: chosen on development sentences and on tellings kept back, never on the rated ones."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lab.training.emotion_lessons import Lesson
from voice_agent.language.feeling import EMOTIONS
from voice_agent.language.minilm_layers import MiniLMLayers
from voice_agent.story import Emotion

PLAIN = 0.93
"""Share of neutral tellings that must stay neutral: comfort for a story about a bus is an insult."""

ALSO = 0.6
"""Share from which an emotion is heard beside the chief one. A guess."""


def thresholds(said: NDArray[np.float64], wanted: NDArray[np.float32]) -> NDArray[np.float64]:
    """The share from which each emotion counts as heard: where its F1 is best. (12,)"""
    tried = np.linspace(0.05, 0.9, 35)
    out = np.full(len(EMOTIONS), 0.5)
    for n in range(len(EMOTIONS)):
        scores = [f1(said[:, n] >= each, wanted[:, n] > 0) for each in tried]
        # of a flat top the middle: a development set is small
        best = np.flatnonzero(np.array(scores) >= max(scores) - 0.01)
        out[n] = tried[int(best[len(best) // 2])]
    return out


def at_home(said: NDArray[np.float64], wanted: NDArray[np.float32]) -> NDArray[np.float64]:
    """What language/feeling.py's `named` needs for narrators, chosen on the tellings kept back. (12,)

    One number for all: the share of neutral from which a telling is neutral. Of those that keep PLAIN of the
    neutral ones neutral the one that most often names the chief emotion; ALSO for what is heard beside it.
    """
    chief = wanted.argmax(axis=1)
    neutral = EMOTIONS.index(Emotion.NEUTRAL)
    tried = np.linspace(0.1, 0.9, 81)
    right, plain = np.zeros(len(tried)), np.zeros(len(tried))
    for n, least in enumerate(tried):
        found = named(said, float(least))
        plain[n] = (found[chief == neutral] == neutral).mean()
        right[n] = (found == chief).mean()
    fit = np.where(plain >= min(PLAIN, plain.max()), right, -1)
    best = np.flatnonzero(fit >= fit.max() - 0.005)
    out = np.full(len(EMOTIONS), ALSO)
    out[neutral] = tried[int(best[len(best) // 2])]
    return out


def beside(file: Path, reader: MiniLMLayers, texts: Sequence[str]) -> NDArray[np.float64]:
    """What the head of training/emotion_baseline.py says of `texts`, which must have been trained before. (n, 12)"""
    with np.load(file) as kept:
        logits = reader.both(texts)[1].astype(np.float64) @ kept["head"] + kept["bias"]
    return 1 / (1 + np.exp(-logits[:, :12]))


def mixed(
    said: NDArray[np.float64], steady: NDArray[np.float64], aside: float
) -> NDArray[np.float64]:
    """Mean of the two in log odds, `aside` the weight of `steady`."""
    a, b = (np.clip(each, 1e-6, 1 - 1e-6) for each in (said, steady))
    odds = (1 - aside) * np.log(a / (1 - a)) + aside * np.log(b / (1 - b))
    return 1 / (1 + np.exp(-odds))


def how_far(
    said: NDArray[np.float64], steady: NDArray[np.float64], wanted: NDArray[np.float32]
) -> float:
    """The weight of `steady` with which most tellings kept back are named rightly; of equals the smaller."""
    neutral = EMOTIONS.index(Emotion.NEUTRAL)

    def right(aside: float) -> float:
        both = mixed(said[:, : len(EMOTIONS)], steady, aside)
        found = named(both, float(at_home(both, wanted)[neutral]))
        return float((found == wanted.argmax(axis=1)).mean())

    return max((0.0, 0.2, 0.4, 0.6, 0.8), key=lambda aside: (right(aside), -aside))


def report(said: NDArray[np.float64], kept: Lesson, least: NDArray[np.float64]) -> None:
    """Print how the tellings kept back are read."""
    chief = kept.emotions.argmax(axis=1)
    neutral = float(least[EMOTIONS.index(Emotion.NEUTRAL)])
    found = named(said, neutral)
    print(
        f"kept back: {(found == chief).mean():.3f} of {len(chief)} right; neutral from {neutral:.2f} on"
    )
    for n, emotion in enumerate(EMOTIONS):
        mine = chief == n
        print(f"  {emotion:13} {mine.sum():4} {(found[mine] == n).mean():.2f}")


def named(said: NDArray[np.float64], least: float) -> NDArray[np.int64]:
    """The one emotion of each row of `said` (n, 12): neutral from `least` on, else the likeliest other."""
    neutral = EMOTIONS.index(Emotion.NEUTRAL)
    felt = said[:, :neutral].argmax(axis=1)
    return np.where(said[:, neutral] >= least, neutral, felt)


def f1(found: NDArray[np.bool_], wanted: NDArray[np.bool_]) -> float:
    """2PR/(P+R); 0 where nothing is found or wanted."""
    return float(2 * (found & wanted).sum() / max(found.sum() + wanted.sum(), 1))
