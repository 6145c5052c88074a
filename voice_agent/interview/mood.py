"""In what mood something was told, and how fresh the narrator is, as far as it bears on what is asked. Pure."""

from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.story import Emotion

NEAR = 2
"""Turns for which one does not turn away from what was met with a quiet word. A guess."""

HARD = 0.45
"""Intensity of a sad, frightened or angry telling from which no "why" follows. A guess."""

_DARK = frozenset({Emotion.SADNESS, Emotion.FEAR, Emotion.ANGER, Emotion.DISGUST})


def dark(heard: Heard) -> bool:
    """Was it told in sadness, fear or anger?"""
    return heard.feeling.category in _DARK and heard.feeling.intensity >= HARD


def near(progress: Progress) -> bool:
    """Was something met with a quiet word a moment ago?"""
    return 0 < progress.comfort.stayed >= progress.turns - NEAR


def tired(progress: Progress, heard: Heard, rules: Rules) -> float:
    """How tired the narrator seems, 0..1: shorter and shorter answers, and a long sitting."""
    lengths = progress.tellings.lengths
    shorter = 0.0
    if len(lengths) >= 6:
        early = sum(lengths[:-3]) / len(lengths[:-3])
        late = sum(lengths[-3:]) / 3
        shorter = max(0.0, 1 - late / early) if early else 0.0
    long = max(0.0, heard.minutes / rules.times.soft_close - 0.6) if rules.times.soft_close else 0.0
    return min(1.0, shorter + long)
