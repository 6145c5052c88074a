"""The book to listen to: an M4B with chapters, the narrator's own voice, and the house's voice for titles and questions.

What the narrator wrote, or wants to read otherwise than it was said, has no sound of its own: the house's voice reads it, and
says at the beginning that it does.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

import av
import numpy as np
import soundfile
from mutagen.mp4 import MP4, MP4Cover

from voice_agent.archive.private import plainly
from voice_agent.errors import BookRefused
from voice_agent.sound import RATE, Samples
from voice_agent.storybook import words
from voice_agent.storybook.copying import Making
from voice_agent.storybook.layout import Layout, Leaf, Line

FILE = "book.m4b"

BITS = 64_000
"""A second; enough for one voice."""

FRAME = 1024
"""Samples that AAC takes at once."""

BREATH = 0.6
"""Seconds between two sentences. A guess."""

PAUSE = 1.6
"""Seconds before and after a title. A guess."""

Say = Callable[[str], Samples]
"""Speaks a sentence; returns samples at RATE."""


def write(layout: Layout, making: Making, say: Say | None, cover: str = "") -> None:
    """Write book.m4b into the copy being made; its sound is there already. Raises BookRefused, SoundFileError."""
    if not layout.heard or say is None:
        raise BookRefused(
            "Nothing in this book can be heard: it was told in writing, or its sound was not kept."
            if say
            else "There is no voice to read the titles and questions with.",
            safe="Nothing was written.",
            mend="The e-book and the printed book can be made." if say else "Choose a voice.",
        )
    spoken = [words.of_itself("audiobook", layout, others=_others(layout))]
    said = (line.text for leaf in layout.leaves for line in _lines(leaf))
    making.text("spoken.txt", "\n".join([*spoken, *said]))  # refuses what must not be heard
    (making.at / "spoken.txt").unlink()
    path = making.at / FILE
    loud = _loudness(layout, making)

    def ours(text: str) -> Samples:
        samples = say(text)
        here = float(np.sqrt(np.mean(np.square(samples)))) if len(samples) else 0.0
        return np.clip(samples * (loud / here), -1, 1) if here and loud else samples

    with plainly(path):
        marks = _encode(path.as_posix(), layout, _pieces(layout, making, ours, spoken[0]))
        _tag(path.as_posix(), layout, (making.at / cover).read_bytes() if cover else b"")
        path.chmod(0o600)
    making.tick(f"{FILE}, {marks} chapters")


def _lines(leaf: Leaf) -> Iterator[Line]:
    for paragraph in leaf.paragraphs:
        yield from paragraph.sentences


def _others(layout: Layout) -> bool:
    """Is there a sentence of the narrator's that the house's voice must read?"""
    return any(line.told and not line.clips for leaf in layout.leaves for line in _lines(leaf))


def _loudness(layout: Layout, making: Making) -> float:
    """Of the narrator, as the root of the mean square; 0 where there is no sound."""
    found = [_sound(making, leaf.file) for leaf in layout.leaves if leaf.file]
    heard = [each[np.abs(each) > 0.01] for each in found]
    whole = [float(np.sqrt(np.mean(np.square(each)))) for each in heard if len(each)]
    return sum(whole) / len(whole) if whole else 0.0


def _sound(making: Making, file: str) -> Samples:
    samples, rate = soundfile.read(making.at / file, dtype="float32")
    assert rate == RATE  # we cut it ourselves
    return samples.astype(np.float32)


Piece = tuple[str, Samples]
"""The title of a chapter where one begins, else ""; and what is heard."""


def _pieces(layout: Layout, making: Making, say: Say, before: str) -> Iterator[Piece]:
    pause, breath = (np.zeros(round(each * RATE), np.float32) for each in (PAUSE, BREATH))
    yield layout.title, np.concatenate([say(before), pause])
    for leaf in layout.leaves:
        yield leaf.title, np.concatenate([pause, say(leaf.title), pause])
        whole = _sound(making, leaf.file) if leaf.file else np.zeros(0, np.float32)
        for line in _lines(leaf):
            if line.clips:
                clip = line.clips[0]
                yield "", whole[round(clip.began * RATE) : round(clip.ended * RATE)]
            else:
                yield "", say(line.text)
            yield "", breath


def _encode(path: str, layout: Layout, pieces: Iterator[Piece]) -> int:
    """Write the sound and its chapters; returns how many there are."""
    begins: list[tuple[int, str]] = []
    at = 0
    with av.open(path, "w", format="ipod") as book:
        stream = book.add_stream("aac", rate=RATE, layout="mono")
        stream.bit_rate = BITS
        rest = np.zeros(0, np.float32)
        for title, samples in pieces:
            if title:
                begins.append((at + len(rest), title))
            rest = np.concatenate([rest, samples.astype(np.float32)])
            while len(rest) >= FRAME:
                frame = _frame(rest[:FRAME], at)
                rest, at = rest[FRAME:], at + FRAME
                for packet in stream.encode(frame):
                    book.mux(packet)
        end = at + len(rest)
        if len(rest):
            for packet in stream.encode(_frame(rest, at)):
                book.mux(packet)
        for packet in stream.encode(None):
            book.mux(packet)
        ends = [first for first, _ in begins[1:]] + [end]
        book.set_chapters(
            [
                {
                    "id": number,
                    "start": first,
                    "end": last,
                    "time_base": Fraction(1, RATE),
                    "metadata": {"title": title},
                }
                for number, ((first, title), last) in enumerate(zip(begins, ends, strict=True))
            ]
        )
    return len(begins)


def _frame(samples: Samples, at: int) -> "av.AudioFrame":
    frame = av.AudioFrame.from_ndarray(samples[np.newaxis, :], format="fltp", layout="mono")
    frame.sample_rate = RATE
    frame.pts = at
    return frame


def _tag(path: str, layout: Layout, cover: bytes) -> None:
    tags = MP4(path)
    tags["\xa9nam"] = tags["\xa9alb"] = layout.title
    tags["\xa9ART"] = layout.narrator
    tags["\xa9gen"] = "Audiobook"
    tags["stik"] = [2]
    if cover:
        tags["covr"] = [MP4Cover(cover, MP4Cover.FORMAT_PNG)]
    tags.save()
