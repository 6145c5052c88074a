"""GoEmotions' 27 emotions among our eleven: the published mapping. Pure.

The mapping follows the groups that GoEmotions' authors ship (Demszky and others, 2020, ekman_mapping) where
they are one of ours, and Plutchik's wheel where Ekman has none: approval is the mild form of trust, curiosity
and desire those of anticipation. GoEmotions has no pessimism at all; only our own sentences teach it.
"""

from collections.abc import Mapping

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
