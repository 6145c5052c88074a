"""The book behind the pages: what was written, what waits for the narrator, and what each reader may see.

A reader's part is made of what was approved, for them, by `release`, as every copy is; nothing else is at hand
on their pages. It is kept until something that it depends on has changed.
"""

import hashlib
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock, RLock

from voice_agent.archive import (
    accounts,
    beside,
    memory_tables,
    own_words,
    passages,
    session_tables,
    transcript,
    withdrawing,
)
from voice_agent.archive.accounts import Account
from voice_agent.archive.book import Book as Tables
from voice_agent.archive.own_words import Changes, Place
from voice_agent.archive.passages import Approval
from voice_agent.archive.record import Record
from voice_agent.archive.sittings import newest_session
from voice_agent.archive.who_sees import Reader, reader, reads_book
from voice_agent.errors import BookRefused
from voice_agent.memory.claims import Mention
from voice_agent.story import Consent, ConsentKind, Session, SessionId, Speaker, TurnId
from voice_agent.storybook import approval, clips
from voice_agent.storybook.clips import Clip, Recordings
from voice_agent.storybook.house import House
from voice_agent.storybook.index import sentence_id
from voice_agent.storybook.layout import Layout, lay_out
from voice_agent.storybook.pages import Book, Passage, Sentence
from voice_agent.storybook.release import permitted, released

_STATE = """SELECT (SELECT group_concat(id || made) FROM passages), (SELECT max(number) FROM approvals),
    (SELECT max(number) FROM consents), (SELECT max(number) FROM let_in), (SELECT max(number) FROM labels), (SELECT count(*) FROM labels),
    (SELECT group_concat(claim) FROM (SELECT claim FROM hidden ORDER BY claim)),
    (SELECT group_concat(session || turn || privacy || decided) FROM kept_back), (SELECT count(*) FROM decisions), (SELECT count(*) FROM tombstones), (SELECT count(*) FROM sessions),
    (SELECT value FROM kept WHERE key = ?),
    (SELECT count(*) FROM wordings WHERE version > 1), (SELECT count(*) || max(number) FROM approved_texts), (SELECT count(*) FROM claims WHERE corrects IS NOT NULL)"""
"""What a reader's part depends on; a story that is only being told now changes none of it."""


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

    def __init__(self, house: House, tables: Tables) -> None:
        self._house, self._tables = house, tables
        # guards the time between looking and changing: two pages may be saved at once
        self._saving = RLock()
        # guards what is kept: two readers must not make the same part at the same time
        self._one = Lock()
        self._kept: dict[str, tuple[str, Shelf | None]] = {}

    # -- for the narrator

    def drafted(self) -> Book:
        """All that was written, approved or not."""
        return self._house.drafted(self._tables)

    def answers(self) -> Mapping[str, Approval]:
        """What the narrator has said to each passage, by passage."""
        return passages.approvals(self._tables.read)

    def waiting(self) -> tuple[Passage, ...]:
        """The passages nobody has answered for, in the order of the book."""
        return approval.waiting(self.drafted(), self.answers())

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

    def write(self, now: datetime) -> Book:
        """Write the book anew from all that was told; what is unchanged stays approved. Raises DiskFull."""
        with self._saving, Record.look(self._tables.state) as record:
            book = self._house.compose(record)
            self._house.keep(self._tables, book, now)
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
        """Keep an answer that was given on a page, and do what follows from a no. `account`: whom it is about.

        Returns sentences about copies out of our reach. Raises BookRefused before the first talk.
        """
        session = newest_session(self._tables)
        if not session:
            raise BookRefused("Nothing has been told yet.", mend="Our first talk begins it.")
        words = "Yes, on the page." if given else "No, on the page."
        answer = Consent(kind, given, now, SessionId(session), words, about, asked, account)
        self._tables.commit(lambda db: session_tables.add_consent(db, answer))
        return () if given else withdrawing.carry_out(self._tables, answer, now)

    # -- for the family

    def shelf(self, account: Account) -> Shelf | None:
        """The book as `account` may read it. None: nothing yet."""
        found = self._tables.read(_STATE, (memory_tables.TO_ERASE,))
        state = hashlib.sha256(repr(found).encode()).hexdigest()
        with self._one:
            known = self._kept.get(account.id)
            if known is None or known[0] != state:
                known = self._kept[account.id] = (state, self._part(reader(account)))
        return known[1]

    def _part(self, who: Reader) -> Shelf | None:
        if not Record.exists(self._tables.state):
            return None
        with Record.look(self._tables.state) as record:
            try:
                permitted(record.consents(), who)
                book = released(
                    self._house.drafted(record),
                    who,
                    self._house.material(record),
                    passages.approvals(record.read),
                )
            except BookRefused:
                return None
            listed = self._house.listed(record, book)
            sessions = [record.session(each.id) for each in record.sessions()]
            recordings = _to_be_heard(book, sessions, record, own_words.unheard(record.read))
        layout = lay_out(book, listed, recordings, {each.id: each.began for each in sessions})
        spans = {mark(span): span for span in recordings.clips}
        told = _told_in(book)
        return Shelf(
            book,
            layout,
            spans,
            frozenset((str(s.session), int(s.turn)) for p in book.passages for s in p.spans),
            {
                each.place.sentence: (told[each.place.sentence], each.edtf)
                for each in listed.timeline
                if each.place and each.place.sentence in told
            },
        )

    def notes(self) -> Mapping[tuple[tuple[str, int], str], list[beside.Note]]:
        """What relatives know otherwise, by turn and date."""
        return beside.by_place(beside.notes(self._tables))


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
    record: Record,
    unheard: Collection[Place],
) -> Recordings:
    """Everything of `book` that can be heard, each sentence as a sound of its own."""
    turns = {(s.id, t.id): t for s in sessions for t in s.turns if t.speaker is Speaker.NARRATOR}
    there = {
        s.id for s in sessions if (record.state / "sessions" / s.id / "narrator.wav").is_file()
    }
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
