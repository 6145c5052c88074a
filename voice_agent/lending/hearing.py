"""Sound of others into words: looked at every twenty seconds, so that memory stays flat and a talk need not wait for the end."""

from collections.abc import Callable, Iterable

from voice_agent.backends import Transcript
from voice_agent.lending.engines import Lent
from voice_agent.lending.refusals import unclear
from voice_agent.sound import RATE, Sound

LONGEST = 30 * 60
"""Seconds of sound in one request. A guess: longer ones keep others waiting for minutes."""

LOOK = 20 * RATE
"""Samples after which what came is decoded: the recogniser settles pieces of some 24 s and lets their sound go."""


def too_long() -> Exception:
    """What is said of more sound than is heard at once."""
    return unclear(
        f"That is longer than {LONGEST // 60} minutes.",
        param="file",
        mend="Send it in parts.",
        status=413,
    )


class Listening:
    """One utterance of somebody else being heard. Blocking; from one thread at a time."""

    def __init__(self, lent: Lent) -> None:
        """Raises NotLent where nothing hears here, or a narrator talks."""
        lent.free()
        self._lent, self._hearing = lent, lent.ears().begin()
        self._looked = self._samples = 0

    def take(self, sound: Sound) -> Transcript | None:
        """Take in more sound; what was understood so far, once in `LOOK` samples. Raises NotLent, EngineError."""
        self._samples += len(sound.samples)
        if self._samples > LONGEST * RATE:
            raise too_long()
        self._hearing.feed(sound)
        if self._samples - self._looked < LOOK:
            return None
        self._looked = self._samples
        self._lent.free()
        return self._hearing.peek()

    def finish(self) -> Transcript:
        """All that was said. Raises NotLent, EngineError."""
        self._lent.free()
        return self._hearing.finish()


def heard(lent: Lent, sounds: Iterable[Sound], wanted: Callable[[], bool]) -> Transcript | None:
    """What was said in `sounds`; None: it was not `wanted` any more. Raises NotLent, EngineError, SoundFileError."""
    listening = Listening(lent)
    for sound in sounds:
        if not wanted():
            return None
        listening.take(sound)
    return listening.finish() if wanted() else None
