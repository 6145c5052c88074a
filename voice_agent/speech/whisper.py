"""Speech into text: faster-whisper, one loaded model for everybody, one Hearing for each utterance.

A story has no greatest length. While it grows it is cut in its pauses into pieces of about 24 s;
a piece that is settled is never decoded again and its sound is let go, so the last word of half an
hour comes as quickly as the last word of half a minute, and memory stays flat. What follows the
last audible sound is not decoded at all: silence costs time and invites ghosts.
"""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal, Protocol

import numpy as np

from voice_agent.backends import Transcript
from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.sound import RATE, Samples, Sound
from voice_agent.speech.evidence import FRAME, Evidence, weigh
from voice_agent.speech.ghosts import AUDIBLE, Ghost, Stretch, guard
from voice_agent.speech.pieces import cut
from voice_agent.story import Word

Device = Literal["auto", "cpu", "cuda"]

MARGIN = RATE // 2
"""Samples decoded after the last audible frame: a whispered ending is quieter than AUDIBLE."""

AFTERGLOW = 0.5
"""Seconds for which Silero still believes in a voice that has stopped."""

FAINT = 25.0
"""Decibels below the last words at which a sound within AFTERGLOW is only the room."""


class Engine(Protocol):
    """A loaded recogniser that hears at most 30 s at once."""

    def decode(self, samples: Samples, *, beam: int, language: str, until: float) -> list[Stretch]:
        """Return what was said, times in seconds from the first sample. Raises RuntimeError.

        Nothing audible comes after `until` seconds: what remains then need not be decoded.
        """
        ...


Load = Callable[[str, Literal["cpu", "cuda"], int], Engine]
"""Model (folder or hub name), device, CPU threads. Raises RuntimeError, ValueError or OSError."""


class Whisper:
    """A loaded recogniser, shared between sessions and worker threads."""

    def __init__(
        self,
        model: Path | str,
        *,
        device: Device = "auto",
        threads: int = 2,
        beam: int = 1,
        language: str = "en",
        piece: float = 24.0,
        load: Load | None = None,
        gpu_fault: Callable[[str], str] | None = None,
    ) -> None:
        """Load `model`, a folder of CTranslate2 weights or, in the GPU profile, a hub name.

        `threads`: 0 is all cores. `beam` 1-10. `piece`: seconds, 8-29. `gpu_fault` says why the
        graphics card cannot be used, "" when it can. Raises EngineUnavailable.
        """
        self._model, self._threads, self._load = str(model), threads, load or FasterWhisper
        self._beam, self._language, self.piece = beam, language, piece
        # one decode at a time: two at once on two cores finish later than one after the other, and
        # the archive pass must let the living conversation in between any two of its pieces
        self._turn = threading.Lock()
        self._device: Literal["cpu", "cuda"] = "cpu"
        fault = "" if device == "cpu" else (gpu_fault or find_gpu_fault)(self._model)
        if device != "cpu" and not fault:
            try:
                self._engine, self._device = self._load(self._model, "cuda", threads), "cuda"
            except (RuntimeError, ValueError, OSError) as error:
                fault = str(error)
        if self._device == "cpu":
            self._engine = self._load_on_cpu()
        self._fault = fault if device == "cuda" or fault != NO_GPU else ""

    @property
    def running_on(self) -> str:
        """Where speech is recognised: one sentence to show or say."""
        if self._device == "cuda":
            return "Speech is recognised on the graphics card."
        if self._fault:
            return (
                "The graphics card could not be used, so speech is recognised on the processor. "
                f"The reason: {self._fault.strip().rstrip('.')}."
            )
        return "Speech is recognised on the processor."

    def begin(self, *, beam: int | None = None) -> "WhisperHearing":
        """Start a new utterance. `beam` 1-10; None: as constructed."""
        return WhisperHearing(self, beam or self._beam)

    def decode(self, sound: Sound, evidence: Evidence, *, beam: int) -> list[Stretch]:
        """Decode at most 30 s, word times on the session's clock. Raises EngineError."""
        until = (evidence.last(AUDIBLE) - sound.start) / RATE
        with self._turn:
            try:
                stretches = self._decode(sound.samples, beam, until)
            except RuntimeError as error:
                raise EngineError("whisper", str(error), retryable=True) from error
        return [_moved(stretch, sound.start / RATE) for stretch in stretches]

    def _decode(self, samples: Samples, beam: int, until: float) -> list[Stretch]:
        try:
            return self._engine.decode(samples, beam=beam, language=self._language, until=until)
        except RuntimeError as error:
            if self._device == "cpu":
                raise
            # a graphics card can be lost in mid-story (out of memory, driver); the story goes on
            self._fault, self._device = str(error), "cpu"
            self._engine = self._load_on_cpu()
            return self._engine.decode(samples, beam=beam, language=self._language, until=until)

    def _load_on_cpu(self) -> Engine:
        try:
            return self._load(self._model, "cpu", self._threads)
        except (RuntimeError, ValueError, OSError) as error:
            raise EngineUnavailable(
                "whisper",
                f"the speech recogniser in {self._model} cannot be loaded: {error}",
                retryable=False,
                safe="Nothing was recorded or lost.",
                mend="Run: voice-agent models verify",
            ) from error


