"""What the narrator put away, left out of the book, or shut out: on one page, each with one button that brings it back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from voice_agent.archive import (
    accounts,
    beside,
    book_copies,
    family,
    memory_tables,
    put_by,
    session_tables,
    sharing,
    went_along,
)
from voice_agent.archive.put_by import Sent
from voice_agent.archive.sharing import Story
from voice_agent.storybook.pages import Passage
from voice_agent.web import own_again
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Narrator, Number, Refused, honest
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A piece that the narrator left out of the book."""

    passage: Passage
    title: str
    """Of its chapter."""

    @property
    def words(self) -> str:
        """How it reads."""
        return " ".join(each.text for each in self.passage.approved if each.text)


@dataclass(frozen=True, slots=True)
class StoryAway:
    """A story that is put away."""

    story: Story
    along: Sequence[Story]
    """What she told on from it, and lies there with it."""


@router.get("/me/away")
def away(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """Everything that can be brought back."""
    return page(
        request,
        "away.html",
        stories=[
            (each, own_again.saw_before(desk, each.story, *each.along))
            for each in stories_away(desk)
        ],
        pictures=family.photographs_away(desk.book),
        notes=beside.notes_away(desk.book),
        going=session_tables.waiting_to_go(desk.book.read),
        left_out=list(left_out(desk)),
        doors=accounts.shut_out(desk.book),
    )


def many(desk: Desk) -> int:
    """How much lies there."""
    sent = (*family.photographs_away(desk.book), *beside.notes_away(desk.book))
    return len(stories_away(desk)) + len(sent) + sum(1 for _ in left_out(desk))


def stories_away(desk: Desk) -> list[StoryAway]:
    """The stories that are put away, newest talk first, each with what went along."""
    every, of = sharing.put_away(desk.book), went_along.stories(desk.book.read)
    places = {(each.session, each.turn) for each in every}
    along = {place for place, story in of.items() if story in places}
    return [
        StoryAway(each, [e for e in every if of.get((e.session, e.turn)) == place])
        for each in every
        if (place := (each.session, each.turn)) not in along
    ]


def with_it(desk: Desk, story: Story) -> Sequence[Story]:
    """What lies there because `story` does; of one that is not put away, what would go along."""
    if not story.hidden:
        along = memory_tables.goes_along(desk.book.read, story.session, story.turn)
        return [sharing.story(desk.book, *each) for each in along]
    place = (story.session, story.turn)
    found = (e for e in stories_away(desk) if (e.story.session, e.story.turn) == place)
    return next((each.along for each in found), ())


@router.post("/me/pictures/{id}/hide")
def hide_picture(desk: AtDesk, account: Narrator, id: str) -> Response:
    """Put a picture away: it is on no page and in no copy of the book on this device, and no talk asks about it."""
    sent = next((each for each in family.photographs(desk.book) if each.id == id), None)
    if sent is None:
        raise Refused(404, "There is no such picture any more. Nothing has been changed.")
    put_by.put_away(desk.book, Sent.PICTURES, id)
    if sent.session is not None and sent.turn is not None:
        book_copies.withdraw(desk.book, {(sent.session, sent.turn)}, (), desk.now())
    return then("/me/away", "picture_away")


@router.post("/me/pictures/{id}/show")
def show_picture(desk: AtDesk, account: Narrator, id: str) -> Response:
    """Bring it back, to where it was."""
    put_by.bring_back(desk.book, Sent.PICTURES, id)
    return then("/me/post", "picture_back")


@router.post("/me/book/notes/{number}/hide")
def hide_note(desk: AtDesk, account: Narrator, number: Number) -> Response:
    """Put a relative's note away that the narrator does not want beside the book."""
    if number not in {each.number for each in beside.notes(desk.book)}:
        raise Refused(404, "That note is not there any more. Nothing has been changed.")
    put_by.put_away(desk.book, Sent.NOTES, str(number))
    return then("/me/away", "note_away")


@router.post("/me/book/notes/{number}/show")
def show_note(desk: AtDesk, account: Narrator, number: Number) -> Response:
    """Bring it back, beside its date."""
    put_by.bring_back(desk.book, Sent.NOTES, str(number))
    return then("/me/book", "note_back")


@router.post("/me/book/notes/{number}/take-out")
def take_out(desk: AtDesk, account: Narrator, number: Number) -> Response:
    """Erase a relative's note."""
    beside.take_out(desk.book, number)
    return then("/me/away", "unnoted")


def left_out(desk: Desk) -> Iterator[LeftOut]:
    """The pieces that are left out of the book, in its order."""
    if desk.library is None:
        return
    said = desk.library.answers()
    for chapter in desk.library.hers().chapters:
        for each in chapter.passages:
            if (answer := said.get(each.id)) and not answer.given:
                yield LeftOut(each, chapter.title)
