"""When an emotion counts as heard: a plain story must stay plain, and nothing is heard for nothing."""

import numpy as np
from numpy.typing import NDArray

from lab.training.emotion_thresholds import PLAIN, at_home, how_far, named, thresholds
from voice_agent.language.feeling import EMOTIONS
from voice_agent.story import Emotion

NEUTRAL, SADNESS = EMOTIONS.index(Emotion.NEUTRAL), EMOTIONS.index(Emotion.SADNESS)


def tellings(neutral: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
    """A hundred plain tellings and a hundred sad ones; `neutral` is how neutral each seems."""
    said, wanted = np.full((200, len(EMOTIONS)), 0.01), np.zeros((200, len(EMOTIONS)), np.float32)
    said[:, NEUTRAL], said[:, SADNESS] = neutral, 0.4
    wanted[:100, NEUTRAL], wanted[100:, SADNESS] = 1, 1
    return said, wanted


def test_a_story_about_a_bus_is_not_comforted() -> None:
    dice = np.random.default_rng(7)
    said, wanted = tellings(np.concatenate([dice.uniform(0.3, 1, 100), dice.uniform(0, 0.6, 100)]))
    plain = named(said, float(at_home(said, wanted)[NEUTRAL]))[:100] == NEUTRAL
    assert plain.mean() >= PLAIN


def test_an_emotion_counts_from_where_it_is_told_apart_best() -> None:
    said, wanted = tellings(np.repeat([0.8, 0.2], 100))
    assert 0.2 < thresholds(said, wanted)[NEUTRAL] <= 0.8


def test_a_steadier_reader_that_knows_no_better_has_no_say() -> None:
    said, wanted = tellings(np.repeat([0.8, 0.2], 100))
    assert how_far(said, said, wanted) == 0.0
