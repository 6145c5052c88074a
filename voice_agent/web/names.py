"""Names that may have been misheard: the narrator says yes or no, and the family how a name is spelled."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from voice_agent.archive import misspelt, own_words, sharing, transcript
from voice_agent.archive.misspelt import Misspelt
from voice_agent.archive.own_words import FAMILY, MISHEARD
from voice_agent.story import Word
from voice_agent.web import hearing
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Family, Narrator, OneLine, Refused, honest
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])

Name = Annotated[OneLine, Form(min_length=2, max_length=60)]


def perhaps(desk: Desk) -> tuple[Misspelt, ...]:
    """What may have been misheard, as the narrator is asked."""
    return misspelt.perhaps(desk.book.read, desk.names())


@router.get("/me/names")
def ask(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """Each with what was heard, to be listened to."""
    found = perhaps(desk)
    stories = {(str(s.session), int(s.turn)): s for s in sharing.stories(desk.book) if found}
    asked = [(each, stories.get((each.places[0].session, each.places[0].turn))) for each in found]
    return page(
        request,
        "names.html",
        asked=[
            (each, told, told is not None and hearing.there(desk.book.state, told))
            for each, told in asked
        ],
    )


@router.post("/me/names")
def answer(
    desk: AtDesk,
    account: Narrator,
    key: Annotated[OneLine, Form(max_length=200)],
    yes: Annotated[bool, Form()],
) -> Response:
    """Put it right wherever it was heard so, or never ask that again."""
    found = next((each for each in perhaps(desk) if each.key == key), None)
    if found is None:
        raise Refused(404, "That has been answered, or changed, meanwhile. Nothing has been done.")
    if not yes:
        misspelt.refuse(desk.book, found)
        return then("/me/names", "not_named")
    _put_right(desk, found, MISHEARD)
    return then("/me/names", "named")


@router.post("/family/names")
def spell(desk: AtDesk, account: Family, words: Name, name: Name) -> Response:
    """How a name is spelled, in the stories that this one of the family may read."""
    places = {(each.session, each.turn) for each in sharing.shared_with(desk.book, account)}
    found = misspelt.in_words(desk.book.read, places, words, name)
    if not found.places:
        raise Refused(
            404, f"“{words}” stands in no story that you may read. Nothing has been changed."
        )
    unsure = [Word(word, 0.0, 0.0, 0.0) for word in words.split()]
    if not [*desk.likely(unsure, [name])] and words.casefold() != name.casefold():
        raise Refused(
            400,
            f"“{name}” sounds otherwise than “{words}”, so it may be somebody else. Nothing has been changed: "
            f"please ask {desk.who}.",
        )
    _put_right(desk, found, FAMILY)
    return then("/family", "spelled")


def _put_right(desk: Desk, found: Misspelt, by: str) -> None:
    changes = misspelt.put_right(desk.book.read, found, by)
    places = set(changes)
    if desk.library and desk.library.drafted().passages:
        desk.library.reword(changes, desk.now())
    else:
        own_words.save(desk.book, changes, desk.now())
        transcript.anew(desk.book, desk.book.state, [session for session, _ in changes])
    # whoever was heard so once may have been heard otherwise elsewhere
    misspelt.look(desk.book, [found.name], desk.likely, lambda place: place not in places)
