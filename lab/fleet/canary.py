"""Is anything that the narrator said on a disk of the cluster? Searched byte by byte, in words and in sound.

Words: every three in a row that were said or heard, as UTF-8 and as UTF-16. Sound: pieces of the recordings as sixteen-bit
samples and as floats, wherever they may begin in a file.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voice_agent.sound import RATE, Samples

BYTES = 64
"""Of a piece of sound: nothing else is so by chance."""

EVERY = RATE // 2
"""Samples between two pieces."""

LOUD = 0.02
"""Root mean square from which a piece is speech and not the room."""


@dataclass(frozen=True, slots=True)
class Searched:
    """What was looked through, and what was found."""

    files: int
    bytes: int
    words: int
    """Threes that were looked for."""

    sounds: int
    """Pieces that were looked for."""

    found: tuple[str, ...]
    """Names of files; never what stands in them."""


def threes(texts: Iterable[str]) -> set[str]:
    """Every three words in a row, in small letters, where they are long enough to be nobody else's."""
    found = set[str]()
    for text in texts:
        words = re.findall(r"[a-z']+", text.casefold())
        found |= {" ".join(words[at : at + 3]) for at in range(len(words) - 2)}
    return {each for each in found if len(each) >= 12}


def pieces(samples: Samples) -> Iterator[bytes]:
    """Pieces of a recording as they would lie in a file."""
    for at in range(0, len(samples) - BYTES, EVERY):
        some = samples[at : at + BYTES]
        if float(np.sqrt(np.mean(some**2))) < LOUD:
            continue
        yield np.round(some[: BYTES // 2] * 32767).astype("<i2").tobytes()
        yield some[: BYTES // 4].astype("<f4").tobytes()


def search(folders: Sequence[Path], texts: Iterable[str], sounds: Iterable[Samples]) -> Searched:
    """Look through every file below `folders`; sockets and what vanishes meanwhile are left out."""
    wanted = threes(texts)
    heard = {piece for each in sounds for piece in pieces(each)}
    plain = [each.encode() for each in wanted]
    wide = [each.encode("utf-16-le") for each in wanted]
    files, size, found = 0, 0, list[str]()
    for path in (each for folder in folders for each in sorted(folder.rglob("*"))):
        if not path.is_file():
            continue
        try:
            data = path.read_bytes()
        except OSError:
            continue
        files, size = files + 1, size + len(data)
        small = re.sub(rb"[\s,.!?;]+", b" ", data.lower())
        if any(each in small for each in plain) or any(each in data.lower() for each in wide):
            found.append(f"{path.name}: words")
        if any(each in data for each in heard):
            found.append(f"{path.name}: sound")
    return Searched(files, size, len(wanted), len(heard), tuple(found))
