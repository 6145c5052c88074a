"""Who may see what: for every story who sees it, where and why. Made by what serves it, so it cannot say otherwise."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from voice_agent.archive import accounts, book_copies, permitted, sharing
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.book_copies import Copy
from voice_agent.archive.sharing import Place, Story
from voice_agent.archive.who_sees import EVERYBODY, may_know, reader
from voice_agent.scheduler.diary import today
from voice_agent.web import feeds
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Narrator, honest
from voice_agent.web.pages import page

router = APIRouter(dependencies=[Depends(honest)])

DOES = {
    Role.NARRATOR: "see everything",
    Role.CAREGIVER: "plans the talks, sees when they were and how you said they went; never what was said",
    Role.FAMILY: "reads what you share, and what stands in your book where you said so",
    Role.ADVOCATE: "is told when something is wrong that nobody else may know; never what was said",
}
"""What somebody who was let in as that sees."""


YOU = "you"


def does(account: Account) -> list[str]:
    """What somebody sees, in sentences that hold together: whoever reads as well sees more than the times of talks."""
    if Role.FAMILY in account.roles and len(account.roles) > 1:
        others = [each for each in Role if each in account.roles - {Role.FAMILY}]
        does_too = [DOES[role].partition(";")[0] for role in others]
        return [*does_too, f"and {DOES[Role.FAMILY]}"]
    return [DOES[role] for role in Role if role in account.roles]


@dataclass(frozen=True, slots=True)
class Seen:
    """One way in which somebody sees a story."""

    who: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class SeenStory:
    """A story and who sees it."""

    story: Story
    seen: tuple[Seen, ...]
    spoken_of: bool
    """May the interviewer come back to it in a talk, whoever is in the room?"""

    @property
    def readers(self) -> tuple[str, ...]:
        """Names of those who see it, the narrator apart, each once."""
        return tuple(dict.fromkeys(each.who for each in self.seen if each.who != YOU))


@dataclass(frozen=True, slots=True)
class Day:
    """The stories of one day."""

    day: date
    stories: list[SeenStory]


@dataclass(frozen=True, slots=True)
class _House:
    """What each reader is served, by place."""

    stories: Mapping[str, Mapping[Place, Story]]
    """As the story's own page, by account."""

    books: Mapping[str, frozenset[Place]]
    """In the book, by account."""

    heard: Mapping[str, frozenset[Place]]
    """In the book, with the voice, by account."""

    copies: tuple[tuple[Copy, frozenset[Place]], ...]
    shut: frozenset[Place]
    """What is not spoken of in a talk where somebody else might hear it."""

    people: tuple[Account, ...]


def may_know_it(desk: Desk, told: Story) -> list[Account]:
    """Those of the family whom nothing that was said of the story keeps from it."""
    return [e for e in accounts.family(desk.book) if may_know(told.privacy, reader(e))]


@router.get("/me/who")
def who(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """Everybody who may come in, and every story with who sees it where and why."""
    house = _house(desk)
    days = _by_day(desk, house)
    return page(
        request,
        "who.html",
        people=[(each, does(each)) for each in accounts.everybody(desk.book) if each.roles],
        days=days,
        copies=[copy for copy, _ in house.copies],
        contacts=desk.contacts(),
        calendars=feeds.addresses(desk.book),
    )


def of_story(desk: Desk, story: Story) -> SeenStory:
    """Who sees one story, where and why."""
    return _told(_house(desk, (story.session, story.turn)), story)


def by_day(desk: Desk) -> list[Day]:
    """Every story with who sees it, by the day it was told; each day in the order told."""
    return _by_day(desk, _house(desk))


def _by_day(desk: Desk, house: "_House") -> list[Day]:
    also = _read(house) | _in_her_book(desk)
    told = [_told(house, each) for each in sharing.stories(desk.book, also=also)]
    return [
        Day(day, sorted(each, key=lambda one: (one.story.session, one.story.turn)))
        for day, each in groupby(told, key=lambda one: today(one.story.at, desk.zone))
    ]


def _house(desk: Desk, place: Place | None = None) -> _House:
    """`place`: of one story alone."""
    people = accounts.family(desk.book)
    held = book_copies.turns_of_copies(desk.book.read)
    shelves = {each.id: desk.library.shelf(each) if desk.library else None for each in people}
    return _House(
        {
            each.id: {
                (s.session, s.turn): s for s in sharing.shared_with(desk.book, each, place=place)
            }
            for each in people
        },
        {id: shelf.turns if shelf else frozenset() for id, shelf in shelves.items()},
        {
            id: frozenset((str(s.session), int(s.turn)) for s in shelf.spans.values())
            if shelf
            else frozenset()
            for id, shelf in shelves.items()
        },
        tuple(
            (copy, frozenset(held.get(copy.number, ())))
            for copy in book_copies.copies(desk.book.read)
            if not copy.withdrawn
        ),
        permitted.shut(desk.book.read),
        people,
    )


def _read(house: _House) -> frozenset[Place]:
    """Everything that anybody else has before them, however short."""
    return frozenset[Place]().union(*house.books.values(), *(places for _, places in house.copies))


def _in_her_book(desk: Desk) -> frozenset[Place]:
    """What her book tells, be it that she said yes to it or that it waits: however short, she finds it among her stories."""
    pieces = desk.library.hers().passages if desk.library else ()
    return frozenset((str(s.session), int(s.turn)) for each in pieces for s in each.spans)


def _told(house: _House, story: Story) -> SeenStory:
    open_ = (story.session, story.turn) not in house.shut and not story.hidden
    return SeenStory(story, tuple(_of(house, story)), open_)


def _of(house: _House, story: Story) -> Iterator[Seen]:
    place = (story.session, story.turn)
    for each in house.people:
        if shared := house.stories[each.id].get(place):
            given = "your whole family" if EVERYBODY in shared.audience else each.name
            hears = " and may hear it" if shared.voice and not shared.written else ""
            yield Seen(each.name, f"reads it as a story{hears}", f"you shared it with {given}")
        if place in house.books[each.id]:
            yield Seen(
                each.name,
                "reads it in your book"
                + (" and may hear it" if place in house.heard[each.id] else ""),
                "you let the piece stand, and let them read your book",
            )
    for copy, places in house.copies:
        if place in places:
            whose = copy.reader or YOU
            yield Seen(
                whose,
                f"has it in a {copy.kind}",
                f"it was made for {whose} on {copy.made.day} {copy.made:%B %Y}",
            )
