"""What goes with one wish to erase: words of turns, stretches of sound, and what echoes them."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from voice_agent.archive import redaction
from voice_agent.archive.redaction import Span
from voice_agent.archive.residue import Traces
from voice_agent.archive.tombstones import Tombstone
from voice_agent.memory.forgetting import What, Wish, bare, blanked, echoes
from voice_agent.story import SessionId, Speaker

Key = tuple[SessionId, int]
"""A turn."""

Chars = tuple[tuple[int, int], ...]
"""Characters [first, last)."""


@dataclass(frozen=True, slots=True)
class NewestWording:
    """One turn in its newest wording."""

    speaker: str
    version: int
    text: str
    packed: str
    """Words with their times, as the record packs them."""

    began: float
    ended: float
    order: tuple[int, int]
    """Number of the talk, then of the turn."""

    older: tuple[str, ...] = ()
    """What earlier wordings say."""

    finished: bool = True
    """False where somebody spoke over it."""

    @property
    def words(self) -> list[Any]:
        """(text, start, end, probability) each."""
        return json.loads(self.packed)

    @property
    def ours(self) -> bool:
        """Did the interviewer say it?"""
        return self.speaker == Speaker.INTERVIEWER


@dataclass(frozen=True)
class Going:
    """All that goes with one wish."""

    wish: Wish
    turns: Mapping[Key, NewestWording]
    """Every turn there is."""

    gone: Mapping[Key, Chars]
    """What goes of which turns."""

    telling: frozenset[str]
    """Shingles that only what is erased has told."""

    names: frozenset[str] = field(default_factory=frozenset[str])
    """Of a person who is forgotten."""

    capitals: frozenset[str] = field(default_factory=frozenset[str])
    """Those of the names that are words of everyday as well: "Rose" is she, and the sun that rose is not."""

    @cached_property
    def marks(self) -> Traces:
        """What echoes are looked for by."""
        return Traces(self.telling, names=frozenset(map(bare, self.names)))

    def named(self, text: str) -> Chars:
        """The sentences of `text` that name who is forgotten."""
        if not self.perhaps(text):
            return ()
        return tuple(
            (first, last)
            for first, last in echoes(text, (), self.names)
            if echoes(text[first:last], (), self.names - self.capitals)
            or self.capitals & {*WORD.findall(text[first:last])}
        )

    @property
    def session(self) -> str:
        """The talk that goes whole; "" where none does."""
        return self.wish.id if self.wish.what is What.SESSION else ""

    def echoes(self, text: str) -> Chars:
        """The sentences of `text` that repeat it, or name who is forgotten."""
        if not self.perhaps(text):
            return ()
        return tuple(sorted({*echoes(text, self.telling, ()), *self.named(text)}))

    def held(self, text: str) -> bool:
        """Does `text` repeat it, be it a sentence too short to be known anywhere but where it stands whole?"""
        return bool(self.echoes(text)) or (self.perhaps(text) and bool(self.marks.said(text)))

    def perhaps(self, text: str) -> bool:
        """Can there be an echo in `text`? Quick."""
        return self.marks.perhaps(text)

    def left(self, key: Key) -> str:
        """What a turn says when what is forgotten is out of it."""
        return blanked(self.turns[key].text, self.gone.get(key, ()))

    def spans(self, key: Key) -> list[Span]:
        """When what goes of a turn was said."""
        turn = self.turns[key]
        if not (chars := self.gone.get(key, ())):
            return []
        if not turn.words or not self.left(key).strip():
            return [(turn.began, turn.ended)]
        return redaction.silent(turn.text, turn.words, chars, turn.began, turn.ended)

    def graves(self) -> Iterator[Tombstone]:
        """What is written down of it."""
        if self.session:
            yield Tombstone(self.session, None)
        for (session, id), chars in self.gone.items():
            if session != self.session:
                for first, last in chars:
                    yield Tombstone(session, id, self.turns[session, id].version, first, last)

    def consent_goes(self, session: str, words: str) -> bool:
        """Is the sentence in which a consent was given to be forgotten?"""
        return bool(self.session and session == self.session) or bool(self.echoes(words))


WORD = re.compile(r"[^\W_]+")


def what_stays(going: Going, key: Key) -> Iterator[str]:
    """What stays of a turn, in each of its wordings: of one that loses something only the newest stays."""
    yield going.left(key)
    if key not in going.gone:
        yield from going.turns[key].older
