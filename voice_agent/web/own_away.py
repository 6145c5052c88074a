"""What the narrator put away, left out of the book, or shut out: each on one page, with one button that brings it back."""

from collections.abc import Iterator
from dataclasses import dataclass

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from voice_agent.archive import session_tables, sharing
from voice_agent.storybook.pages import Passage
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Narrator, honest
from voice_agent.web.pages import page

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


@router.get("/me/away")
def away(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """Everything that can be brought back."""
    return page(
        request,
        "away.html",
        stories=sharing.put_away(desk.book),
        going=session_tables.waiting_to_go(desk.book.read),
        left_out=list(left_out(desk)),
    )


def many(desk: Desk) -> int:
    """How much lies there."""
    return len(sharing.put_away(desk.book)) + sum(1 for _ in left_out(desk))


def left_out(desk: Desk) -> Iterator[LeftOut]:
    """The pieces that are left out of the book, in its order."""
    if desk.library is None:
        return
    said = desk.library.answers()
    for chapter in desk.library.drafted().chapters:
        for each in chapter.passages:
            if (answer := said.get(each.id)) and not answer.given:
                yield LeftOut(each, chapter.title)
