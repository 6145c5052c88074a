"""Small sessions, turns and sounds to record, all made from numbers so that they can be compared."""

from datetime import UTC, datetime

import numpy as np

from voice_agent.sound import RATE, Sound
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId, Word

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def sitting(id: str = "2026-11-21T12-00-00Z-0001", began: datetime = NOON) -> Session:
    return Session(SessionId(id), "Ann", began, topic="key_scenes")


def told(
    number: int,
    text: str = "We kept pigeons.",
    *,
    session: str = "2026-11-21T12-00-00Z-0001",
    speaker: Speaker = Speaker.NARRATOR,
    began: float | None = None,
    ended: float | None = None,
    finished: bool = True,
    kind: str = "",
    said_at: datetime = NOON,
) -> Turn:
    began = number - 1.0 if began is None else began
    ended = float(number) if ended is None else ended
    words = tuple(
        Word(word, began + 0.1 * i, began + 0.1 * i + 0.05, 0.5)
        for i, word in enumerate(text.split())
    )
    if speaker is Speaker.INTERVIEWER:
        words = ()
    return Turn(
        TurnId(number),
        SessionId(session),
        speaker,
        text,
        began,
        ended,
        said_at,
        words,
        0.5,
        finished,
        kind,
    )


def ramp(start: int, count: int) -> np.ndarray:
    """The samples that stand at [start, start + count) of every track told here; exact in 16 bits."""
    return (np.arange(start, start + count) % 1000).astype(np.float32) / np.float32(32768)


def heard(start: int, count: int) -> Sound:
    return Sound(ramp(start, count), start)


def seconds(count: float) -> int:
    return int(count * RATE)
