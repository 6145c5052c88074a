"""A book as the pages of every export see it: numbered, with clips, dates in plain English. Pure."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from voice_agent.memory.claims import Mention
from voice_agent.storybook import dates_read
from voice_agent.storybook.clips import Clip, Recordings
from voice_agent.storybook.compose import elliptic
from voice_agent.storybook.index import Index, sentence_id
from voice_agent.storybook.pages import Book, Chapter, Kind, Passage, Sentence, Text
from voice_agent.storybook.photographs import Photograph
from voice_agent.storybook.subtitle import places_of, subtitle

PULL = range(8, 26)
"""Words of a sentence that may stand by itself at the head of a chapter."""


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence on a page."""

    id: str
    text: str
    kind: str
    told: bool
    clips: tuple[Clip, ...]
    beside: str = ""
    """What we put beside it in the word-for-word text."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One passage on a page."""

    when: str
    """For the margin; "" where it is that of the paragraph before."""

    sentences: tuple[Line, ...]
    turns: frozenset[tuple[str, int]] = frozenset()
    """In which it was told."""

    photographs: tuple[Photograph, ...] = ()
    """That stand beneath it."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One chapter on its page."""

    number: int
    key: str
    title: str
    opening: str
    """Beneath the title: where it plays, and in which years; or a sentence of it, in quotation marks."""

    pull: str
    """A sentence of it that may stand by itself, and stands so nowhere else; "" for none."""

    texts: tuple[tuple[str, tuple[Paragraph, ...]], ...]
    """The texts that there are, as `Text` orders them: the first is what a reader is shown."""

    file: str
    """Its sound; "" where there is none."""

    seconds: float

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Of the text that a reader is shown."""
        return self.texts[0][1]

    @property
    def minutes(self) -> str:
        """How long it is to hear; "" where there is nothing."""
        if not self.seconds:
            return ""
        whole = round(self.seconds / 60)
        return f"{whole} min" if whole else f"{round(self.seconds)} s"


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole book."""

    narrator: str
    told: str
    """ "in October and November 2026"."""

    pull: str
    edited: bool
    leaves: tuple[Leaf, ...]
    index: Index
    recordings: Recordings
    talks: int = 0
    """In how many it was told."""

    made_for: str = ""
    """ "Made for Ann on 28 November 2026."; "" on the pages, which ask anew each time."""

    @property
    def title(self) -> str:
        """Of the book."""
        return f"The Story of {self.narrator}"

    @property
    def heard(self) -> bool:
        """Is there any sound? What was typed has none, and nothing may claim that it has."""
        return any(leaf.file for leaf in self.leaves)

    @property
    def reworded(self) -> bool:
        """Does anything read otherwise than it was said?"""
        return any(
            line.kind == "put"
            for leaf in self.leaves
            for paragraph in leaf.paragraphs
            for line in paragraph.sentences
        )


def lay_out(
    book: Book, index: Index, recordings: Recordings, sessions: Mapping[str, datetime]
) -> Layout:
    """Lay out `book`. `sessions` says when each was held."""
    pull = max((_pull(each) for each in book.chapters), default=Pull()).text
    leaves = tuple(
        _leaf(chapter, number, recordings, index, pull)
        for number, chapter in enumerate(book.chapters, start=1)
    )
    held = {s.session for p in book.passages for s in p.spans if s.session in sessions}
    return Layout(
        book.narrator,
        _told(sorted(sessions[each] for each in held)),
        pull,
        book.writer != "none",
        leaves,
        index,
        recordings,
        len(held),
    )


def _leaf(chapter: Chapter, number: int, recordings: Recordings, index: Index, taken: str) -> Leaf:
    """`taken` is the sentence that stands on the title page, and so at the head of no chapter."""
    file = recordings.of(chapter)
    there = list(Text) if any(each.otherwise for each in chapter.passages) else list(Text)[1:]
    texts = tuple(
        (
            str(which),
            _paragraphs(chapter.passages, which, number, recordings, shown=which is there[0]),
        )
        for which in there
    )
    pull = _pull(chapter, taken).text
    if _opens(chapter, pull):
        pull = ""
    whens = [passage.when for passage in chapter.passages]
    opening = subtitle(whens, places_of(number, index))
    return Leaf(
        number,
        chapter.key,
        chapter.title,
        opening or (f"“{pull}”" if pull else ""),
        pull if opening else "",
        texts,
        file,
        recordings.seconds.get(file, 0.0),
    )


