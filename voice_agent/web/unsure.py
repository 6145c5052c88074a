"""The words of a sentence that the recogniser was not sure of: marked where the narrator approves it, and heard with one tap.

In the draft of the book they are listed besides, until the piece that they stand in is answered for.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from voice_agent.archive import session_tables
from voice_agent.archive.misspelt import spans
from voice_agent.memory.claims import Mention
from voice_agent.memory.terms import STOP
from voice_agent.story import SessionId, TurnId, Word
from voice_agent.storybook.pages import Passage, Sentence
from voice_agent.web.desk import Desk
from voice_agent.web.names import perhaps

UNSURE = 0.5
"""Below this probability a word is marked. A guess; of words that were heard right few are."""


class Part(NamedTuple):
    """A stretch of a sentence."""

    text: str
    sound: str = ""
    """Address of its sound where it was not surely heard."""


class Again(NamedTuple):
    """One word to listen to again."""

    word: str
    sound: str
    """Address of its sound."""

    piece: str
    """Id of the piece that it stands in."""


def to_hear(
    passages: Iterable[Passage], heard: Callable[[Sentence], Sequence[Part]]
) -> list[Again]:
    """The words of `passages` that were not surely heard, in their order; `heard` as `marked` makes it."""
    return [
        Again(part.text, part.sound, each.id)
        for each in passages
        for sentence in each.approved
        for part in heard(sentence)
        if part.sound
    ]


def names_asked(desk: Desk, passages: Iterable[Passage]) -> int:
    """How many names that may have been misheard stand in `passages`, and wait for a yes or a no."""
    turns = {(str(s.session), int(s.turn)) for each in passages for s in each.spans}
    return sum(
        any((place.session, place.turn) in turns for place in each.places) for each in perhaps(desk)
    )


def marked(desk: Desk) -> Callable[[Sentence], Sequence[Part]]:
    """A sentence in parts, those that were not surely heard apart; one part where all was, or where it reads otherwise."""

    @cache
    def wording(session: str, turn: int, version: int) -> tuple[str, tuple[Word, ...]]:
        every = session_tables.wordings(desk.book.read, SessionId(session), TurnId(turn))
        return next(((e.text, e.words) for e in every if e.version == version), ("", ()))

    @cache
    def audible(session: str) -> bool:
        return (desk.book.state / "sessions" / session / "narrator.wav").is_file()

    def parts(sentence: Sentence) -> Sequence[Part]:
        span = sentence.spans[0] if sentence.spans else None
        if span is None or sentence.reads is not None or not audible(span.session):
            return [Part(sentence.text)]
        return _parts(sentence.text, span, *wording(span.session, span.turn, span.version))

    return parts


def _parts(text: str, span: Mention, heard: str, words: Sequence[Word]) -> Sequence[Part]:
    found, at = list[Part](), 0
    for word, (first, last) in zip(words, spans(heard, words) or (), strict=False):
        bare = word.text.strip(".,!?;:\"'“”’")
        if not span.first <= first < last <= span.last or word.probability >= UNSURE:
            continue
        place = text.find(bare, at) if bare.lower() not in STOP else -1
        if place < 0 or not bare:
            continue
        where = f"/me/stories/{span.session}/{span.turn}/sound"
        sound = f"{where}?began={word.start:.2f}&ended={max(word.end, word.start + 0.1):.2f}"
        found += [Part(text[at:place]), Part(bare, sound)]
        at = place + len(bare)
    return [each for each in (*found, Part(text[at:])) if each.text]
