"""The caregiver's page of the house: names to listen for, quiet hours, who is told in need, how the interviewer sounds.

The narrator hears who changed what. Who is told in need is seen here and not changed: what is told of abuse goes by the names
and households of these people, and whoever could change them could have themselves told, or another not.
"""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from voice_agent.archive import news
from voice_agent.archive.accounts import Account
from voice_agent.errors import SettingsError
from voice_agent.scheduler.plan import Why
from voice_agent.web import chosen
from voice_agent.web.backup import there_is_one
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Caregiver, honest
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])

Clock = Annotated[str, Form(max_length=8)]


@router.get("/care/house")
def house(request: Request, desk: AtDesk, account: Caregiver) -> Response:
    """What is chosen now."""
    return _page(request, desk)


@router.post("/care/house/names")
def names(
    request: Request,
    desk: AtDesk,
    account: Caregiver,
    names: Annotated[str, Form(max_length=20_000)] = "",
) -> Response:
    """Choose the names that are listened for."""
    try:
        kept = replace(desk.chosen(), names=chosen.names_in(names))
        _choose(desk, account, kept, news.What.NAMES)
    except SettingsError as error:
        return _page(request, desk, wrong=("names", error), held={"names": names})
    return then("/care/house", "next_talk")


@router.post("/care/house/hours")
def quiet(
    request: Request, desk: AtDesk, account: Caregiver, begins: Clock, ends: Clock
) -> Response:
    """Choose the hours in which nobody is invited."""
    try:
        first, last = chosen.hours(begins, ends, desk.who)
        kept = replace(desk.chosen(), quiet_from=first, quiet_until=last)
        _choose(desk, account, kept, news.What.HOURS)
    except SettingsError as error:
        held = {"begins": begins, "ends": ends}
        return _page(request, desk, wrong=("hours", error), held=held)
    return then("/care/house", "from_now")


@router.post("/care/house/voice")
def voice(
    request: Request,
    desk: AtDesk,
    account: Caregiver,
    pace: Annotated[float, Form(ge=0, le=240)],
    volume: Annotated[float, Form(ge=0.1, le=2)],
    voice: Annotated[str, Form(max_length=60)] = "",
) -> Response:
    """Choose how the interviewer sounds. Where there are no voices to choose from it keeps the one it has."""
    try:
        now, voices = desk.chosen(), desk.voices()
        its = chosen.may_be(voice, voices) if voices else now.voice
        kept = replace(now, voice=its, pace=pace, volume=volume)
        _choose(desk, account, kept, news.What.VOICE)
    except SettingsError as error:
        return _page(request, desk, wrong=("voice", error))
    return then("/care/house", "next_talk")


def _choose(desk: Desk, account: Account, kept: chosen.Chosen, what: news.What) -> None:
    """Write it down, and for the narrator who did. What is as it was is no news. Raises SettingsError, DiskFull."""
    if kept == desk.chosen():
        return
    desk.choose(kept)
    news.once_a_day(desk.book, what, account.name, desk.now())


def _page(
    request: Request,
    desk: Desk,
    wrong: tuple[str, SettingsError] | None = None,
    held: dict[str, str] | None = None,
) -> Response:
    now, ahead = desk.chosen(), desk.diary.coming(desk.now())
    return page(
        request,
        "care_house.html",
        400 if wrong else 200,
        now=now,
        names=(held or {}).get("names", "\n".join(now.names)),
        begins=(held or {}).get("begins", f"{now.quiet_from:%H:%M}"),
        ends=(held or {}).get("ends", f"{now.quiet_until:%H:%M}"),
        voices=desk.voices(),
        chooses=desk.chooses,
        backed=there_is_one(desk),
        paces=_with(chosen.PACES, now.pace, "{:.0f} words a minute, as it is now"),
        volumes=_with(chosen.VOLUMES, now.volume, "{:.2g} times that, as it is now"),
        contacts=desk.contacts(),
        mails=desk.mails(),
        in_quiet=sum(each.why is Why.QUIET for each in ahead),
        wrong=wrong[0] if wrong else "",
        told=" ".join(p for p in (wrong[1].what, wrong[1].safe, wrong[1].mend) if p)
        if wrong
        else "",
    )


def _with(choices: dict[float, str], now: float, says: str) -> dict[float, str]:
    """The choices, and what is in force where it is none of them."""
    return choices if now in choices else choices | {now: says.format(now)}
