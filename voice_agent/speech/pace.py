"""How fast the interviewer speaks: words a minute, reached by rests rather than by stretched words.

A slow speaker does not drawl; she pauses. So a reply's time is shared out like this: the rests a
person would make, the words at whatever speed is left over, never slower than SLOWEST, and what is
still left over goes into longer rests. How an engine's own stretch factor becomes words a minute is
not linear and differs from voice to voice, so it is measured once (`measure`) and kept as a table.
"""

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np

from voice_agent.sound import Clip, Samples
from voice_agent.speech.phrasing import Break, Phrase, phrases, words

SLOWEST = 155.0
"""Words a minute inside a phrase: about 3.3 syllables a second, as slow as careful ordinary talk gets
(1.26 syllables a word in PASSAGE). Slower is heard as being talked down to."""

FASTEST = 260.0
"""Words a minute inside a phrase."""

STRETCHES = (0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0)
"""Where an engine is measured."""

REST = {Break.BREATH: 0.18, Break.CLAUSE: 0.40, Break.SENTENCE: 0.70}
"""Seconds a person rests at 150 words a minute (a guess, checked by the pace it gives)."""

LONGEST_RESTS = {Break.BREATH: 0.45, Break.CLAUSE: 0.85, Break.SENTENCE: 1.20}
"""Seconds; a longer rest sounds like the end of our turn, and the narrator would begin."""

SHORTEST_RESTS = {Break.BREATH: 0.06, Break.CLAUSE: 0.12, Break.SENTENCE: 0.35}

HURRY = 1.35
"""A short piece is never said faster than this times the pace to make room for its rest."""

PASSAGE = (
    "What did the kitchen smell like?",
    "Who was usually up first in that house?",
    "When you were a girl, what did you and your brother do on a long summer evening?",
    "Tell me about the day you moved to the city.",
    "That sounds like quite a journey, with all those boxes and only one horse.",
    "You were telling me about the river, and the boat your father built.",
    "What happened after the door opened?",
    "Was there somebody you could talk to in those days?",
    "Take all the time you like, there is no hurry.",
    "What do you remember about the sound of the place, before anybody else was awake?",
)
"""What a voice is measured on: sentences of the kind it will say."""


@runtime_checkable
class Articulator(Protocol):
    """An engine as far as pace is concerned."""

    @property
    def name(self) -> str: ...

    @property
    def rate(self) -> int:
        """Hertz."""
        ...

    def utter(self, phrase: str, stretch: float) -> Samples:
        """Say one phrase, words `stretch` times as long as the engine's own. Raises EngineError."""
        ...


@dataclass(frozen=True, slots=True)
class Calibration:
    """How a voice's stretch factor becomes words a minute."""

    voice: str
    """Articulator.name: another engine or other weights, another table."""

    table: tuple[tuple[float, float], ...]
    """(stretch, words a minute without rests), by rising stretch; words a minute fall."""

    def stretch(self, pace: float) -> float:
        """Return the stretch that gives `pace` words a minute inside a phrase; the nearest where none does."""
        if pace >= self.table[0][1]:
            return self.table[0][0]
        for (low, fast), (high, slow) in pairwise(self.table):
            if slow <= pace <= fast:
                share = (1 / pace - 1 / fast) / (1 / slow - 1 / fast)
                return low + share * (high - low)
        return self.table[-1][0]

    def beyond(self, pace: float) -> float:
        """The same, and past the ends of the table in proportion: there nobody has measured."""
        (short, fastest), (long, slowest) = self.table[0], self.table[-1]
        if pace > fastest:
            return short * fastest / pace
        return long * slowest / pace if pace < slowest else self.stretch(pace)

    def pace(self, stretch: float) -> float:
        """Return words a minute inside a phrase at `stretch`, the inverse of `stretch`."""
        if stretch <= self.table[0][0]:
            return self.table[0][1]
        for (low, fast), (high, slow) in pairwise(self.table):
            if low <= stretch <= high:
                share = (stretch - low) / (high - low)
                return 1 / (1 / fast + share * (1 / slow - 1 / fast))
        return self.table[-1][1]


@runtime_checkable
class Measured(Articulator, Protocol):
    """An engine whose table is known."""

    calibration: Calibration


