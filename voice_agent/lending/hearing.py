"""Sound of others into words, a piece of some twenty seconds at a time.

It is cut in its pauses, as a narrator's long story is, and each piece is decoded once and let go: memory stays flat, what is
understood can be told early, and whoever begins a talk waits for no more than one piece.
"""

from collections.abc import Callable, Iterable

import numpy as np

from voice_agent.backends import Transcript
from voice_agent.lending.arriving import LONGEST, too_long
from voice_agent.lending.engines import Lent
from voice_agent.sound import RATE, Sound
from voice_agent.speech.evidence import weigh
from voice_agent.speech.pieces import cut

PIECE = 23.0
"""Seconds; below the length at which a hearing would cut by itself."""


class Listening:
    """One utterance of somebody else being heard. Blocking; from one thread at a time."""

    def __init__(self, lent: Lent) -> None:
        """Raises NotLent where nothing hears here, or a narrator talks."""
        lent.free()
        self._lent, self._ears = lent, lent.ears()
        self._waiting, self._pieces = list[Sound](), list[Transcript]()
        self.end = 0
        """Samples that came."""

    def take(self, sound: Sound) -> Transcript | None:
        """Take in more sound, without gaps; returns what a piece said that is complete with it. Raises NotLent, EngineError."""
        self._waiting.append(sound)
        self.end = sound.end
        if self.end > LONGEST * RATE:
            raise too_long()
        if self.end - self._waiting[0].start < PIECE * RATE:
            return None
        whole = _joined(self._waiting)
        head = Sound(whole.samples[: int(PIECE * RATE)], whole.start)
        at = cut(weigh(head), PIECE) - whole.start
        # copied, or the tail would keep the whole piece's samples alive
        self._waiting = [Sound(whole.samples[at:].copy(), whole.start + at)]
        return self._decoded(Sound(whole.samples[:at], whole.start))

    def finish(self) -> Transcript:
        """What the last piece said. Raises NotLent, EngineError."""
        waiting, self._waiting = self._waiting, []
        return self._decoded(_joined(waiting)) if waiting else Transcript("")

    @property
    def all(self) -> Transcript:
        """Everything that was decoded."""
        words = tuple(word for piece in self._pieces for word in piece.words)
        text = " ".join(piece.text for piece in self._pieces if piece.text)
        sure = float(np.mean([word.probability for word in words])) if words else 1.0
        return Transcript(text, words, sure)

    def _decoded(self, sound: Sound) -> Transcript:
        with self._lent.piece():
            hearing = self._ears.begin()
            hearing.feed(sound)
            found = hearing.finish()
        self._pieces.append(found)
        return found


def heard(
    lent: Lent, sounds: Iterable[Sound], wanted: Callable[[], bool] = lambda: True
) -> tuple[Transcript, float] | None:
    """What was said in `sounds`, and how many seconds they were; None: it was not `wanted` any more.

    Raises NotLent, EngineError.
    """
    listening = Listening(lent)
    for sound in sounds:
        if not wanted():
            return None
        listening.take(sound)
    listening.finish()
    return listening.all, listening.end / RATE


def _joined(sounds: list[Sound]) -> Sound:
    return Sound(np.concatenate([each.samples for each in sounds]), sounds[0].start)
