"""Turns with pauses of known length, spliced from real speech: what cut-ins are measured on.

A turn is two pieces of speech, a pause between them, and a true end. The pause falls either *inside* a
sentence (one recording cut at a quiet place between two words) or *between* sentences (the story goes on
after a sentence that sounds finished: the hard case). One bed of room noise lies under everything, so
that the splices make no holes. Positions are sample indices from the turn's first sample.

Pause lengths are log-normal (Campione & Véronis 2002; Pastoriza-Domínguez et al. 2021), drawn again
outside LIMITS. The medians and spreads of the three narrators are guesses, held by two ends: half a second
is about the middle of pauses in ordinary talk, and all three together exceed 2 and 3 s with 15 % and 6 %
of their pauses, where hesitant real speech did with 16 % and 5 %.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import SpeechDetector
from voice_agent.dialogue.listening import Ear
from voice_agent.errors import SoundFileError
from voice_agent.measuring.recordings import Recording
from voice_agent.sound import FRAME, RATE, Samples, Sound
from voice_agent.story import Word

T = TypeVar("T")

LIMITS = (0.25, 8.0)
"""Shortest and longest pause, seconds."""

BETWEEN = 1 / 3
"""Share of pauses that fall between sentences. A guess: somewhat over half of the pauses of spontaneous

speech fall at clause boundaries (Goldman-Eisler 1968), and only part of these end a sentence."""

BED = -60.0
"""Room noise, decibels below full scale: a quiet living room at the speech level below."""

LEVEL = 0.06
"""Root mean square every recording is brought to, about -24 dB."""

LEAD, TAIL = 0.6, 4.0
"""Seconds of room before the first piece and after the last."""

AUDIBLE = 35.0
"""Decibels below a recording's loudest frame at which speech is taken to begin and end."""

LONGEST_PIECE_SECONDS = 8.0
"""Seconds of a piece that are used, its end kept: the semantic model hears no more."""

EDGE = 0.01
"""Seconds over which a splice fades, so that it does not click."""


class Narrator(NamedTuple):
    """How somebody pauses."""

    name: str
    median: float
    """Seconds."""

    spread: float
    """Standard deviation of log seconds."""


NARRATORS = (
    Narrator("healthy", 0.5, 0.55),
    Narrator("slower", 0.75, 0.6),
    Narrator("slowest", 1.7, 0.6),
)


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Speech from its first to its last audible frame."""

    samples: Samples
    text: str
    """As recognised."""


class Beginning(NamedTuple):
    """What is said before a pause."""

    piece: Piece
    rest: Piece | None = None
    """What the same sentence goes on with, where that is a true end. Its text is the whole sentence's."""


class SpokenRecording(NamedTuple):
    """A whole recording and its words."""

    samples: Samples
    words: tuple[Word, ...]


