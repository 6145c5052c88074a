"""Who may see what: for every story who sees it, where and why. Made by what serves it, so it cannot say otherwise."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from voice_agent.archive import accounts, passages, permitted, sharing
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.passages import Copy
from voice_agent.archive.sharing import Place, Story
from voice_agent.archive.who_sees import EVERYBODY
from voice_agent.scheduler.diary import today
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Narrator, honest
from voice_agent.web.pages import page

router = APIRouter(dependencies=[Depends(honest)])

DOES = {
    Role.NARRATOR: "sees everything",
    Role.CAREGIVER: "plans the talks, sees when they were and how you said they went; never what was said",
    Role.FAMILY: "reads what you share, and what stands in your book where you said so",
    Role.ADVOCATE: "is told when something is wrong that nobody else may know; never what was said",
}
"""What somebody who was let in as that sees."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One way in which somebody sees a story."""

    who: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Told:
    """A story and who sees it."""

    story: Story
    seen: tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class Day:
    """The stories of one day."""

    day: date
    stories: list[Told]


@dataclass(frozen=True, slots=True)
class _House:
    """What each reader is served, by place."""

    stories: Mapping[str, Mapping[Place, Story]]
    """As the story's own page, by account."""

    books: Mapping[str, frozenset[Place]]
    """In the book, by account."""

    copies: tuple[tuple[Copy, frozenset[Place]], ...]
    shut: frozenset[Place]
    """What is not spoken of in a talk where somebody else might hear it."""

    people: tuple[Account, ...] = field(default=())


@router.get("/me/who")
def who(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """Everybody who may come in, and every story with who sees it where and why."""
    house = _house(desk)
    told = [Told(each, tuple(_of(house, each))) for each in sharing.stories(desk.book)]
    days = [
        Day(day, list(each))
        for day, each in groupby(told, key=lambda one: today(one.story.at, desk.zone))
    ]
    return page(
        request,
        "who.html",
        people=[
            (each, [DOES[role] for role in Role if role in each.roles])
            for each in accounts.everybody(desk.book)
            if each.roles
        ],
        days=days,
        copies=[copy for copy, _ in house.copies],
    )


def of_story(desk: Desk, story: Story) -> tuple[Seen, ...]:
    """Who sees one story, where and why; empty: the narrator alone."""
    return tuple(_of(_house(desk), story))


def _house(desk: Desk) -> _House:
    people = accounts.family(desk.book)
    held = passages.turns_of_copies(desk.book.read)
    return _House(
        {
            each.id: {(s.session, s.turn): s for s in sharing.shared_with(desk.book, each)}
            for each in people
        },
        {
            each.id: shelf.turns
            if desk.library and (shelf := desk.library.shelf(each))
            else frozenset()
            for each in people
        },
        tuple(
            (copy, frozenset(held.get(copy.number, ())))
            for copy in passages.copies(desk.book.read)
            if not copy.withdrawn
        ),
        permitted.shut(desk.book.read),
        people,
    )


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
                "reads it in your book",
                "you let the piece stand, and let them read your book",
            )
    for copy, places in house.copies:
        if place in places:
            whose = copy.reader or "you"
            yield Seen(
                whose,
                f"has it in a {copy.kind}",
                f"it was made for {whose} on {copy.made.day} {copy.made:%B %Y}",
            )
    if place not in house.shut and not story.hidden:
        yield Seen(
            "Whoever is in the room",
            "may hear me speak of it in a talk",
            "you have not said that it is between us",
        )
