"""How the interviewer's voices do: how soon, how fast, and whether one can understand them.

Conventions: replies are said the way a session says them (speech/aloud.py: cut, worded, paced). First
audio is the time from a reply's text to its first clip, engine only, phrases not kept beforehand. Pace
is words over the time from first sound to last, rests included. What was understood is what the
recogniser of the settings writes down, compared with what was to be said; it is a machine's ear, not an
old person's. Not measured: how pleasant a voice is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter, process_time

import numpy as np
import soundfile
import soxr

from voice_agent.backends import Transcriber, Voice
from voice_agent.measuring.wer import Errors, errors, interval
from voice_agent.sound import RATE, Clip, Samples, Sound
from voice_agent.speech.acknowledgements import Acknowledgements
from voice_agent.speech.aloud import Aloud
from voice_agent.speech.narrator import SampleNarrator
from voice_agent.speech.phrasing import words
from voice_agent.speech.wording import speakable

PACES = (120.0, 130.0, 140.0, 150.0, 160.0, 175.0)

REPLIES = (
    "I see. What did the kitchen smell like?",
    "That was a big day. Who was with you when you left the farm?",
    "What happened next?",
    "Oh my. When you were a girl, what did you and your brother do on a long summer evening?",
    "You were telling me about the river, and the boat your father built. What happened after that?",
    "Tell me about the day you moved to the city.",
    "That sounds like hard work. Was there somebody you could talk to in those days?",
    "Take all the time you like. There is no hurry.",
    "What do you remember about the sound of the place, early in the morning, before anybody else was awake?",
    "Thank you for telling me that. Where were you when the news came on the radio?",
    "So the shop was on the corner. What could you see from its window?",
    "A blue coat with brass buttons. Where did you wear it?",
    "You said it was in 1952. Who else lived in the house then?",
    "Let me ask about another part of those days. What did a Sunday look like in your family?",
    "That took some doing. How did you learn to do it?",
    "I did not catch that. Would you say it once more?",
    "We have talked for a good while. Would you like a short break?",
    "Let us leave it there for today. What you told me is kept. Goodbye for now.",
    "I am a computer program, not a person. I ask, and I listen.",
    "Was that before or after the war?",
    "Please call 911 now. The number is 911. I cannot call for you.",
    "If you agree, I will record your voice and write down what you say.",
    "About how old were you then?",
    "Why do you think that has stayed with you?",
)
"""What an interviewer says: ours, short and long, with a year and a telephone number in them."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How soon and how quickly a voice works."""

    first_audio: tuple[float, ...]
    """Milliseconds for each reply."""

    first_work: tuple[float, ...]
    """CPU milliseconds for the same, over all threads: what other programs on the machine do not change."""

    busy: float
    """Seconds the engine took for all replies."""

    work: float
    """CPU seconds for the same."""

    sounding: float
    """Seconds of sound it made."""

    @property
    def factor(self) -> float:
        """Real-time factor: below 1 is faster than speech."""
        return self.busy / self.sounding

    @property
    def work_factor(self) -> float:
        """CPU seconds for a second of speech."""
        return self.work / self.sounding


@dataclass(frozen=True, slots=True)
class Paced:
    """Whether an asked pace is met."""

    asked: float
    """Words a minute."""

    met: float
    """Words a minute over all replies."""

    each: tuple[float, ...]
    """Words a minute of each reply."""

    @property
    def off(self) -> float:
        """Share by which it is too fast (+) or too slow (-)."""
        return self.met / self.asked - 1


@dataclass(frozen=True, slots=True)
class RecognisedText:
    """What the recogniser made of a text."""

    said: str
    heard: str
    errors: Errors


@dataclass(frozen=True, slots=True)
class Murmur:
    """One small sound."""

    kind: str
    seconds: float
    level: float
    """RMS, dB below full scale."""

    heard: str


@dataclass(frozen=True, slots=True)
class NarratorClip:
    """One clip of the sample narrator."""

    file: str
    seconds: float
    asked_pause: float
    """Longest pause its text asks for, seconds."""

    pause: float
    """Longest pause inside the sound, seconds."""

    understood: RecognisedText


def said(aloud: Aloud, reply: str, pace: float) -> Iterator[Clip]:
    """Say `reply` piece by piece, as a session does."""
    for piece in aloud.clauses(reply):
        yield aloud.render(piece, pace)