class Material(NamedTuple):
    """What turns are made of."""

    inside: tuple[Beginning, ...]
    """Broken off inside a sentence."""

    between: tuple[Beginning, ...]
    """Whole sentences."""

    ends: tuple[Piece, ...]
    """Sentences after which the reader had finished."""

    whole: tuple[SpokenRecording, ...]
    """The recordings themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """One turn to be listened to."""

    narrator: str
    inside: bool
    pause: float
    """Seconds, as drawn."""

    samples: Samples
    pause_began: int
    pause_ended: int
    ended: int
    """After the last audible sample: the true end."""

    before: str
    """Words before the pause."""

    last: str
    """The last sentence at the true end."""


Recognise = Callable[[Samples], Sequence[Word]]
"""Words of a sound, with times in seconds from its first sample."""


def material(
    recordings: Sequence[Recording], recognise: Recognise, detector: Callable[[], SpeechDetector]
) -> Material:
    """Cut recordings into everything a turn can be made of. Each sound is recognised once.

    A true end is the end of a recording: inside one, the reader knew that more was to come. Raises
    EngineError, and SoundFileError where the recordings hold no whole sentence.
    """
    inside, between = list[Beginning](), list[Beginning]()
    ends, told = list[Piece](), list[SpokenRecording]()
    for recording in recordings:
        sound = _marked(recording, detector())
        words = tuple(recognise(sound.samples))
        told.append(SpokenRecording(sound.samples, words))
        for sentence in _sentences(sound, words):
            between.append(Beginning(sentence.piece()))
            if sentence.last:
                ends.append(sentence.piece())
            for place in _cuts(sentence):
                first, second = sentence.cut(place)
                heard = " ".join(word.text for word in recognise(first))
                whole = sentence.last and len(second) <= _LONGEST_PIECE
                rest = Piece(second, sentence.text) if whole else None
                inside.append(Beginning(Piece(first, heard), rest))
    if not ends:
        raise SoundFileError(
            "No recording ends with a whole sentence, so there is no true end to measure.",
            mend="Give clips of at least three words that stop where the speaker stops.",
        )
    return Material(tuple(inside), tuple(between), tuple(ends), tuple(told))


def turns(
    material: Material, narrator: Narrator, n: int, dice: np.random.Generator, *, whole: bool = True
) -> list[Turn]:
    """Return `n` turns of `narrator`. The same generator state gives the same turns.

    `whole` False: the sound stops with the speech, for when only the pause matters. The voice may change
    at the pause: few recordings have one voice, and no model here minds.
    """
    made = list[Turn]()
    for _ in range(n):
        inside = bool(material.inside) and bool(dice.random() >= BETWEEN)
        begun = _one(material.inside if inside else material.between, dice)
        end = begun.rest or _one(material.ends, dice)
        turn = _turn(begun.piece, end, inside, narrator, dice)
        if not whole:
            turn = replace(turn, samples=turn.samples[: -(-turn.ended // FRAME) * FRAME])
        made.append(turn)
    return made


def _one(among: Sequence[T], dice: np.random.Generator) -> T:
    return among[int(dice.integers(len(among)))]


def _turn(
    first: Piece, second: Piece, inside: bool, narrator: Narrator, dice: np.random.Generator
) -> Turn:
    pause = 0.0
    while not LIMITS[0] <= pause <= LIMITS[1]:
        pause = float(np.exp(np.log(narrator.median) + narrator.spread * dice.standard_normal()))
    began = round(LEAD * RATE) + len(first.samples)
    resumed = began + round(pause * RATE)
    ended = resumed + len(second.samples)
    whole = -(-(ended + round(TAIL * RATE)) // FRAME) * FRAME
    samples = room(whole, dice)
    samples[began - len(first.samples) : began] += faded(first.samples)
    samples[resumed:ended] += faded(second.samples)
    return Turn(
        narrator.name, inside, pause, samples, began, resumed, ended, first.text, second.text
    )


_LONGEST_PIECE = round(LONGEST_PIECE_SECONDS * RATE)


class _Marked(NamedTuple):
    """A recording and where in it there is speech."""

    samples: Samples
    level: NDArray[np.float64]
    """Decibels, frame by frame."""

    speech: NDArray[np.bool_]
    """Frame by frame: audible, and a voice."""

    finished: bool
    """Its transcript does not stop at a comma."""


class _Sentence(NamedTuple):
    """Frames [begin, end) of a recording."""

    sound: _Marked
    begin: int
    end: int
    words: tuple[Word, ...]
    last: bool
    """It ends the recording, and the reader knew it."""

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    def piece(self) -> Piece:
        return Piece(_spoken(self.sound, self.begin, self.end), self.text)

    def cut(self, place: int) -> tuple[Samples, Samples]:
        """Cut at frame `place`."""
        return _spoken(self.sound, self.begin, place), _spoken(self.sound, place, self.end)


def _marked(recording: Recording, detector: SpeechDetector) -> _Marked:
    """Find the speech and bring it to LEVEL.

    Audible alone will not do: broadcasts hiss, and breath after the last word is no speech.
    """
    level = _decibels(recording.samples)
    count = len(level)
    voiced = np.array(
        [
            detector.probability(Sound(recording.samples[n * FRAME : (n + 1) * FRAME], n * FRAME))
            for n in range(count)
        ]
    )
    speech = (level > level.max() - AUDIBLE) & (voiced >= Ear().ends)
    if not speech.any():
        speech[:] = True
    loud = float(np.sqrt(np.mean(10 ** (level[speech] / 10))))
    factor = LEVEL / max(loud, 1e-6)
    return _Marked(
        (recording.samples * factor).astype(np.float32),
        level,
        speech,
        not recording.transcript.rstrip().endswith((",", ";", ":", "-", "—")),
    )


def _decibels(samples: Samples) -> NDArray[np.float64]:
    """Level of every whole frame."""
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
    return 20 * np.log10(np.sqrt(np.mean(np.square(frames, dtype=np.float64), axis=1)) + 1e-9)


def _spoken(sound: _Marked, begin: int, end: int) -> Samples:
    """From the first to the last frame of speech in [begin, end), at most LONGEST_PIECE_SECONDS, its end kept."""
    frames = np.flatnonzero(sound.speech[begin:end])
    if not len(frames):
        return sound.samples[begin * FRAME : end * FRAME]
    first, last = begin + int(frames[0]), begin + int(frames[-1]) + 1
    return sound.samples[first * FRAME : last * FRAME][-_LONGEST_PIECE:]


def _sentences(sound: _Marked, words: Sequence[Word]) -> list[_Sentence]:
    """Cut at full stops that are followed by a quarter of a second without speech."""
    found = list[_Sentence]()
    begin, part = 0, list[Word]()
    for n, word in enumerate(words):
        part.append(word)
        last = n == len(words) - 1
        full_stop = word.text.endswith((".", "!", "?"))
        end = len(sound.level) if last else None
        if full_stop and not last:
            end = _silent(sound, word.end, words[n + 1].start)
        if end is None:
            continue
        if full_stop and len(part) >= 3:
            found.append(_Sentence(sound, begin, end, tuple(part), last and sound.finished))
        begin, part = end, []
    return found


def _silent(sound: _Marked, low: float, high: float) -> int | None:
    """Return the frame amid the longest silence about [low, high] seconds; None below 0.25 s."""
    begin = max(_frame(low - 0.2), 0)
    silent = ~sound.speech[begin : _frame(max(high, low) + 0.5)]
    best, run = (0, 0), 0
    for n, still in enumerate(silent):
        run = run + 1 if still else 0
        best = max(best, (run, n))
    length, end = best
    return begin + end - length // 2 if length * FRAME >= 0.25 * RATE else None


def _cuts(sentence: _Sentence, most: int = 2) -> list[int]:
    """Return the quietest frames between two words inside a sentence, at most `most`.

    At least two words and 0.6 s of speech stay on either side.
    """
    speech = np.flatnonzero(sentence.sound.speech[sentence.begin : sentence.end]) + sentence.begin
    if not len(speech):
        return []
    low_edge, high_edge = int(speech[0]) + _frame(0.6), int(speech[-1]) - _frame(0.6)
    quietest = list[tuple[float, int]]()
    for n, (word, after) in enumerate(pairwise(sentence.words), 1):
        low, high = _frame(word.end - 0.12), _frame(max(after.start, word.end) + 0.12)
        inner = 2 <= n <= len(sentence.words) - 2 and low >= low_edge and high <= high_edge
        if inner and not word.text.endswith((".", "!", "?")):
            place = low + int(np.argmin(sentence.sound.level[low:high]))
            quietest.append((float(sentence.sound.level[place]), place))
    chosen = list[int]()
    for _, place in sorted(quietest):
        if len(chosen) < most and all(abs(place - other) > _frame(0.8) for other in chosen):
            chosen.append(place)
    return chosen


def _frame(seconds: float) -> int:
    return round(seconds * RATE / FRAME)


def room(samples: int, dice: np.random.Generator) -> Samples:
    """Pink noise at BED: the hum of a room, louder below than above."""
    spectrum = np.fft.rfft(dice.standard_normal(samples))
    spectrum /= np.sqrt(np.arange(len(spectrum)) + 8.0)
    noise = np.fft.irfft(spectrum, samples)
    return (noise * (10 ** (BED / 20) / np.sqrt(np.mean(noise**2)))).astype(np.float32)


def faded(samples: Samples) -> Samples:
    """Soften the first and last samples."""
    n = min(round(EDGE * RATE), len(samples) // 2)
    ramp = np.ones(len(samples), np.float32)
    ramp[:n] = np.linspace(0, 1, n, dtype=np.float32)
    ramp[len(ramp) - n :] = ramp[:n][::-1]
    return samples * ramp
