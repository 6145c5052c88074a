"""Names that may have been misheard: the narrator says yes or no, to the family's spelling too."""

import re
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from voice_agent.archive import misspelt, own_words, sharing, transcript
from voice_agent.archive.misspelt import Misspelt
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
    _put_right(desk, found)
    return then("/me/names", "named")


@router.post("/family/names")
def spell(desk: AtDesk, account: Family, words: Name, name: Name) -> Response:
    """How a name is spelled that stands in what this one of the family reads; the narrator is asked."""
    whole = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
    told = [each for each in sharing.shared_with(desk.book, account) if whole.search(each.text)]
    if not told:
        raise Refused(
            404, f"“{words}” stands in no story that you may read. Nothing has been changed."
        )
    unsure = [Word(word, 0.0, 0.0, 0.0) for word in words.split()]
    if not name[:1].isupper():
        raise Refused(400, "A name begins with a capital letter. Nothing has been changed.")
    if not [*desk.likely(unsure, [name])]:
        raise Refused(
            400,
            f"I cannot tell whether “{name}” is how “{words}” is spelled. Nothing has been changed: please tell {desk.who}.",
        )
    misspelt.propose(desk.book, {(each.session, each.turn) for each in told}, words, name)
    return then("/family", "spelled")


def _put_right(desk: Desk, found: Misspelt) -> None:
    changes = misspelt.put_right(desk.book.read, found)
    if desk.library and desk.library.drafted().passages:
        desk.library.reword(changes, desk.now())
        return
    own_words.save(desk.book, changes, desk.now())
    transcript.anew(desk.book, desk.book.state, [session for session, _ in changes])
