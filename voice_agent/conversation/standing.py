"""What becomes of what is said just now, in one word: decided here alone, from what the record really does."""

from enum import StrEnum


class Standing(StrEnum):
    """What whoever looks at a talk is told of it."""

    LISTENING = "listening"
    """Heard, and nothing is kept: the yes has not been given."""

    RECORDING = "recording"
    UNKEPT = "no longer kept"
    """Heard, and nothing more is kept: the yes was taken back by somebody whom we do not leave alone."""

    MUTED = "muted"
    LOST = "microphone lost"
    STOPPED = "stopped"
    """Nothing is heard any more."""


def standing(*, stopped: bool, lost: bool, muted: bool, keeps: bool, unkept: bool) -> Standing:
    """`keeps`: the notebook writes to the record. `unkept`: and gets only silence of the narrator."""
    reasons = {
        Standing.STOPPED: stopped,
        Standing.LOST: lost,
        Standing.MUTED: muted,
        Standing.LISTENING: not keeps,
        Standing.UNKEPT: unkept,
    }
    return next((each for each, holds in reasons.items() if holds), Standing.RECORDING)
