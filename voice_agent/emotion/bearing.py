"""What feelings change: murmurs, pace, echo or silence, comfort, topic, memory and closing. A table, pure.

The first row that fits decides. The turn just told counts before the mood of the last turns, but a neutral
turn does not end a heavy mood: pace and patience stay, only the words of comfort wait. Trust, anticipation,
pessimism and surprise are read badly (models/emotion/CARD.md), so nothing hangs on them. All thresholds
and factors are guesses in the spirit of product.md; `python -m lab emotion --ablation` shows what
they do to scripted narrators.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from voice_agent.emotion.labels import WEAK
from voice_agent.emotion.mood import HEAVY, Mood
from voice_agent.story import AnswerKind, Bearing, Emotion, Feeling

LONG = 3
"""Heavy turns in a row after which the talk turns to something small."""

SUBDUED = -0.2
"""Valence at or below which neutral words are taken for not quite neutral."""


@dataclass(frozen=True, slots=True)
class Row:
    """When, and what then."""

    name: str
    emotions: frozenset[Emotion]
    least: float
    """Intensity, 0..1, from which it fits."""

    bearing: Bearing
    heavy: int = 0
    """Heavy turns in a row from which it fits."""


_GRIEF = frozenset((Emotion.SADNESS,))
_UNSURE = frozenset((Emotion.NEUTRAL, *WEAK))

TABLE: tuple[Row, ...] = (
    Row(
        "great grief",
        _GRIEF,
        0.65,
        # whoever has just said this needs no question
        Bearing("heavy", AnswerKind.QUIET, "acknowledge_sad", 0.88, 1.6, "stay", "none", True),
    ),
    Row(
        "heavy for long",
        HEAVY,
        0.2,
        Bearing("heavy", AnswerKind.ECHO, "acknowledge_sad", 0.92, 1.4, "lighter", "lift", True),
        heavy=LONG,
    ),
    Row(
        "sadness",
        _GRIEF,
        0.25,
        Bearing("heavy", AnswerKind.ECHO, "acknowledge_sad", 0.92, 1.4, "stay", "fit", True),
    ),
    Row(
        "fear",
        frozenset((Emotion.FEAR,)),
        0.3,
        Bearing("heavy", AnswerKind.ECHO, "acknowledge_afraid", 0.94, 1.3, "stay", "none", True),
    ),
    Row(
        "anger",
        frozenset((Emotion.ANGER, Emotion.DISGUST)),
        0.35,
        # their anger is theirs: no cheering up, and no hurry
        Bearing("heavy", AnswerKind.ECHO, "acknowledge_angry", 1.0, 1.2, "stay", "none", True),
    ),
    Row(
        "joy",
        frozenset((Emotion.JOY,)),
        0.35,
        Bearing("bright", AnswerKind.ASK, "acknowledge_warm", 1.03, 1.0, "stay", "fit"),
    ),
    Row(
        "fondness",
        frozenset((Emotion.LOVE,)),
        0.35,
        Bearing("bright", AnswerKind.ASK, "acknowledge_warm", 0.97, 1.1, "stay", "fit"),
    ),
)

PLAIN = Bearing(reason="plain")
LOW = Bearing(tone="heavy", pace=0.96, patience=1.2, reason="subdued")


def bearing(turn: Feeling, mood: Mood, table: Sequence[Row] = TABLE) -> Bearing:
    """How to carry oneself after `turn`, which `mood` has heard already. Raises nothing."""
    now = mood.now
    for row in table:
        if _fits(row, turn, mood.heavy):
            return replace(row.bearing, reason=row.name)
    for row in table:
        if _fits(row, now, mood.heavy) and now.category in HEAVY:
            # the turn itself was not told that way: comfort would be out of place
            return replace(
                row.bearing,
                answer=AnswerKind.ASK,
                acknowledge="acknowledge",
                topic="on" if row.bearing.topic == "stay" else row.bearing.topic,
                reason=f"after {row.name}",
            )
    # valence is read apart from the labels: it holds where the label does not
    low = turn.category in _UNSURE and min(turn.valence, now.valence) <= SUBDUED
    return LOW if low or turn.category is Emotion.SADNESS else PLAIN


def _fits(row: Row, feeling: Feeling, heavy: int) -> bool:
    return (
        feeling.category in row.emotions and feeling.intensity >= row.least and heavy >= row.heavy
    )
