"""Whom memory knows, on the narrator's pages: two that are one person, and one who is two."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from voice_agent.archive import who_is_who
from voice_agent.web.guard import AtDesk, Narrator, OneLine, Refused, honest
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])

Id = Annotated[OneLine, Form(min_length=1, max_length=80)]


@router.get("/me/known")
def known(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """Everybody the narrator has told of, and what was said of who is who."""
    book = desk.book
    return page(
        request,
        "known.html",
        known=who_is_who.known(book),
        words=who_is_who.words(book),
        suggested=who_is_who.suggested(book),
    )


@router.get("/me/known/{id}")
def somebody(request: Request, desk: AtDesk, account: Narrator, id: str) -> Response:
    """One of them, with whom it may be and where it may be somebody else."""
    everybody = who_is_who.known(desk.book)
    this = next((each for each in everybody if each.id == id), None)
    if this is None:
        raise Refused(404, "Somebody of that name is not there any more.")
    others = sorted(
        (each for each in everybody if each.id != id), key=lambda each: _near(this, each)
    )
    return page(request, "known_one.html", this=this, others=others)


@router.post("/me/known/{id}/same")
def join(desk: AtDesk, account: Narrator, id: str, other: Id) -> Response:
    """They are one."""
    who_is_who.join(desk.book, id, other, desk.now())
    return then("/me/known", "one_person")


@router.post("/me/known/{id}/two")
def keep_two(desk: AtDesk, account: Narrator, id: str, other: Id) -> Response:
    """They are two, whatever was suggested."""
    who_is_who.keep_two(desk.book, id, other, desk.now())
    return then("/me/known", "two_people")


@router.post("/me/known/{id}/apart")
def part(
    desk: AtDesk, account: Narrator, id: str, session: Id, turn: Annotated[int, Form(ge=0)]
) -> Response:
    """In that telling it is somebody else."""
    who_is_who.part(desk.book, id, session, turn, desk.now())
    return then("/me/known", "two_people")


@router.post("/me/known/take-back")
def take_back(desk: AtDesk, account: Narrator, word: Id) -> Response:
    """Take a word on who is who back."""
    who_is_who.take_back(desk.book, word, desk.now())
    return then("/me/known", "taken_back")


def _near(
    this: who_is_who.KnownSomebody, other: who_is_who.KnownSomebody
) -> tuple[bool, bool, str]:
    """Those of one name first, then those of one relation."""
    names = {*this.name.lower().split()} & {*other.name.lower().split()}
    return (not names, this.relation != other.relation or not this.relation, other.name.lower())
