"""What borrowing a recogniser and a voice costs: seconds for a turn, and bytes each way, beside doing it here.

The turns are ten seconds of the sample narrator; ours is the same recogniser in this process, so where the server has it too the
difference is the way there and back.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from voice_agent.borrowing.asking import Asking
from voice_agent.borrowing.heard import heard
from voice_agent.borrowing.hearing import asked
from voice_agent.borrowing.voice import SOUND, LentVoice, spoken
from voice_agent.sound import RATE, Samples, Sound
from voice_agent.speech.phrasing import phrases
from voice_agent.speech.whisper import Whisper

SECONDS = 10
"""Of one turn."""


@dataclass(frozen=True, slots=True)
class Way:
    """One engine, asked again and again."""

    seconds: tuple[float, ...]
    """Each time it was asked."""

    speech: float
    """Seconds of sound in all, heard or said."""

    sent: int = 0
    """Bytes, without what HTTP wraps round them."""

    came: int = 0

    def a_minute(self, count: int) -> float:
        """Kilobytes for a minute of speech."""
        return count / 1000 / self.speech * 60


def turns(narrator: Sequence[Samples], count: int) -> list[Samples]:
    """Cut so many turns out of what the narrator says, over and over."""
    whole = np.resize(np.concatenate(narrator), (count + 1) * SECONDS * RATE)
    return [whole[n * SECONDS * RATE : (n + 1) * SECONDS * RATE] for n in range(count)]


def here(own: Whisper, sounds: Sequence[Samples]) -> Way:
    """Heard in this process."""
    times = [_timed(partial(own.decode, Sound(each), len(each) / RATE, 1)) for each in sounds]
    return Way(tuple(times), len(sounds) * SECONDS)


def there(asking: Asking, sounds: Sequence[Samples], model: str) -> Way:
    """Heard by the server. Raises Trouble."""
    times, sent, came = list[float](), 0, 0

    def read(body: bytes, where: str) -> int:
        heard(body, where, SECONDS)
        return len(body)

    for each in sounds:
        question = asked(each, model=model)
        began = time.monotonic()
        came += asking.ask(question, read)
        times.append(time.monotonic() - began)
        sent += len(question.sound)
    return Way(tuple(times), len(sounds) * SECONDS, sent, came)


def said(lent: LentVoice, sentences: Sequence[str]) -> Way:
    """Said by the server, phrase by phrase. Raises Trouble."""
    times, sent, came, speech = list[float](), 0, 0, 0.0

    def read(body: bytes, where: str) -> tuple[int, float]:
        return len(body), len(spoken(body, where)) / SOUND

    for phrase in (each.text for sentence in sentences for each in phrases(sentence)):
        began = time.monotonic()
        count, seconds = lent.asking.ask(lent.question(phrase, 1.0), read)
        times.append(time.monotonic() - began)
        sent, came, speech = sent + len(phrase.encode()), came + count, speech + seconds
    return Way(tuple(times), speech, sent, came)


def _timed(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began
