"""Sound files: any readable one in, plain 16-bit WAV out. Always a block at a time: memory stays flat."""

import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import soundfile
import soxr

from voice_agent.audio.writer import SoundWriter
from voice_agent.errors import SoundFileError
from voice_agent.sound import RATE, Samples, Sound

BLOCK = RATE
"""Samples read, mixed or written at a time: 1 s."""


def blocks(path: Path, samples: int = BLOCK) -> Iterator[Sound]:
    """Yield the file as `Sound`s of `samples` (the last one shorter), starting at 0 on the clock.

    Takes every format libsndfile reads (WAV of any width, FLAC, OGG, MP3), any rate and number of
    channels. Raises SoundFileError, before the first block where it can.
    """
    with _opened(path) as file:
        yield from _sounds(_mono(file, path), file.samplerate, samples)


def read(path: Path) -> Sound:
    """Return the whole file. For short ones: an hour is 230 MB; see `blocks`. Raises SoundFileError."""
    return Sound(np.concatenate([block.samples for block in blocks(path)]))


def seconds(path: Path) -> float:
    """Return the file's length in seconds, from its header. Raises SoundFileError."""
    with _opened(path) as file:
        return file.frames / file.samplerate


def write(path: Path, sounds: Iterable[Sound]) -> None:
    """Write 16 kHz mono 16-bit WAV, mode 0600, each sound in its place. An older file is replaced

    only once the new one is whole. Raises DiskFull, StateUnwritable.
    """
    fresh = path.with_name(f".{path.name}.part")
    fresh.unlink(missing_ok=True)
    try:
        with SoundWriter(fresh) as writer:
            for sound in sounds:
                writer.append(sound)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def mix(narrator: Path, interviewer: Path, conversation: Path) -> None:
    """Write both voices into one file, sample for sample: the two tracks share the session's clock.

    A missing track counts as silence. Raises SoundFileError, DiskFull, StateUnwritable.
    """
    write(conversation, _sums(narrator, interviewer))


def _sums(*tracks: Path) -> Iterator[Sound]:
    readers = [blocks(track) for track in tracks if track.exists() and seconds(track)]
    start = 0
    while pieces := [piece for reader in readers if (piece := next(reader, None)) is not None]:
        total = np.zeros(max(len(piece.samples) for piece in pieces), np.float32)
        for piece in pieces:
            total[: len(piece.samples)] += piece.samples
        yield Sound(np.clip(total, -1.0, 1.0), start)
        start += len(total)


@contextmanager
def _opened(path: Path) -> Generator[soundfile.SoundFile]:
    if not path.is_file():
        raise SoundFileError(
            f"There is no sound file {path}.", mend="Check the name and the folder."
        )
    if not path.stat().st_size:
        raise SoundFileError(f"{path} is empty: it holds no sound at all.", mend="Record it again.")
    if not os.access(path, os.R_OK):
        raise SoundFileError(f"{path} may not be read.", mend=f"Run: chmod u+r {path}")
    try:
        file = soundfile.SoundFile(path)
    except soundfile.LibsndfileError as error:
        raise SoundFileError(
            f"{path} cannot be read as sound ({_reason(error)}).",
            mend="Convert it with a sound editor to a WAV file, or use another one.",
        ) from error
    with file:
        yield file


def _mono(file: soundfile.SoundFile, path: Path) -> Iterator[Samples]:
    """Yield mono blocks at the file's own rate; a file without one good sample raises."""
    empty = True
    while True:
        try:
            block = file.read(max(1, file.samplerate), dtype="float32", always_2d=True)
        except soundfile.LibsndfileError as error:
            raise SoundFileError(
                f"{path} is damaged after {file.tell() / file.samplerate:.0f} s ({_reason(error)}).",
                mend="Use a copy of it, or convert it with a sound editor.",
            ) from error
        if not len(block):
            break
        empty = False
        # a float file may hold anything; what is not a number is not sound
        yield np.clip(np.nan_to_num(block.mean(axis=1)), -1.0, 1.0)
    if empty:
        raise SoundFileError(f"{path} has a header but no sound in it.", mend="Record it again.")


def _sounds(mono: Iterator[Samples], rate: int, samples: int) -> Iterator[Sound]:
    resample = soxr.ResampleStream(rate, RATE, 1, dtype="float32") if rate != RATE else None
    held, start = np.zeros(0, np.float32), 0
    for block in _ended(mono):
        last = block is None
        piece = np.zeros(0, np.float32) if block is None else block
        held = np.concatenate(
            (held, resample.resample_chunk(piece, last=last) if resample else piece)
        )
        while len(held) >= samples or (last and len(held)):
            yield Sound(held[:samples], start)
            start += len(held[:samples])
            held = held[samples:]


def _ended(mono: Iterator[Samples]) -> Iterator[Samples | None]:
    yield from mono
    yield None  # the resampler gives up its last samples only when told


def _reason(error: soundfile.LibsndfileError) -> str:
    return error.error_string.strip().rstrip(".")
