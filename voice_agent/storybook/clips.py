"""The narrator's own voice, sentence by sentence: cut out of the recordings and put into one file a chapter.

Only what may be read is cut, so that nothing else of a recording leaves the house with it. The edges lie in
the pauses around the sentence: never in a word before or after it that was not given away.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import soundfile
from mutagen.id3 import ID3, TALB, TIT2, TPE1, TRCK

from voice_agent.archive import sound_track
from voice_agent.memory.claims import Mention
from voice_agent.sound import RATE, Samples
from voice_agent.story import Session, SessionId, Speaker, Turn
from voice_agent.storybook.pages import Book, Chapter

ROOM = 0.2
"""Seconds that go on either side of a sentence, where the pause is long enough. A guess."""

BETWEEN = 0.45
"""Seconds of silence between two sentences of a chapter. A guess."""

FADE = 160
"""Samples over which a cut swells and fades, 10 ms: without it one hears a click."""

FOLDER = "audio"
"""Where the chapters' sound lies inside an export."""


@dataclass(frozen=True, slots=True)
class Clip:
    """Where a sentence is to be heard."""

    file: str
    """Inside the export: audio/01-childhood.mp3."""

    began: float
    ended: float
    """Seconds in that file."""


@dataclass(frozen=True, slots=True)
class Recordings:
    """Every sentence of a book that can be heard."""

    clips: Mapping[Mention, Clip] = field(default_factory=dict[Mention, Clip])
    seconds: Mapping[str, float] = field(default_factory=dict[str, float])
    """Length of each file."""

    def of(self, chapter: Chapter) -> str:
        """The file of `chapter`; "" where nothing of it can be heard."""
        spans = (span for passage in chapter.passages for span in passage.spans)
        return next((self.clips[span].file for span in spans if span in self.clips), "")


def edges(turn: Turn, span: Mention) -> tuple[float, float]:
    """Seconds between which `span` is heard, with half of the pauses around it, at most ROOM.

    A word outside the span is not touched.
    """
    began, ended = span.began or turn.began, span.ended or turn.ended
    before = max((w.end for w in turn.words if w.end <= began + 1e-6), default=began - 2 * ROOM)
    after = min((w.start for w in turn.words if w.start >= ended - 1e-6), default=ended + 2 * ROOM)
    return (
        max(0.0, began - min(ROOM, max(0.0, (began - before) / 2))),
        ended + min(ROOM, max(0.0, (after - ended) / 2)),
    )


def cut(
    book: Book,
    sessions: Sequence[Session],
    state: Path,
    to: Path,
    *,
    unheard: Collection[tuple[str, int]] = (),
    word_for_word: bool = True,
    tick: Callable[[str], None] = lambda _: None,
) -> Recordings:
    """Write one MP3 file a chapter below the folder `to`. `tick` hears of each file.

    What was written, whose sound was not kept, or of which nobody knows any more what was heard (`unheard`), has no
    clip; nor has what reads otherwise than it was said, in a copy that does not hold the word-for-word text as well.
    Raises SoundFileError, StateUnwritable.
    """
    turns = {(s.id, t.id): t for s in sessions for t in s.turns if t.speaker is Speaker.NARRATOR}
    tracks: dict[SessionId, Path] = {
        s.id: state / "sessions" / s.id / "narrator.wav" for s in sessions
    }
    clips: dict[Mention, Clip] = {}
    seconds: dict[str, float] = {}
    for number, chapter in enumerate(book.chapters, start=1):
        name = f"{FOLDER}/{number:02d}-{chapter.key}.mp3"
        silent = set[Mention]().union(*(p.otherwise for p in chapter.passages if not word_for_word))
        pieces: list[Samples] = []
        at = 0
        for span in _spans(chapter):
            turn = turns.get((span.session, span.turn))
            track = tracks.get(span.session)
            if (
                span in clips
                or span in silent
                or span.began is None
                or (span.session, span.turn) in unheard
                or turn is None
                or not (track and track.is_file())
            ):
                continue
            first, last = edges(turn, span)
            sound = sound_track.read(track, round(first * RATE), round(last * RATE)).samples
            if not len(sound):
                continue
            clips[span] = Clip(name, round(at / RATE, 3), round((at + len(sound)) / RATE, 3))
            pieces += [_faded(sound), np.zeros(round(BETWEEN * RATE), np.float32)]
            at += len(sound) + len(pieces[-1])
        if pieces:
            (to / FOLDER).mkdir(mode=0o700, exist_ok=True)
            _write(to / name, np.concatenate(pieces))
            _tag(to / name, book, chapter, number)
            seconds[name] = at / RATE
            tick(name)
    return Recordings(clips, seconds)


def _spans(chapter: Chapter) -> Iterator[Mention]:
    """In the order of the chapter's text; what only the longer texts hold comes after each passage."""
    for passage in chapter.passages:
        for sentence in passage.sentences:
            yield from sentence.spans
        yield from passage.spans


def _faded(samples: Samples) -> Samples:
    out = samples.copy()
    n = min(FADE, len(out) // 2)
    ramp = np.linspace(0.0, 1.0, n, dtype=np.float32)
    out[:n] *= ramp
    out[len(out) - n :] *= ramp[::-1]
    return out


def _write(path: Path, samples: Samples) -> None:
    # a constant rate: players then find a second without reading the whole file
    with soundfile.SoundFile(
        path,
        "w",
        RATE,
        1,
        "MPEG_LAYER_III",
        format="MP3",
        bitrate_mode="CONSTANT",
        compression_level=0.8,
    ) as file:
        file.write(np.clip(samples, -1.0, 1.0))
    path.chmod(0o600)


def _tag(path: Path, book: Book, chapter: Chapter, number: int) -> None:
    tags = ID3()
    tags.add(TIT2(encoding=3, text=chapter.title))
    tags.add(TPE1(encoding=3, text=book.narrator))
    tags.add(TALB(encoding=3, text=f"The story of {book.narrator}"))
    tags.add(TRCK(encoding=3, text=str(number)))
    tags.save(path)