class WhisperHearing:
    """One utterance being recognised. `feed` may run while another thread is in `peek`."""

    def __init__(self, whisper: Whisper, beam: int) -> None:
        self._whisper, self._beam = whisper, beam
        # guards _waiting alone: the microphone's thread feeds while a worker decodes
        self._feeding = threading.Lock()
        self._waiting: list[Sound] = []
        # guards all the rest: peek and finish may come from different worker threads
        self._deciding = threading.Lock()
        self._pending: Sound | None = None  # not settled yet
        self._settled: list[Word] = []
        self._ghosts: list[str] = []
        self._heard = 0  # sample index up to which the last transcript holds every audible word
        self._transcript = Transcript("")

    def feed(self, sound: Sound) -> None:
        """Take in more sound, in order. A gap in the clock is filled with silence."""
        with self._feeding:
            self._waiting.append(sound)

    def settle(self) -> None:
        """Decode and let go of every piece that is complete; the rest waits. Raises EngineError."""
        with self._deciding:
            self._settle(self._take())

    def peek(self) -> Transcript:
        """Decode what there is so far. Raises EngineError.

        Returns the former transcript at once where nothing but silence was fed since. Called at
        least once per `piece` seconds of a long story, it keeps `finish` quick.
        """
        with self._deciding:
            pending = self._take()
            if not self._spoken_since(pending):
                if pending.seconds >= self._whisper.piece:
                    self._settle_silence(pending)
                return self._transcript
            pending = self._settle(pending)
            words, ghosts = self._recognise(pending, weigh(pending))
            self._transcript = _transcript([*self._settled, *words], [*self._ghosts, *ghosts])
            self._heard = pending.end
            return self._transcript

    def finish(self) -> Transcript:
        """Decode all of it. The hearing stays open: a narrator who goes on is fed to the same one."""
        return self.peek()

    def _take(self) -> Sound:
        with self._feeding:
            waiting, self._waiting = self._waiting, []
        if waiting:
            if self._pending is None:
                self._heard = waiting[0].start
            self._pending = _joined(waiting if self._pending is None else [self._pending, *waiting])
        return self._pending or Sound(np.zeros(0, np.float32))

    def _settle(self, pending: Sound) -> Sound:
        piece = self._whisper.piece
        while pending.seconds >= piece:
            head = Sound(pending.samples[: int(piece * RATE)], pending.start)
            evidence = weigh(head)
            head = Sound(head.samples[: cut(evidence, piece) - head.start], head.start)
            words, ghosts = self._recognise(head, evidence)
            self._settled += words
            self._ghosts += ghosts
            # copied, or the tail would keep the whole story's samples alive
            pending = Sound(pending.samples[len(head.samples) :].copy(), head.end)
            self._pending, self._heard = pending, head.end
            self._transcript = _transcript(self._settled, self._ghosts)
        return pending

    def _settle_silence(self, pending: Sound) -> None:
        """A long silence after decoded words is the best place of all to cut, and costs nothing."""
        self._settled, self._ghosts = list(self._transcript.words), list(self._transcript.dropped)
        self._pending = Sound(pending.samples[-RATE:].copy(), pending.end - RATE)
        self._heard = pending.end

    def _spoken_since(self, pending: Sound) -> bool:
        """Is there anything audible that the last transcript does not hold?"""
        # Silero needs a moment of context to know a word by its beginning; whole frames of it, so
        # that none of them straddles the old sound and the new
        since = self._heard - FRAME * min(RATE // FRAME, (self._heard - pending.start) // FRAME)
        fresh = Sound(pending.samples[since - pending.start :], since)
        if fresh.end <= self._heard:
            return False
        evidence = weigh(fresh)
        if evidence.peak(self._heard / RATE + AFTERGLOW, fresh.end / RATE) >= AUDIBLE:
            return True
        until = self._heard / RATE
        loud = evidence.loudest(since / RATE, until) - FAINT
        return evidence.peak(until, until + AFTERGLOW, at_least=loud) >= AUDIBLE

    def _recognise(self, sound: Sound, evidence: Evidence) -> tuple[tuple[Word, ...], list[str]]:
        audible = evidence.last(AUDIBLE)
        if audible == evidence.start:
            return (), []
        end = min(len(sound.samples), audible + MARGIN - sound.start)
        part = Sound(sound.samples[:end], sound.start)
        guarded = guard(self._whisper.decode(part, evidence, beam=self._beam), evidence)
        return guarded.words, [_said(ghost) for ghost in guarded.ghosts]


class FasterWhisper:
    """faster-whisper behind `Engine`: float16 on a graphics card, int8 on the processor."""

    def __init__(self, model: str, device: Literal["cpu", "cuda"], threads: int) -> None:
        """Load it. Raises RuntimeError, ValueError or OSError."""
        from faster_whisper import WhisperModel  # 0.4 s

        self._model = WhisperModel(
            model,
            device=device,
            compute_type="float16" if device == "cuda" else "int8",
            cpu_threads=threads,
        )

    def decode(self, samples: Samples, *, beam: int, language: str, until: float) -> list[Stretch]:
        """Decode at most 30 s. Word times cost about 5 % (measured), so they are always there."""
        segments, _ = self._model.transcribe(
            samples,
            language=language,
            beam_size=beam,
            word_timestamps=True,
            condition_on_previous_text=False,  # one ghost would call forth the next
        )
        stretches: list[Stretch] = []
        for segment in segments:
            words = _words((w.word, w.start, w.end, w.probability) for w in segment.words or ())
            stretches.append(
                Stretch(
                    words, segment.no_speech_prob, segment.avg_logprob, segment.compression_ratio
                )
            )
            # whatever is left is silence; asking on would encode another 30 s of it
            if words and words[-1].end >= until - 0.5:
                break
        return stretches


def archive_pass(
    whisper: Whisper, recording: Path, spans: Sequence[tuple[float, float]], *, beam: int = 5
) -> Iterator[Transcript]:
    """Hear the narrator's recording again, more carefully; one Transcript for each of `spans`.

    `recording`: mono, RATE, its first sample is the session's first. `spans`: begin and end of each
    turn in seconds on the session's clock. Reads 20 s at a time, so a long turn costs no memory.
    Raises EngineError, and soundfile.LibsndfileError for a file that is no sound.
    """
    import soundfile

    with soundfile.SoundFile(recording) as file:
        for begin, end in spans:
            hearing = whisper.begin(beam=beam)
            place, last = int(begin * RATE), min(int(end * RATE), file.frames)
            while place < last:
                file.seek(place)
                samples = file.read(min(20 * RATE, last - place), dtype="float32")
                hearing.feed(Sound(np.asarray(samples, np.float32), place))
                hearing.settle()
                place += len(samples)
            yield hearing.finish()


NO_GPU = "there is no graphics card that can do it"


def find_gpu_fault(model: str) -> str:
    """Decode one second on the graphics card, in a process of its own; return why it fails, or "".

    In its own process because a missing cuDNN does not raise: it ends the process.
    """
    import ctranslate2

    if ctranslate2.get_cuda_device_count() == 0:
        return NO_GPU
    trial = (
        "import sys, numpy\n"
        "from voice_agent.speech.whisper import FasterWhisper\n"
        "engine = FasterWhisper(sys.argv[1], 'cuda', 1)\n"
        "engine.decode(numpy.zeros(16000, 'float32'), beam=1, language='en', until=1.0)\n"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", trial, model],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "it did not answer within five minutes"
    if done.returncode == 0:
        return ""
    lines = done.stderr.strip().splitlines()
    return lines[-1] if lines else f"the trial ended with code {done.returncode}"


def _words(raw: Iterator[tuple[str, float, float, float]]) -> tuple[Word, ...]:
    """Join what belongs together: Whisper gives "well" and "-known" as two."""
    words: list[Word] = []
    for text, start, end, probability in raw:
        bare = text.strip()
        if words and bare and not text.startswith(" "):
            last = words[-1]
            words[-1] = Word(
                last.text + bare, last.start, float(end), min(last.probability, float(probability))
            )
        elif bare:
            words.append(Word(bare, float(start), float(end), float(probability)))
    return tuple(words)


def _moved(stretch: Stretch, seconds: float) -> Stretch:
    words = tuple(
        Word(w.text, w.start + seconds, w.end + seconds, w.probability) for w in stretch.words
    )
    return Stretch(words, stretch.no_speech, stretch.log_probability, stretch.compression)


def _joined(sounds: Sequence[Sound]) -> Sound:
    start = sounds[0].start
    samples = np.zeros(max(s.end for s in sounds) - start, np.float32)
    for sound in sounds:
        samples[sound.start - start : sound.end - start] = sound.samples
    return Sound(samples, start)


def _transcript(words: Sequence[Word], ghosts: Sequence[str]) -> Transcript:
    return Transcript(
        " ".join(word.text for word in words),
        tuple(words),
        float(np.mean([w.probability for w in words])) if words else 1.0,
        tuple(ghosts),
    )


def _said(ghost: Ghost) -> str:
    return f"{ghost.text}: {ghost.reason}"
