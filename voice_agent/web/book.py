"""The book as the family reads and hears it: chapters, years, people; and their notes beside a date."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Path, Request
from starlette.responses import Response

from voice_agent.archive import beside, family, session_tables
from voice_agent.archive.looks import looked
from voice_agent.interview.family_questions import same
from voice_agent.storybook.pages import Text
from voice_agent.storybook.together import parts
from voice_agent.web import hearing, names
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Family, Number, OneLine, Refused, honest
from voice_agent.web.library import Shelf
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])

NOTES = 30
"""Notes of one person; a relative is not to write the book anew."""

WISH = "May {name} have a copy of your book at home?"
"""How the narrator is asked for one, as for anything else that the family wonders."""

Name = Annotated[str, Path(min_length=1, max_length=80)]


@router.get("/family/book")
def contents(request: Request, desk: AtDesk, account: Family) -> Response:
    """Title, a sentence that stands for it, and the chapters."""
    shelf = desk.library and desk.library.shelf(account)
    if shelf:
        looked(desk.book, account, "opened your book", desk.now())
    wish = WISH.format(name=account.name)
    asked = family.asked_by(desk.book, account)
    wished = any(each.state != "withdrawn" and same(each.question, wish) for each in asked)
    return page(
        request,
        "book.html",
        book=shelf and shelf.layout,
        wish=wish,
        wished=wished,
        spellings=names.asked_about(desk, account),
    )


@router.get("/family/book/years")
def years(request: Request, desk: AtDesk, account: Family) -> Response:
    """The timeline, with what relatives know otherwise beside it."""
    shelf = _shelf(desk, account)
    assert desk.library is not None
    notes = desk.library.notes()
    looked(desk.book, account, "looked at the years of your book", desk.now())
    lines = [
        {
            "edtf": each.edtf,
            "when": each.when,
            "text": each.text,
            "href": f"/family/book/{leaf.key}#{each.place.sentence}",
            "place": shelf.where[each.place.sentence][0],
            "notes": notes.get((shelf.where[each.place.sentence][0], each.edtf), []),
        }
        for each in shelf.layout.index.timeline
        if each.place and each.place.sentence in shelf.where
        for leaf in (shelf.layout.leaves[each.place.chapter - 1],)
    ]
    return page(request, "book_years.html", book=shelf.layout, lines=lines)


@router.get("/family/book/people")
def people(request: Request, desk: AtDesk, account: Family) -> Response:
    """Who is in it, and where."""
    shelf = _shelf(desk, account)
    looked(desk.book, account, "looked at the people of your book", desk.now())
    return page(request, "book_people.html", book=shelf.layout)


@router.get("/family/book/{chapter}")
def chapter(
    request: Request, desk: AtDesk, account: Family, chapter: Name, text: Text | None = None
) -> Response:
    """One chapter in its texts, the one that the narrator approved first, with the photographs whose stories are in it."""
    shelf = _shelf(desk, account)
    leaves = shelf.layout.leaves
    at = next((n for n, leaf in enumerate(leaves) if chapter in {leaf.key, *parts(leaf.key)}), None)
    if at is None:
        raise Refused(404, "There is no such chapter, or none of it is for you yet.")
    looked(desk.book, account, f"read “{leaves[at].title}” in your book", desk.now())
    texts = dict(leaves[at].texts)
    shown = text if text in texts else leaves[at].texts[0][0]
    turns = {
        (str(s.session), int(s.turn)) for p in shelf.book.chapters[at].passages for s in p.spans
    }
    pictures = [p for p in family.photographs(desk.book) if (p.session, p.turn) in turns]
    return page(
        request,
        "book_chapter.html",
        spellings=names.asked_about(desk, account),
        book=shelf.layout,
        leaf=leaves[at],
        text=shown,
        paragraphs=texts[shown],
        before=leaves[at - 1] if at else None,
        after=leaves[at + 1] if at + 1 < len(leaves) else None,
        pictures=pictures,
    )


@router.get("/family/book/sound/{session}/{turn}/{span}")
def sound(desk: AtDesk, account: Family, session: Name, turn: Number, span: Name) -> Response:
    """One sentence in the narrator's voice."""
    shelf = _shelf(desk, account)
    found = shelf.spans.get(f"{session}/{turn}/{span}")
    if found is None:
        raise Refused(404, "There is nothing to hear here.")
    told = session_tables.turn(desk.book.read, session, turn)
    assert told is not None, "the book holds it"
    looked(desk.book, account, "listened to your book", desk.now())
    return hearing.sentence(desk.book.state, found, told)


@router.post("/family/book/notes")
def note(
    desk: AtDesk,
    account: Family,
    session: Annotated[str, Form(max_length=60)],
    turn: Annotated[int, Form(ge=0, le=2**31 - 1)],
    edtf: Annotated[str, Form(max_length=60)],
    note: Annotated[OneLine, Form(min_length=3, max_length=200)],
) -> Response:
    """Keep a note beside a date. What was told stays as it was told."""
    shelf = _shelf(desk, account)
    if ((session, turn), edtf) not in shelf.where.values():
        raise Refused(404, "There is no such date in the book, so nothing was kept.")
    if sum(each.account == account.id for each in beside.notes(desk.book)) >= NOTES:
        raise Refused(409, f"You have left {NOTES} notes. Please take one out first.")
    beside.put(desk.book, account, (session, turn), edtf, note, desk.now())
    return then("/family/book/years", "noted")


@router.post("/family/book/notes/{number}/take-out")
def take_out(desk: AtDesk, account: Family, number: Number) -> Response:
    """Take one's own note out."""
    if number not in {n.number for n in beside.notes(desk.book) if n.account == account.id}:
        raise Refused(404, "There is no such note, or it is not yours.")
    beside.take_out(desk.book, number)
    return then("/family/book/years", "unnoted")


def _shelf(desk: Desk, account: Family) -> Shelf:
    shelf = desk.library and desk.library.shelf(account)
    if not shelf:
        raise Refused(404, "There is nothing in the book for you yet.")
    return shelf