def hurried(voice: Measured, text: str, pace: float, speed: float) -> Iterator[Clip]:
    """As `speak` at `pace`, and all of it so many times as fast, words and rests alike; also where no person would speak so.

    For whoever asks for a speed; the interviewer herself never drawls.
    """
    plan = deliver(text, pace)
    stretch = voice.calibration.beyond(plan.articulation * speed)
    for part, rest in zip(plan.phrases, plan.rests, strict=True):
        silence = np.zeros(round(rest / speed * voice.rate), np.float32)
        sound = np.concatenate((voice.utter(part.text, stretch), silence))
        yield Clip(sound, voice.rate, part.text)


@dataclass(frozen=True, slots=True)
class Delivery:
    """How to say one reply."""

    phrases: tuple[Phrase, ...]
    articulation: float
    """Words a minute inside the phrases."""

    rests: tuple[float, ...]
    """Seconds after each phrase; the last is 0."""


def deliver(text: str, pace: float) -> Delivery:
    """Plan how to say `text` at `pace` words a minute, first sound to last. Pure; raises nothing."""
    parts = phrases(text, longest=6 if pace < 135 else 9 if pace < 155 else 12)
    total = sum(part.words for part in parts)
    if not total:
        return Delivery((), FASTEST, ())
    inner = parts[:-1]
    usual = [REST[part.ends] * 150 / pace for part in inner]
    for_words = 60 * total / pace - sum(usual)
    wanted = 60 * total / for_words if for_words > 0 else FASTEST
    articulation = min(max(wanted, SLOWEST), FASTEST)
    slack = 60 * total / pace - 60 * total / articulation
    share = slack / sum(usual) if usual else 0.0
    rests = [
        min(max(rest * share, SHORTEST_RESTS[part.ends]), LONGEST_RESTS[part.ends])
        for rest, part in zip(usual, inner, strict=True)
    ]
    return Delivery(parts, articulation, (*rests, 0.0))


def speak(voice: Articulator, calibration: Calibration, text: str, pace: float) -> Iterator[Clip]:
    """Say `text` phrase by phrase, each clip ending with its rest; the last ends with its last sound.

    What a phrase took longer or shorter than planned is made good in the rest after it.
    """
    plan = deliver(text, pace)
    stretch = calibration.stretch(plan.articulation)
    late = 0.0
    for part, rest in zip(plan.phrases, plan.rests, strict=True):
        sound = voice.utter(part.text, stretch)
        late += len(sound) / voice.rate - 60 * part.words / plan.articulation
        if rest:
            given = min(max(rest - late, SHORTEST_RESTS[part.ends]), LONGEST_RESTS[part.ends])
            late += given - rest
            sound = np.concatenate((sound, np.zeros(round(given * voice.rate), np.float32)))
        yield Clip(sound, voice.rate, part.text)


def quickened(text: str, pace: float) -> float:
    """Return the pace for the words of `text`, that with the rest after them it all takes `pace`."""
    for_all = 60 * words(text) / pace
    for_words = max(for_all - REST[_ending(text)] * 150 / pace, for_all / HURRY)
    return 60 * words(text) / for_words if for_words else pace


def rest_after(text: str, seconds: float, pace: float) -> float:
    """Return the seconds of rest before more is said, `text` itself having taken `seconds`."""
    missing = 60 * words(text) / pace - seconds
    # the last piece of a slow reply has no rest after it: the rests before it must be longer
    least = SHORTEST_RESTS[_ending(text)] * (150 / pace) ** 4
    return min(max(missing, least), LONGEST_RESTS[_ending(text)])


def _ending(text: str) -> Break:
    """What kind of break `text` ends with."""
    bare = text.rstrip(" \"'”’)]")
    if bare.endswith((".", "!", "?", "…")):
        return Break.SENTENCE
    return Break.CLAUSE if bare.endswith((",", ";", ":", "–", "—")) else Break.BREATH


