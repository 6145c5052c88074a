"""Sentences of old autobiographies that speak of the teller: calm talk, as far as danger is concerned."""

import hashlib
import re
from pathlib import Path

from voice_agent import labelled


def sentences(books: Path) -> list[str]:
    """Sentences of 5 to 30 words that speak of "I", "me" or "my", every second one as heard; shuffled.

    Of autobiographies alone: in a novel people do cry for help.
    """
    found: list[str] = []
    for book in sorted(books.glob("*autobiography*.txt")):
        text = " ".join(book.read_text(encoding="utf-8", errors="replace").split())
        for sentence in re.split(r"(?<=[.!?])\s+", text):
            if 5 <= len(sentence.split()) <= 30 and re.search(r"\b(?:I|me|my)\b", sentence):
                found.append(sentence)
    found.sort(key=lambda each: hashlib.sha256(each.encode()).digest())
    return [each if n % 2 else labelled.as_heard(each) for n, each in enumerate(found)]
