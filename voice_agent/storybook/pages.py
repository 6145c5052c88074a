"""What a book is made of: sentences that cite, passages that are approved one by one, chapters.

A sentence of the narrator's rests on `Mention`s, so that what nobody said has nothing to rest on. Only a
link, a fixed phrase of ours from config/book, and a question, which we asked aloud, need none.
"""

import hashlib
from dataclasses import dataclass, field, replace
from enum import StrEnum

from voice_agent.errors import BookRefused
from voice_agent.memory.claims import Mention
from voice_agent.memory.privacy import OPEN, Privacy, strictest
from voice_agent.storybook.marks import Doubt


class Kind(StrEnum):
    """Whose sentence it is."""

    OWN = "own"
    """The narrator's, tidied."""

    WRITTEN = "written"
    """Edited by a language model, and let through by the gate."""

    LINK = "link"
    """A fixed phrase of ours, printed so that nobody takes it for the narrator's."""

    ASKED = "asked"
    """The interviewer's question, where the answer cannot be understood without it."""

    PUT = "put"
    """As the narrator wants it to stand, who said it otherwise."""


_NARRATORS = (Kind.OWN, Kind.WRITTEN, Kind.PUT)


class Text(StrEnum):
    """The four honest texts of a chapter. Whoever reads is shown the first of them that there is."""

    APPROVED = "approved"
    """The chapter as the narrator wants it to stand; only where something of it reads otherwise than it was said."""

    CHAPTER = "chapter"
    TIDIED = "tidied"
    VERBATIM = "verbatim"
    """What was heard, word for word. It alone is played where the narrator wants it to read otherwise: her voice is

    never heard beside words that she did not say.
    """


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a book."""

    text: str
    kind: Kind = Kind.OWN
    spans: tuple[Mention, ...] = ()
    """What it rests on, the best telling first; other tellings of the same follow."""

    privacy: Privacy = OPEN
    reads: str | None = None
    """What the narrator wants to stand in its place; "" for nothing, None where it stands as it is."""

    beside: str = ""
    """What we put beside it: what was put right later, and word for word what the recogniser had made of it."""

    doubt: Doubt | None = None
    """Word for word: what a rule supposes of it, for the narrator alone."""

    def __post_init__(self) -> None:
        """Raises BookRefused for words in the narrator's mouth that rest on nothing."""
        if self.told and not self.spans:
            raise BookRefused("A sentence of the narrator's needs the words that it rests on.")

    @property
    def told(self) -> bool:
        """Is it the narrator's?"""
        return self.kind in _NARRATORS

    @property
    def verbatim(self) -> str:
        """The words it rests on, as they were heard."""
        return " ".join(each.words for each in self.spans)

    @property
    def approved(self) -> "Sentence":
        """As the narrator wants it to stand."""
        return self if self.reads is None else replace(self, text=self.reads, kind=Kind.PUT)


def _reads(sentence: Sentence) -> tuple[str, ...]:
    """What of it a reader sees; a sentence that reads as it was said has two parts, as ever."""
    more = () if sentence.reads is None else (sentence.reads,)
    return (sentence.text, sentence.kind, *more, *([sentence.beside] if sentence.beside else []))


@dataclass(frozen=True, slots=True)
class Passage:
    """Some sentences that are read back and approved together."""

    sentences: tuple[Sentence, ...]
    when: str = ""
    """EDTF; "" where it was not told."""

    verbatim: tuple[Sentence, ...] = ()
    """All that was told there, in the order told, as heard."""

    tidied: tuple[Sentence, ...] = ()
    """The same, tidied."""

    _id: str = field(default="", init=False, compare=False, repr=False)

    @property
    def id(self) -> str:
        """p- and sixteen hex digits, from words and places: a changed passage is another one, which

        nobody has approved yet.
        """
        if not self._id:  # worked out once: a page asks it of every piece of a book, and often
            object.__setattr__(self, "_id", self._named())
        return self._id

    def _named(self) -> str:
        parts = [
            (*_reads(each), [(s.session, s.turn, s.first, s.last) for s in each.spans])
            for each in (*self.sentences, *self.verbatim, *self.tidied)
        ]
        label = self.privacy.label
        return "p-" + hashlib.sha256(repr((parts, label)).encode()).hexdigest()[:16]

    @property
    def says(self) -> str:
        """The same for all that read the same, told in the same turns, wherever in a turn it stands."""
        parts = [
            (*_reads(each), [(s.session, s.turn, s.words) for s in each.spans])
            for each in (*self.sentences, *self.verbatim, *self.tidied)
        ]
        return repr((parts, self.privacy.label))

    @property
    def approved(self) -> tuple[Sentence, ...]:
        """Its sentences as the narrator wants them to stand, one for each; an empty one is not printed."""
        return tuple(each.approved for each in self.sentences)

    @property
    def otherwise(self) -> frozenset[Mention]:
        """What was said where the narrator wants it to read otherwise."""
        return frozenset(s for each in self.sentences if each.reads is not None for s in each.spans)

    @property
    def privacy(self) -> Privacy:
        """That of its strictest sentence, in whatever text."""
        every = (*self.sentences, *self.verbatim, *self.tidied)
        return strictest(each.privacy for each in every)

    @property
    def marked(self) -> tuple[Sentence, ...]:
        """The sentences that the narrator is asked about, one by one, word for word."""
        return tuple(each for each in self.verbatim if each.doubt is not None)

    @property
    def spans(self) -> tuple[Mention, ...]:
        """Everything it rests on."""
        every = (*self.sentences, *self.verbatim, *self.tidied)
        return tuple(dict.fromkeys(span for each in every for span in each.spans))


@dataclass(frozen=True, slots=True)
class Chapter:
    """One topic or time of a life."""

    key: str
    """As in config/book/chapters.toml; of chapters that stand together, all of theirs."""

    title: str
    short: str = ""
    """What it is called beside another one."""

    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """All of it, in the order of the chapters."""

    narrator: str
    chapters: tuple[Chapter, ...] = ()
    writer: str = "none"
    """Which language model edited it; "none": the narrator's own sentences alone."""

    left_out: tuple[str, ...] = field(default=(), repr=False)
    """Words that nobody who reads it may find in it: private, put away, from a bad moment. Never stored."""

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Of every chapter, in order."""
        return tuple(each for chapter in self.chapters for each in chapter.passages)
