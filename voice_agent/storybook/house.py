"""The book of one house: written anew from the record, approved piece by piece, copied for those who may read.

book = House(narrator, plan, birth="1941", alarm=net.level)
book.write(record, now)                                   # drafts, for the narrator's eyes and ears
book.copy(record, "folder", to, Reader("Ann"), now)       # only what was approved, only for Ann
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from pathlib import Path

from voice_agent.archive import (
    accounts,
    after_death,
    beside,
    book_copies,
    compared,
    family,
    memory_tables,
    own_words,
    passages,
    spreading,
    tombstones,
)
from voice_agent.archive.book import Keeper
from voice_agent.archive.record import Record
from voice_agent.archive.who_sees import Reader, hears, known, reader
from voice_agent.errors import BookRefused
from voice_agent.resources import resource
from voice_agent.storybook import (
    approval,
    bundle,
    clips,
    drafts,
    forms,
    leaks,
    marks,
    photographs,
    source,
)
from voice_agent.storybook.audiobook import Say
from voice_agent.storybook.compose import compose
from voice_agent.storybook.copying import Making, quiet
from voice_agent.storybook.folder import PAGES
from voice_agent.storybook.gathering import gather
from voice_agent.storybook.index import Index, index
from voice_agent.storybook.layout import lay_out
from voice_agent.storybook.material import Alarm, Material, Source, no_alarm
from voice_agent.storybook.pages import Book, Sentence
from voice_agent.storybook.plan import Plan
from voice_agent.storybook.release import permitted, released


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a copy is to be like."""

    kind: str
    to: Path
    reader: Reader = field(default_factory=Reader)
    photos: Path | None = None
    listen_at: str = ""
    """Where the folder's pages can be reached, for the QR codes of a printed book; "": beside the book."""

    notes: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """What relatives know otherwise, by EDTF date."""

    say: Say | None = field(default=None, repr=False)
    """The house's voice, for the titles and questions of an audiobook."""


