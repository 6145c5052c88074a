"""The narrator's book: each piece read back with the differences, approved, left out or put otherwise."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Path, Request
from starlette.responses import Response

from voice_agent.archive import accounts, beside
from voice_agent.archive.passages import Approval
from voice_agent.story import ConsentKind
from voice_agent.storybook import dates_read
from voice_agent.storybook.approval import difference
from voice_agent.storybook.pages import Passage
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Narrator, Number, Refused, honest
from voice_agent.web.library import Library
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])

Id = Annotated[str, Path(pattern=r"^p-[0-9a-f]{16}$")]


class Answer(StrEnum):
    """What the narrator says to a piece."""

    STANDS = "stands"
    OUT = "out"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Piece:
    """A passage on the narrator's page."""

    passage: Passage
    chapter: str
    title: str
    answer: Approval | None

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
    def turns(self) -> list[tuple[str, int]]:
        """Where it was told, each once."""
        return list(dict.fromkeys((str(s.session), int(s.turn)) for s in self.passage.spans))


@router.get("/me/book")
def book(request: Request, desk: AtDesk, account: Narrator, after: str = "") -> Response:
    """How far it is, the piece to be answered for now, the chapters, and who may read it."""
    library = desk.library
    every = _pieces(library) if library else []
    waiting = [each for each in every if each.answer is None]
    skipped = next((n for n, each in enumerate(waiting) if each.passage.id == after), -1)
    ahead = waiting[skipped + 1 :] or waiting
    chapters = dict.fromkeys((each.chapter, each.title) for each in every)
    return page(
        request,
        "me_book.html",
        possible=library is not None,
        many=len(every),
        approved=sum(each.answer is not None and each.answer.given for each in every),
        waiting=len(waiting),
        piece=ahead[0] if ahead else None,
        chapters=[
            (key, title, [each for each in every if each.chapter == key]) for key, title in chapters
        ],
        family=_family(desk),
        readers=library.readers() if library else frozenset(),
        notes=beside.notes(desk.book),
    )


@router.get("/me/book/chapters/{key}")
def chapter(
    request: Request,
    desk: AtDesk,
    account: Narrator,
    key: Annotated[str, Path(min_length=1, max_length=80)],
) -> Response:
    """Every piece of one chapter, and what was said to it."""
    pieces = [each for each in _pieces(_library(desk)) if each.chapter == key]
    if not pieces:
        raise Refused(404, "There is no such chapter.")
    return page(
        request, "me_chapter.html", pieces=pieces, title=pieces[0].title, family=_family(desk)
    )


@router.post("/me/book/write")
def write(desk: AtDesk, account: Narrator) -> Response:
    """Write it anew from all that was told; what is unchanged stays approved."""
    _library(desk).write(desk.now())
    return then("/me/book", "written")


@router.post("/me/book/pieces/{id}")
def answer(
    desk: AtDesk,
    account: Narrator,
    id: Id,
    answer: Annotated[Answer, Form()],
    whom: Annotated[list[str] | None, Form()] = None,
    choosing: Annotated[bool, Form()] = False,
    back: Annotated[str, Form(max_length=80)] = "",
) -> Response:
    """Let a piece stand, for all readers or some; leave it out; or think about it."""
    library = _library(desk)
    passage = library.passage(id)
    known = {each.id for each in _family(desk)}
    chosen = set(whom or ()) - {"everybody"}
    if chosen - known:
        raise Refused(400, "That person is not of the family. Nothing has been changed.")
    if choosing and answer is Answer.STANDS and not whom:
        raise Refused(400, "Please choose whom it is for. Nothing has been changed.")
    if answer is Answer.LATER:
        return then(f"/me/book?after={passage.id}")
    given = answer is Answer.STANDS
    readers = () if "everybody" in (whom or ()) else sorted(chosen)
    library.answer(id, given=given, readers=readers, now=desk.now())
    of = next(each.key for each in library.drafted().chapters if passage in each.passages)
    where = f"/me/book/chapters/{of}" if back == "chapter" else "/me/book"
    return then(where, "stands" if given else "left_out")


@router.post("/me/book/pieces/{id}/words")
def reword(
    desk: AtDesk,
    account: Narrator,
    id: Id,
    number: Annotated[int, Form(ge=0, le=1000)],
    text: Annotated[str, Form(min_length=1, max_length=5000)],
) -> Response:
    """Put one sentence otherwise. It is read back once more as it is now."""
    _library(desk).reword(id, number, text, desk.now())
    return then("/me/book", "reworded")


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


@router.post("/me/book/notes/{number}/take-out")
def take_out(desk: AtDesk, account: Narrator, number: Number) -> Response:
    """A relative's note that the narrator does not want beside the book."""
    beside.take_out(desk.book, number)
    return then("/me/book", "unnoted")


def _library(desk: Desk) -> Library:
    if desk.library is None:
        raise Refused(404, "There is no book here.")
    return desk.library


def _pieces(library: Library) -> list[Piece]:
    said = library.answers()
    return [
        Piece(passage, chapter.key, chapter.title, said.get(passage.id))
        for chapter in library.drafted().chapters
        for passage in chapter.passages
    ]


def _family(desk: Desk) -> list[accounts.Account]:
    return [*accounts.family(desk.book)]
