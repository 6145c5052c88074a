"""A recogniser that another computer of the house lends; ours hears on where it does not.

What the narrator is answered rests on the words that were made out in their last pause. So the lent recogniser is asked at
every look and not only at the end: a small one of ours for the looks would leave it nothing to say. A look sends what is
not settled yet. What was made out before a pause of `PAUSED` seconds' worth of speech or more is settled there, and its
sound is never sent again; so a long story costs about one and a half times its bytes instead of three times.
Everything that comes back passes the same ghost guard as our own: the evidence for it is weighed here, from the sound.
"""

import io
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import soundfile

from voice_agent.backends import Hearing, Transcriber
from voice_agent.borrowing.asking import Asking
from voice_agent.borrowing.heard import heard
from voice_agent.borrowing.line import Question
from voice_agent.borrowing.trouble import Trouble
from voice_agent.sound import RATE, Samples, Sound
from voice_agent.speech.ghosts import Stretch
from voice_agent.speech.hearing import WhisperHearing
from voice_agent.speech.whisper import Whisper, moved

PAUSED = 8.0
"""Seconds of sound before a pause, from which it is settled there: with less before it a recogniser knows too little of
what it hears. A guess."""

ABOUT_NAMES = 40
"""Names that a server is told to listen for: it has room for some two hundred tokens."""


class LentEars:
    """Passes the contract of Transcriber; shared between sessions and worker threads."""

    def __init__(
        self, asking: Asking, own: Whisper, *, model: str = "", language: str = "en", beam: int = 1
    ) -> None:
        """`own` hears where no server does, with `beam`. `model`: as the servers call it; "": their own choice."""
        self._asking, self.own = asking, own
        self._model, self._language, self._beam = model, language, beam

    def begin(self, *, names: Sequence[str] = ()) -> WhisperHearing:
        """Start a new utterance. `names` may well be among what is said, the likeliest first."""
        return WhisperHearing(
            lambda sound, until: self._decode(sound, until, names), self.own.piece, paused=PAUSED
        )

    def _decode(self, sound: Sound, until: float, names: Sequence[str]) -> list[Stretch]:
        question = asked(sound.samples, names, model=self._model, language=self._language)
        try:
            found = self._asking.ask(question, partial(heard, seconds=sound.seconds))
        except Trouble:
            return self.own.decode(sound, until, self._beam, names)
        return [moved(each, sound.start / RATE) for each in found]


class AfterTheYes:
    """Passes the contract of Transcriber: what is said before anybody agreed to it is heard by `own`, and leaves this computer
    not at all."""

    def __init__(self, lent: Transcriber, own: Transcriber, agreed: Callable[[], bool]) -> None:
        """`lent` hears from the first utterance on that begins after `agreed` is true."""
        self._lent, self._own, self._agreed = lent, own, agreed

    def begin(self) -> Hearing:
        """Start a new utterance."""
        return (self._lent if self._agreed() else self._own).begin()


def asked(
    samples: Samples, names: Sequence[str] = (), *, model: str = "", language: str = "en"
) -> Question:
    """What a server is asked about a sound at RATE."""
    form: dict[str, str | list[str]] = {
        "response_format": "verbose_json",
        "timestamp_granularities[]": ["word", "segment"],
        "temperature": "0",
        "language": language,
    }
    if model:
        form["model"] = model
    if names:
        form["prompt"] = ", ".join(names[:ABOUT_NAMES])
    return Question("/audio/transcriptions", form=form, sound=wav(samples))


def wav(samples: Samples) -> bytes:
    """A WAV file of a sound at RATE, 16 bits."""
    file = io.BytesIO()
    soundfile.write(file, np.clip(samples, -1.0, 1.0), RATE, format="WAV", subtype="PCM_16")
    return file.getvalue()
