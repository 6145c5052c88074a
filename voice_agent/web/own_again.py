"""A story that was brought back: whether those see it again who could before it was put away. Nobody does until she says yes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form
from starlette.responses import Response

from voice_agent.archive import accounts, sharing
from voice_agent.archive import saw_before as archived
from voice_agent.archive.saw_before import SawBefore
from voice_agent.archive.sharing import Story
from voice_agent.archive.who_sees import EVERYBODY, reader, reads_passage
from voice_agent.storybook.pages import Passage
from voice_agent.web import who_sees
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Narrator, Number, Refused, honest
from voice_agent.web.library import Library
from voice_agent.web.pages import then, together

router = APIRouter(dependencies=[Depends(honest)])


@dataclass(frozen=True, slots=True)
class Asked:
    """Those who could see a story, or what went along with it, as far as they still may know it."""

    whom: frozenset[str]
    """Ids of those who read it as a story, or EVERYBODY."""

    book: frozenset[str]
    """Ids of those who read it in the book."""

    names: str
    """ "Ann", "Ann and Ben", "your whole family"."""

    voice: bool

    @property
    def one(self) -> bool:
        """Is it one person?"""
        return len(self.whom | self.book) == 1 and EVERYBODY not in self.whom

    @property
    def where(self) -> str:
        """ "as a story and in your book"."""
        ways = (("as a story", self.whom), ("in your book", self.book))
        return together([says for says, some in ways if some])


def saw_before(desk: Desk, *stories: Story) -> Asked | None:
    """Who could see them when they were put away and can be given them again; None: nobody, or the narrator has spoken since."""
    family, whom, book, voice = accounts.family(desk.book), set[str](), set[str](), False
    for told in stories:
        saw, may = _saw(desk, told), who_sees.may_know_it(desk, told)
        if EVERYBODY in saw.accounts and may and len(may) == len(family):
            whom.add(EVERYBODY)
        else:
            whom |= {e.id for e in may if EVERYBODY in saw.accounts or e.id in saw.accounts}
        book |= {each.id for each in may if each.id in saw.book}
        voice = voice or saw.voice
    if not whom | book:
        return None
    names = together([each.name for each in family if each.id in whom | book])
    names = "your whole family" if EVERYBODY in whom else names
    return Asked(frozenset(whom), frozenset(book), names, voice)


def _saw(desk: Desk, told: Story) -> SawBefore:
    saw = archived.of(desk.book.read, (str(told.session), int(told.turn))) or _NOBODY
    if told.hidden:  # put away in a talk, it is still theirs on paper
        accounts_, voice = told.audience or saw.accounts, told.voice or saw.voice
        return SawBefore(accounts_, voice, saw.book | in_book(desk, told))
    # brought back, its pieces of the book wait for her word there
    return _NOBODY if told.audience else SawBefore(saw.accounts, saw.voice)


_NOBODY = SawBefore(frozenset(), voice=False)


def in_book(desk: Desk, told: Story) -> frozenset[str]:
    """Ids of those whom she let read a piece of her book that rests on it, be it put away or not."""
    if desk.library is None:
        return frozenset()
    said, limits, reading = desk.library.answers(), desk.library.limits(), desk.library.readers()
    mine = _pieces(desk.library, told)
    return frozenset(
        one.id
        for one in accounts.family(desk.book)
        if one.id in reading
        and any(
            reads_passage(said.get(each.id), limits.get(each.id, each.privacy), reader(one))
            for each in mine
        )
    )


def _pieces(library: Library, told: Story) -> list[Passage]:
    place = (told.session, told.turn)
    return [
        each
        for each in library.drafted().passages
        if any((span.session, span.turn) == place for span in each.spans)
    ]


def pieces(library: Library, told: Story) -> list[str]:
    """Ids of the pieces that rest on it and that she said yes to."""
    said = library.answers()
    return [e.id for e in _pieces(library, told) if e.id in said and said[e.id].given]


@router.post("/me/stories/{session}/{turn}/again")
def again(
    desk: AtDesk,
    account: Narrator,
    session: str,
    turn: Number,
    yes: Annotated[bool, Form()],
) -> Response:
    """Give it to the same people again, or to nobody; either way it is not asked once more."""
    told = sharing.story(desk.book, session, turn)
    asked = saw_before(desk, told)
    if asked is None or told.hidden:
        raise Refused(409, "That has been answered already. Nothing has been changed.")
    give(desk, told, asked if yes else None)
    return then(f"/me/stories/{session}/{turn}", "shared" if yes else "alone")


def give(desk: Desk, told: Story, saw: Asked | None) -> None:
    """Let those see the story who could before, or nobody. Raises DiskFull."""
    whom, voice = (saw.whom, saw.voice) if saw else ((), False)
    sharing.share(desk.book, told, whom, voice=voice, now=desk.now())
