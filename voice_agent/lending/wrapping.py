"""Our voice in the form that a program asks for, as it is made: what has been said can be heard while more is made."""

import io
import struct
from collections.abc import Iterator
from fractions import Fraction
from typing import Protocol, cast

import av
import numpy as np
import soxr
from av.audio.stream import AudioStream

from voice_agent.sound import Clip, Samples

RATE = 24_000
"""Hertz of everything that is sent: what programs take raw samples of this endpoint to have, and every format can."""

KINDS = {
    "mp3": "audio/mpeg",
    "opus": "audio/ogg",
    "aac": "audio/aac",
    "flac": "audio/flac",
    "wav": "audio/wav",
    "pcm": "audio/pcm",
}
"""Formats, and what a browser calls them."""

_MADE_BY = {
    "mp3": ("mp3", "libmp3lame", "s16p"),
    "opus": ("ogg", "libopus", "s16"),
    "aac": ("adts", "aac", "fltp"),
    "flac": ("flac", "flac", "s16"),
}
"""Container, codec and the form of its samples."""

BITS = 64_000
"""A second; enough for one voice."""


class Wrapper(Protocol):
    """Something that samples are put into."""

    def add(self, samples: Samples) -> bytes:
        """Put in samples at RATE; what is ready to be sent."""
        ...

    def close(self) -> bytes:
        """What was still to be sent."""
        ...


def wrapped(clips: Iterator[Clip], kind: str) -> Iterator[bytes]:
    """The clips, one after another, as one file of `kind`. Raises what `clips` raises."""
    into = _Raw(header=kind == "wav") if kind in ("wav", "pcm") else _Coded(*_MADE_BY[kind])
    resample: soxr.ResampleStream | None = None
    for clip in clips:
        resample = resample or soxr.ResampleStream(clip.rate, RATE, 1, dtype="float32")
        if ready := into.add(np.clip(resample.resample_chunk(clip.samples), -1, 1)):
            yield ready
    if resample is not None:
        rest = resample.resample_chunk(np.zeros(0, np.float32), last=True)
        yield into.add(np.clip(rest, -1, 1)) + into.close()


def sixteen(samples: Samples) -> bytes:
    """Samples as 16-bit numbers, little end first."""
    return (samples * 32767).astype("<i2").tobytes()


class _Raw:
    """Samples as they are, behind the header of a WAV file whose length nobody knows yet."""

    def __init__(self, *, header: bool) -> None:
        self._head = _header() if header else b""

    def add(self, samples: Samples) -> bytes:
        head, self._head = self._head, b""
        return head + sixteen(samples)

    def close(self) -> bytes:
        return b""


def _header() -> bytes:
    unknown = 0xFFFF_FFFF
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, RATE, RATE * 2, 2, 16)
    return (
        struct.pack("<4sI4s", b"RIFF", unknown, b"WAVE")
        + form
        + struct.pack("<4sI", b"data", unknown)
    )


class _Drain(io.RawIOBase):
    """Takes what an encoder writes, and gives it away; an encoder cannot go back in it."""

    def __init__(self) -> None:
        super().__init__()
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:  # type: ignore[override]
        piece = bytes(cast(bytes, data))
        self._held += piece
        return len(piece)

    def taken(self) -> bytes:
        held, self._held = bytes(self._held), bytearray()
        return held


class _Coded:
    """What FFmpeg makes of them."""

    def __init__(self, container: str, codec: str, form: str) -> None:
        self._drain, self._form, self._at = _Drain(), form, 0
        options = {"write_xing": "0"} if container == "mp3" else {}
        self._file = av.open(self._drain, "w", format=container, options=options)
        self._stream = cast(AudioStream, self._file.add_stream(codec, rate=RATE))
        self._stream.layout = "mono"
        if codec != "flac":
            self._stream.bit_rate = BITS
        self._form_to = av.AudioResampler(format=form, layout="mono", rate=RATE)
        self._fifo = av.AudioFifo()

    def add(self, samples: Samples) -> bytes:
        if len(samples):
            frame = av.AudioFrame.from_ndarray(
                (samples * 32767).astype(np.int16).reshape(1, -1), format="s16", layout="mono"
            )
            frame.sample_rate, frame.pts, frame.time_base = RATE, self._at, Fraction(1, RATE)
            self._at += len(samples)
            for one in self._form_to.resample(frame):
                self._encode(one)
        return self._drain.taken()

    def close(self) -> bytes:
        self._encode(None)
        self._file.close()
        return self._drain.taken()

    def _encode(self, frame: av.AudioFrame | None) -> None:
        for packet in self._stream.encode(frame):
            self._file.mux(packet)
