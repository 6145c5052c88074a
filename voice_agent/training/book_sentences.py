"""Sentences of old autobiographies and of people's own life histories: calm talk, as far as danger is concerned."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from voice_agent import labelled

OTHERS = 3500
"""Sentences of the books that do not speak of the teller, beside all those that do."""


def sentences(books: Path) -> list[str]:
    """Sentences of 5 to 30 words that speak of "I", "me" or "my", every second one as heard; shuffled.

    Of autobiographies alone: in a novel people do cry for help.
    """
    return _rendered(each for each in _of(_books(books)) if _SELF.search(each))


def others(books: Path) -> list[str]:
    """OTHERS of the sentences that speak of other people and things, as `sentences` has them."""
    return _rendered(each for each in _of(_books(books)) if not _SELF.search(each))[:OTHERS]


def histories(folder: Path) -> list[str]:
    """Sentences of 3 to 30 words of every second life history, by name: the others are for measuring."""
    files = sorted(folder.rglob("*.txt"))[::2]
    return _rendered(_of((file.read_text("utf-8", "replace") for file in files), least=3))


_SELF = re.compile(r"\b(?:I|me|my)\b")


def _books(folder: Path) -> Iterable[str]:
    for book in sorted(folder.glob("*autobiography*.txt")):
        yield book.read_text(encoding="utf-8", errors="replace")


def _of(texts: Iterable[str], *, least: int = 5) -> Iterable[str]:
    for text in texts:
        for sentence in re.split(r"(?<=[.!?])\s+", " ".join(text.split())):
            if least <= len(sentence.split()) <= 30:
                yield sentence


def _rendered(found: Iterable[str]) -> list[str]:
    order = sorted(found, key=lambda each: hashlib.sha256(each.encode()).digest())
    return [each if n % 2 else labelled.as_heard(each) for n, each in enumerate(order)]
