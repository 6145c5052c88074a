"""The caregiver's pages: when talks are planned, that they happened, that the device is well.

Nothing here is read from what was said: only times, numbers, and what the narrator answered to "how was it?".
"""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, UploadFile
from starlette.responses import Response

from voice_agent.archive import ended_plans, plans, sittings
from voice_agent.archive.looks import looked
from voice_agent.errors import ScheduleError
from voice_agent.scheduler.calendar_file import read
from voice_agent.scheduler.diary import clock, today
from voice_agent.scheduler.feed import feed
from voice_agent.scheduler.plan import Pause, Plan, Why
from voice_agent.scheduler.saying import moved, not_asked, not_held, stretch
from voice_agent.scheduler.series import DAYS
from voice_agent.web import calendar_said
from voice_agent.web.backup import there_is_one
from voice_agent.web.desk import Desk, Obstacle
from voice_agent.web.feeds import addresses, feed_is, new_feed
from voice_agent.web.guard import AtDesk, Caregiver, Number, OneLine, Refused, honest
from voice_agent.web.links import Link, link
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])

Day = Annotated[date, Form()]


@dataclass(frozen=True, slots=True)
class Row:
    """One planned talk, as the page shows it."""

    at: datetime
    """When somebody is asked, or was to be; local."""

    series: str
    planned: datetime
    """Its planned beginning, local."""

    moved: str
    """Why it is another hour than planned; empty: it is not."""

    ill: str
    """Why nobody will be asked, and what to do; empty: somebody will be."""

    spare: bool
    obstacles: tuple[Obstacle, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """One series, as the page shows it before anybody ends it."""

    id: str
    says: str
    """Which days, at what hour."""

    next: datetime | None
    """Its next talk, local; None: none within a year."""

    first: date
    """The day that a change begins with, where no other is chosen."""

    hour: time
    days: tuple[str, ...]
    """Of the week; none: it is a single talk, or repeats by a rule of its own."""

    by_days: bool
    """Can days of the week be chosen for it?"""

    was: str
    """What it was before it was changed within a day; empty: it was not."""

    once: bool
    """It does not repeat."""

    begins: date | None
    """Its first day, where that is still to come; None: it has begun, or is a single talk."""

    pause: str
    """The pause that its next talk lies in; empty: in none."""

    left_out: tuple[date, ...]
    """Days ahead that can be put in again."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A form that was refused: why, and what stood in it."""

    form: str
    error: ScheduleError
    held: dict[str, object]

    def __str__(self) -> str:
        told = self.error
        return " ".join(part for part in (told.what, told.safe, told.mend) if part)


@router.get("/care")
def overview(request: Request, desk: AtDesk, account: Caregiver) -> Response:
    """The calendar, the last talks, the device."""
    looked(desk.book, account, "looked at the calendar and the times of your talks", desk.now())
    return _overview(request, desk)


@router.post("/care/plan")
def plan(
    request: Request,
    desk: AtDesk,
    account: Caregiver,
    at: Annotated[str, Form(max_length=5)],
    first: Day,
    days: Annotated[list[str] | None, Form()] = None,
    weeks: Annotated[int, Form(ge=1, le=4)] = 1,
) -> Response:
    """Plan a talk, or a series."""
    try:
        made = desk.diary.add(first, clock(at), desk.now(), days=tuple(days or ()), weeks=weeks)
    except ScheduleError as error:
        held: dict[str, object] = {"at": at, "first": first, "days": days or []}
        return _overview(request, desk, wrong=Wrong("plan", error, held))
    return then("/care", "planned", of=made.id)


@router.post("/care/plan/{series}/change")
def change(
    request: Request,
    desk: AtDesk,
    account: Caregiver,
    series: str,
    at: Annotated[str, Form(max_length=5)],
    first: Day,
    days: Annotated[list[str] | None, Form()] = None,
) -> Response:
    """Plan a talk or a series otherwise. Until tomorrow it can be planned as it was."""
    try:
        desk.diary.change(series, first, clock(at), desk.now(), days=tuple(days or ()))
    except ScheduleError as error:
        return _overview(request, desk, wrong=Wrong(f"change {series}", error, {}))
    return then("/care", "changed_plan", of=series)


@router.post("/care/plan/{series}/move")
def move(
    request: Request,
    desk: AtDesk,
    account: Caregiver,
    series: str,
    day: Day,
    to: Day,
    at: Annotated[str, Form(max_length=5)],
) -> Response:
    """Hold one talk at another hour; the others of its series stay."""
    try:
        diary, hour, now = desk.diary, clock(at), desk.now()
        found = diary.of(series)
        if found.once:
            diary.change(series, to, hour, now)
        else:
            diary.move(found, day, datetime.combine(to, hour), now)
    except ScheduleError as error:
        return _overview(request, desk, wrong=Wrong(f"move {series} {day}", error, {}))
    return then("/care", "moved", of=series, day=to.isoformat())


@router.post("/care/plan/{series}/remove")
def remove(desk: AtDesk, account: Caregiver, series: str) -> Response:
    """End a series. Until tomorrow it can be planned again as it was."""
    ended_plans.end(desk.book, series, desk.now())
    return then("/care", "removed", of=series)


@router.post("/care/plan/{series}/undo")
def undo(request: Request, desk: AtDesk, account: Caregiver, series: str) -> Response:
    """It was ended or changed by mistake."""
    try:
        desk.diary.take_back(series, desk.now())
    except ScheduleError as error:
        return _overview(request, desk, wrong=Wrong("undo", error, {}))
    return then("/care", "planned_again", of=series)


@router.post("/care/plan/{series}/skip")
def skip(request: Request, desk: AtDesk, account: Caregiver, series: str, day: Day) -> Response:
    """Take one day out."""
    try:
        desk.diary.leave_out(series, day, desk.now())
    except ScheduleError as error:
        return _overview(request, desk, wrong=Wrong("undo", error, {}))
    return then("/care", "skipped", of=series, day=day.isoformat())


@router.post("/care/plan/{series}/put-in")
def put_in(request: Request, desk: AtDesk, account: Caregiver, series: str, day: Day) -> Response:
    """A day was left out by mistake."""
    try:
        desk.diary.put_in(series, day, desk.now())
    except ScheduleError as error:
        return _overview(request, desk, wrong=Wrong("undo", error, {}))
    return then("/care", "put_in", of=series, day=day.isoformat())


@router.post("/care/pause")
def pause(request: Request, desk: AtDesk, account: Caregiver, first: Day, last: Day) -> Response:
    """No invitations for some days."""
    try:
        kept = desk.diary.pause(first, last, desk.now())
    except ScheduleError as error:
        held: dict[str, object] = {"first": first, "last": last}
        return _overview(request, desk, wrong=Wrong("pause", error, held))
    joined = {} if kept == Pause(first, last) else {"joined": "1"}
    return then("/care", "paused", of=kept.first.isoformat(), **joined)


@router.post("/care/pause/{number}/end")
def resume(desk: AtDesk, account: Caregiver, number: Number) -> Response:
    """End a pause."""
    plans.drop_pause(desk.book, number)
    return then("/care", "resumed")


@router.post("/care/busy")
def busy(request: Request, desk: AtDesk, account: Caregiver, calendar: UploadFile) -> Response:
    """Read busy times from a calendar file; only times are kept."""
    try:
        found = read(calendar.file.read(), desk.zone, desk.now())
    except ScheduleError as error:
        return _overview(request, desk, wrong=Wrong("busy", error, {}))
    rows = [(each.begins.isoformat(), each.ends.isoformat()) for each in found.busy]
    plans.keep_busy(desk.book, "sent by the caregiver", rows)
    return _overview(request, desk, told=found.says(desk.who))


@router.post("/care/busy/take-back")
def not_busy(desk: AtDesk, account: Caregiver) -> Response:
    """Every busy time is taken back; until tomorrow they can be put in again."""
    plans.drop_busy(desk.book, desk.now())
    return then("/care", "not_busy")


@router.post("/care/busy/undo")
def busy_again(desk: AtDesk, account: Caregiver) -> Response:
    """They were taken back by mistake."""
    plans.busy_again(desk.book, desk.now())
    return then("/care", "busy_again")


@router.post("/care/feed")
def make_feed(
    request: Request,
    desk: AtDesk,
    account: Caregiver,
    name: Annotated[OneLine, Form(min_length=1, max_length=60)],
) -> Response:
    """Make a secret address of the calendar, for one telephone or one program."""
    try:
        token = new_feed(desk.book, name, account.id, desk.now())
    except ScheduleError as error:
        return _overview(request, desk, wrong=Wrong("feed", error, {"name": name}))
    made = link(request, desk, f"/feed/{token}.ics")
    return _overview(request, desk, feed_address=made, feed_for=name)


@router.post("/care/feed/{number}/take-back")
def take_back(desk: AtDesk, account: Caregiver, number: Number) -> Response:
    """From now on one address opens nothing; the others go on."""
    plans.drop_address(desk.book, number)
    return then("/care", "made_dead")


@router.get("/feed/{token}.ics")
def calendar_feed(desk: AtDesk, token: str) -> Response:
    """The calendar, for whoever has an address of it: times and one neutral title."""
    now = desk.now()
    if not feed_is(desk.book, token, now):
        raise Refused(404, "There is no calendar at this address.")
    text = feed(desk.diary.plan(), now, desk.diary.coming(now))
    return Response(text, media_type="text/calendar; charset=utf-8")


def _overview(
    request: Request,
    desk: Desk,
    *,
    feed_address: Link | None = None,
    feed_for: str = "",
    told: str = "",
    wrong: Wrong | None = None,
) -> Response:
    arranged, now = desk.diary.plan(), desk.now()
    rows, obstacles = _coming(desk, now)
    signs = [*desk.health()]
    missed = [
        (datetime.fromisoformat(slot).astimezone(desk.zone), not_held(Why(why), desk.who))
        for kind, _, slot, why in plans.happenings(desk.book, now - timedelta(days=60))
        if kind == "missed" and slot
    ]
    return page(
        request,
        "care.html",
        400 if wrong else 200,
        coming=rows,
        obstacles=obstacles,
        said=calendar_said.said(desk.diary, request.query_params, now),
        series=_planned(desk, arranged, now),
        ended=desk.diary.ended(now),
        pauses=[
            (number, stretch(Pause(date.fromisoformat(begin), date.fromisoformat(end))))
            for number, begin, end in plans.pauses(desk.book)
            if end >= today(now, desk.zone).isoformat()
        ],
        sittings=sittings.latest(desk.book, 8),
        missed=sorted(missed)[-6:][::-1],
        health=signs,
        ill=any(not each.well for each in signs),
        doing=desk.says(),
        days=DAYS,
        today=today(now, desk.zone),
        quiet=desk.diary.arranged.quiet,
        busy=[
            (each.begins.astimezone(desk.zone), each.ends.astimezone(desk.zone))
            for each in arranged.busy
            if each.ends > now
        ],
        not_busy=bool(plans.busy_dropped(desk.book, now)),
        addresses=addresses(desk.book),
        feed_address=feed_address,
        feed_for=feed_for,
        read=told,
        unreached=link(request, desk, "").here_alone,
        backed=there_is_one(desk),
        wrong=wrong,
        held=wrong.held if wrong else {},
    )


def _coming(desk: Desk, now: datetime) -> tuple[list[Row], tuple[Obstacle, ...]]:
    """The next talks. What stands in the way today stands beside the first that it concerns; else it is returned."""
    rows, obstacles = list[Row](), tuple(desk.obstacles())
    ahead = [each for each in desk.diary.coming(now) if each.why is not Why.PAUSED]
    for each in ahead[:6]:
        local = (each.at or each.slot).astimezone(desk.zone)
        row = Row(
            local,
            _series_at(desk, each.slot),
            each.slot.astimezone(desk.zone),
            moved(each, desk.zone, desk.who),
            not_asked(each, desk.who),
            each.spare,
        )
        if each.at is not None and obstacles:
            row, obstacles = replace(row, obstacles=obstacles), ()
        rows.append(row)
    return rows, obstacles


def _planned(desk: Desk, plan: Plan, now: datetime) -> list[Planned]:
    """Every series, by its next talk; a single talk that is over is told with the last ones, not here."""
    found, day = list[Planned](), today(now, desk.zone)
    was = {each.id: each.says for each in desk.diary.changed(now)}
    for each in plan.series:
        next, out = calendar_said.next_of(desk.diary, each, now), desk.diary.left_out(each, now)
        if each.once and next is None and not out and each.first <= day:
            continue
        pause = desk.diary.paused_on(next.date()) if next else None
        found.append(
            Planned(
                each.id,
                each.says,
                next,
                next.date() if next else max(each.first, day),
                each.hour,
                each.days,
                each.by_days,
                was.get(each.id, ""),
                each.once,
                each.first if not each.once and each.first > day else None,
                stretch(pause) if pause else "",
                out,
            )
        )
    last = datetime.max.replace(tzinfo=UTC)
    return sorted(found, key=lambda each: each.next or last)


def _series_at(desk: Desk, slot: datetime) -> str:
    day = slot.astimezone(desk.zone).date()
    for each in desk.diary.plan().series:
        if slot in each.starts(desk.zone, day, day):
            return each.id
    return ""
