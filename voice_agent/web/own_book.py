"""The narrator's book: each piece read back with the differences, approved, left out or put otherwise."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Path, Request
from starlette.responses import Response

from voice_agent.archive import accounts, beside
from voice_agent.archive.passages import Approval
from voice_agent.story import ConsentKind
from voice_agent.storybook import dates_read
from voice_agent.storybook.approval import difference, left_out
from voice_agent.storybook.pages import Chapter, Passage
from voice_agent.web import book_form, one_save, own_away, own_marks, unsure
from voice_agent.web.book_form import Box, SaveOutcome, Sent
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Narrator, Refused, Whole, honest
from voice_agent.web.library import Library
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])

Id = Annotated[str, Path(pattern=r"^p-[0-9a-f]{16}$")]

READING = "reading "
"""Before the key of a chapter that a form came from, where it was being read."""

ALONE = "piece"
"""Where a form came from, instead of a chapter: the page of one piece."""


@dataclass(frozen=True, slots=True)
class Words:
    """The two fields of one sentence."""

    heard: Box
    reads: Box | None
    """None where it is to be read with the sentence before it, or not at all."""

    spoken: bool


@dataclass(frozen=True, slots=True)
class Piece:
    """A passage on the narrator's page."""

    passage: Passage
    chapter: str
    title: str
    answer: Approval | None
    words: Sequence[Words]
    was: str
    """The answer that was given."""

    choice: str
    """The one that is marked, which may not be kept yet."""

    offered: Mapping[str, str]
    """Those whom it can be for: names by id."""

    whole: bool
    """Is that the whole family?"""

    was_for: str
    whom: Collection[str]
    """Ids of those whom it is marked to be for, or EVERYBODY."""

    first: str
    """Its first sentence, as a form calls it."""

    says: str
    """Why it was not kept."""

    sounds: Sequence[str]
    """Where it can be heard as it was told, beside the words to be put right."""

    @property
    def when(self) -> str:
        """The time it is of, for people; "" where it was not told."""
        return dates_read.read(self.passage.when)

    @property
    def differences(self) -> list[str]:
        """ "I wrote ...; you said ...", for each sentence that says it in other words."""
        told = [each for each in self.passage.sentences if each.told]
        return [line for each in told if (line := difference(each))]

    @property
    def spoken(self) -> bool:
        """Was it said aloud? A diary or a typed answer has no sound of its own."""
        return any(span.ended is not None for span in self.passage.spans)

    @property
    def sentences(self) -> list[str]:
        """The narrator's, as a form calls them."""
        return [book_form.key(each.spans[0]) for each in self.passage.sentences if each.told]

    @property
    def open(self) -> bool:
        """Do its fields lie open? There is something in them that is not kept."""
        return any(
            box.clash is not None or box.shows != box.stood
            for each in self.words
            for box in (each.heard, each.reads)
            if box
        )

    @property
    def turns(self) -> list[tuple[str, int]]:
        """Where it was told, each once."""
        return list(dict.fromkeys((str(s.session), int(s.turn)) for s in self.passage.spans))


@router.get("/me/book")
def book(
    request: Request, desk: AtDesk, account: Narrator, after: str = "", out: str = ""
) -> Response:
    """How far it is, the piece to be answered for now, the chapters, and who may read it. `out`: what was just left out."""
    return _book(request, desk, "", Sent(), SaveOutcome(), 200, after=after, out=out)


@router.get("/me/book/chapters/{key}")
def chapter(
    request: Request,
    desk: AtDesk,
    account: Narrator,
    key: Annotated[str, Path(min_length=1, max_length=80)],
) -> Response:
    """Every piece of one chapter, and what was said to it."""
    return _chapter(request, desk, key, Sent(), SaveOutcome(), 200)


@router.get("/me/book/pieces/{id}")
def piece(request: Request, desk: AtDesk, account: Narrator, id: Id) -> Response:
    """One piece with everything that can be changed of it."""
    return _alone(request, desk, id, Sent(), SaveOutcome(), 200)


@router.post("/me/book/write")
def write(desk: AtDesk, account: Narrator) -> Response:
    """Write it anew from all that was told; what is unchanged stays approved."""
    _library(desk).write(desk.now())
    return then("/me/book", "written")


