"""What may leave, and to whom: nothing the narrator has not approved, nothing that is not for this reader.

Asked anew for every copy. Who may read at all follows from the consents (one for each recipient, one for
print, one for after death); who may read a passage, from what was said to it and from its labels.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from voice_agent.archive.passages import Approval
from voice_agent.archive.who_sees import Reader, agreed, may_know, reads_book, reads_passage
from voice_agent.errors import BookRefused
from voice_agent.memory.claims import Claim, Mention
from voice_agent.memory.privacy import OPEN, Privacy, strictest
from voice_agent.story import Consent, ConsentKind, SessionId, TurnId
from voice_agent.storybook.material import Material
from voice_agent.storybook.pages import Book, Chapter, Kind, Passage, Sentence
from voice_agent.storybook.together import together


def released(
    book: Book, reader: Reader, material: Material, approvals: Mapping[str, Approval]
) -> Book:
    """The part of `book` that may go to `reader`, as of today. Raises BookRefused where nothing may.

    Everything else that was ever told is in the result's `left_out`, for the finished pages to be searched.
    """
    usable: Usable = {}
    for t in material.told:
        place = (t.span.session, t.span.turn, t.span.version)
        # a draft may be older than the wish: what is said of the telling today holds
        if may_know(t.privacy, reader):
            usable.setdefault(place, []).append((t.span.first, t.span.last))

    def may(passage: Passage) -> bool:
        if not reads_passage(approvals.get(passage.id), passage.privacy, reader):
            return False
        return _rests(passage, usable)

    chapters = tuple(
        replace(chapter, passages=some)
        for chapter in book.chapters
        if (some := tuple(_for(p, reader) for p in _joined(chapter.passages, may)))
    )
    if not chapters:
        raise BookRefused(
            "There is nothing yet that may be shown"
            + (f" to {reader.name}." if reader.name else "."),
            safe="Nothing was written.",
            mend="`voice-agent chapters approve` reads the passages back to the narrator, one by one.",
        )
    chapters = together(chapters)
    return Book(book.narrator, chapters, book.writer, _rest(chapters, material))


def standing(book: Book, material: Material) -> Book:
    """The part of a draft that rests on nothing but what a book may hold today."""
    usable = _usable(material)
    chapters = (
        replace(chapter, passages=tuple(_joined(chapter.passages, lambda p: _rests(p, usable))))
        for chapter in book.chapters
    )
    return replace(book, chapters=tuple(each for each in chapters if each.passages))


def for_the_narrator(book: Book, material: Material, away: Collection[tuple[str, int]]) -> Book:
    """A draft as its narrator reads it: without what rests on words in one of the turns `away` that nobody may read."""
    usable = _usable(material)

    def stays(passage: Passage) -> bool:
        away_in = any((str(s.session), int(s.turn)) in away for s in passage.spans)
        return not away_in or _rests(passage, usable)

    chapters = (
        replace(each, passages=tuple(filter(stays, each.passages))) for each in book.chapters
    )
    return replace(book, chapters=tuple(each for each in chapters if each.passages))


def limits(
    book: Book, claims: Iterable[Claim], kept_back: Mapping[tuple[SessionId, TurnId], Privacy]
) -> dict[str, Privacy]:
    """Who may know of each passage, by its id, as of today: a draft may be older than what was said of it since."""
    said = defaultdict[tuple[str, int, int], list[tuple[Mention, Privacy]]](list)
    for claim in claims:
        for each in claim.mentions if claim.privacy != OPEN else ():
            said[each.session, each.turn, each.version].append((each, claim.privacy))
    return {
        passage.id: strictest(
            [
                passage.privacy,
                *(kept_back.get((span.session, span.turn), OPEN) for span in passage.spans),
                *(
                    privacy
                    for span in passage.spans
                    for each, privacy in said[span.session, span.turn, span.version]
                    if each.first < span.last and span.first < each.last
                ),
            ]
        )
        for passage in book.passages
    }


def _rests(passage: Passage, usable: "Usable") -> bool:
    return all(_inside(span, usable) for span in passage.spans)


def _joined(passages: Sequence[Passage], may: Callable[[Passage], bool]) -> Iterator[Passage]:
    """Those that may be read; "later on" stands before one only where what it was later than is read too."""
    follows = False
    for each in passages:
        read = may(each)
        if read and not follows:
            ours = list(takewhile(lambda s: s.kind is Kind.LINK, each.sentences))
            each = replace(each, sentences=each.sentences[len(ours) :])
        if read:
            yield each
        follows = read


def _for(passage: Passage, reader: Reader) -> Passage:
    """Without a sentence that is stricter than its passage: there is none, and this keeps it so."""

    def only(sentences: Iterable[Sentence]) -> tuple[Sentence, ...]:
        return tuple(s for s in sentences if may_know(s.privacy, reader))

    return replace(
        passage,
        sentences=only(passage.sentences),
        verbatim=only(passage.verbatim),
        tidied=only(passage.tidied),
    )


Usable = dict[tuple[str, int, int], list[tuple[int, int]]]
"""Characters of the sentences that may be used, by session, turn and wording."""


def _usable(material: Material) -> Usable:
    found: Usable = {}
    for t in material.told:
        place = (t.span.session, t.span.turn, t.span.version)
        found.setdefault(place, []).append((t.span.first, t.span.last))
    return found


def _inside(span: Mention, usable: Usable) -> bool:
    """Is the span still (a part of) a sentence that may be used, in the wording that holds?"""
    sentences = usable.get((span.session, span.turn, span.version), ())
    return any(first <= span.first and span.last <= last for first, last in sentences)


def _rest(chapters: Iterable[Chapter], material: Material) -> tuple[str, ...]:
    given = {
        (span.session, span.turn, span.first)
        for chapter in chapters
        for passage in chapter.passages
        for span in passage.spans
    }
    return (
        *(each.words for each in material.left_out),
        *(
            told.span.words
            for told in material.told
            if (told.span.session, told.span.turn, told.span.first) not in given
        ),
    )


def permitted(consents: Iterable[Consent], reader: Reader, *, printed: bool = False) -> None:
    """Raise BookRefused where the narrator has not said yes to this reader, or not to print."""
    consents = tuple(consents)
    wanted: list[tuple[bool, str]] = [
        (reads_book(consents, reader), f"a copy for {reader.name}"),
        (not printed or agreed(consents, ConsentKind.PRINT), "a printed book"),
        (
            reader.alive or agreed(consents, ConsentKind.AFTER_DEATH),
            "what is only for after death",
        ),
    ]
    for given, what in wanted:
        if not given:
            raise BookRefused(
                f"The narrator has not said yes to {what}.",
                safe="Nothing was written.",
                mend="Ask the narrator; the answer is kept with `voice-agent chapters consent`.",
            )
