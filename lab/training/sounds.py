"""Makes every sound in audio/: the chimes and the sample narrator. `python -m lab.training.sounds`.

Everything is synthesised here, so that what we ship has no owner but us; running it again gives the
same files on the same versions of hibari and numpy.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
import soxr

from voice_agent.resources import resource
from voice_agent.sound import RATE, Samples
from voice_agent.speech.hibari import Heart
from voice_agent.speech.narrator import Line, sample_narrator
from voice_agent.speech.pace import words

OLDER = 0.93
"""The narrator's voice is played back this much slower: lower and broader than hibari's own, so that
she is not mistaken for an interviewer who speaks with it."""

ROOM = 0.0006
"""Loudness (RMS) of the room she sits in: no kitchen is as silent as a row of zeros."""

CHIME_RATE = 24_000


@dataclass(frozen=True, slots=True)
class Note:
    """One stroke of a chime."""

    at: float
    """Seconds after the first."""

    hertz: float
    """Below 900: what ageing ears hear well."""


CHIMES = {
    "invitation": (Note(0.0, 392.0), Note(0.35, 493.9), Note(0.7, 587.3), Note(1.4, 392.0)),
    "start": (Note(0.0, 440.0), Note(0.22, 587.3)),
    "muted": (Note(0.0, 523.3), Note(0.2, 392.0)),
    "unmuted": (Note(0.0, 392.0), Note(0.2, 523.3)),
}
"""G, B, D and G again; A and D; the muted pair falls and the unmuted pair rises."""


def chime(notes: tuple[Note, ...]) -> Samples:
    """Ring `notes`: a struck bar with soft overtones, 12 ms attack, peak 0.22. Shape (n,), CHIME_RATE."""
    length = round((notes[-1].at + 1.6) * CHIME_RATE)
    sound = np.zeros(length, np.float64)
    for note in notes:
        first = round(note.at * CHIME_RATE)
        time = np.arange(length - first) / CHIME_RATE
        rise = np.minimum(time / 0.012, 1.0)
        for multiple, share, decay in ((1.0, 1.0, 0.45), (2.0, 0.25, 0.25), (3.9, 0.06, 0.1)):
            tone = np.sin(2 * np.pi * note.hertz * multiple * time)
            sound[first:] += share * rise * np.exp(-time / decay) * tone
    tail = round(0.2 * CHIME_RATE)
    sound[-tail:] *= np.linspace(1, 0, tail)
    return (0.22 * sound / np.abs(sound).max()).astype(np.float32)


def narrate(voice: Heart, line: Line, pace: float) -> Samples:
    """Speak `line` with its pauses, in a room. Shape (n,), RATE."""
    pieces = list(_pieces(voice, line, pace))
    sound = soxr.resample(np.concatenate(pieces), voice.rate * OLDER, RATE, quality="VHQ")
    room = np.random.default_rng(1941).standard_normal(len(sound) + 1)
    sound = sound + ROOM * (room[1:] + room[:-1]) / np.sqrt(2)  # softer in the treble, as rooms are
    return np.clip(sound, -1, 1).astype(np.float32)


def _pieces(voice: Heart, line: Line, pace: float) -> Iterator[Samples]:
    quiet = voice.rate * OLDER
    yield np.zeros(round(0.2 * quiet), np.float32)
    for part in line.parts:
        if isinstance(part, str):
            for clip in voice.say(part, pace=pace / OLDER):
                yield clip.samples
        else:
            yield np.zeros(round(part * quiet), np.float32)
    yield np.zeros(round(0.3 * quiet), np.float32)


def make(folder: Path) -> None:
    """Write all sounds into `folder` and say what was written."""
    for name, notes in CHIMES.items():
        soundfile.write(folder / f"{name}.flac", chime(notes), CHIME_RATE, subtype="PCM_16")
    narrator = sample_narrator()
    voice = Heart()
    for line in narrator.lines:
        # what her pauses take of the time, her words must make up for
        sound = narrate(voice, line, narrator.pace * 1.18)
        line.file.parent.mkdir(exist_ok=True)
        soundfile.write(line.file, sound, RATE, subtype="PCM_16")
        long = sum(part for part in line.parts if isinstance(part, float) and part >= 1)
        pace = 60 * words(line.text) / (len(sound) / RATE - 0.5 - long)
        print(f"{line.file.name:22} {len(sound) / RATE:5.1f} s {pace:4.0f} words a minute")


if __name__ == "__main__":
    make(resource("audio"))
