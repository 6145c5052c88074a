"""Fills in cry_patterns.tsv: {this|that} stands for either, and what comes of one pattern stays together.

Twenty fillings of one pattern teach little more than six: the situation is the pattern's. They are chosen by a hash of
the words, so that the same file always gives the same sentences.
"""

import hashlib
import itertools
import re
from collections.abc import Iterable
from pathlib import Path

from lab import utterances
from lab.training import LESSONS
from lab.utterances import Utterance, as_heard

PATTERNS = LESSONS / "cry_patterns.tsv"

FILLINGS = 8
"""Sentences made of one pattern, every second one as a recogniser might write it."""

_CHOICE = re.compile(r"\{([^{}]*)\}")


def fill(pattern: str) -> list[str]:
    """Every sentence that `pattern` stands for."""
    parts = _CHOICE.split(pattern)
    choices = [part.split("|") if n % 2 else [part] for n, part in enumerate(parts)]
    return ["".join(each) for each in itertools.product(*choices)]


def filled(path: Path = PATTERNS) -> list[list[Utterance]]:
    """One list of sentences for each pattern of the file. Raises SettingsError."""
    return [_some(each) for each in utterances.read(path)]


def _some(pattern: Utterance) -> list[Utterance]:
    chosen = sorted(fill(pattern.words), key=_hash)[:FILLINGS]
    return [
        Utterance(pattern.label, as_heard(words) if n % 2 else words)
        for n, words in enumerate(chosen)
    ]


def part(words: Iterable[str], of: int) -> int:
    """Which of `of` parts this family of sentences belongs to; the same words always the same part."""
    return _hash("\n".join(words))[1] % of


def _hash(words: str) -> bytes:
    return hashlib.sha256(words.encode()).digest()
