"""The proof that something was forgotten: everything that is kept is searched for traces of it.

Words are searched for field by field (`fields`), as shingles (three in a row) in whatever case and with whatever
between them; in files of which only their engine knows the fields, as the sentences that were said, byte by byte.
Sound is searched for as stretches of its samples. A shingle that what remains still says is no trace.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from voice_agent.archive import fields
from voice_agent.archive.private import read_apart
from voice_agent.archive.sound_track import HEADER
from voice_agent.memory.clauses import sentences
from voice_agent.memory.forgetting import SHINGLE, bare
from voice_agent.sound import RATE, Samples

STRETCH = 64
"""Samples of a stretch of sound, 4 ms; with speech in it, it does not occur anywhere by chance."""

STRETCHES = 4
"""Searched for in each second."""

LOUD = 0.01
"""Root mean square from which a stretch is speech and not silence, full scale 1."""

NEAR = 1.0
"""Seconds on either side of its place in which a sound is searched for."""

LOCKED = (".db", ".db-shm")
"""How the names of the files end on which SQLite holds its locks; it has none on the write-ahead log."""

SOUNDLESS = (
    ".db",
    ".db-wal",
    ".db-shm",
    ".json",
    ".jsonl",
    ".txt",
    ".vtt",
    ".md",
    ".html",
    "reserve",
)
"""How the names of files end in which there is text alone."""

OF_SQLITE = (".db", ".db-shm", ".db-wal")
"""How the names of files end in which SQLite lays fields back to back."""


_APART, _ALONE = rb"(?<![A-Za-z0-9\x80-\xff])", rb"(?![A-Za-z0-9\x80-\xff])"


@dataclass(frozen=True)
class Traces:
    """What is searched for. Never stored, never printed."""

    words: frozenset[str] = frozenset()
    """Shingles, bare; one of fewer words is a sentence."""

    sounds: tuple[bytes, ...] = ()
    """16-bit little-endian samples."""

    names: frozenset[str] = frozenset()
    """Bare."""

    sentences: frozenset[str] = frozenset()
    """As they were written."""

    spans: tuple[tuple[str, float, float], ...] = ()
    """Where the sounds are from: talk, and seconds in it. No other place of any talk's recordings can hold them."""

    def said(self, text: str) -> set[str]:
        """The shingles and names that are in one text."""
        return {
            each for first, last in sentences(text) for each in self._in(bare(text[first:last]))
        }

    def _in(self, said: str) -> Iterator[str]:
        words = said.split()
        runs = (" ".join(words[n : n + SHINGLE]) for n in range(len(words) - SHINGLE + 1))
        yield from self.words & {*runs, said}
        yield from (each for each in self.names if f" {each} " in f" {said} ")

    def perhaps(self, text: str) -> bool:
        """Can there be anything of it in a text? Quick: one word of each shingle is looked for."""
        low = text.lower()
        return any(each in low for each in self._marks)

    @cached_property
    def _marks(self) -> frozenset[str]:
        return frozenset(max(each.split(), key=len) for each in self.words | self.names)

    @cached_property
    def _raw(self) -> tuple[bytes, ...]:
        return tuple(
            each.encode() for each in sorted(self.sentences) if len(each.split()) > SHINGLE
        )

    @cached_property
    def _short(self) -> tuple[re.Pattern[bytes], ...]:
        """Those of few words count where no letter stands before or behind them: "he came" is not in "she came"."""
        few = (each.encode() for each in sorted(self.sentences) if len(each.split()) <= SHINGLE)
        return tuple(re.compile(_APART + re.escape(each) + _ALONE) for each in few)

    def as_written(self, data: bytes) -> int:
        """How many of the sentences lie in `data` as they were written."""
        return sum(each in data for each in self._raw) + sum(
            each.search(data) is not None for each in self._short
        )

    def named(self, data: bytes) -> int:
        """How many of the names lie in `data`, whatever stands beside them."""
        low = data.decode("utf-8", "replace").lower() if self.names else ""
        return sum(each in low and f" {each} " in f" {bare(low)} " for each in self.names)


@dataclass(frozen=True, slots=True)
class Found:
    """Something that should be gone."""

    path: Path
    words: int
    """How many of the shingles, names and sentences are there."""

    sounds: int


