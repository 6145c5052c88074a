"""Taking forgotten words and sound out of files: they keep their form and lose what is forgotten."""

import json
import os
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voice_agent.archive import journal
from voice_agent.archive.private import plainly, replacing, write_all
from voice_agent.archive.sound_track import HEADER, length
from voice_agent.memory.forgetting import bare, blanked
from voice_agent.memory.terms import terms
from voice_agent.sound import RATE

AROUND = 0.15
"""Seconds of sound that go on either side of a word, as far as no other word reaches: recognisers set the edges too tightly."""

OURS = frozenset(
    {
        *("kind", "sort", "speaker", "level", "floor", "cue", "engine", "act", "verdict", "who"),
        *("where", "what", "said_at"),
    }
)
"""Fields of a journal that hold our own fixed words."""

Span = tuple[float, float]
"""Seconds since the microphone opened."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One turn that loses something, as its journal is to tell it from now on."""

    text: str
    """What is left of it."""

    times: tuple[tuple[float, float, float], ...]
    """Of the words that are left: began, ended, probability."""

    gone: str
    """What goes, bare."""


@dataclass(frozen=True, slots=True)
class HeardTurn:
    """When a turn of the narrator's was said: journals tell the same words several times while they come."""

    id: int
    began: float
    ended: float


def silence(track: Path, spans: Sequence[Span]) -> None:
    """Overwrite `spans` of a recording with silence, on the disk when this returns, and not a sample beside them.

    A file that is not there is silent already. Raises StateUnwritable.
    """
    if not track.is_file():
        return
    end = length(track)
    with plainly(track):
        file = os.open(track, os.O_RDWR | os.O_CLOEXEC)
        try:
            for began, ended in spans:
                first, last = max(0, round(began * RATE)), min(end, round(ended * RATE))
                if last > first:
                    write_all(file, bytes(2 * (last - first)), HEADER + 2 * first)
            os.fsync(file)
        finally:
            os.close(file)


def beside(spans: Sequence[Span], kept: Sequence[Span]) -> list[Span]:
    """`spans` without what lies in `kept`."""
    left = list(spans)
    for began, ended in kept:
        left = [
            each
            for a, b in left
            for each in ((a, min(b, began)), (max(a, ended), b))
            if each[1] > each[0]
        ]
    return left


def redact_journal(
    path: Path,
    cuts: Mapping[int, Cut],
    heard: Sequence[HeardTurn],
    echoes: Callable[[str], object],
    perhaps: Callable[[str], bool],
) -> bool:
    """Blank what speaks of what is forgotten; every line stays, and stays JSON. Returns whether anything did.

    `cuts` are the turns of this talk that lose something, by id; `heard` is every turn of the narrator's in it, in order.
    What belongs to no turn goes where it `echoes`; a quick look says whether it does `perhaps`. A line that cannot be
    read goes whole where it does, and so does what was made of a turn that loses something. Raises DiskFull.
    """
    if not path.is_file():
        return False
    data = path.read_bytes()
    if not cuts and not perhaps(data.decode("utf-8", "replace")):
        return False
    fragments = " | ".join(each.gone for each in cuts.values())
    lines = data.split(b"\n")
    left = [
        _redacted(line, event, turns, cuts, heard, fragments, echoes)
        for line, (event, turns) in zip(lines, journal.told_of(map(_event, lines)), strict=True)
    ]
    if left == lines:
        return False
    with replacing(path) as file:
        write_all(file, b"\n".join(left), 0)
    return True


def _event(line: bytes) -> dict[str, Any]:
    """Empty where it cannot be read."""
    try:
        event = json.loads(line)
    except ValueError:
        return {}
    return event if isinstance(event, dict) else {}


def _redacted(
    line: bytes,
    event: Mapping[str, Any],
    turns: Sequence[int],
    cuts: Mapping[int, Cut],
    heard: Sequence[HeardTurn],
    fragments: str,
    echoes: Callable[[str], object],
) -> bytes:
    """The line as it is to be. `turns`: whose reading it may hold."""
    if not event:
        told = line and echoes(line.decode("utf-8", "replace"))
        return b'{"at": 0, "kind": "erased"}' if told else line
    left = _of_turn(event, turns, cuts, heard)
    if left is None:
        said = event.get("kind") in ("turn", "text")
        left = {
            key: value if key in OURS else _blank(value, "" if said else fragments, echoes)
            for key, value in event.items()
        }
    if left == event:
        return line
    return json.dumps(left, ensure_ascii=False).encode("utf-8", "replace")


