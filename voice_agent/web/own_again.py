"""A story that was brought back: whether those see it again who could before it was put away. Nobody does until she says yes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form
from starlette.responses import Response

from voice_agent.archive import accounts, sharing
from voice_agent.archive import saw_before as archived
from voice_agent.archive.sharing import Story
from voice_agent.archive.who_sees import EVERYBODY
from voice_agent.web import who_sees
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Narrator, Number, Refused, honest
from voice_agent.web.pages import then, together

router = APIRouter(dependencies=[Depends(honest)])


@dataclass(frozen=True, slots=True)
class Asked:
    """Those who could see a story, as far as they still may know it."""

    whom: frozenset[str]
    """Ids, or EVERYBODY."""

    names: str
    """ "Ann", "Ann and Ben", "your whole family"."""

    voice: bool

    @property
    def one(self) -> bool:
        """Is it one person?"""
        return len(self.whom) == 1 and EVERYBODY not in self.whom


def saw_before(desk: Desk, told: Story) -> Asked | None:
    """Who could see it when it was put away and can be given it again; None: nobody, or the narrator has spoken since."""
    saw = archived.of(desk.book.read, (str(told.session), int(told.turn)))
    if saw is None or told.audience:
        return None
    may, family = who_sees.may_know_it(desk, told), accounts.family(desk.book)
    if EVERYBODY in saw.accounts and may and len(may) == len(family):
        return Asked(frozenset({EVERYBODY}), "your whole family", saw.voice)
    again = [each for each in may if EVERYBODY in saw.accounts or each.id in saw.accounts]
    if not again:
        return None
    names = together([each.name for each in again])
    return Asked(frozenset(each.id for each in again), names, saw.voice)


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
    sharing.share(
        desk.book, told, asked.whom if yes else (), voice=asked.voice and yes, now=desk.now()
    )
    return then(f"/me/stories/{session}/{turn}", "shared" if yes else "alone")
