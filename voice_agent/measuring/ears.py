"""How well are the words heard, and how many are heard where there are none?

Conventions: three ways of hearing. *Raw* is the recogniser as it comes, beam 1, a whole clip at once: the
baseline. *Live* is ours during a session: in frames, in pieces, guarded, beam as in the settings.
*Archive* is our second pass over the recording, with archive_beam. Word errors: wer.py, over all
clips together, 95 % interval by bootstrap over clips. Noise is pink, 10 dB below the speech. Words
made up: anything at all that is heard in sounds where nobody says anything (noises.py).
"""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voice_agent.audio import files
from voice_agent.measuring.noises import noisy
from voice_agent.measuring.recordings import Recording
from voice_agent.measuring.wer import Errors, errors, interval
from voice_agent.sound import FRAME, RATE, Samples, Sound
from voice_agent.speech.whisper import Whisper, archive_pass

Hear = Callable[[Samples], str]
"""Sound into words."""


@dataclass(frozen=True, slots=True)
class HeardClips:
    """What one way of hearing made of some clips."""

    each: tuple[Errors, ...]
    """Clip by clip."""

    took: tuple[float, ...]
    """Seconds of work for each clip."""

    seconds: float
    """Of sound."""

    @property
    def all(self) -> Errors:
        """All clips together."""
        return sum(self.each, Errors(0, 0))

    @property
    def factor(self) -> float:
        """Real-time factor: seconds of work for each second of sound."""
        return sum(self.took) / max(self.seconds, 1e-9)

    def as_json(self) -> dict[str, float | int]:
        """Rate, interval, words, clips, real-time factor."""
        low, high = interval(self.each)
        return {
            "rate": round(self.all.rate, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "words": self.all.words,
            "n": len(self.each),
            "real_time_factor": round(self.factor, 4),
        }


def raw(folder: Path | str, language: str, threads: int) -> Hear:
    """The recogniser as it comes: no pieces, no guard, no second opinion. The baseline."""
    from faster_whisper import WhisperModel

    model = WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=threads)

    def hear(samples: Samples) -> str:
        segments, _ = model.transcribe(samples, language=language, beam_size=1)
        return " ".join(segment.text.strip() for segment in segments)

    return hear


def live(whisper: Whisper) -> Hear:
    """Ours during a session: fed frame by frame, glanced at as it grows."""

    def hear(samples: Samples) -> str:
        hearing = whisper.begin()
        for start in range(0, len(samples), FRAME):
            hearing.feed(Sound(samples[start : start + FRAME], start))
            if start and start % (20 * RATE) == 0:
                hearing.settle()
        return hearing.finish().text

    return hear


def archive(whisper: Whisper, beam: int) -> Hear:
    """Ours after a session, from the recording on disk."""

    def hear(samples: Samples) -> str:
        with tempfile.TemporaryDirectory(prefix="voice-agent-bench-") as folder:
            recording = Path(folder) / "narrator.wav"
            files.write(recording, [Sound(samples)])
            spans = [(0.0, len(samples) / RATE)]
            return next(archive_pass(whisper, recording, spans, beam=beam)).text

    return hear


def listen(hear: Hear, recordings: Sequence[Recording], noise: float | None = None) -> HeardClips:
    """Hear every clip, `noise` decibels above pink noise (None: as it is), and count the errors."""
    each: list[Errors] = []
    took: list[float] = []
    for number, recording in enumerate(recordings):
        samples = recording.samples
        if noise is not None:
            samples = noisy(samples, noise, seed=number)
        began = time.perf_counter()
        text = hear(samples)
        took.append(time.perf_counter() - began)
        each.append(errors(recording.transcript, text))
    return HeardClips(tuple(each), tuple(took), sum(len(r.samples) for r in recordings) / RATE)


def made_up(hear: Hear, nothing: Samples) -> float:
    """Words a minute heard in a sound without any."""
    return len(hear(nothing).split()) / (len(nothing) / RATE / 60)


def finishing(whisper: Whisper, recordings: Sequence[Recording]) -> list[float]:
    """Milliseconds from the end of a turn to its text: glanced at once in the silence, as a session does.

    The room is quiet for 0.4 s after the last word, then the glance, then 0.8 s of silence more.
    """
    waits: list[float] = []
    room = np.random.default_rng(7).normal(0.0, 3e-4, round(1.2 * RATE)).astype(np.float32)
    for recording in recordings:
        hearing = whisper.begin()
        end = len(recording.samples)
        hearing.feed(Sound(recording.samples))
        hearing.feed(Sound(room[: round(0.4 * RATE)], end))
        hearing.peek()
        hearing.feed(Sound(room[round(0.4 * RATE) :], end + round(0.4 * RATE)))
        began = time.perf_counter()
        hearing.finish()
        waits.append((time.perf_counter() - began) * 1000)
    return waits
