"""Text on its way to the voice, cut while it is still being written.

A language model writes word by word and a voice speaks clause by clause: the first clause goes out as
early as it can be said naturally, the rest sentence by sentence. Nothing is cut that belongs in one
breath: "3.5", "Mr. Smith", "June 6, 1944", what somebody said between quotation marks. Every space is a
possible cut, judged by what stands before it and the first letter after it, so the pieces do not depend
on how the text happened to arrive; joined, they give it back to the letter.
"""

import re
from collections.abc import Iterable, Iterator
from enum import Enum

FIRST = 3
"""Words that are enough for the first clause: about a second of speech, time to make the next. A guess."""

CLAUSE = 9
"""Words from which a later piece may end at a comma."""

LONGEST_PIECE_WORDS = 28
"""Words after which a piece is cut even without punctuation: a voice takes about 10 s for them."""

BREATH = 10
"""Words a piece must have before it is cut where a speaker only breathes."""

QUOTE = 40
"""Words after which a quotation or bracket that never closes is no longer respected."""

_ABBREVIATIONS = frozenset(
    (
        "mr", "mrs", "ms", "mx", "dr", "st", "jr", "sr", "rev", "fr", "prof", "hon", "gen", "col", "capt", "cpt", "lt",
        "sgt", "cpl", "pvt", "maj", "adm", "gov", "sen", "rep", "pres", "supt", "messrs", "mt", "ft", "ave", "blvd", "rd",
        "vs", "etc", "e.g", "i.e", "cf", "approx", "dept", "est", "no", "nos", "vol", "pp", "ed", "co", "corp", "inc", "ltd",
        "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sept", "sep", "oct", "nov", "dec", "mon", "tue", "wed", "thu", "fri",
        "a.m", "p.m", "u.s", "u.k", "u.s.a", "d.c", "b.c", "a.d", "ph.d", "m.d", "r.n", "oz", "lb", "lbs", "in", "min", "ca",
    )
)  # fmt: skip
_MAY_END = frozenset(
    (
        "etc", "jr", "sr", "a.m", "p.m", "u.s", "u.k", "u.s.a", "d.c", "b.c", "a.d", "ph.d", "m.d", "r.n", "inc", "ltd", "corp",
    )
)  # fmt: skip
"""Of these a capital letter next says that the sentence ended: "at 5 p.m. We ate"."""

_WORD_THEN = frozenset(("no", "in", "mar", "min", "ed", "fri", "co", "est"))
"""Also ordinary words: their dot belongs to them only before a number ("No. 5")."""

_BREATH_BEFORE = frozenset(
    (
        "and", "but", "or", "so", "because", "when", "where", "who", "which", "while", "before", "after", "until", "if",
        "than", "with", "without", "that",
    )
)  # fmt: skip


class _Mark(Enum):
    SENTENCE = "sentence"
    CLAUSE = "clause"
    NONE = "none"


class Cutter:
    """One reply being cut. Feed it text as it comes, then `finish` it."""

    def __init__(self) -> None:
        self._rest = ""
        self._first = True

    def feed(self, text: str) -> list[str]:
        """Take in more text; return the pieces that are complete now, each with its trailing space."""
        self._rest += text
        return list(self._pieces())

    def finish(self) -> list[str]:
        """Return what is left, as no more or one piece."""
        rest, self._rest, self._first = self._rest, "", True
        return [rest] if rest else []

    def _pieces(self) -> Iterator[str]:
        while end := _cut(self._rest, first=self._first):
            piece, self._rest = self._rest[:end], self._rest[end:]
            self._first = False
            yield piece


def clauses(text: str) -> list[str]:
    """Cut a whole text at once. No piece is empty; `"".join` of them is `text`."""
    cutter = Cutter()
    return [*cutter.feed(text), *cutter.finish()]


def stream(parts: Iterable[str]) -> Iterator[str]:
    """Cut text that arrives in parts."""
    cutter = Cutter()
    for part in parts:
        yield from cutter.feed(part)
    yield from cutter.finish()


def _cut(text: str, *, first: bool) -> int:
    """Return where the first piece of `text` ends, its trailing space included; 0: not yet known."""
    words = 0
    breath = 0
    last = 0
    for gap in re.finditer(r"\s+(?=\S)", text):
        left, word = text[: gap.start()], text[last : gap.start()]
        if breath_here := words >= BREATH and word.lower() in _BREATH_BEFORE:
            breath = last
        words += bool(re.search(r"\w", word))
        last = gap.end()
        if not words or (_enclosed(left) and words < QUOTE):
            # a breath inside a quotation is none
            breath = 0 if breath_here else breath
            continue
        mark = _mark(left, text[gap.end()], gap.group())
        enough = FIRST if first else CLAUSE
        if mark is _Mark.SENTENCE or (mark is _Mark.CLAUSE and words >= enough):
            return gap.end()
        if words >= LONGEST_PIECE_WORDS and not _belongs(left, text[gap.end()]):
            return breath or gap.end()
    return 0


def _mark(left: str, after: str, space: str) -> _Mark:
    """Judge the space between `left` and a word that starts with `after`."""
    if space.count("\n") > 1:
        return _Mark.SENTENCE
    bare = left.rstrip("\"”’')]")
    if bare.endswith(("...", "…")):
        return _Mark.SENTENCE if after.isupper() else _Mark.CLAUSE
    if bare.endswith(("!", "?")):
        # "Really?" she said
        return _Mark.SENTENCE if bare == left or not after.islower() else _Mark.NONE
    if bare.endswith("."):
        if bare != left and after.islower():
            return _Mark.NONE
        return _Mark.NONE if _belongs(bare, after) else _Mark.SENTENCE
    if bare.endswith((",", ";", ":", "–", "—")) or bare.endswith(" -"):
        return _Mark.NONE if after.isdigit() else _Mark.CLAUSE
    return _Mark.NONE


def _belongs(left: str, after: str) -> bool:
    """Does the next word belong to a dot, a title or a number at the end of `left`?"""
    word = (left.split() or [""])[-1].lstrip("\"“‘'([")
    if not word.endswith("."):
        return word[-1:].isdigit() and after.isdigit()
    stem = word[:-1].lower()
    if stem in _WORD_THEN or re.fullmatch(r"£?\d+s", stem):  # "17s. 6d." is one sum
        return after.isdigit()
    if stem in _ABBREVIATIONS:
        return not (stem in _MAY_END and after.isupper())
    # an initial, or the number of a list; but "so do I."
    return bool(re.fullmatch(r"(?:[a-hj-z]|[a-z](?:\.[a-z])+)", stem)) or (
        stem.isdigit() and len(stem) <= 2 and len(left.split()) == 1
    )


def _enclosed(left: str) -> bool:
    """Is the end of `left` inside quotation marks or brackets?"""
    return (
        left.count('"') % 2 == 1
        or left.count("“") > left.count("”")
        or left.count("(") > left.count(")")
    )
