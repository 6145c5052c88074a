"""Names that may have been misheard: the narrator says yes or no, to the family's spelling too."""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from voice_agent.archive import misspelt, own_words, sharing, transcript
from voice_agent.archive.accounts import Account
from voice_agent.archive.misspelt import Misspelt
from voice_agent.archive.own_words import Place
from voice_agent.web import hearing
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Family, Narrator, OneLine, Refused, honest, sent_from
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])

Name = Annotated[OneLine, Form(min_length=2, max_length=60)]

WAITING = 20
"""Names that may wait for the narrator's word before the family sends more: she is not to be flooded. A guess."""

LONGEST = 5
"""Words of a name: "Maria de los Dolores". A guess."""


def perhaps(desk: Desk) -> tuple[Misspelt, ...]:
    """What may have been misheard, as the narrator is asked."""
    return misspelt.perhaps(desk.book.read, desk.names())


def asked_about(desk: Desk, account: Account) -> tuple[Misspelt, ...]:
    """Spellings of the family's that wait for the narrator's word, of what this one may read."""
    theirs = misspelt.spelled(desk.book.read)
    waiting = [each for each in perhaps(desk) if each.name in theirs]
    reads = _reads(desk, account) if waiting else {}
    return tuple(
        each for each in waiting if any((at.session, at.turn) in reads for at in each.places)
    )


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
def spell(request: Request, desk: AtDesk, account: Family, words: Name, name: Name) -> Response:
    """How a name is spelled that stands in what this one of the family reads; the narrator is asked."""
    if wrong := _no_name(words, name):
        raise Refused(400, f"{wrong} Nothing has been changed.")
    whole = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
    places = {at for at, text in _reads(desk, account).items() if whole.search(text)}
    if not places:
        raise Refused(
            404, f"“{words}” stands in nothing that you may read here. Nothing has been changed."
        )
    waiting = {(each.words.casefold(), each.name) for each in asked_about(desk, account)}
    if (words.casefold(), name) in waiting:
        raise Refused(409, f"{desk.who} is being asked that already. Nothing has been sent.")
    if len(perhaps(desk)) >= WAITING:
        raise Refused(
            409,
            f"Many names wait for {desk.who}’s word already. Nothing has been changed: please try again another day.",
        )
    if not misspelt.propose(desk.book, places, words, name):
        raise Refused(
            409,
            f"Either {desk.who} has said no to that already, or has changed those words since. Nothing has been changed.",
        )
    return then(sent_from(request) or "/family", "spelled")


def _no_name(words: str, name: str) -> str:
    """Why `name` is none that somebody could be called; "" where it is one. Whether it is the right one the narrator says."""
    if any(letter.isdigit() for letter in name):
        return "A name has no figures in it."
    if not any(letter.isalpha() for letter in name):
        return "There is no letter in that name."
    if len(name.split()) > LONGEST:
        return "That is more than a name. Please write the name alone."
    if name.islower():
        return "A name begins with a capital letter."
    return f"It is spelled “{name}” already." if name == words else ""


def _reads(desk: Desk, account: Account) -> Mapping[Place, str]:
    """All that this one of the family may read, by where it was told: stories, and every text of the book."""
    found = defaultdict[Place, list[str]](list)
    for told in sharing.shared_with(desk.book, account):
        found[told.session, told.turn].append(told.text)
    shelf = desk.library and desk.library.shelf(account)
    for leaf in shelf.layout.leaves if shelf else ():
        for paragraph in (each for _, text in leaf.texts for each in text):
            for place in paragraph.turns:
                found[place] += [line.text for line in paragraph.sentences]
    return {place: "\n".join(texts) for place, texts in found.items()}


def _put_right(desk: Desk, found: Misspelt) -> None:
    changes = misspelt.put_right(desk.book.read, found)
    if desk.library and desk.library.drafted().passages:
        desk.library.reword(changes, desk.now())
        return
    own_words.save(desk.book, changes, desk.now())
    transcript.anew(desk.book, desk.book.state, [session for session, _ in changes])