@dataclass(frozen=True, slots=True)
class HouseBook:
    """Whose book it is, and how it is made."""

    narrator: str
    plan: Plan
    birth: str = ""
    """EDTF; "" where unknown."""

    alarm: Alarm = no_alarm

    def told(self, record: Record) -> Source:
        """Everything that was told, as of today."""
        return source.read(record, self.narrator, self.alarm)

    def material(self, record: Record) -> Material:
        """What a book may be made of today."""
        return gather(self.told(record))

    def compose(self, record: Record, tick: Callable[[str], None] = quiet) -> Book:
        """The book of today, without a language model. Stores nothing. `tick` is told what is done next."""
        return self._of(self.told(record), tick)

    def _of(self, told: Source, tick: Callable[[str], None]) -> Book:
        tick("Sorting it into passages")
        material = gather(told)
        tick("Writing the chapters")
        return compose(material, self.narrator, self.plan, birth=self.birth)

    def write(
        self,
        record: Record,
        now: datetime,
        make: Callable[[], Book] | None = None,
        tick: Callable[[str], None] = quiet,
    ) -> Book:
        """Keep what `make` makes, or the book of today, in the place of earlier drafts. Raises DiskFull.

        What was approved before and has not changed stays approved. Where something is erased meanwhile, it is made anew.
        `tick` is told what is done next.
        """
        spreading.spread(record, now)  # what was told while memory was closed, too
        while True:
            erased = tombstones.erased(record.read)
            made = make() if make else self._composed(record, erased, tick)
            if self.keep(record, made, now, erased):
                return made

    def _composed(self, record: Record, erased: int, tick: Callable[[str], None]) -> Book:
        told = self.told(record)
        book = self._of(told, tick)
        compared.keep(record, told.loom, erased)
        return book

    def keep(self, keeper: Keeper, book: Book, now: datetime, erased: int) -> bool:
        """Keep `book` in the place of earlier drafts, even while a talk is held. Raises DiskFull.

        `erased`: as of before it was made (tombstones.py). False: something was erased since, and nothing is kept.
        """
        before = drafts.passages(passages.drafts(keeper.read))
        said = approval.carried(before, book.passages, passages.approvals(keeper.read))
        return passages.keep(keeper, drafts.as_drafts(book), now, said, erased=erased)

    def answer(self, keeper: Keeper, sentence: Sentence, now: datetime, *, stands: bool) -> None:
        """Keep the narrator's answer to a marked sentence; it holds once the book is written anew. Raises DiskFull."""
        if sentence.doubt is not None:
            before = memory_tables.decisions(keeper.read)
            said = marks.answer(
                sentence.spans[0], sentence.doubt.reason, now, before, stands=stands
            )
            memory_tables.decide(keeper, said)

    def drafted(self, record: Keeper) -> Book:
        """The book as it was last written."""
        return self.book_of(passages.drafts(record.read))

    def book_of(self, rows: Sequence[passages.Draft]) -> Book:
        """The book that was kept as `rows`."""
        return drafts.as_book(rows, self.narrator, self.plan)

    def listed(self, record: Record, book: Book) -> Index:
        """Years and people of `book`, which is a part of what was told."""
        return indexed(self.told(record), book)

    def copy(
        self,
        record: Record,
        wanted: Wanted,
        now: datetime,
        tick: Callable[[str], None] = quiet,
    ) -> Path:
        """Make a copy and remember it; returns where it is.

        Raises BookRefused where it may not be made, DiskFull, StateUnwritable, SoundFileError.
        """
        wanted = replace(wanted, reader=known(record, wanted.reader))
        consents = record.consents()
        permitted(consents, wanted.reader, printed=wanted.kind in book_copies.PRINTED)
        hearing = hears(consents, wanted.reader)
        if not wanted.reader.alive:
            after_death.require(record.read, now)
        if wanted.kind not in forms.KINDS:
            raise BookRefused(
                f"There is no export “{wanted.kind}”.", mend=f"There are: {', '.join(forms.KINDS)}."
            )
        if wanted.kind in forms.VOICE_ALONE and not hearing:
            raise BookRefused(
                f"The narrator lets {wanted.reader.name} read, and hear nothing.",
                safe="Nothing was written.",
                mend="Make a folder: it has the words alone.",
            )
        book = released(
            self.drafted(record),
            wanted.reader,
            self.material(record),
            passages.approvals(record.read),
        )
        sessions = [record.session(each.id) for each in record.sessions()]
        turns = {(str(s.session), int(s.turn)) for p in book.passages for s in p.spans}
        wanted = replace(wanted, notes=_with_kept(wanted.notes, record, turns))
        captions = [
            each.caption
            for each in family.photographs(record)
            if (each.session, each.turn) in turns
        ]
        whose = wanted.reader.name or self.narrator or "the narrator"
        made_for = f"Made for {whose} on {now.day} {now:%B %Y}."
        # whoever it is for is named in it, also where no sentence that they may read names them
        ours = [*self._ours(book, wanted), *captions, wanted.reader.name, made_for]
        forbidden = leaks.traces(book, ours)
        single = forms.SINGLE.get(wanted.kind, "")
        with Making(wanted.to, forbidden, tick, single=single) as making:
            recordings = clips.cut(
                book,
                sessions if hearing and wanted.kind not in book_copies.SILENT else (),
                record.state,
                making.at,
                unheard=own_words.unheard(record.read),
                word_for_word=wanted.kind in forms.ALL_TEXTS,
                tick=tick,
            )
            layout = lay_out(
                book,
                self.listed(record, book),
                recordings,
                {each.id: each.began for each in sessions},
            )
            layout = replace(layout, made_for=made_for)
            photos = photographs.of_stories(record, turns, making.at, tick)
            if wanted.photos:
                photos += photographs.bring(wanted.photos, making.at, tick)
            along = forms.Along(photos, wanted.notes, wanted.listen_at, wanted.say)
            claims = memory_tables.claims(record.read)
            forms.write(wanted.kind, layout, making, along, claims, now)
            if wanted.kind == "bundle":
                bundle.write(book, layout, sessions, record, making, wanted.reader, now)
        book_copies.made(
            record,
            wanted.kind,
            wanted.to,
            wanted.reader.name,
            turns,
            now,
            account=wanted.reader.account,
        )
        return wanted.to

    def copy_again(
        self, record: Record, now: datetime, tick: Callable[[str], None] = quiet
    ) -> tuple[tuple[Path, ...], tuple[str, ...]]:
        """Make again what was withdrawn from its place, without what was put away or forgotten.

        Returns what was made, and a sentence for each that may not be. Pictures that were given along are not
        known any more.
        """
        there = {each.path for each in book_copies.copies(record.read) if not each.withdrawn}
        gone = {each.path: each for each in book_copies.copies(record.read) if each.withdrawn}
        made, refused = list[Path](), list[str]()
        for path, each in gone.items():
            if path in there or path.exists():
                continue
            try:
                who = Reader(each.reader, account=each.account)
                if each.account:  # theirs, or nobody's: not another's of that name
                    found = accounts.account(record, each.account)
                    who = reader(found) if found else replace(who, family=False)
                made.append(self.copy(record, Wanted(each.kind, path, who), now, tick))
            except BookRefused as error:
                refused.append(f"{path}: {error.what}")
        return tuple(made), tuple(refused)

    def _ours(self, book: Book, wanted: Wanted) -> list[str]:
        asked = [s.text for p in book.passages for s in p.sentences if not s.told]
        notes = [note for some in wanted.notes.values() for note in some]
        titles = [each.title for each in book.chapters]
        return [*self.plan.phrases, *titles, *asked, *notes, *_frames()]


def indexed(told: Source, book: Book) -> Index:
    """Years and people of `book`, which is a part of what was `told`."""
    return index(book, told.believed, told.decisions, told.meanings, told.loom)


@cache
def _frames() -> tuple[str, ...]:
    """The pages as they are without anything told: "main" in them is no street."""
    files = sorted(path for path in resource(PAGES).rglob("*") if path.is_file())
    return tuple(path.read_text(encoding="utf-8") for path in files)


def _with_kept(
    given: Mapping[str, Sequence[str]], record: Record, there: Collection[tuple[str, int]]
) -> Mapping[str, Sequence[str]]:
    """The notes given along and those that relatives left on the pages, beside what this copy holds."""
    notes = {date: [*some] for date, some in given.items()}
    for each in beside.notes(record):
        if each.place in there:
            notes.setdefault(each.edtf, []).append(each.line)
    return notes
