"""Sentences of old autobiographies, of people's own life histories and of chit-chat: calm talk, as far as danger is concerned."""

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path

from lab import utterances


def sentences(books: Path) -> list[str]:
    """Sentences of 5 to 30 words that speak of "I", "me" or "my", every second one as heard; shuffled.

    Of autobiographies alone: in a novel people do cry for help.
    """
    return _rendered(each for each in _of(_books(books)) if _SELF.search(each))


def told(books: Path, names: Iterable[str]) -> list[str]:
    """Sentences of 3 to 30 words of the autobiographies of these people."""
    texts = (books / f"{name}_autobiography.txt" for name in names)
    return _rendered(_of((each.read_text("utf-8", "replace") for each in texts), least=3))


def chat(folder: Path) -> list[str]:
    """What two strangers chat about in TIAGE's anno_train.json, as a recogniser might write it."""
    talks: dict[str, list[list[str]]]
    talks = json.loads((folder / "anno_train.json").read_text("utf-8"))
    words = (utterances.as_heard(line[0]) for talk in talks.values() for line in talk)
    return [each for each in words if len(each.split()) >= 3]


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
    return [each if n % 2 else utterances.as_heard(each) for n, each in enumerate(order)]
