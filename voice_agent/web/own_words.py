"""The words of one story, changed by the narrator: what was misheard, and what is to read otherwise. One form."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from voice_agent.archive import own_words, sharing, transcript
from voice_agent.archive.own_words import Changes
from voice_agent.archive.sharing import Story
from voice_agent.errors import MemoryRefused
from voice_agent.memory.rewording import Stretch, tidy_lines
from voice_agent.web import hearing
from voice_agent.web.book_form import Box, seen
from voice_agent.web.guard import AtDesk, Narrator, Number, desk_of, honest
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])

Long = Annotated[str, Form(max_length=60_000)]
"""Whoever writes more is told so: the field itself takes it all, for a browser would cut it off and say nothing."""

Seen = Annotated[str, Form(max_length=12)]


@router.get("/me/stories/{session}/{turn}/words")
def words(
    request: Request, desk: AtDesk, account: Narrator, session: str, turn: Number
) -> Response:
    """What was heard, and how it is to read."""
    told = sharing.story(desk.book, session, turn)
    return _page(request, told, told.heard, told.text)


@router.post("/me/words")
def keep(
    request: Request,
    desk: AtDesk,
    account: Narrator,
    session: Annotated[str, Form(max_length=60)],
    turn: Annotated[int, Form(ge=0, le=2**31 - 1)],
    heard: Long,
    reads: Long,
    was_heard: Seen,
    was_reads: Seen,
) -> Response:
    """Keep what was changed in either field; nothing where it was changed on another page meanwhile."""
    place = (session, turn)
    saves = own_words.saves(desk.book.read).get(place, 0)
    told = sharing.story(desk.book, session, turn)
    heard, reads = tidy_lines(heard), tidy_lines(reads)
    stand = ((heard, was_heard, told.heard), (reads, was_reads, told.text))
    # what was not touched on this page is as it is now, whatever the page showed
    new_heard, new_reads = (now if seen(typed) == was else typed for typed, was, now in stand)
    clashing = [
        seen(typed) != was and seen(now) != was and seen(typed) != seen(now)
        for typed, was, now in stand
    ]
    if any(clashing):
        return _page(request, told, new_heard, new_reads, *clashing, says=CLASH)
    misheard = Stretch(0, len(told.heard), new_heard)
    changes = Changes(
        told.version,
        saves,
        (misheard,) if seen(new_heard) != seen(told.heard) else (),
        reads=new_reads if seen(new_reads) != seen(told.text) else None,
    )
    where = f"/me/stories/{told.session}/{told.turn}"
    if not changes.misheard and changes.reads is None:
        return then(where, "unchanged")
    try:
        if desk.library and desk.library.drafted().passages:
            desk.library.reword({place: changes}, desk.now())  # it reads so in the book as well
        else:
            own_words.save(desk.book, {place: changes}, desk.now())
    except MemoryRefused as refused:
        says = " ".join((refused.what, refused.safe, refused.mend))
        return _page(request, told, new_heard, new_reads, says=says)
    if changes.misheard:
        transcript.anew(desk.book, desk.book.state, [session])
    return then(where, _says(told, sharing.story(desk.book, session, turn)))


def _says(before: Story, now: Story) -> str:
    """What the page says of a change: whether those who read it hear her voice changes with the words."""
    if before.voice and not now.voice:
        return "changed_unheard"
    if now.voice and not before.voice:
        return "changed_heard"
    was = before.audience and before.otherwise and not now.otherwise
    return "changed_ask" if was and not before.written else "changed"


CLASH = "You changed this story on another page meanwhile, so nothing has been kept from this one."


def _page(
    request: Request,
    told: Story,
    heard: str,
    reads: str,
    heard_clash: bool = False,
    reads_clash: bool = False,
    *,
    says: str = "",
) -> Response:
    return page(
        request,
        "words.html",
        409 if says else 200,
        says=says,
        audible=hearing.there(desk_of(request).book.state, told),
        story=told,
        heard=Box("heard", heard, told.heard, told.heard if heard_clash else None),
        reads=Box("reads", reads, told.text, told.text if reads_clash else None),
        seen=seen,
    )