def _opens(chapter: Chapter, sentence: str) -> bool:
    """Is it the chapter's first? Then it needs no place above it."""
    first = next((s.text for p in chapter.passages for s in p.approved if s.told and s.text), "")
    return first == sentence


def _paragraphs(
    passages: Sequence[Passage], which: Text, chapter: int, recordings: Recordings, *, shown: bool
) -> tuple[Paragraph, ...]:
    found: list[Paragraph] = []
    count = 0
    above = ""
    # what points into a chapter points at the sentences that a reader is shown
    mark = "" if shown else {Text.CHAPTER: "k", Text.TIDIED: "t", Text.VERBATIM: "v"}[which]
    for passage in passages:
        silent = frozenset[Mention]() if which is Text.VERBATIM else passage.otherwise
        lines: list[Line] = []
        for each in of_text(passage, which):
            count += 1
            if each.text:
                lines.append(_line(each, mark + sentence_id(chapter, count), recordings, silent))
        when = dates_read.read(passage.when)
        if lines:
            turns = frozenset((str(s.session), int(s.turn)) for s in passage.spans)
            found.append(Paragraph(when if when != above else "", tuple(lines), turns))
            above = when
    return tuple(found)


def of_text(passage: Passage, which: Text) -> tuple[Sentence, ...]:
    """The sentences of one of its texts; a question that the chapter needs is in each, for "Everything." alone says nothing."""
    return {
        Text.APPROVED: passage.approved,
        Text.CHAPTER: passage.sentences,
        Text.TIDIED: tuple(_with_questions(passage, passage.tidied)),
        Text.VERBATIM: tuple(_with_questions(passage, passage.verbatim)),
    }[which]


def _with_questions(passage: Passage, told: Iterable[Sentence]) -> Iterator[Sentence]:
    """`told` with the questions of the passage's chapter, each where the turn that answered it begins."""
    questions = {
        (answer.spans[0].session, answer.spans[0].turn): question
        for question, answer in pairwise(passage.sentences)
        if question.kind is Kind.ASKED and answer.spans
    }
    for each in told:
        if question := questions.pop((each.spans[0].session, each.spans[0].turn), None):
            yield question
        yield each


def _line(sentence: Sentence, id: str, recordings: Recordings, silent: Collection[Mention]) -> Line:
    """One sentence; it is not played where the narrator wants it to read otherwise than it was said."""
    heard = not any(s in silent for s in sentence.spans)
    clips = tuple(recordings.clips[s] for s in sentence.spans if heard and s in recordings.clips)
    return Line(id, sentence.text, str(sentence.kind), sentence.told, clips, sentence.beside)


class Pull(NamedTuple):
    """A sentence that may stand by itself."""

    worth: float = 0.0
    text: str = ""


def _pull(chapter: Chapter, taken: str = "") -> Pull:
    """A sentence of the narrator's that can stand alone: no pointing back, not too long, with I or we in it; not `taken`."""
    best = Pull()
    for passage in chapter.passages:
        for each in passage.approved:
            words = each.text.split()
            if each.kind is not Kind.OWN or len(words) not in PULL or each.text == taken:
                continue
            if _POINTS_BACK.match(each.text) or elliptic(each.text):
                continue
            score = (
                bool(re.search(r"\b(?:I|we|my|our)\b", each.text))
                + 0.5 * min(2, len(_LIVELY.findall(each.text)))
                - 0.6
                * bool(re.search(r"\b(?:money|pounds|dollars|wanted to|went to)\b", each.text))
                - 0.6 * bool(re.search(r"\d|\bnineteen\b|\bborn\b", each.text))
                + len(words) / 60
            )
            if score > best.worth:
                best = Pull(score, each.text)
    return best if best.worth >= 1 else Pull()


_POINTS_BACK = re.compile(
    r"(?:And|But|So|Then|He|She|They|It|That|This|His|Her|Their|Those|These)\b"
)
_LIVELY = re.compile(
    r"\b(?:learned|nobody|decide\w*|music|floor|window|lamps?|children|mother|alone|never|always|laugh\w*|love\w*|smell\w*|said|told|learned|every|nobody|sing\w*|sang|afraid|proud|still|walls?)\b",
    re.IGNORECASE,
)


def _told(days: Sequence[datetime]) -> str:
    if not days:
        return ""
    first, last = days[0], days[-1]
    if (first.year, first.month) == (last.year, last.month):
        return f"in {first:%B %Y}"
    if first.year == last.year:
        return f"between {first:%B} and {last:%B %Y}"
    return f"between {first:%B %Y} and {last:%B %Y}"
