"""One form, one Save: the words, the answer and "for whom" of every piece on a page, kept together or not at all.

Each field's name says what it showed when the page was made. So what was not touched changes nothing, however old the
page is; what was touched is kept where it still reads as it did there; and where it does not, nothing is kept, and
both wordings are shown with what was typed still in its field. Saving that once more is then meant.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from voice_agent.archive.accounts import Account
from voice_agent.archive.own_words import Changes, Place
from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import Mention
from voice_agent.memory.privacy import Privacy
from voice_agent.memory.rewording import Stretch, place
from voice_agent.storybook.pages import Book, Passage, Sentence
from voice_agent.storybook.tidied import finished
from voice_agent.web.book_form import (
    HEARD,
    LATER,
    OUT,
    STANDS,
    WHOLE_FAMILY,
    SaveOutcome,
    Sent,
    asks,
    chosen,
    key,
    offered,
    readers,
    seen,
    shown,
)
from voice_agent.web.library import Library

LONGEST_SENTENCE_LETTERS = 5000
"""Letters of one sentence."""


def save(library: Library, sent: Sent, family: Sequence[Account], now: datetime) -> SaveOutcome:
    """Keep all that was changed on the page, or nothing. Raises DiskFull."""
    with library.alone():
        touched = {of: text for of, (was, text) in sent.boxes.items() if seen(text) != was}
        there = _There(library, family)
        if touched and there.older(touched):
            library.write(now)  # a story was heard anew since the book was written
            there = _There(library, family)
        clashes, lost = dict[tuple[str, str], str](), list[str]()
        typed: dict[tuple[str, str], str] = {}
        changes: dict[Place, Changes] = {}
        reworded = set[str]()
        says = dict[str, str]()
        for (kind, about), text in touched.items():
            found = there.find(about)
            if found is None:
                lost.append(text)
                continue
            sentence, passage = found
            reads, of = shown(kind, sentence), (kind, key(sentence.spans[0]))
            typed[of] = text
            if seen(text) == seen(reads):
                continue
            if seen(reads) != sent.boxes[kind, about][0]:
                clashes[of] = reads
            elif not 0 < len(text) <= LONGEST_SENTENCE_LETTERS:
                says[passage.id] = _LONG if text else _EMPTY
            else:
                reworded.add(passage.id)
                _add(changes, there, kind, sentence.spans[0], text)
        answers = _answers(there, sent, says)
        if clashes or lost or says:
            return SaveOutcome(clashes, says, typed, lost)
        if changes:
            try:
                library.reword(changes, now)
            except MemoryRefused as refused:
                first = next(iter(reworded))
                said = " ".join((refused.what, refused.safe, refused.mend))
                return SaveOutcome(pieces={first: said}, typed=typed)
        after = _There(library, family)
        kept = list[str]()
        for old, new in answers.items():
            passage = after.piece(old, sent.pieces.get(old, ""))
            stands = new.choice == STANDS
            holds = passage and (not stands or _read_by_her(passage, there, touched))
            if passage and holds:
                whom = new.whom if stands else ()
                library.answer(passage.id, given=stands, readers=whom, now=now)
                kept.append(new.choice)
                reworded.discard(old)
            else:
                reworded.add(old)
            if passage and new.chosen and not (stands and holds):
                library.mean(passage.id, new.whom)
        waiting = len(reworded)
        words = sum(len(each.misheard) + len(each.otherwise) for each in changes.values())
        began = next(iter(sent.pieces.items()), ("", ""))
        first = after.piece(*began)
        return SaveOutcome(
            words=words, answers=kept, waiting=waiting, first=first.id if first else ""
        )


def _read_by_her(
    passage: Passage, before: "_There", touched: Mapping[tuple[str, str], str]
) -> bool:
    """Is there nothing in it but what stood on the page, or was typed there?"""
    known = {
        each.text for p in before.book.passages for s in p.sentences for each in (s, s.approved)
    }
    known |= {each for text in touched.values() for each in (text, finished(text))}
    return all(each.text in known for each in passage.approved if each.text)


_EMPTY = (
    "There would be nothing left of that sentence, so nothing has been changed. To keep it out of the book, "
    "leave the piece out instead."
)
_LONG = f"A sentence may have {LONGEST_SENTENCE_LETTERS} letters. Nothing has been changed."
_OTHERWISE = (
    "This piece reads otherwise since you opened this page, so nothing has been changed. "
    "Please read it once more, then choose again."
)
_ANSWERED = {
    STANDS: "On another page you said meanwhile that this piece stands.",
    OUT: "On another page you left this piece out meanwhile.",
    LATER: "On another page you put off your answer to this piece meanwhile.",
}
_STANDS_FIRST = "Please say as well whether this piece shall stand. Nothing has been changed."
_NOBODY = "Please choose whom this piece is for. Nothing has been changed."
_STRANGER = "That person is not of the family. Nothing has been changed."
_KEPT_FROM = "You said for whom that story is. Nothing has been changed."


class _Answer(NamedTuple):
    """What is new of a piece."""

    choice: str
    whom: Sequence[str]
    """Ids of those it is for; empty: everybody."""

    chosen: bool
    """Was that touched?"""


def _answers(there: "_There", sent: Sent, says: dict[str, str]) -> dict[str, _Answer]:
    """The answers that are new, by passage; adds to `says` what stands against one."""
    found: dict[str, _Answer] = {}
    for id, (was, choice) in sent.answers.items():
        passage = there.piece(id, sent.pieces.get(id, ""))
        stand = there.whom(passage)
        asked, people = sent.whom.get(id, (asks(stand), stand))
        touched = asks(people) != asked
        moved = choice != OUT and touched
        if choice == LATER and moved:
            says[id] = _STANDS_FIRST
        if choice == LATER or (choice == was and not moved):
            continue
        answer = there.said.get(passage.id) if passage else None
        if chosen(answer) == choice and asks(stand) == asks(people):
            continue  # it is so already: the same form was sent twice
        if passage is None or passage.id != id:
            says[passage.id if passage else id] = _OTHERWISE
        elif chosen(answer) != was or (moved and asks(stand) != asked):
            says[id] = (
                f"{_ANSWERED[chosen(answer)]} Nothing has been changed; saving once more changes it."
            )
        elif choice == STANDS and not people:
            says[id] = _NOBODY
        elif people - {WHOLE_FAMILY} - there.family.keys():
            says[id] = _STRANGER
        elif people - {WHOLE_FAMILY} - there.offered(passage).keys():
            says[id] = _KEPT_FROM
        else:
            whom = [] if WHOLE_FAMILY in people else sorted(people)
            found[id] = _Answer(choice, whom, touched and bool(people))
    return found


def _add(
    changes: dict[Place, Changes], there: "_There", kind: str, span: Mention, text: str
) -> None:
    where = (str(span.session), int(span.turn))
    one = Stretch(span.first, span.last, text)
    before = changes.get(where, Changes(span.version, there.saves.get(where, 0)))
    changes[where] = (
        replace(before, misheard=(*before.misheard, one))
        if kind == HEARD
        else replace(before, otherwise=(*before.otherwise, one))
    )


class _There:
    """The book as it is, to find sentences in that a page knew under older names."""

    def __init__(self, library: Library, family: Iterable[Account]) -> None:
        self._library = library
        self.family = {each.id: each for each in family}
        self.saves = library.saves()  # before what is looked at, so that nothing is newer unseen
        self.book: Book = library.drafted()
        self.said, self._meant = library.answers(), library.meant()
        self._known = {
            key(s.spans[0]): (s, p) for p in self.book.passages for s in p.sentences if s.told
        }
        self._turns: dict[Place, list[str]] = defaultdict(list)
        for each in self._known:
            session, turn, *_ = each.split("/")
            self._turns[session, int(turn)].append(each)

    def find(self, about: str) -> tuple[Sentence, Passage] | None:
        """The sentence that a page called `about`, in the wording of now; None where it is in the book no more."""
        if about in self._known:
            return self._known[about]
        parts = _read(about)
        if parts is None:
            return None
        where, version, first, last = parts
        there = self._turns.get(where, ())
        texts = self._library.wordings(where) if there else {}
        for each in there:
            span = self._known[each][0].spans[0]
            old, new = texts.get(version), texts.get(span.version)
            if old is None or new is None:
                continue
            began, ended = place(first, last, old, new)
            if began < span.last and span.first < ended:
                return self._known[each]
        return None

    def piece(self, id: str, first: str) -> Passage | None:
        """The piece of that name, or the one that now holds its first sentence."""
        same = next((each for each in self.book.passages if each.id == id), None)
        found = self.find(first) if first else None
        return same or (found[1] if found else None)

    def offered(self, piece: Passage) -> dict[str, str]:
        """Those of the family whom it can be for: names by id."""
        return offered(self.family.values(), self._limits.get(piece.id, piece.privacy))

    def whom(self, piece: Passage | None) -> frozenset[str]:
        """For whom it is, as the form has it."""
        if piece is None:
            return frozenset({WHOLE_FAMILY})
        return readers(self._meant.get(piece.id), self.offered(piece))

    @cached_property
    def _limits(self) -> Mapping[str, Privacy]:
        return self._library.limits()

    def older(self, touched: Iterable[tuple[str, str]]) -> bool:
        """Has a story that is changed been heard anew since the book was written?"""
        places = {parts[0] for _, about in touched if (parts := _read(about))}
        return any(
            self._known[each][0].spans[0].version != max(self._library.wordings(where), default=0)
            for where in places
            for each in self._turns.get(where, ())
        )


def _read(about: str) -> tuple[Place, int, int, int] | None:
    """Place, version and characters of a sentence; None where it is no name of one."""
    try:
        session, turn, version, span = about.split("/")
        first, last = span.split("-")
        return (session, int(turn)), int(version), int(first), int(last)
    except ValueError:
        return None
