"""Sound of others into words, a piece of some twenty seconds at a time.

It is cut in its pauses, as a narrator's long story is, and each piece is decoded once and let go: memory stays flat, what is
understood can be told early, and whoever begins a talk waits for no more than one piece.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import cast

import numpy as np

from voice_agent.backends import Hearing, Transcript
from voice_agent.lending.arriving import LONGEST, too_long
from voice_agent.lending.engines import Attentive, Lent
from voice_agent.sound import RATE, Sound
from voice_agent.speech.evidence import weigh
from voice_agent.speech.pieces import cut

PIECE = 23.0
"""Seconds; below the length at which a hearing would cut by itself."""


NAMES, LONGEST_NAME = 40, 60
"""Of one request, and letters of one."""


class Listening:
    """One utterance of somebody else being heard. Blocking; from one thread at a time."""

    def __init__(self, lent: Lent, names: Sequence[str] = ()) -> None:
        """`names`: those that whoever asks listens for. Raises NotLent where nothing hears here, or a narrator talks."""
        lent.free()
        self._lent, self._ears, self._names = lent, lent.ears(), fit(names)
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

    def _begin(self) -> Hearing:
        if self._names and self._lent.attentive:
            return cast(Attentive, self._ears).begin(names=self._names)
        return self._ears.begin()

    def _decoded(self, sound: Sound) -> Transcript:
        with self._lent.piece():
            hearing = self._begin()
            hearing.feed(sound)
            found = hearing.finish()
        self._pieces.append(found)
        return found


def fit(names: Sequence[str]) -> tuple[str, ...]:
    """Those that can be names, as many as a recogniser has room for."""
    found = (" ".join(each.split()) for each in names[:NAMES])
    return tuple(each for each in found if 0 < len(each) <= LONGEST_NAME)


def heard(
    lent: Lent,
    sounds: Iterable[Sound],
    wanted: Callable[[], bool] = lambda: True,
    *,
    names: Sequence[str] = (),
) -> tuple[Transcript, float] | None:
    """What was said in `sounds`, and how many seconds they were; None: it was not `wanted` any more.

    Raises NotLent, EngineError.
    """
    listening = Listening(lent, names)
    for sound in sounds:
        if not wanted():
            return None
        listening.take(sound)
    listening.finish()
    return listening.all, listening.end / RATE


def _joined(sounds: list[Sound]) -> Sound:
    return Sound(np.concatenate([each.samples for each in sounds]), sounds[0].start)