def _of_turn(
    event: Mapping[str, Any],
    turns: Sequence[int],
    cuts: Mapping[int, Cut],
    heard: Sequence[HeardTurn],
) -> dict[str, Any] | None:
    """What is left of an event that tells a turn which loses something, or what was made of it; None for every other."""
    match event.get("kind"):
        case "turn":
            cut = cuts.get(event.get("id", 0))
            if cut is None:
                return None
            times = {"times": [list(each) for each in cut.times]} if "times" in event else {}
            return {**event, "text": cut.text, **times}
        case "text" if cuts:
            until = _samples(event.get("until", event.get("at"))) / RATE
            place = bisect_right(heard, until, key=lambda each: each.began) - 1
            of = heard[place] if place >= 0 else None
            # what was heard after it belongs to no turn
            gone = of is not None and of.id in cuts and until <= of.ended + 0.5
            return {**event, "text": ""} if gone else None
        case "read by model" if event.get("turn") in cuts or _puts_right(event, cuts):
            return {"at": event.get("at", 0), "kind": "erased"}
        case "reading" | "thought" | "feeling" if any(each in cuts for each in turns):
            return {"at": event.get("at", 0), "kind": "erased"}
        case _:
            return None


def _puts_right(event: Mapping[str, Any], cuts: Mapping[int, Cut]) -> bool:
    """Does it say where in a turn that loses something the words stand that it puts right?"""
    read = event.get("read")
    places: Any = read.get("corrections", ()) if isinstance(read, dict) else ()
    return any(each[0] in cuts for each in places if isinstance(each, list) and each)


def _samples(value: Any) -> float:
    return value if isinstance(value, int | float) else 0


def _blank(value: Any, fragments: str, echoes: Callable[[str], object]) -> Any:
    if isinstance(value, str):
        return "" if value and (echoes(value) or _inside(value, fragments)) else value
    if isinstance(value, list):
        return [_blank(each, fragments, echoes) for each in value]
    if isinstance(value, dict):
        return {key: _blank(each, fragments, echoes) for key, each in value.items()}
    return value


def _inside(value: str, fragments: str) -> bool:
    """A piece of a sentence that goes, such as half a clause; a single word may be of any sentence."""
    words = bare(value)
    return " " in words and f" {words} " in f" {fragments} " and bool(terms(words))


def without(
    text: str, words: Sequence[Sequence[Any]], gone: Sequence[tuple[int, int]]
) -> tuple[str, list[Sequence[Any]]]:
    """Blank `gone` in a wording. Returns text, and the words that stay.

    `words` are (text, start, end, probability), as the record packs them.
    """
    return blanked(text, gone), [word for word, stays in _stay(text, words, gone) if stays]


def silent(
    text: str,
    words: Sequence[Sequence[Any]],
    gone: Sequence[tuple[int, int]],
    began: float,
    ended: float,
) -> list[Span]:
    """When what goes of a turn was said: never into a word that stays, nor out of the turn (`began` to `ended`)."""
    found: list[Span] = []
    before, run = began, None
    for word, stays in _stay(text, words, gone):
        first, last = float(word[1]), float(word[2])
        if not stays:
            run = (run[0] if run else first, last)
            continue
        if run:
            found.append(_between(run, before, min(first, ended), began, ended))
        before, run = max(before, last), None
    if run:
        found.append(_between(run, before, ended, began, ended))
    return [(a, b) for a, b in found if b > a]


def _between(run: Span, low: float, high: float, began: float, ended: float) -> Span:
    """A run of words with the sound around it, as far as `low` and `high`; all of it at the turn's own ends."""
    first = low if low == began else max(low, run[0] - AROUND)
    return first, high if high == ended else min(high, run[1] + AROUND)


def _stay(
    text: str, words: Sequence[Sequence[Any]], gone: Sequence[tuple[int, int]]
) -> Iterator[tuple[Sequence[Any], bool]]:
    """Each word, and whether it stays. One that cannot be found in the text may be one that goes."""
    at = 0
    for word in words:
        bareword = str(word[0]).strip()
        place = text.find(bareword, at) if bareword else -1
        if place >= 0:
            at = place + len(bareword)
        yield word, place >= 0 and not any(a < at and place < b for a, b in gone)