def search(folder: Path, traces: Traces) -> tuple[Found, ...]:
    """Search a file, or every file below a folder. Empty: nothing of it is left."""
    paths = [folder] if folder.is_file() else sorted(folder.rglob("*"))
    return tuple(
        found
        for path in paths
        if path.is_file() and not path.is_symlink() and (found := examine(path, traces))
    )


def examine(path: Path, traces: Traces) -> Found | None:
    """Search one file."""
    if path.suffix == ".wav" and path.parent.parent.name == "sessions":
        sounds = _sounds(path, traces)
        return Found(path, 0, sounds) if sounds else None
    # a database may be open here: a descriptor of ours, closed, would drop the locks on it
    data = read_apart(path) if path.name.endswith(LOCKED) else path.read_bytes()
    textual = path.name.endswith(SOUNDLESS) or of_the_index(path)
    sounds = 0 if textual else sum(each in data for each in traces.sounds)
    words = 0 if path.suffix == ".wav" else _words(path, data, traces)
    return Found(path, words, sounds) if words or sounds else None


def _words(path: Path, data: bytes, traces: Traces) -> int:
    if of_the_index(path):
        # the index lays its rows back to back; whoever has it open reads them one by one (`Index.texts`)
        return traces.as_written(data) + traces.named(data)
    found = len(in_texts(fields.texts(path, data, traces.perhaps), traces))
    return found or (traces.as_written(data) if path.name.endswith(OF_SQLITE) else 0)


def in_texts(texts: Iterable[str], traces: Traces) -> set[str]:
    """The shingles and names that are in any of `texts`, each read for itself."""
    return {each for text in texts if traces.perhaps(text) for each in traces.said(text)}


def readings(data: bytes) -> Iterator[str]:
    """`data` as text in each way it may have been written, bare: letters and digits between spaces."""
    return (f" {bare(text)} " for text in fields.decoded(data))


def together(several: Collection[Traces]) -> Traces:
    """What all of `several` look for."""
    return Traces(
        frozenset().union(*(each.words for each in several)),
        tuple(sound for each in several for sound in each.sounds),
        frozenset().union(*(each.names for each in several)),
        frozenset().union(*(each.sentences for each in several)),
        tuple(span for each in several for span in each.spans),
    )


def stretches(samples: Samples, rate: int) -> Iterator[bytes]:
    """Stretches of speech in `samples`, STRETCHES a second, as they lie in a 16-bit file."""
    step = rate // STRETCHES
    for first in range(0, len(samples) - STRETCH, step):
        inside = samples[first : first + step]
        # the loudest place of each step, so that a quiet syllable is found as well
        blocks = [inside[n : n + STRETCH] for n in range(0, len(inside) - STRETCH, STRETCH)]
        if not blocks:
            continue
        loudest = max(blocks, key=lambda block: float(np.square(block).sum()))
        if float(np.sqrt(np.square(loudest).mean())) >= LOUD:
            yield np.clip(np.rint(loudest * 32768), -32768, 32767).astype("<i2").tobytes()


def only_gone(forgotten: Iterable[str], remaining: Iterable[str]) -> frozenset[str]:
    """Those of `forgotten` that nothing in `remaining` says as well."""
    wanted = frozenset(forgotten)
    rare = Traces(wanted)
    kept = " | ".join(bare(text) for text in remaining if rare.perhaps(text))
    return frozenset(each for each in wanted if f" {each} " not in f" {kept} ")


def called_in(state: Path, path: Path) -> str:
    """A file as it is named to whoever looks after the device."""
    return str(path.relative_to(state) if path.is_relative_to(state) else path)


def of_the_index(path: Path) -> bool:
    """Is it a file of the index of memories?"""
    return any(each.suffix == ".lance" for each in path.parents)


def _sounds(track: Path, traces: Traces) -> int:
    """How many of the sounds a recording of a talk still holds where they were said."""
    held = b""
    with track.open("rb") as file:
        for talk, began, ended in traces.spans:
            if talk == track.parent.name:
                first = max(0, round((began - NEAR) * RATE))
                file.seek(HEADER + 2 * first)
                held += file.read(2 * (round((ended + NEAR) * RATE) - first))
    return sum(each in held for each in traces.sounds)
