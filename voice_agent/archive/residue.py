"""The proof that something was forgotten: every byte of every file is searched for traces of it.

Words are searched for as shingles (three in a row) in whatever case and with whatever between them, in
UTF-8 and UTF-16; sound as stretches of its samples. A shingle that what remains still says is no trace.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voice_agent.archive.private import read_apart
from voice_agent.sound import Samples

STRETCH = 64
"""Samples of a stretch of sound, 4 ms; with speech in it, it does not occur anywhere by chance."""

STRETCHES = 4
"""Searched for in each second."""

LOUD = 0.01
"""Root mean square from which a stretch is speech and not silence, full scale 1."""

LOCKED = (".db", ".db-shm")
"""How the names of the files end on which SQLite holds its locks; it has none on the write-ahead log."""


@dataclass(frozen=True, slots=True)
class Traces:
    """What is searched for. Never stored, never printed."""

    words: frozenset[str] = frozenset()
    """Shingles and names, bare."""

    sounds: tuple[bytes, ...] = ()
    """16-bit little-endian samples."""


@dataclass(frozen=True, slots=True)
class Found:
    """Something that should be gone."""

    path: Path
    words: int
    """How many of the shingles and names are there."""

    sounds: int


def search(folder: Path, traces: Traces) -> tuple[Found, ...]:
    """Search every file below `folder`. Empty: nothing of it is left."""
    return tuple(
        found
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and (found := examine(path, traces))
    )


def examine(path: Path, traces: Traces) -> Found | None:
    """Search one file."""
    # a database may be open here: a descriptor of ours, closed, would drop the locks on it
    data = read_apart(path) if path.name.endswith(LOCKED) else path.read_bytes()
    sounds = sum(1 for each in traces.sounds if each in data)
    texts = list(readings(data)) if traces.words else []
    words = sum(1 for each in traces.words if any(f" {each} " in text for text in texts))
    return Found(path, words, sounds) if words or sounds else None


def readings(data: bytes) -> Iterator[str]:
    """`data` as text in each way it may have been written, bare: letters and digits between spaces."""
    yield _bare(data.decode("utf-8", "replace"))
    escaped = data.decode("utf-8", "replace")
    if "\\u" in escaped:
        yield _bare(re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), escaped))
    if b"\x00" in data:
        for shift in (0, 1):
            yield _bare(data[shift:].decode("utf-16-le", "replace"))


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


def only_gone(forgotten: Iterable[str], remaining: Sequence[str]) -> frozenset[str]:
    """Those of `forgotten` that nothing in `remaining` says as well."""
    kept = " | ".join(_bare(text) for text in remaining)
    return frozenset(each for each in forgotten if f" {each} " not in f" {kept} ")


def _bare(text: str) -> str:
    return f" {' '.join(re.findall(_LETTERS, text.lower()))} "


_LETTERS = re.compile(r"[^\W_]+")
