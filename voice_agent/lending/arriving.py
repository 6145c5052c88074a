"""Sound of others as it comes, into ours: a file of any kind, or raw samples from a line. Nothing of it touches a disk."""

import io
from collections.abc import Iterator

import av
import numpy as np
import soundfile
import soxr
from av.error import FFmpegError

from voice_agent.errors import NotLent
from voice_agent.lending.refusals import unclear
from voice_agent.sound import RATE, Samples, Sound

LONGEST = 30 * 60
"""Seconds of sound in one request. A guess: longer ones keep others waiting for minutes."""

SLOWEST, FASTEST = 4_000, 192_000
"""Samples a second that can be somebody's voice."""

CHANNELS = 8

CONTAINERS = "mov,mp4,m4a,3gp,matroska,webm,ogg,mp3,wav,flac,aac,amr,aiff,caf,asf,w64,au"
"""Kinds of files that are opened. Not those that name other files or addresses, which would be fetched."""

WIDTHS = {1: "u1", 2: "<i2", 3: "", 4: "<i4"}
"""Bytes of a raw sample, as Wyoming has them."""


def too_long(param: str = "file") -> NotLent:
    """What is said of more sound than is heard at once."""
    return unclear(
        f"That is longer than {LONGEST // 60} minutes.",
        param=param,
        mend="Send it in parts.",
        status=413,
    )


def _no_sound(why: str = "") -> NotLent:
    return unclear(
        f"What was sent cannot be read as sound{why}.",
        param="file",
        mend="Send a WAV, FLAC, MP3, OGG, M4A or WebM file that plays elsewhere.",
    )


def _plausible(rate: int, channels: int) -> None:
    if not SLOWEST <= rate <= FASTEST:
        raise _no_sound(f": it says that it has {rate} samples a second")
    if not 1 <= channels <= CHANNELS:
        raise _no_sound(f": it says that it has {channels} channels")


def sounds(data: bytes) -> Iterator[Sound]:
    """Yield the file `data` in pieces of about a second, from 0 on the clock. Raises NotLent, before the first where it can."""
    try:
        file = soundfile.SoundFile(io.BytesIO(data))
    except soundfile.LibsndfileError:
        yield from _placed(_by_container(data))
        return
    with file:
        _plausible(file.samplerate, file.channels)
        if file.frames > LONGEST * file.samplerate:
            raise too_long()
        yield from _placed(_by_file(file))


def _by_file(file: soundfile.SoundFile) -> Iterator[Samples]:
    resample = soxr.ResampleStream(file.samplerate, RATE, 1, dtype="float32")
    while True:
        try:
            block = file.read(file.samplerate, dtype="float32", always_2d=True)
        except soundfile.LibsndfileError:
            raise _no_sound(": it is damaged") from None
        mono = _mono(np.asarray(block, np.float32))
        yield resample.resample_chunk(mono, last=not len(block))
        if not len(block):
            return


def _by_container(data: bytes) -> Iterator[Samples]:
    """What libsndfile does not read: what browsers and telephones record."""
    try:
        with av.open(
            io.BytesIO(data),
            mode="r",
            options={"format_whitelist": CONTAINERS, "protocol_whitelist": "none"},
            metadata_errors="ignore",
        ) as container:
            if container.duration and container.duration > LONGEST * 1_000_000:
                raise too_long()
            if not container.streams.audio:
                raise _no_sound(": there is none in it")
            stream = container.streams.audio[0]
            _plausible(stream.rate, stream.channels)
            resample = av.AudioResampler(format="flt", layout="mono", rate=RATE)
            for frame in container.decode(stream):
                for one in resample.resample(frame):
                    yield np.asarray(one.to_ndarray(), np.float32).reshape(-1)
            for one in resample.resample(None):
                yield np.asarray(one.to_ndarray(), np.float32).reshape(-1)
    except (FFmpegError, ValueError):
        raise _no_sound() from None


def _placed(pieces: Iterator[Samples]) -> Iterator[Sound]:
    """In pieces of a second; what lies about its length ends where too much has come."""
    held, start = list[Samples](), 0
    waiting = 0
    for piece in pieces:
        held.append(piece)
        waiting += len(piece)
        if start + waiting > LONGEST * RATE:
            raise too_long()
        if waiting >= RATE:
            yield Sound(_clean(held), start)
            start, held, waiting = start + waiting, [], 0
    if waiting:
        yield Sound(_clean(held), start)
    elif not start:
        raise _no_sound(": there is none in it")


def _clean(held: list[Samples]) -> Samples:
    # a float file may hold anything; what is not a number is not sound
    return np.clip(np.nan_to_num(np.concatenate(held)), -1.0, 1.0).astype(np.float32)


def _mono(block: Samples) -> Samples:
    return np.ascontiguousarray(np.nan_to_num(block.mean(axis=1)), dtype=np.float32)


class Incoming:
    """Raw samples from a line, in order, that all have one form."""

    def __init__(self, rate: int, width: int, channels: int) -> None:
        """`rate` in hertz, `width` in bytes. Raises NotLent where that cannot be a voice."""
        _plausible(rate, channels)
        if width not in WIDTHS:
            raise _no_sound(f": it says that a sample has {width} bytes")
        self.form = (rate, width, channels)
        self._resample = soxr.ResampleStream(rate, RATE, 1, dtype="float32")
        self._left = b""
        self._start = 0

    def take(self, raw: bytes) -> Sound:
        """The sound of `raw`; a sample that came by halves waits for its other half."""
        _, width, channels = self.form
        raw = self._left + raw
        whole = len(raw) - len(raw) % (width * channels)
        self._left = raw[whole:]
        block = _levels(raw[:whole], width).reshape(-1, channels)
        return self._sound(_mono(block), last=False)

    def rest(self) -> Sound:
        """What the resampler still held back."""
        return self._sound(np.zeros(0, np.float32), last=True)

    def _sound(self, mono: Samples, *, last: bool) -> Sound:
        samples = np.clip(self._resample.resample_chunk(mono, last=last), -1.0, 1.0)
        sound = Sound(samples, self._start)
        self._start += len(samples)
        return sound


def _levels(raw: bytes, width: int) -> Samples:
    """Raw samples as numbers in [-1, 1]; those of one byte have no sign."""
    if width == 3:
        three = np.frombuffer(raw, "u1").reshape(-1, 3)
        four = np.zeros((len(three), 4), "u1")
        four[:, 1:] = three
        return _levels(four.tobytes(), 4)
    found = np.frombuffer(raw, WIDTHS[width]).astype(np.float32)
    levels = (found - 128) / 128 if width == 1 else found / 2.0 ** (8 * width - 1)
    return np.asarray(levels, np.float32)