@router.post("/me/book/save")
def save(request: Request, desk: AtDesk, account: Narrator, form: Whole) -> Response:
    """Keep the words, the answers and "for whom" of all pieces on the page, or nothing and say why."""
    library = _library(desk)
    items, back = form.multi_items(), str(form.get("back", ""))[:80]
    if whole := form.get("whole"):  # one button for every piece of a chapter
        items = [(name, whole if name.startswith("answer ") else value) for name, value in items]
    sent = book_form.parse(items)
    done = one_save.save(library, sent, _family(desk), desk.now())
    first = next(iter(sent.pieces), "")
    if not done.kept:
        if back == ALONE:
            return _alone(request, desk, first, sent, done, 409)
        chapter = back.removeprefix(READING)
        again = _chapter if chapter else _book
        return again(request, desk, chapter or first, sent, done, 409)
    if back == ALONE and done.waiting:
        return then(f"/me/book/pieces/{done.first}", "reworded")
    where = _chapter_address(library, back)
    if done.words:
        return then(where, "reworded" if done.waiting else "saved")
    if back.startswith(READING) and done.answers:
        stands = book_form.STANDS in done.answers
        return then(where, "chapter_stands" if stands else "chapter_out")
    if len(done.answers) == 1 and done.answers[0] == book_form.STANDS:
        return then(where, "stands")
    if len(done.answers) == 1:
        return then(f"{where}?said=left_out&out={first}")
    if not done.answers and not back and first:
        return then(f"/me/book?after={first}")
    return then(where, "saved" if done.answers else "unchanged")


@router.post("/me/book/pieces/{id}/again")
def put_in_again(
    desk: AtDesk, account: Narrator, id: Id, back: Annotated[str, Form()] = ""
) -> Response:
    """Take it back that a piece was left out: it is as it was before."""
    _library(desk).again(id)
    return then("/me/away" if back == "away" else "/me/book", "piece_back")


@router.post("/me/book/readers")
def readers(
    desk: AtDesk, account: Narrator, whom: Annotated[list[str] | None, Form()] = None
) -> Response:
    """Who may read what stands. Whoever is not named reads nothing of it any more."""
    library = _library(desk)
    before, chosen = library.readers(), set(whom or ())
    for each in _family(desk):
        if (each.id in chosen) != (each.id in before):
            asked = f"May {each.name} read your book?"
            library.consent(
                ConsentKind.RECIPIENT,
                each.id in chosen,
                desk.now(),
                each.name,
                asked,
                account=each.id,
            )
    return then("/me/book", "readers")


def _library(desk: Desk) -> Library:
    if desk.library is None:
        raise Refused(404, "There is no book here.")
    return desk.library


def _book(
    request: Request,
    desk: Desk,
    of: str,
    sent: Sent,
    done: SaveOutcome,
    status: int,
    after: str = "",
    out: str = "",
) -> Response:
    """The narrator's book, at the piece `of`, or at the first after `after` that waits."""
    library = desk.library
    every = _pieces(desk, library, sent, done) if library else []
    waiting = [each for each in every if each.answer is None]
    skipped = next((n for n, each in enumerate(waiting) if each.passage.id == after), -1)
    ahead = waiting[skipped + 1 :] or waiting
    piece = _named(every, of, sent, done) or next(iter(ahead), None)
    chapters = dict.fromkeys((each.chapter, each.title) for each in every)
    heard, unanswered = unsure.marked(desk), [each.passage for each in waiting]
    return page(
        request,
        "me_book.html",
        status,
        heard=heard,
        again=unsure.to_hear(unanswered, heard),
        names=unsure.names_asked(desk, unanswered),
        possible=library is not None,
        many=len(every),
        hidden=len(library.drafted().passages) - len(every) if library else 0,
        undo=out if out in {each.passage.id for each in own_away.left_out(desk)} else "",
        away=own_away.many(desk),
        approved=sum(each.answer is not None and each.answer.given for each in every),
        waiting=len(waiting),
        piece=piece,
        lost=done.lost,
        left_out=left_out(each.passage for each in every),
        marked=own_marks.marked([piece.passage] if piece else [each.passage for each in every]),
        chapters=[
            (key, title, [each for each in every if each.chapter == key]) for key, title in chapters
        ],
        family=_family(desk),
        readers=library.readers() if library else frozenset(),
        notes=beside.notes(desk.book),
    )


