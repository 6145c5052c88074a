"""The narrator's own book, read as a book: chapter after chapter, in large letters, heard sentence by sentence.

A whole chapter is allowed by one button.
"""

from dataclasses import dataclass
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import Response

from voice_agent.archive import accounts, session_tables
from voice_agent.memory.claims import Mention
from voice_agent.story import SessionId, Turn
from voice_agent.storybook import clips, dates_read
from voice_agent.storybook.pages import Chapter, Kind, Passage, Sentence
from voice_agent.storybook.subtitle import subtitle
from voice_agent.web import book_form, hearing
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Narrator, Number, Refused, honest
from voice_agent.web.library import mark
from voice_agent.web.pages import page, together

router = APIRouter(dependencies=[Depends(honest)])

Name = Annotated[str, Path(min_length=1, max_length=80)]


@dataclass(frozen=True, slots=True)
class Heard:
    """One sentence as it is read, and where it is heard."""

    text: str
    kind: Kind
    sound: str = ""
    """Address; "" where there is none: it was written, its sound was not kept, or it reads otherwise than it was said."""

    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A piece of the book as it is read."""

    id: str
    when: str
    sentences: tuple[Heard, ...]
    first: str
    """Its first sentence, as a form calls it."""

    waits: bool
    """Has the narrator said nothing to it yet?"""


@router.get("/me/book/read/{key}")
def read(request: Request, desk: AtDesk, account: Narrator, key: Name) -> Response:
    """One chapter, without what was left out of it."""
    chapters = _chapters(desk)
    at = next((n for n, each in enumerate(chapters) if each.key == key), None)
    if at is None and key in _put_away(desk):
        raise Refused(
            404,
            "This chapter is put away: nobody reads it. You can bring it back under “What I put away”.",
        )
    if at is None:
        raise Refused(404, "There is no such chapter any more. Please look at your book.")
    return page(
        request,
        "me_read.html",
        chapter=chapters[at],
        years=subtitle((each.when for each in chapters[at].passages), ()),
        number=at + 1,
        paragraphs=_paragraphs(desk, chapters[at]),
        readers=_readers(desk),
        before=chapters[at - 1] if at else None,
        after=chapters[at + 1] if at + 1 < len(chapters) else None,
    )


@router.get("/me/book/sound/{session}/{turn}/{span}")
def sound(desk: AtDesk, account: Narrator, session: Name, turn: Number, span: Name) -> Response:
    """One sentence in the narrator's own voice."""
    place = f"{session}/{turn}/{span}"
    every = (each for c in _chapters(desk) for p in c.passages for each in p.spans)
    found = next((each for each in every if mark(each) == place), None)
    told = found and _turns(desk, found.session).get(int(found.turn))
    if not found or not told or found.began is None:
        raise Refused(404, "There is nothing to hear here.")
    return hearing.sentence(desk.book.state, found, told)


def _readers(desk: Desk) -> str:
    """Who may read the book: "Ann and Ben"; "" nobody."""
    may = desk.library.readers() if desk.library else frozenset[str]()
    return together([each.name for each in accounts.family(desk.book) if each.id in may])


def _chapters(desk: Desk) -> tuple[Chapter, ...]:
    return desk.library.hers().chapters if desk.library else ()


def _put_away(desk: Desk) -> list[str]:
    """Keys of the chapters of which nothing is left but what was put away, and of the others."""
    return [each.key for each in desk.library.drafted().chapters] if desk.library else []


def _paragraphs(desk: Desk, chapter: Chapter) -> list[Paragraph]:
    assert desk.library is not None
    said = desk.library.answers()

    @cache
    def turns(session: SessionId) -> dict[int, Turn]:
        track = desk.book.state / "sessions" / session / "narrator.wav"
        return _turns(desk, session) if track.is_file() else {}

    def heard(each: Sentence) -> Heard:
        shown = each.approved
        span = each.spans[0] if each.spans and each.reads is None else None
        told = turns(span.session).get(int(span.turn)) if span else None
        if span is None or told is None or span.began is None:
            return Heard(shown.text, shown.kind)
        return Heard(shown.text, shown.kind, f"/me/book/sound/{mark(span)}", _length(told, span))

    return [
        Paragraph(
            each.id,
            dates_read.read(each.when),
            tuple(one for s in each.sentences if (one := heard(s)).text),
            _first(each),
            each.id not in said,
        )
        for each in chapter.passages
        if each.id not in said or said[each.id].given
    ]


def _first(passage: Passage) -> str:
    own = [each for each in passage.sentences if each.told]
    return book_form.key(own[0].spans[0]) if own else ""


def _length(told: Turn, span: Mention) -> float:
    began, ended = clips.edges(told, span)
    return round(ended - began, 2)


def _turns(desk: Desk, session: SessionId) -> dict[int, Turn]:
    return {int(each.id): each for each in session_tables.session(desk.book.read, session).turns}
