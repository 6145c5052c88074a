"""The book behind the pages: what was written, what waits for the narrator, and what each reader may see.

A reader's part is made of what was approved, for them, by `release`, as every copy is; nothing else is at hand
on their pages. The life is read and woven once for all of them, and kept until something that it depends on has changed.
"""

import hashlib
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from threading import Lock, RLock

from voice_agent.archive import (
    accounts,
    beside,
    memory_tables,
    own_words,
    passages,
    session_tables,
    tombstones,
    transcript,
    withdrawing,
)
from voice_agent.archive.accounts import Account
from voice_agent.archive.book import Book as Tables
from voice_agent.archive.own_words import Changes, Place
from voice_agent.archive.passages import Approval
from voice_agent.archive.record import Record
from voice_agent.archive.sittings import newest_session
from voice_agent.archive.who_sees import Reader, hears, reader, reads_book
from voice_agent.errors import BookRefused
from voice_agent.memory.claims import Mention
from voice_agent.memory.privacy import Privacy
from voice_agent.story import Consent, ConsentKind, Session, SessionId, Speaker, TurnId
from voice_agent.storybook import approval, clips
from voice_agent.storybook.clips import Clip, Recordings
from voice_agent.storybook.gathering import gather
from voice_agent.storybook.house import HouseBook, indexed
from voice_agent.storybook.index import sentence_id
from voice_agent.storybook.layout import Layout, lay_out
from voice_agent.storybook.material import Material, Source
from voice_agent.storybook.pages import Book, Passage, Sentence
from voice_agent.storybook.release import for_the_narrator, limits, permitted, released

_TOLD = """SELECT (SELECT group_concat(id || made) FROM passages), (SELECT max(number) FROM labels), (SELECT count(*) FROM labels),
    (SELECT group_concat(claim) FROM (SELECT claim FROM hidden ORDER BY claim)),
    (SELECT group_concat(session || turn || privacy || decided) FROM kept_back), (SELECT count(*) FROM decisions), (SELECT count(*) FROM tombstones), (SELECT count(*) FROM sessions),
    (SELECT group_concat(key || value) FROM kept WHERE key IN (?, ?)),
    (SELECT count(*) FROM wordings WHERE version > 1), (SELECT count(*) || max(number) FROM approved_texts), (SELECT count(*) FROM claims WHERE corrects IS NOT NULL)"""
"""What the life behind every reader's part depends on; a story that is only being told now changes none of it
before the book is written with it."""

_ANSWERED = """SELECT (SELECT count(*) || max(number) || max(at) FROM approvals), (SELECT max(number) FROM consents),
    (SELECT max(number) FROM let_in)"""
"""What else a reader's part depends on."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The book as one reader has it."""

    book: Book
    layout: Layout
    spans: Mapping[str, Mention] = field(repr=False)
    """What each play mark plays."""

    turns: frozenset[tuple[str, int]]
    """Sessions and turns that it rests on."""

    where: Mapping[str, tuple[tuple[str, int], str]]
    """Turn and date of each line of the timeline, by its sentence."""