def trimmed(samples: Samples, rate: int, *, margin: float = 0.03) -> Samples:
    """Cut the silence an engine puts before and after its words, but `margin` seconds, and fade the cuts.

    Silence: 46 dB below the loudest sample. What is silent throughout comes back empty.
    """
    loud = np.abs(samples)
    peak = float(loud.max(initial=0.0))
    if peak < 1e-4:
        return np.zeros(0, np.float32)
    heard = np.flatnonzero(loud > 0.005 * peak)
    edge = round(margin * rate)
    kept = samples[max(int(heard[0]) - edge, 0) : int(heard[-1]) + edge].astype(np.float32)
    fade = np.linspace(0, 1, min(edge // 3, len(kept)), dtype=np.float32)
    if len(fade):
        kept[: len(fade)] *= fade
        kept[-len(fade) :] *= fade[::-1]
    return kept


def levelled(samples: Samples, *, rms: float = 0.085, peak: float = 0.9) -> Samples:
    """Bring speech to one loudness, so that no phrase jumps out. `rms` of the sounding part, 0..1."""
    sounding = samples[np.abs(samples) > 0.02 * float(np.abs(samples).max(initial=0.0))]
    if not len(sounding):
        return samples
    gain = rms / float(np.sqrt(np.mean(np.square(sounding))))
    loudest = float(np.abs(samples).max())
    return (samples * min(gain, peak / loudest)).astype(np.float32)


def measure(
    voice: Articulator,
    stretches: Sequence[float] = STRETCHES,
    passage: Sequence[str] = PASSAGE,
) -> Calibration:
    """Measure a voice: half a minute on two cores for piper, five seconds for hibari.

    The table is forced to fall, since an engine that draws its rhythm at random may waver.
    """
    table: list[tuple[float, float]] = []
    for stretch in stretches:
        said = seconds = 0.0
        for sentence in passage:
            for phrase in phrases(sentence):
                seconds += len(voice.utter(phrase.text, stretch)) / voice.rate
                said += words(phrase.text)
        found = 60 * said / seconds
        table.append((stretch, round(min(found, table[-1][1] - 0.1) if table else found, 1)))
    return Calibration(voice.name, tuple(table))


MEASURED = (
    Calibration(
        "piper en_US-joe-medium 63201294 1",
        (
            (0.9, 261.2), (1.0, 252.2), (1.1, 244.2), (1.2, 232.7), (1.3, 215.3), (1.4, 201.6),
            (1.5, 189.7), (1.6, 179.4), (1.7, 169.5), (1.8, 162.5), (1.9, 155.1), (2.0, 149.2),
        ),
    ),
    Calibration(
        "hibari heart 0.2.1 1",
        (
            (0.9, 263.7), (1.0, 255.3), (1.1, 246.3), (1.2, 229.4), (1.3, 187.2), (1.4, 178.5),
            (1.5, 162.6), (1.6, 150.7), (1.7, 146.5), (1.8, 128.9), (1.9, 124.5), (2.0, 122.7),
        ),
    ),
)  # fmt: skip
"""Measured by `voice-agent bench voices --calibrate` (piper, whose rhythm varies: the mean of three)."""


def calibration(
    voice: Articulator,
    cache: Path | None = None,
    *,
    stretches: Sequence[float] = STRETCHES,
    passage: Sequence[str] = PASSAGE,
) -> Calibration:
    """Return the voice's table: ours if we measured it, else from `cache`, else measured now and kept.

    `stretches`, `passage`: as `measure`. A table that cannot be read or written is measured again next time; nothing is lost by that.
    """
    for known in MEASURED:
        if known.voice == voice.name:
            return known
    file = cache / "pace.json" if cache else None
    kept = _kept(file) if file else {}
    if voice.name in kept:
        return kept[voice.name]
    found = measure(voice, stretches, passage)
    if file:
        _keep(file, {**kept, voice.name: found})
    return found


def _kept(file: Path) -> dict[str, Calibration]:
    try:
        tables = json.loads(file.read_text(encoding="utf-8"))
        return {
            str(name): Calibration(str(name), tuple((float(a), float(b)) for a, b in rows))
            for name, rows in tables.items()
            if len(rows) > 1
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _keep(file: Path, tables: dict[str, Calibration]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)  # made 0600
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump({name: table.table for name, table in tables.items()}, out)
        Path(name).replace(file)
    except OSError:
        return  # a full or read-only cache costs half a minute at the next start, no more
