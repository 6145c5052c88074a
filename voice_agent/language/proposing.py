"""Hears a language model out while it writes how it reads a turn, and what it would say: piece by piece, as soon as each is whole. Pure.

pieces = Pieces()
for text in stream:
    for piece in pieces.feed(text): ...   # first the reading, then each reply
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

_DECODER = json.JSONDecoder()

LONGEST = 6_000
"""Characters that are heard out; the form has room for a third of it. Whoever writes on says nothing more that counts."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One whole object of what is being written."""

    name: str
    """"reading" or "replies"."""

    value: Mapping[str, Any]


@dataclass(slots=True)
class Pieces:
    """What was written so far of {"reading": {...}, "replies": [{...}, ...]}, in that order."""

    _text: str = ""
    _at: int = field(default=0)
    """Where the next object is looked for."""

    _name: str = "reading"

    @property
    def over(self) -> bool:
        """Was more written than is heard out?"""
        return len(self._text) > LONGEST

    def feed(self, text: str) -> Iterator[Piece]:
        """Yield what has become whole. What is no such object is passed over; nothing is raised."""
        self._text = (self._text + text)[: LONGEST + 1]
        if self._name == "reading":
            found = self._whole('"reading"')
            if found is None:
                return
            self._name = "replies"
            yield Piece("reading", found)
        while (found := self._whole("{")) is not None:
            yield Piece("replies", found)

    def _whole(self, mark: str) -> Mapping[str, Any] | None:
        """The next object behind `mark`, once its last brace is there."""
        begins = self._text.find(mark, self._at)
        brace = self._text.find("{", begins) if begins >= 0 else -1
        if brace < 0:
            return None
        try:
            value, self._at = _DECODER.raw_decode(self._text, brace)
        except (ValueError, RecursionError):
            return None
        return cast(Mapping[str, Any], value)
