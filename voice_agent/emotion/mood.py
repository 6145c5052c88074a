"""The mood of the last two or three turns. Pure.

Grief is told between sentences about buses and sandwiches: one neutral turn after it is not its end. So what
the interviewer does follows the mood, while what it says back follows the turn.
"""

from collections import defaultdict
from dataclasses import dataclass

from voice_agent.story import Emotion, Feeling

WEIGHTS = (0.55, 0.3, 0.15)
"""Of the latest turn, the one before, and the one before that. A guess: two turns outweigh one."""

ALSO = 0.4
"""What an emotion heard beside the chief one counts. A guess."""

LEAST = 0.15
"""An emotion whose weighted strength is below this is not a mood. One clear turn (.5) two turns ago is not."""

HEAVY = frozenset((Emotion.SADNESS, Emotion.FEAR, Emotion.ANGER, Emotion.DISGUST))
BRIGHT = frozenset((Emotion.JOY, Emotion.LOVE, Emotion.OPTIMISM))


@dataclass(frozen=True, slots=True)
class Mood:
    """What was felt lately."""

    turns: tuple[Feeling, ...] = ()
    """The latest first, at most three."""

    heavy: int = 0
    """Turns in a row whose mood was heavy."""

    def hear(self, feeling: Feeling) -> "Mood":
        """Take in how one more turn was told."""
        turns = (feeling, *self.turns)[: len(WEIGHTS)]
        now = _blend(turns)
        return Mood(turns, self.heavy + 1 if now.category in HEAVY else 0)

    @property
    def now(self) -> Feeling:
        """The mood as one feeling; neutral before anything was said."""
        return _blend(self.turns)


def _blend(turns: tuple[Feeling, ...]) -> Feeling:
    if not turns:
        return Feeling()
    weights = WEIGHTS[: len(turns)]
    whole = sum(weights)
    strength: defaultdict[Emotion, float] = defaultdict(float)
    for weight, each in zip(weights, turns, strict=True):
        strength[each.category] += weight * each.intensity / whole
        for other in each.also:
            strength[other] += ALSO * weight * each.intensity / whole
    strength.pop(Emotion.NEUTRAL, None)
    ordered = sorted(strength, key=lambda each: (-strength[each], each))
    felt = [each for each in ordered if strength[each] >= LEAST]

    def mean(name: str) -> float:
        return sum(w * getattr(t, name) for w, t in zip(weights, turns, strict=True)) / whole

    chief = felt[0] if felt else Emotion.NEUTRAL
    return Feeling(
        chief,
        min(strength[chief], 1.0) if felt else 0.0,
        mean("valence"),
        mean("arousal"),
        mean("dominance"),
        tuple(felt[1:]),
    )
