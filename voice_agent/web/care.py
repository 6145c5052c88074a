"""The caregiver's pages: when talks are planned, that they happened, that the device is well.

Nothing here is read from what was said: only times, numbers, and what the narrator answered to "how was it?".
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, UploadFile
from starlette.responses import Response

from voice_agent.archive import plans, sittings
from voice_agent.archive.looks import looked
from voice_agent.errors import ScheduleError
from voice_agent.scheduler.diary import clock, today
from voice_agent.scheduler.feed import busy_times, feed
from voice_agent.scheduler.invitation import slots
from voice_agent.scheduler.series import DAYS
from voice_agent.web.desk import Desk
from voice_agent.web.feeds import feed_is, new_feed
from voice_agent.web.guard import AtDesk, Caregiver, Number, Refused, honest
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])

Day = Annotated[date, Form()]


@dataclass(frozen=True, slots=True)
class Coming:
    """One planned talk."""

    at: datetime
    series: str
    day: date


@router.get("/care")
def overview(request: Request, desk: AtDesk, account: Caregiver) -> Response:
    """The calendar, the last talks, the device."""
    looked(desk.book, account, "looked at the calendar and the times of your talks", desk.now())
    return _overview(request, desk)


@router.post("/care/plan")
def plan(
    desk: AtDesk,
    account: Caregiver,
    at: Annotated[str, Form(max_length=5)],
    first: Day,
    days: Annotated[list[str] | None, Form()] = None,
    weeks: Annotated[int, Form(ge=1, le=4)] = 1,
) -> Response:
    """Plan a talk, or a series."""
    desk.diary.add(first, clock(at), desk.now(), days=tuple(days or ()), weeks=weeks)
    return then("/care", "planned")


@router.post("/care/plan/{series}/remove")
def remove(desk: AtDesk, account: Caregiver, series: str) -> Response:
    """End a series."""
    plans.drop_series(desk.book, series)
    return then("/care", "removed")


@router.post("/care/plan/{series}/skip")
def skip(desk: AtDesk, account: Caregiver, series: str, day: Day) -> Response:
    """Take one day out."""
    for each in desk.diary.plan().series:
        if each.id == series:
            desk.diary.keep(each.without(day), desk.now())
            return then("/care", "skipped")
    raise ScheduleError("There is no such series.", safe="The calendar is as it was.")


@router.post("/care/pause")
def pause(desk: AtDesk, account: Caregiver, first: Day, last: Day) -> Response:
    """No invitations for some days."""
    desk.diary.pause(first, last)
    return then("/care", "paused")


@router.post("/care/pause/{number}/end")
def resume(desk: AtDesk, account: Caregiver, number: Number) -> Response:
    """End a pause."""
    plans.drop_pause(desk.book, number)
    return then("/care", "resumed")


@router.post("/care/busy")
def busy(desk: AtDesk, account: Caregiver, calendar: UploadFile) -> Response:
    """Read busy times from a calendar file; only times are kept."""
    try:
        text = calendar.file.read().decode()
    except UnicodeDecodeError:
        raise ScheduleError(
            "That is not a calendar file we can read.",
            safe="The calendar is as it was.",
            mend="Export it again as an iCalendar file (.ics).",
        ) from None
    found = busy_times(text, desk.zone, desk.now())
    rows = [(each.begins.isoformat(), each.ends.isoformat()) for each in found]
    plans.keep_busy(desk.book, "sent by the caregiver", rows)
    return then("/care", "busy")


@router.post("/care/feed")
def make_feed(request: Request, desk: AtDesk, account: Caregiver) -> Response:
    """Make the calendar's secret address; an older one is dead."""
    address = f"{request.url.scheme}://{request.url.netloc}/feed/{new_feed(desk.book)}.ics"
    return _overview(request, desk, feed_address=address)


@router.get("/feed/{token}.ics")
def calendar_feed(desk: AtDesk, token: str) -> Response:
    """The calendar, for whoever has its address: times and one neutral title."""
    if not feed_is(desk.book, token):
        raise Refused(404, "There is no calendar at this address.")
    return Response(feed(desk.diary.plan(), desk.now()), media_type="text/calendar; charset=utf-8")


def _overview(
    request: Request,
    desk: Desk,
    *,
    feed_address: str = "",
) -> Response:
    arranged, now = desk.diary.plan(), desk.now()
    paused = [each.covers for each in arranged.pauses]
    coming = [
        Coming(local, _series_at(desk, local), local.date())
        for at in slots(arranged, now, now + timedelta(days=42))
        for local in (at.astimezone(desk.zone),)
        if not any(covers(local.date()) for covers in paused)
    ][:6]
    lately = now - timedelta(days=60)
    missed = [
        datetime.fromisoformat(slot).astimezone(desk.zone)
        for kind, _, slot in plans.happenings(desk.book, lately)
        if kind == "missed" and slot
    ]
    return page(
        request,
        "care.html",
        coming=coming,
        series=arranged.series,
        pauses=[
            (number, date.fromisoformat(begin), date.fromisoformat(end))
            for number, begin, end in plans.pauses(desk.book)
            if end >= today(now, desk.zone).isoformat()
        ],
        sittings=sittings.latest(desk.book, 8),
        missed=missed[-5:][::-1],
        health=[*desk.health()],
        doing=desk.says(),
        days=DAYS,
        today=today(now, desk.zone),
        quiet=desk.diary.arranged.quiet,
        feed_address=feed_address,
    )


def _series_at(desk: Desk, at: datetime) -> str:
    day = at.astimezone(desk.zone).date()
    for each in desk.diary.plan().series:
        if at in each.starts(desk.zone, day, day):
            return each.id
    return ""
