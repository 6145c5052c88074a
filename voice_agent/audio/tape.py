"""What the narrator on a tape says next. Pure: one frame in, one frame out.

Clips wait their turn, as people do: until the interviewer has spoken and fallen silent, until the
interviewer is in the middle of something, or until a time on the clock.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from voice_agent.sound import FRAME, RATE, Samples, Sound

MURMUR = round(0.9 * RATE)
"""Samples; a sound of ours no longer than this is an "mm", and nobody takes it for a reply."""


@dataclass(frozen=True, slots=True)
class AfterReply:
    """When the interviewer has spoken since our last words and has been silent for `pause` seconds."""

    pause: float = 2.5
    """Longer than the gap between an acknowledgement and the question after it."""


@dataclass(frozen=True, slots=True)
class DuringReply:
    """While the interviewer speaks, once `into` seconds were audible since our last words: a barge-in.

    Nobody breaks into "Please go on.": what is said after a reply may come first, and the barge-in waits for a longer one.
    """

    into: float = 1.5


@dataclass(frozen=True, slots=True)
class At:
    """At `seconds` on the session's clock, but never before the clip ahead has ended."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Waits:
    """`seconds` after our last words, whatever is said meanwhile, and never while the interviewer speaks."""

    seconds: float


When = AfterReply | DuringReply | At | Waits


@dataclass(frozen=True, slots=True, eq=False)
class Cue:
    """One thing the narrator says, pauses inside it included."""

    sound: Sound
    """Its `start` does not matter."""

    when: When = AfterReply()


class Tape:
    """Plays cues in order against an interviewer who may or may not be speaking."""

    def __init__(self, cues: Sequence[Cue], *, quiet: float = 6.0, patience: float = 30.0) -> None:
        """`quiet`: seconds of silence from both after which the tape is over. `patience`: seconds

        without the awaited reply after which the narrator goes on regardless, but into no reply that only lasts longer.
        """
        self._cues = list(cues)
        self._quiet, self._patience = round(quiet * RATE), round(patience * RATE)
        self.begins: Callable[[Cue, int], None] = lambda cue, at: None
        """Told of each cue as it begins, and at which sample."""

        self._now = 0
        self._left: Samples = np.zeros(0, np.float32)
        self._waited = 0  # since our last words
        self._audible = 0  # of the interviewer, since our last words
        self._silent = 0  # of both

    @property
    def left(self) -> int:
        """Clips that have not begun."""
        return len(self._cues)

    def frame(self, interviewer: bool) -> Samples | None:
        """Return the next FRAME of the narrator (zeros: silent); `interviewer`: is their voice in the

        air now? None when the tape has ended and the interviewer has nothing more to say.
        """
        if not len(self._left):
            if interviewer:
                self._audible += FRAME
            self._waited += FRAME
            self._silent = 0 if interviewer else self._silent + FRAME
            if (place := self._next(interviewer)) is not None:
                cue = self._cues.pop(place)
                self.begins(cue, self._now)
                self._left = cue.sound.samples
            elif not self._cues and self._over():
                return None
        self._now += FRAME
        out = np.zeros(FRAME, np.float32)
        if len(self._left):
            piece, self._left = self._left[:FRAME], self._left[FRAME:]
            out[: len(piece)] = piece
            self._waited = self._audible = self._silent = 0
        return out

    def _next(self, interviewer: bool) -> int | None:
        """Which cue is due: the first, or the one behind a barge-in that the reply was too short for, unless that is the last."""
        if not self._cues:
            return None
        if isinstance(self._cues[0].when, DuringReply) and len(self._cues) > 2:
            behind = self._cues[1].when
            if isinstance(behind, AfterReply) and self._due(behind, interviewer):
                return 1
        return 0 if self._due(self._cues[0].when, interviewer) else None

    def _due(self, when: When, interviewer: bool) -> bool:
        if isinstance(when, DuringReply) and self._regardless(AfterReply().pause):
            return True
        if isinstance(when, AfterReply) and self._regardless(when.pause):
            return True
        match when:
            case At(seconds):
                return self._now >= round(seconds * RATE)
            case AfterReply(pause):
                return self._audible > MURMUR and self._silent >= round(pause * RATE)
            case Waits(seconds):
                return not interviewer and self._waited >= round(seconds * RATE)
            case DuringReply(into):
                return interviewer and self._audible >= round(into * RATE)

    def _regardless(self, pause: float) -> bool:
        """Has the narrator waited long enough for a reply, and is none being spoken?"""
        return self._waited >= self._patience and self._silent >= round(pause * RATE)

    def _over(self) -> bool:
        answered = self._audible > MURMUR or self._waited >= self._patience
        return answered and self._silent >= self._quiet
