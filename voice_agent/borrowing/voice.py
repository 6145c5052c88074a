"""A voice that another computer of the house lends; ours says the rest where it does not.

A clause is said in one voice: where the server fails in the middle of one, that whole clause is ours, and so is what
follows until the server is awake again. It is asked for a phrase at a time and the answer is read whole, not played as it
drips in: a phrase is three seconds of sound, and pace, loudness and rests are ours to keep. While ours speaks, `name` is
ours too, so that no sound is kept under the wrong one; that the voice has changed is said aloud once (`changes`).
"""

import io
import struct
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import soundfile
import soxr

from voice_agent.backends import Voice
from voice_agent.borrowing import trouble
from voice_agent.borrowing.asking import Asking
from voice_agent.borrowing.line import Question
from voice_agent.borrowing.trouble import Trouble
from voice_agent.sound import Clip, Samples
from voice_agent.speech.pace import Articulator, Calibration, calibration, levelled, speak, trimmed
from voice_agent.speech.phrasing import words

SOUND = 24_000
"""Hertz; what OpenAI's endpoint gives. Any other rate is made into it."""

STRETCHES = (0.6, 0.8, 1.0, 1.3, 1.6, 2.0)
"""Where a lent voice is measured: each costs a request for every phrase of `PASSAGE`."""

PASSAGE = (
    "What did the kitchen smell like?",
    "When you were a girl, what did you and your brother do on a long summer evening?",
    "That sounds like quite a journey, with all those boxes and only one horse.",
)
"""As pace.PASSAGE, but short."""

UNMEASURED = 170.0
"""Words a minute of a voice nobody could measure yet, at its own speed. A guess."""

LONGEST_WORD = 1.5
"""Seconds; more sound for a phrase is none of it."""

AWAY, BACK = "other_voice", "model_back"
"""Kinds of the phrase book: what the narrator hears when the voice has changed."""


class LentVoice:
    """The voice of the servers alone: an Articulator. Raises Trouble where none speaks."""

    rate = SOUND

    def __init__(self, asking: Asking, *, model: str = "", voice: str = "") -> None:
        """`model`, `voice`: as the servers call them; "": their own choice."""
        self.asking = asking
        self._model, self._voice = model, voice
        # whose own choice it is, where nobody named a voice: kept sounds of two servers must not meet
        whose = () if voice else tuple(each.where for each in asking.endpoints.servers)
        self.name = " ".join(filter(None, ("lent", model, voice, *whose, "1")))

    def question(self, phrase: str, stretch: float) -> Question:
        """What a server is asked to say, and how fast."""
        asked = {"input": phrase, "response_format": "wav", "speed": round(1 / stretch, 3)}
        asked |= {"model": self._model} if self._model else {}
        asked |= {"voice": self._voice} if self._voice else {}
        most = (LONGEST_WORD * words(phrase) * stretch + 3) * 48_000 * 4
        kinds = ("audio/", "application/octet-stream")
        return Question("/audio/speech", asked, kinds=kinds, most=round(most))

    def utter(self, phrase: str, stretch: float) -> Samples:
        """Say one phrase, words `stretch` times as long as the voice's own. Raises Trouble."""

        def read(body: bytes, where: str) -> Samples:
            said = trimmed(spoken(body, where), SOUND)
            if len(said) / SOUND > LONGEST_WORD * max(words(phrase), 1) * max(stretch, 1.0) + 1:
                raise trouble.too_much(where)
            if not len(said):
                raise trouble.rubbish(where)
            return levelled(said)

        return self.asking.ask(self.question(phrase, stretch), read)


class BorrowedVoice:
    """Passes the contract of Voice, and that of Articulator where ours does."""

    rate = SOUND

    def __init__(self, lent: LentVoice, own: Voice, *, cache: Path | None = None) -> None:
        """Measure the lent voice, once for each `cache`, where it answers; ours speaks until it does."""
        self._lent, self.own = lent, own
        self._pace, self._speaks = _unmeasured(lent), False
        self._changed = deque[str]()
        try:
            self._pace = calibration(lent, cache, stretches=STRETCHES, passage=PASSAGE)
            lent.utter(PASSAGE[0], 1.0)  # what was measured another day says nothing about today
            self._speaks = True
        except Trouble:
            pass

    @property
    def name(self) -> str:
        """Of the voice that speaks now."""
        return self._lent.name if self._speaks else self.own.name

    @property
    def away(self) -> bool:
        """Does ours speak in its place?"""
        return not self._speaks

    def changes(self) -> str:
        """What is to be said aloud of a change, a kind of the phrase book, once; "" where there was none."""
        changed = list(self._changed)
        self._changed.clear()
        # gone and back between two looks: nobody noticed
        return changed[-1] if len(changed) % 2 else ""

    def say(self, sentence: str, *, pace: float) -> Iterator[Clip]:
        """Say one clause at `pace` words a minute, in one voice. Raises EngineError where ours does."""
        if not words(sentence):
            return
        if self._lent.asking.endpoints.awake():
            try:
                clips = list(speak(self._lent, self._pace, sentence, pace))
            except Trouble:
                self._stands(lent=False)
            else:
                self._stands(lent=True)
                yield from clips
                return
        yield from self.own.say(sentence, pace=pace)

    def utter(self, phrase: str, stretch: float) -> Samples:
        """Say one phrase, for whoever wants to know how this voice sounds. Raises EngineError."""
        if self._speaks:
            try:
                return self._lent.utter(phrase, stretch)
            except Trouble:
                self._stands(lent=False)
        if not isinstance(self.own, Articulator):
            return np.zeros(0, np.float32)
        return _at(self.own.utter(phrase, stretch), self.own.rate)

    def _stands(self, *, lent: bool) -> None:
        if self._speaks is not lent:
            self._speaks = lent
            self._changed.append(BACK if lent else AWAY)


def spoken(body: bytes, where: str) -> Samples:
    """The sound of a WAV file, at SOUND hertz. Raises Trouble where it is none."""
    if body[:4] != b"RIFF" or body[8:12] != b"WAVE":  # of other kinds a few bytes may be hours
        raise trouble.rubbish(where)
    try:
        with soundfile.SoundFile(io.BytesIO(_whole(body))) as file:
            rate = file.samplerate
            if not 8_000 <= rate <= 48_000 or file.channels > 2:
                raise trouble.rubbish(where)
            samples = file.read(len(body), dtype="float32", always_2d=True)
    except (soundfile.LibsndfileError, ValueError, struct.error):
        raise trouble.rubbish(where) from None
    if not np.isfinite(samples).all():
        raise trouble.rubbish(where)
    return _at(np.clip(samples.mean(axis=1), -1.0, 1.0).astype(np.float32), rate)


def _whole(body: bytes) -> bytes:
    """The same with the lengths that it really has: one that is streamed does not know them when it begins."""
    data = body.find(b"data", 12)
    if data < 0:
        return body
    whole = bytearray(body)
    struct.pack_into("<I", whole, 4, len(body) - 8)
    struct.pack_into("<I", whole, data + 4, len(body) - data - 8)
    return bytes(whole)


def _at(samples: Samples, rate: int) -> Samples:
    if rate == SOUND or not len(samples):
        return samples
    return np.asarray(soxr.resample(samples, rate, SOUND), np.float32)


def _unmeasured(lent: LentVoice) -> Calibration:
    table = tuple((stretch, UNMEASURED / stretch) for stretch in STRETCHES)
    return Calibration(lent.name, table)
