"""A file as the pieces of text that it holds, each for itself: rows by their fields, lines of JSON by their strings.

What ends one field and what begins the next were never said in a row. So whoever looks for words looks in one piece
at a time; two pieces lie side by side in the bytes of a file and nowhere else.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

BYTES = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffd]+")
"""What parts two texts in a file of which nobody knows the form."""


def texts(path: Path, data: bytes, wanted: Callable[[str], bool]) -> Iterator[str]:
    """The pieces of a file that lies at `path` and holds `data`, as far as they are `wanted` (a quick look at each).

    A database is read through SQLite, whoever else has it open. What cannot be read as what it is, is read as bytes.
    """
    if data.startswith(b"SQLite format 3\x00"):
        try:
            yield from _rows(path, wanted)
            return
        except (sqlite3.Error, UnicodeDecodeError):
            pass
    if path.name.endswith((".db-wal", ".db-shm")):
        return
    if b"\x00" not in data and not may_hold(data.decode("utf-8", "replace"), wanted):
        return
    read = next((each for ends, each in _FORMS.items() if path.name.endswith(ends)), _plain)
    for text in read(data):
        if wanted(text):
            yield text


def _rows(path: Path, wanted: Callable[[str], bool]) -> Iterator[str]:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        for (table,) in names.fetchall():
            for row in db.execute(f'SELECT * FROM "{table}"'):
                held = [_text(value) for value in row if isinstance(value, str | bytes)]
                # one look at the whole row: most rows hold nothing of it
                if may_hold("\n".join(held), wanted):
                    for text in held:
                        yield from packed(text)


def may_hold(text: str, wanted: Callable[[str], bool]) -> bool:
    """Is a closer look `wanted`? What is packed with escapes has to be unpacked before anybody can see what it says."""
    return wanted(text) or "\\u" in text


def _text(value: str | bytes) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def packed(text: str) -> Iterator[str]:
    """A field that is JSON itself, by its strings."""
    if text[:1] in ("[", "{"):
        try:
            yield from strings(json.loads(text))
            return
        except ValueError:
            pass
    yield text


def strings(value: Any) -> Iterator[str]:
    """Every string in a value of JSON; of a list of words, as the record packs them, all of them in a row as well."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        words = [_word(each) for each in value]
        if len(words) > 1 and all(words):
            yield " ".join(words)
        for each in value:
            yield from strings(each)


def _word(value: Any) -> str:
    """The word that an item of a list of words begins with; "" where it is none."""
    first = value[0] if isinstance(value, list) and value else value
    return first if isinstance(first, str) and first and " " not in first.strip() else ""


def _lines(data: bytes) -> Iterator[str]:
    """JSON, one value a line; a line that is none is a text."""
    for line in data.decode("utf-8", "replace").splitlines():
        yield from packed(line)


def _whole(data: bytes) -> Iterator[str]:
    yield from packed(data.decode("utf-8", "replace"))


def _transcript(data: bytes) -> Iterator[str]:
    """What was said in each paragraph or cue, without who said it."""
    for paragraph in data.decode("utf-8", "replace").split("\n\n"):
        yield _WHO.sub("", paragraph)


_WHO = re.compile(r"(?m)^\[\d+:\d\d\] [^:\n]*: |^<v [^>\n]*>|^\d+$|^\S+ --> \S+$")


def _plain(data: bytes) -> Iterator[str]:
    """Paragraphs of a text; of what is no text, whatever can be read as one."""
    for text in decoded(data):
        for run in BYTES.split(text):
            yield from run.split("\n\n")


def decoded(data: bytes) -> Iterator[str]:
    """`data` as text in each way it may have been written."""
    text = data.decode("utf-8", "replace")
    yield text
    if "\\u" in text:
        yield re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), text)
    if b"\x00" in data:
        for shift in (0, 1):
            yield data[shift:].decode("utf-16-le", "replace")


_FORMS: dict[str, Callable[[bytes], Iterator[str]]] = {
    "journal.jsonl": _lines,
    ".jsonl": _lines,
    ".json": _whole,
    "transcript.txt": _transcript,
    "transcript.vtt": _transcript,
}