class Library:
    """One for each desk."""

    def __init__(self, house: HouseBook, tables: Tables) -> None:
        self._house, self._tables = house, tables
        # guards the time between looking and changing: two pages may be saved at once
        self._saving = RLock()
        # guards what is kept: two readers must not weave the same life at the same time
        self._one = Lock()
        self._life: _Life | None = None
        self._known: _Answered | None = None
        self._limits: tuple[str, Mapping[str, Privacy]] | None = None
        self._drafted: tuple[tuple[passages.Draft, ...], Book] | None = None

    # -- for the narrator

    def drafted(self) -> Book:
        """All that was written, approved or not; made of the rows once for as long as they are the same."""
        rows = passages.drafts(self._tables.read)
        before = self._drafted
        if before is None or before[0] != rows:
            before = self._drafted = rows, self._house.book_of(rows)
        return before[1]

    def hers(self) -> Book:
        """All of it that the narrator has not put away: what rests on that, nobody reads."""
        book, away = self.drafted(), memory_tables.hidden_turns(self._tables.read)
        if not any((str(s.session), int(s.turn)) in away for p in book.passages for s in p.spans):
            return book
        with self._one:
            return for_the_narrator(book, self._woven().material, away)

    def answers(self) -> Mapping[str, Approval]:
        """What the narrator has said to each passage, by passage."""
        return passages.approvals(self._tables.read)

    def meant(self) -> Mapping[str, frozenset[str]]:
        """For whom each passage is or was meant, by passage; those for everybody are not in it."""
        return passages.meant(self._tables.read)

    def mean(self, id: str, readers: Collection[str]) -> None:
        """Keep for whom a passage is meant that nobody has answered for. Raises DiskFull."""
        passages.mean(self._tables, id, readers)

    def limits(self) -> Mapping[str, Privacy]:
        """Who may know of each passage, by what was said of it until today."""
        state, read = (
            self._state(_TOLD, memory_tables.TO_ERASE, memory_tables.PUT_AWAY),
            self._tables.read,
        )
        if self._limits is None or self._limits[0] != state:
            claims, kept = memory_tables.claims(read), memory_tables.kept_back(read)
            self._limits = state, limits(self.drafted(), claims, kept)
        return self._limits[1]

    def waiting(self) -> tuple[Passage, ...]:
        """The passages nobody has answered for, in the order of the book; none that rests on what is put away."""
        return approval.waiting(self.hers(), self.answers())

    def passage(self, id: str) -> Passage:
        """One passage. Raises BookRefused where the book was written anew meanwhile."""
        for each in self.drafted().passages:
            if each.id == id:
                return each
        raise BookRefused(
            "That piece has been written anew meanwhile.",
            safe="Nothing has been changed.",
            mend="Go back to your book and look at it again.",
        )

    def answer(self, id: str, *, given: bool, readers: Sequence[str], now: datetime) -> None:
        """Keep the narrator's answer to a passage. Raises BookRefused, DiskFull."""
        self.passage(id)
        passages.approve(
            self._tables, Approval(id, given, now, "page", tuple(each.lower() for each in readers))
        )

    def again(self, id: str) -> None:
        """Take it back that a passage was left out. Raises BookRefused, DiskFull."""
        self.passage(id)
        passages.take_back_a_no(self._tables, id)

    def write(self, now: datetime) -> Book:
        """Write the book anew from all that was told; what is unchanged stays approved. Raises DiskFull."""
        with self._saving, Record.look(self._tables.state) as record:
            while True:  # until nothing is erased meanwhile
                erased = tombstones.erased(self._tables.read)
                book = self._house.compose(record)
                if self._house.keep(self._tables, book, now, erased):
                    return book

    def reword(self, changes: Mapping[Place, Changes], now: datetime) -> None:
        """Keep what the narrator did to her words, and write the book anew; transcripts say what she said.

        Raises MemoryRefused where nothing would be left of a story, DiskFull.
        """
        with self._saving:
            own_words.save(self._tables, changes, now)
            put_right = {session for (session, _), each in changes.items() if each.misheard}
            transcript.anew(self._tables, self._tables.state, put_right)
            self.write(now)

    def mark(self, sentence: Sentence, now: datetime, *, stands: bool) -> None:
        """Let a marked sentence in, or leave it out, and write the book anew. Raises DiskFull."""
        with self._saving:
            self._house.answer(self._tables, sentence, now, stands=stands)
            self.write(now)

    @contextmanager
    def alone(self) -> Generator[None]:
        """Nobody else saves meanwhile: what was looked at is what is changed."""
        with self._saving:
            yield

    def saves(self) -> Mapping[Place, int]:
        """The last save of each turn that was put otherwise."""
        return own_words.saves(self._tables.read)

    def wordings(self, place: Place) -> Mapping[int, str]:
        """Every wording of a turn, by its number."""
        found = session_tables.wordings(self._tables.read, SessionId(place[0]), TurnId(place[1]))
        return {each.version: each.text for each in found}

    def readers(self) -> frozenset[str]:
        """Accounts of those whom the narrator lets read."""
        consents = session_tables.consents(self._tables.read)
        return frozenset(
            each.id for each in accounts.family(self._tables) if reads_book(consents, reader(each))
        )

    def consent(
        self,
        kind: ConsentKind,
        given: bool,
        now: datetime,
        about: str = "",
        asked: str = "",
        *,
        account: str = "",
    ) -> tuple[str, ...]:
        """Keep an answer that was given on a page, and do what follows from it. `account`: whom it is about.

        Returns sentences about copies out of our reach. Raises BookRefused before the first talk.
        """
        session = newest_session(self._tables)
        if not session:
            raise BookRefused("Nothing has been told yet.", mend="Our first talk begins it.")
        words = "Yes, on the page." if given else "No, on the page."
        answer = Consent(kind, given, now, SessionId(session), words, about, asked, account)
        self._tables.commit(lambda db: session_tables.add_consent(db, answer))
        if given:
            withdrawing.give_again(self._tables, answer)
            return ()
        return withdrawing.carry_out(self._tables, answer, now)

    # -- for the family

    def shelf(self, account: Account) -> Shelf | None:
        """The book as `account` may read it. None: nothing yet."""
        if not Record.exists(self._tables.state):
            return None
        with self._one:
            life, who = self._woven(), reader(account)
            known = self._answered(life)
            if who not in known.shelves:
                known.shelves[who] = self._part(life, known, who)
            return known.shelves[who]

    def stand_ready(self) -> None:
        """Weave the life behind the shelves now, for whoever looks next. Seconds after a talk, else a moment."""
        if Record.exists(self._tables.state):
            with self._one:
                self._woven()

    def _woven(self) -> "_Life":
        """The life as it is now."""
        state = self._state(_TOLD, memory_tables.TO_ERASE, memory_tables.PUT_AWAY)
        if self._life is None or self._life.state != state:
            with Record.look(self._tables.state) as record:
                told = self._house.told(record)
                unheard = own_words.unheard(record.read)
            self._life = _Life(state, told, gather(told), unheard)
        return self._life

    def _answered(self, life: "_Life") -> "_Answered":
        """What was written and said to it until now."""
        state = life.state + self._state(_ANSWERED)
        if self._known is None or self._known.state != state:
            consents = session_tables.consents(self._tables.read)
            self._known = _Answered(state, self.drafted(), self.answers(), consents)
        return self._known

    def _state(self, sql: str, *of: str) -> str:
        return hashlib.sha256(repr(self._tables.read(sql, of)).encode()).hexdigest()

    def _part(self, life: "_Life", known: "_Answered", who: Reader) -> Shelf | None:
        try:
            permitted(known.consents, who)
            book = released(known.book, who, life.material, known.answers)
        except BookRefused:
            return None
        # who reads and hears the same shares a shelf
        same = tuple((chapter.key, *(p.id for p in chapter.passages)) for chapter in book.chapters)
        hearing = hears(known.consents, who)
        if (same, hearing) not in life.parts:
            life.parts[same, hearing] = _shelf(book, life, self._tables.state, hearing)
        return life.parts[same, hearing]

    def notes(self) -> Mapping[tuple[tuple[str, int], str], list[beside.Note]]:
        """What relatives know otherwise, by turn and date."""
        return beside.by_place(beside.notes(self._tables))


