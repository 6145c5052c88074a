"""One voice of a session as a WAV file that any player opens, even after the power was cut.

Mono, 16-bit, 16 kHz; sample n of the file is sample n of the session's clock. Sound is handed to the
system as it comes; every 0.2 s of it the lengths in the header are brought up to date and everything is
flushed to the disk, so that a power cut costs less than half a second.
"""

import os
import struct
from itertools import pairwise
from pathlib import Path
from threading import Lock

import numpy as np

from voice_agent.archive.private import open_private, plainly, replacing, write_all
from voice_agent.archive.reserve import Reserve
from voice_agent.errors import DiskFull, OutOfOrder, SoundFileError
from voice_agent.sound import RATE, Samples, Sound

HEADER = 44
"""Bytes before the first sample."""

EVERY = int(0.2 * RATE)
"""Samples between two flushes. 0.5 s is promised from the device's hand on: with 0.3 s, three of a hundred power cuts on a busy
machine cost 0.51 to 0.58 s (`python -m lab chaos --only "power cut, recording"`, seed 2)."""

OVERLAP = RATE // 2
"""Samples by which a sound may begin before the last one ended: two clocks never quite agree."""

ECHO = 0.3
"""Seconds that a loudspeaker is still heard in a room. A guess."""

BLOCK = 10 * RATE
"""Samples held in memory while files are read through: 10 s."""


class SoundTrack:
    """A voice being recorded. Opening an existing file goes on where it ended."""

    def __init__(self, path: Path, reserve: Reserve) -> None:
        """Raises StateUnwritable, DiskFull."""
        self.path = path
        self._reserve = reserve
        # guards the file's end: sound is appended by one thread while a turn is recorded by another
        self._turn = Lock()
        self._file = open_private(path, os.O_RDWR)
        self._safe = 0
        with plainly(path):
            # a write that was cut short may have left half a sample, or half a header
            self._end = max(0, os.fstat(self._file).st_size - HEADER) // 2
        reserve.in_hand(self._flush)

    @property
    def end(self) -> int:
        """Index just after the last sample written."""
        return self._end

    @property
    def safe(self) -> int:
        """Index just after the last sample that is certainly on the disk."""
        return self._safe

    def append(self, sound: Sound) -> None:
        """Write `sound` at its place; what nobody recorded before it is silence. May wait for the disk.

        Raises OutOfOrder for a sound from the past, DiskFull (see Reserve: with `kept`, it was written).
        """
        with self._turn:
            late = self._end - sound.start
            if late > OVERLAP:
                raise OutOfOrder(f"Sound from {late / RATE:.1f} s ago was to be recorded again.")
            fresh = sound.samples[max(0, late) :]
            if len(fresh):
                self._reserve.in_hand(lambda: self._write(fresh, max(self._end, sound.start)))
            if self._end - self._safe >= EVERY:
                self._reserve.in_hand(self._flush)
        self._reserve.warn()

    def sync(self) -> None:
        """Return once everything appended is on the disk. Raises DiskFull."""
        with self._turn:
            if self._safe < self._end:
                self._reserve.in_hand(self._flush)

    def close(self) -> None:
        """Bring everything to the disk and let go of the file. May be called twice."""
        with self._turn:
            if self._file < 0:
                return
            try:
                self._reserve.in_hand(self._flush)
            finally:
                os.close(self._file)
                self._file = -1

    def _write(self, samples: Samples, start: int) -> None:
        with plainly(self.path):
            # the gap before `start`, if any, becomes a hole in the file, which reads as silence
            write_all(self._file, _to_bytes(samples), HEADER + 2 * start)
            self._end = start + len(samples)

    def _flush(self) -> None:
        with plainly(self.path):
            os.ftruncate(self._file, HEADER + 2 * self._end)
            write_all(self._file, _header(self._end), 0)
            os.fsync(self._file)
            self._safe = self._end


def length(path: Path) -> int:
    """Return the number of samples in a track, whatever its header says. Raises SoundFileError."""
    try:
        return max(0, path.stat().st_size - HEADER) // 2
    except OSError as error:
        raise SoundFileError(f"{path} cannot be read: {error.strerror}.") from error


def read(path: Path, start: int = 0, end: int | None = None) -> Sound:
    """Return samples [start, end) of a track; fewer where it is shorter. Raises SoundFileError.

    The header is not believed: after a power cut the sound is longer than it says.
    """
    last = length(path)
    end = last if end is None else min(end, last)
    count = max(0, end - start)
    try:
        with path.open("rb") as file:
            file.seek(HEADER + 2 * start)
            samples = np.frombuffer(file.read(2 * count), "<i2")
    except OSError as error:
        raise SoundFileError(f"{path} cannot be read: {error.strerror}.") from error
    return Sound(samples.astype(np.float32) / np.float32(32768), start)


def without(sound: Sound, other: Sound) -> Sound:
    """Return `sound`, silent where `other` is heard and ECHO seconds after. Both begin at the same sample."""
    loud = np.flatnonzero(other.samples)
    ends = np.zeros(len(sound.samples) + 1, np.int32)
    np.add.at(ends, loud, 1)
    np.add.at(ends, np.minimum(loud + 1 + round(ECHO * RATE), len(sound.samples)), -1)
    return Sound(np.where(np.cumsum(ends[:-1]) > 0, np.float32(0), sound.samples), sound.start)


def mix(narrator: Path, interviewer: Path, to: Path) -> None:
    """Write both tracks, in time, as the mono WAV file `to`; a track that is not there is silence.

    Streamed: a session of any length takes the same memory. Raises SoundFileError, DiskFull.
    """
    tracks = [path for path in (narrator, interviewer) if path.is_file()]
    end = max((length(path) for path in tracks), default=0)
    try:
        with replacing(to) as file:
            write_all(file, _header(end), 0)
            for start, stop in pairwise([*range(0, end, BLOCK), end]):
                both = np.zeros(stop - start, np.float32)
                for path in tracks:
                    samples = read(path, start, stop).samples
                    both[: len(samples)] += samples
                write_all(file, _to_bytes(both), HEADER + 2 * start)
    except DiskFull as error:
        error.safe = "Both voices are safe in their own files; only the mix of them is missing."
        raise


def _to_bytes(samples: Samples) -> bytes:
    return np.clip(np.rint(samples * 32768), -32768, 32767).astype("<i2").tobytes()


def _header(count: int) -> bytes:
    """The 44 bytes of a canonical PCM WAV file of `count` samples (Microsoft/IBM, RIFF, 1991)."""
    data = min(2 * count, 0xFFFFFFFF - HEADER)
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        *(b"RIFF", data + HEADER - 8, b"WAVE"),
        *(b"fmt ", 16, 1, 1, RATE, 2 * RATE, 2, 16),
        *(b"data", data),
    )
