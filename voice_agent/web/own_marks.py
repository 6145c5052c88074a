"""What is left out of the narrator's book, and what a rule only supposes: each with its reason, and one press to change it."""

from collections.abc import Iterable
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Form
from starlette.responses import Response

from voice_agent.storybook.marks import Doubt
from voice_agent.storybook.pages import Passage
from voice_agent.web import book_form
from voice_agent.web.guard import AtDesk, Narrator, Refused, honest
from voice_agent.web.pages import then

router = APIRouter(dependencies=[Depends(honest)])


class Marked(NamedTuple):
    """One sentence as the page lists it."""

    key: str
    words: str
    doubt: Doubt


def marked(passages: Iterable[Passage]) -> list[Marked]:
    """The marked sentences of `passages`, what is left out first."""
    found = [
        Marked(book_form.key(s.spans[0]), s.text, s.doubt)
        for each in passages
        for s in each.marked
        if s.doubt
    ]
    return sorted(found, key=lambda each: not each.doubt.out)


@router.post("/me/book/marks")
def answer(
    desk: AtDesk,
    account: Narrator,
    sentence: Annotated[str, Form(max_length=200)],
    stands: Annotated[bool, Form()],
    back: Annotated[str, Form(pattern=r"^[a-z_]{0,80}$")] = "",
) -> Response:
    """Let one sentence in, or leave it out; the piece with it is to be read once more."""
    library = desk.library
    book = library.drafted() if library else None
    every = [(p, s) for p in book.passages for s in p.marked] if book else []
    found = next((s for _, s in every if book_form.key(s.spans[0]) == sentence), None)
    if library is None or book is None or found is None:
        raise Refused(404, "That piece has been written anew meanwhile. Please look at your book.")
    library.mark(found, desk.now(), stands=stands)
    known = {each.key for each in library.drafted().chapters}
    said = "stands_in" if stands else "stands_out"
    return then(f"/me/book/chapters/{back}" if back in known else "/me/book", said)