_Part = tuple[tuple[tuple[str, ...], ...], bool]
"""The passages of each chapter, and whether they can be heard."""


@dataclass(frozen=True, slots=True)
class _Life:
    """Everything that was told, woven: what each reader's part is cut from."""

    state: str
    """Of the record when it was read, as `_TOLD`."""

    told: Source = field(repr=False)
    material: Material = field(repr=False)
    unheard: Collection[Place]
    parts: dict[_Part, Shelf] = field(default_factory=dict[_Part, Shelf], repr=False)


@dataclass(frozen=True, slots=True)
class _Answered:
    """What was written of it, and what the narrator said to that."""

    state: str
    """Of the record when it was read, as `_TOLD` and `_ANSWERED`."""

    book: Book = field(repr=False)
    answers: Mapping[str, Approval]
    consents: Sequence[Consent]
    shelves: dict[Reader, Shelf | None] = field(default_factory=dict[Reader, Shelf | None])


def _shelf(book: Book, life: _Life, state: Path, hearing: bool) -> Shelf:
    sessions = life.told.sessions
    listed = indexed(life.told, book)
    recordings = _to_be_heard(book, sessions, state, life.unheard) if hearing else Recordings({})
    layout = lay_out(book, listed, recordings, {each.id: each.began for each in sessions})
    told = _told_in(book)
    return Shelf(
        book,
        layout,
        {mark(span): span for span in recordings.clips},
        frozenset((str(s.session), int(s.turn)) for p in book.passages for s in p.spans),
        {
            each.place.sentence: (told[each.place.sentence], each.edtf)
            for each in listed.timeline
            if each.place and each.place.sentence in told
        },
    )


def _told_in(book: Book) -> Mapping[str, tuple[str, int]]:
    """In which turn each sentence of the chapters was told."""
    return {
        sentence_id(number, count): (str(sentence.spans[0].session), int(sentence.spans[0].turn))
        for number, chapter in enumerate(book.chapters, start=1)
        for count, sentence in enumerate(
            (s for passage in chapter.passages for s in passage.sentences), start=1
        )
        if sentence.spans
    }


def mark(span: Mention) -> str:
    """What a span is called in an address."""
    return f"{span.session}/{span.turn}/{span.first}-{span.last}"


def _to_be_heard(
    book: Book,
    sessions: Sequence[Session],
    state: Path,
    unheard: Collection[Place],
) -> Recordings:
    """Everything of `book` that can be heard, each sentence as a sound of its own."""
    turns = {(s.id, t.id): t for s in sessions for t in s.turns if t.speaker is Speaker.NARRATOR}
    there = {s.id for s in sessions if (state / "sessions" / s.id / "narrator.wav").is_file()}
    found: dict[Mention, Clip] = {}
    for passage in book.passages:
        for span in passage.spans:
            turn = turns.get((span.session, span.turn))
            if (
                turn
                and span.began is not None
                and span.session in there
                and (span.session, span.turn) not in unheard
            ):
                began, ended = clips.edges(turn, span)
                found[span] = Clip(f"/family/book/sound/{mark(span)}", 0.0, round(ended - began, 2))
    return Recordings(found)