def timing(voice: Voice, *, pace: float = 140.0, replies: Sequence[str] = REPLIES) -> Timing:
    """Time every reply once, after one to warm up."""
    aloud = Aloud(voice, None)
    list(said(aloud, replies[0], pace))
    firsts: list[float] = []
    works: list[float] = []
    busy = work = sounding = 0.0
    for reply in replies:
        began, worked = perf_counter(), process_time()
        clips = iter(said(aloud, reply, pace))
        first = next(clips)
        firsts.append(1000 * (perf_counter() - began))
        works.append(1000 * (process_time() - worked))
        rest = list(clips)
        busy += perf_counter() - began
        work += process_time() - worked
        sounding += sum(clip.seconds - clip.rest for clip in (first, *rest))
    return Timing(tuple(firsts), tuple(works), busy, work, sounding)


def pacing(voice: Voice, pace: float, *, replies: Sequence[str] = REPLIES) -> Paced:
    """Say every reply at `pace` and count."""
    aloud = Aloud(voice, None)
    counts = [words(speakable(reply)) for reply in replies]
    lengths = [sum(clip.seconds for clip in said(aloud, reply, pace)) for reply in replies]
    each = tuple(60 * n / seconds for n, seconds in zip(counts, lengths, strict=True))
    return Paced(pace, 60 * sum(counts) / sum(lengths), each)


def understanding(
    voice: Voice, transcriber: Transcriber, *, pace: float = 140.0, replies: Sequence[str] = REPLIES
) -> Iterator[RecognisedText]:
    """Say every reply and have it written down."""
    aloud = Aloud(voice, None)
    for reply in replies:
        clips = list(said(aloud, reply, pace))
        samples = np.concatenate([clip.samples for clip in clips])
        yield _understood(transcriber, reply, as_heard(samples, clips[0].rate))


def murmurs(small: Acknowledgements, transcriber: Transcriber) -> Iterator[Murmur]:
    """Make every small sound once."""
    for kind in sorted(small.kinds):
        clip = small.clip(kind, seed=1)
        if clip is None:
            continue
        level = 20 * float(np.log10(np.sqrt(np.mean(np.square(clip.samples))) + 1e-9))
        heard = _heard(transcriber, as_heard(clip.samples, clip.rate))
        yield Murmur(kind, clip.seconds, level, heard)


def sample_clips(narrator: SampleNarrator, transcriber: Transcriber) -> Iterator[NarratorClip]:
    """Listen to the sample narrator that ships with the product."""
    for line in narrator.lines:
        read, rate = soundfile.read(line.file, dtype="float32")
        samples = np.asarray(read, np.float32)
        understood = _understood(transcriber, line.text, as_heard(samples, int(rate)))
        seconds = len(samples) / int(rate)
        pause = longest_pause(samples, int(rate))
        yield NarratorClip(line.file.name, seconds, line.longest_pause, pause, understood)


def longest_pause(samples: Samples, rate: int, *, quiet: float = 0.004) -> float:
    """Return the longest stretch between sounds, seconds. Quiet: RMS of 20 ms below `quiet`."""
    frame = rate // 50
    frames = samples[: len(samples) // frame * frame].reshape(-1, frame)
    loud = np.flatnonzero(np.sqrt(np.mean(np.square(frames), axis=1)) >= quiet)
    return float(np.diff(loud).max(initial=1) - 1) / 50


def as_heard(samples: Samples, rate: int) -> Sound:
    """Turn a clip into what a microphone beside it would hand over, with half a second around it."""
    quiet = np.zeros(RATE // 2, np.float32)
    resampled = np.asarray(soxr.resample(samples, rate, RATE), np.float32)
    return Sound(np.concatenate((quiet, resampled, quiet)))


def rate_of(found: Sequence[RecognisedText]) -> tuple[float, tuple[float, float]]:
    """Return the word error rate over all and its 95 % interval."""
    each = [one.errors for one in found]
    return sum(each, Errors(0, 0)).rate, interval(each)


def _understood(transcriber: Transcriber, text: str, sound: Sound) -> RecognisedText:
    heard = _heard(transcriber, sound)
    # the recogniser writes figures or words as it likes; both sides become words
    return RecognisedText(text, heard, errors(speakable(text), speakable(heard)))


def _heard(transcriber: Transcriber, sound: Sound) -> str:
    hearing = transcriber.begin()
    hearing.feed(sound)
    return hearing.finish().text
