"""Taking forgotten words and sound out of files: they keep their form and lose what is forgotten."""

import json
import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from voice_agent.archive import journal
from voice_agent.archive.private import plainly, replacing, write_all
from voice_agent.archive.sound_track import HEADER, length
from voice_agent.memory.forgetting import bare, blanked, echoes
from voice_agent.sound import RATE

AROUND = 0.15
"""Seconds of sound that go on either side of a word: recognisers set the edges too tightly."""

LATER = 5 * RATE
"""Samples after its sound in which the journal may still speak of a word."""

OURS = frozenset(
    {
        *("kind", "sort", "speaker", "level", "floor", "cue", "engine", "act", "verdict", "who"),
        *("where", "what", "said_at"),
    }
)
"""Fields of a journal that hold our own fixed words."""

Span = tuple[float, float]
"""Seconds since the microphone opened."""


def silence(track: Path, spans: Sequence[Span]) -> None:
    """Overwrite `spans` of a recording with silence, on the disk when this returns.

    A file that is not there is silent already. Raises StateUnwritable.
    """
    if not track.is_file():
        return
    end = length(track)
    with plainly(track):
        file = os.open(track, os.O_RDWR | os.O_CLOEXEC)
        try:
            for began, ended in spans:
                first = max(0, round((began - AROUND) * RATE))
                last = min(end, round((ended + AROUND) * RATE))
                if last > first:
                    write_all(file, bytes(2 * (last - first)), HEADER + 2 * first)
            os.fsync(file)
        finally:
            os.close(file)


def redact_journal(
    path: Path, spans: Sequence[Span], forgotten: Collection[str], names: Collection[str]
) -> None:
    """Blank the text fields that speak of what is forgotten. Every line stays, and stays JSON.

    `spans` are when it was said; `forgotten` shingles and `names` are looked for everywhere. Raises
    RecordDamaged, DiskFull.
    """
    if not path.is_file():
        return
    lines = [
        json.dumps(_redacted(event, spans, forgotten, names), ensure_ascii=False)
        for event in journal.read(path)
    ]
    with replacing(path) as file:
        write_all(file, "".join(f"{line}\n" for line in lines).encode("utf-8", "replace"), 0)


def _redacted(
    event: journal.Event, spans: Sequence[Span], forgotten: Collection[str], names: Collection[str]
) -> dict[str, Any]:
    near = any(
        (began - AROUND) * RATE <= event["at"] <= (ended + AROUND) * RATE + LATER
        for began, ended in spans
    )
    return {
        key: value if key in OURS else _blank(value, near, forgotten, names)
        for key, value in event.items()
    }


def _blank(value: Any, near: bool, forgotten: Collection[str], names: Collection[str]) -> Any:
    if isinstance(value, str):
        gone = near or echoes(value, forgotten, names) or _inside(value, forgotten)
        return "" if gone else value
    if isinstance(value, list):
        return [_blank(each, near, forgotten, names) for each in value]
    if isinstance(value, dict):
        return {key: _blank(each, near, forgotten, names) for key, each in value.items()}
    return value


def _inside(value: str, forgotten: Collection[str]) -> bool:
    """A fragment of two words, such as half a clause, of something forgotten."""
    words = bare(value)
    return len(words.split()) == 2 and any(f" {words} " in f" {each} " for each in forgotten)


def without(
    text: str, words: Sequence[Sequence[Any]], gone: Sequence[tuple[int, int]]
) -> tuple[str, list[Sequence[Any]], list[Span]]:
    """Blank `gone` in a wording. Returns text, the words that stay, and when the others were said.

    `words` are (text, start, end, probability), as the record packs them.
    """
    kept: list[Sequence[Any]] = []
    times: list[Span] = []
    at = 0
    for word in words:
        bareword = str(word[0]).strip()
        place = text.find(bareword, at) if bareword else -1
        if place >= 0:
            at = place + len(bareword)
        if place >= 0 and not any(a < at and place < b for a, b in gone):
            kept.append(word)
        else:
            # a word that cannot be found in the text may be one of them
            times.append((float(word[1]), float(word[2])))
    return blanked(text, gone), kept, times
