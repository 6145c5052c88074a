"""One form, one Save: the words, the answer and "for whom" of every piece on a page, kept together or not at all.

Each field's name says what it showed when the page was made. So what was not touched changes nothing, however old the
page is; what was touched is kept where it still reads as it did there; and where it does not, nothing is kept, and
both wordings are shown with what was typed still in its field. Saving that once more is then meant.
"""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from voice_agent.archive.accounts import Account
from voice_agent.archive.own_words import Changes, Place
from voice_agent.archive.passages import Approval
from voice_agent.archive.who_sees import may_know, reader
from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import Mention
from voice_agent.memory.privacy import Privacy
from voice_agent.memory.rewording import Stretch, place, tidy_lines
from voice_agent.storybook.pages import Book, Passage, Sentence
from voice_agent.storybook.tidied import finished
from voice_agent.web.library import Library

HEARD, READS, ANSWER, WHOM, PIECE = "heard", "reads", "answer", "whom", "piece"
"""How names of fields begin; what it is about and what it showed follow, between blanks."""

WHOLE_FAMILY = "everybody"
STANDS, OUT, LATER = "stands", "out", "later"

LONGEST_SENTENCE_LETTERS = 5000
"""Letters of one sentence."""


@dataclass(frozen=True, slots=True)
class Box:
    """A field with words in it."""

    name: str
    shows: str
    """What stands there, or what was typed."""

    stood: str
    """What stands there."""

    clash: str | None = None
    """What it reads now, where it was changed on another page as well."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What a page brought back."""

    boxes: Mapping[tuple[str, str], tuple[str, str]] = field(
        default_factory=dict[tuple[str, str], tuple[str, str]]
    )
    """By kind and sentence: what it showed (as `seen`), and what stands in it now."""

    pieces: Mapping[str, str] = field(default_factory=dict[str, str])
    """By passage: its first sentence of the narrator's."""

    answers: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    """By passage: the answer that it showed, and the one that is chosen."""

    whom: Mapping[str, tuple[str, frozenset[str]]] = field(
        default_factory=dict[str, tuple[str, frozenset[str]]]
    )
    """By passage: for whom it was (as `seen`), and for whom it is to be: ids of accounts, or WHOLE_FAMILY."""


@dataclass(frozen=True, slots=True)
class SaveOutcome:
    """What came of it. Where something clashes, is to be said at a piece or is lost, nothing was kept."""

    clashes: Mapping[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    """What reads otherwise now, by kind and sentence."""

    pieces: Mapping[str, str] = field(default_factory=dict[str, str])
    """What is to be said at a piece, by passage."""

    typed: Mapping[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    """What stands in the fields that were touched, by kind and sentence as it is called now."""

    lost: Sequence[str] = ()
    """What was typed for sentences that are in the book no more."""

    words: int = 0
    """How many sentences were changed."""

    answers: Sequence[str] = ()
    """The answers that were kept."""

    waiting: int = 0
    """Pieces that read otherwise now and are to be read once more."""

    first: str = ""
    """What the first piece of the page is called now; "" where it is no more."""

    @property
    def kept(self) -> bool:
        """Was it kept?"""
        return not (self.clashes or self.pieces or self.lost)


def seen(text: str) -> str:
    """What stands for `text` in the name of its field."""
    return hashlib.sha256(tidy_lines(text).encode()).hexdigest()[:12]


def key(span: Mention) -> str:
    """What a sentence is called in a form."""
    return f"{span.session}/{span.turn}/{span.version}/{span.first}-{span.last}"


def shown(kind: str, sentence: Sentence) -> str:
    """What the field of one kind shows: the words as heard, or as they are to be read."""
    return sentence.spans[0].words if kind == HEARD else sentence.approved.text


def chosen(answer: Approval | None) -> str:
    """The answer as the form has it."""
    return LATER if answer is None else STANDS if answer.given else OUT


def offered(family: Iterable[Account], privacy: Privacy) -> dict[str, str]:
    """Those of the family whom a piece can be for: ids and names of all whom nothing that was said keeps it from."""
    return {each.id: each.name for each in family if may_know(privacy, reader(each))}


def readers(meant: Collection[str] | None, known: Mapping[str, str]) -> frozenset[str]:
    """For whom a piece is, as the form has it. `meant`: as kept, None for everybody; `known`: names by id."""
    if meant is None:
        return frozenset({WHOLE_FAMILY})
    # an older answer names them
    return frozenset(id for id, name in known.items() if id in meant or name.lower() in meant)


def asks(whom: Collection[str]) -> str:
    """What stands for these people in the name of their field."""
    return seen(",".join(sorted(whom)))


def box(kind: str, sentence: Sentence, outcome: SaveOutcome) -> Box:
    """The field of one kind for one sentence, with what was typed where it was not kept."""
    reads = shown(kind, sentence)
    of = (kind, key(sentence.spans[0]))
    typed = outcome.typed.get(of, reads)
    return Box(" ".join((*of, seen(reads))), typed, reads, outcome.clashes.get(of))


def parse(fields: Iterable[tuple[str, object]]) -> Sent:
    """Read a form; fields that are none of ours are passed over."""
    boxes, pieces = dict[tuple[str, str], tuple[str, str]](), dict[str, str]()
    answers = dict[str, tuple[str, str]]()
    whom: dict[str, tuple[str, set[str]]] = {}
    for name, value in fields:
        kind, about, was = (*name.split(" "), "", "")[:3]
        text = tidy_lines(str(value))
        match kind:
            case "heard" | "reads":
                boxes[kind, about] = (was, " ".join(text.split()))
            case "piece":
                pieces[about] = text
            case "answer" if text in (STANDS, OUT, LATER):
                answers[about] = (was, text)
            case "whom":
                whom.setdefault(about, (was, set()))[1].update({text} - {""})
            case _:
                pass
    return Sent(boxes, pieces, answers, {p: (was, frozenset(s)) for p, (was, s) in whom.items()})


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
