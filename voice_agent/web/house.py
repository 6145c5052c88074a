"""The caregiver's page of the house: names to listen for, quiet hours, who is told in need, how the interviewer sounds.

The narrator hears who changed what. Who is told in need is seen here and not changed: what is told of abuse goes by the names
and households of these people, and whoever could change them could have themselves told, or another not.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import time
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from voice_agent.archive import news
from voice_agent.archive.accounts import Account
from voice_agent.errors import SettingsError
from voice_agent.scheduler.plan import Why
from voice_agent.web import chosen
from voice_agent.web.backup import there_is_one
from voice_agent.web.chosen import Chosen
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Caregiver, honest
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])

Clock = Annotated[str, Form(max_length=8)]

NEWS = {
    "hours": news.What.HOURS,
    "voice": news.What.VOICE,
    "names": news.What.NAMES,
    "setup": news.What.SET_UP,
}
"""What the narrator hears of each part of the page, where it was changed."""


@router.get("/care/house")
def house(request: Request, desk: AtDesk, account: Caregiver) -> Response:
    """What is chosen now."""
    return _page(request, desk)


@router.post("/care/house")
def keep(
    request: Request,
    desk: AtDesk,
    account: Caregiver,
    begins: Clock,
    ends: Clock,
    pace: Annotated[float, Form(ge=0, le=240)],
    volume: Annotated[float, Form(ge=0.1, le=2)],
    nap_from: Clock = "",
    nap_until: Clock = "",
    voice: Annotated[str, Form(max_length=60)] = "",
    names: Annotated[str, Form(max_length=20_000)] = "",
    set_up_by: Annotated[str, Form(max_length=60)] = "",
    set_up_reach: Annotated[str, Form(max_length=100)] = "",
) -> Response:
    """Keep all that was changed on the page, or nothing. Where there are no voices to choose from it keeps the one it has."""
    before, voices, wrong = desk.chosen(), desk.voices(), dict[str, str]()

    def read(part: str, now: Chosen, of: Callable[[Chosen], Chosen]) -> Chosen:
        try:
            return of(now)
        except SettingsError as error:
            wrong[part] = " ".join(p for p in (error.what, error.safe, error.mend) if p)
            return now

    def sounds(now: Chosen) -> Chosen:
        its = chosen.may_be(voice, voices) if voices else now.voice
        return replace(now, voice=its, pace=pace, volume=volume)

    wanted = read(
        "hours", before, lambda now: _hours(now, (begins, ends), (nap_from, nap_until), desk.who)
    )
    wanted = read("voice", wanted, sounds)
    wanted = read("names", wanted, lambda now: replace(now, names=chosen.names_in(names)))
    wanted = read("setup", wanted, lambda now: _set_up(now, set_up_by, set_up_reach))
    changed = () if wrong else _changed(before, wanted)
    if changed:
        read("", wanted, lambda now: _choose(desk, account, now, changed))
    if wrong:
        return _page(request, desk, wrong)
    return then("/care/house", "kept_here", of=" ".join(changed))


def _hours(now: Chosen, night: tuple[str, str], nap: tuple[str, str], who: str) -> Chosen:
    first, last = chosen.hours(*night, who)
    kept = replace(now, quiet_from=first, quiet_until=last, nap=chosen.nap(*nap))
    if all(kept.quiet.covers(time(n // 60, n % 60)) for n in range(24 * 60)):
        raise SettingsError(
            f"Those two together are the whole day: {who} would never be invited.",
            safe="Nothing has been changed.",
            mend="Leave some hours free. Days without talks are a pause, in the calendar.",
        )
    return kept


def _set_up(now: Chosen, name: str, reach: str) -> Chosen:
    who, where = chosen.set_up(name, reach)
    return replace(now, set_up_by=who, set_up_reach=where)


def _changed(before: Chosen, now: Chosen) -> tuple[str, ...]:
    """Which parts of the page are another than before."""
    parts = {
        "hours": before.quiet != now.quiet,
        "voice": (before.voice, before.pace, before.volume) != (now.voice, now.pace, now.volume),
        "names": before.names != now.names,
        "setup": (before.set_up_by, before.set_up_reach) != (now.set_up_by, now.set_up_reach),
    }
    return tuple(part for part, other in parts.items() if other)


def _choose(desk: Desk, account: Account, kept: Chosen, changed: Iterable[str]) -> Chosen:
    """Write it down, and for the narrator who did. Raises SettingsError, DiskFull."""
    desk.choose(kept)
    for part in changed:
        news.once_a_day(desk.book, NEWS[part], account.name, desk.now())
    return kept


def _said(request: Request, now: Chosen, in_quiet: int) -> str:
    """What was kept, from when on it holds, and what it does to planned talks; "" where nothing was sent."""
    if request.query_params.get("said") != "kept_here":
        return ""
    fall_out = {
        0: "No talk that is planned for the next weeks lies in those hours.",
        1: "One talk that is planned already lies in those hours and will not be held: the calendar shows which, and can change its time.",
    }
    what = fall_out.get(
        in_quiet,
        f"{in_quiet} talks that are planned already lie in those hours and will not be held: the calendar shows which, and can change "
        "their time.",
    )
    holds = {
        "hours": f"Nobody is invited between {now.quiet.says}. It holds from now on. {what}",
        "voice": "How the interviewer sounds holds from the next talk on.",
        "names": "The names hold from the next talk on.",
        "setup": "Who set up the device stands on your pages now, wherever they are needed."
        if now.set_up_by
        else "Nobody is named on your pages any more as whoever set up the device.",
    }
    changed = request.query_params.get("of", "").split()
    kept = [says for part, says in holds.items() if part in changed]
    return " ".join(("That is kept.", *kept)) if kept else "There was nothing new to keep."


def _page(request: Request, desk: Desk, wrong: dict[str, str] | None = None) -> Response:
    now, ahead = desk.chosen(), desk.diary.coming(desk.now())
    in_quiet = sum(each.why is Why.QUIET for each in ahead if each.at is None)
    return page(
        request,
        "care_house.html",
        400 if wrong else 200,
        said=_said(request, now, in_quiet),
        now=now,
        voices=desk.voices(),
        chooses=desk.chooses,
        backed=there_is_one(desk),
        paces=_with(chosen.PACES, now.pace, "{:.0f} words a minute, as it is now"),
        volumes=_with(chosen.VOLUMES, now.volume, "{:.2g} times that, as it is now"),
        contacts=desk.contacts(),
        mails=desk.mails(),
        in_quiet=in_quiet,
        wrong=wrong or {},
    )


def _with(choices: dict[float, str], now: float, says: str) -> dict[float, str]:
    """The choices, and what is in force where it is none of them."""
    return choices if now in choices else choices | {now: says.format(now)}