def _named(every: Sequence[Piece], of: str, sent: Sent, done: SaveOutcome) -> Piece | None:
    """The piece `of`, or the one that holds what was typed for it, if it reads otherwise by now."""
    typed = {about for _, about in done.typed} | {sent.pieces.get(of, "")}
    same = [each for each in every if each.passage.id == of]
    said = [each for each in every if of in sent.pieces and each.passage.id in done.pieces]
    holds = [each for each in every if of in sent.pieces and typed & set(each.sentences)]
    return next(iter([*same, *said, *holds]), None)


def _alone(
    request: Request, desk: Desk, id: str, sent: Sent, done: SaveOutcome, status: int
) -> Response:
    """One piece on a page of its own."""
    found = _named(_pieces(desk, _library(desk), sent, done), id, sent, done)
    if found is None and done.kept:
        raise Refused(404, "That piece has been written anew meanwhile. Please look at your book.")
    if found is None:
        return _book(request, desk, id, sent, done, status)
    return page(
        request,
        "me_piece.html",
        status,
        heard=unsure.marked(desk),
        piece=found,
        lost=done.lost,
        left_out=left_out([found.passage]),
        marked=own_marks.marked([found.passage]),
    )


def _chapter(
    request: Request, desk: Desk, key: str, sent: Sent, done: SaveOutcome, status: int
) -> Response:
    pieces = [each for each in _pieces(desk, _library(desk), sent, done) if each.chapter == key]
    if not pieces:
        raise Refused(404, "There is no such chapter.")
    return page(
        request,
        "me_chapter.html",
        status,
        heard=unsure.marked(desk),
        pieces=pieces,
        key=key,
        title=pieces[0].title,
        lost=done.lost,
        left_out=left_out(each.passage for each in pieces),
        marked=own_marks.marked(each.passage for each in pieces),
    )


def _chapter_address(library: Library, back: str) -> str:
    """The page that a form came from: a chapter, or one that is read (`reading KEY`); else the book's."""
    reading, key = back.startswith(READING), back.removeprefix(READING)
    if key not in [each.key for each in library.hers().chapters]:
        return "/me/book"
    return f"/me/book/{'read' if reading else 'chapters'}/{key}"


def _pieces(desk: Desk, library: Library, sent: Sent, done: SaveOutcome) -> list[Piece]:
    said, meant, limits = library.answers(), library.meant(), library.limits()
    family = _family(desk)
    return [
        _piece(
            passage,
            each,
            said.get(passage.id),
            meant.get(passage.id),
            book_form.offered(family, limits.get(passage.id, passage.privacy)),
            len(family),
            sent,
            done,
            _sounds(desk, passage),
        )
        for each in library.hers().chapters
        for passage in each.passages
    ]


def _sounds(desk: Desk, passage: Passage) -> list[str]:
    spans = [each for each in passage.spans if each.began is not None]
    places = dict.fromkeys((each.session, each.turn) for each in spans)
    return [
        f"/me/stories/{session}/{turn}/sound"
        for session, turn in places
        if (desk.book.state / "sessions" / session / "narrator.wav").is_file()
    ]


def _piece(
    passage: Passage,
    chapter: Chapter,
    answer: Approval | None,
    meant: Collection[str] | None,
    offered: Mapping[str, str],
    family: int,
    sent: Sent,
    done: SaveOutcome,
    sounds: Sequence[str],
) -> Piece:
    own = [each for each in passage.sentences if each.told]
    was, was_for = book_form.chosen(answer), book_form.readers(meant, offered)
    return Piece(
        passage,
        chapter.key,
        chapter.title,
        answer,
        [
            Words(
                book_form.box(book_form.HEARD, each, done),
                book_form.box(book_form.READS, each, done) if each.approved.text else None,
                each.spans[0].ended is not None,
            )
            for each in own
        ],
        was,
        sent.answers.get(passage.id, (was, was))[1],
        offered,
        len(offered) == family,
        book_form.asks(was_for),
        sent.whom.get(passage.id, ("", was_for))[1],
        book_form.key(own[0].spans[0]) if own else "",
        done.pieces.get(passage.id, ""),
        sounds,
    )


def _family(desk: Desk) -> list[accounts.Account]:
    return [*accounts.family(desk.book)]
