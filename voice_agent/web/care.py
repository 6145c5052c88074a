"""The caregiver's pages: when talks are planned, that they happened, that the device is well.

Nothing here is read from what was said: only times, numbers, and what the narrator answered to "how was it?".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Request, UploadFile
from starlette.responses import Response

from voice_agent.archive import plans, sittings
from voice_agent.archive.looks import looked
from voice_agent.errors import ScheduleError
from voice_agent.scheduler.diary import FAR, clock, today
from voice_agent.scheduler.feed import feed
from voice_agent.scheduler.invitation import AHEAD, Coming
from voice_agent.scheduler.plan import Pause, Plan, Why
from voice_agent.scheduler.saying import moved, not_asked, not_held, on, stretch
from voice_agent.scheduler.series import DAYS, ByHand, Others, Series, said_together
from voice_agent.web import busy_files, calendar_said
from voice_agent.web.backup import there_is_one
from voice_agent.web.desk import Desk, Obstacle
from voice_agent.web.feeds import addresses, feed_is, new_feed
from voice_agent.web.guard import AtDesk, Caregiver, Number, OneLine, Refused, honest
from voice_agent.web.links import Link, link
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])

Day = Annotated[date, Form()]
Kept = Annotated[str, Form(max_length=4200)]
"""What a calendar is kept as: one that was read on the command line, as the whole path of its file."""

LastDay = Annotated[date | None, Form()]
"""Of a series; None: it has no end."""

LATEST = FAR // AHEAD - 1
"""How many such stretches of weeks come after the first, to the end of what the calendar shows."""

SOON = timedelta(days=92)
"""So far ahead the next talks of a series without an end are looked for, to be named."""

NAMED = 6
"""So many of its talks are named where it is to be ended. A guess: a telephone shows them at once."""


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
    quiet: bool
    """Does it lie in the quiet hours?"""

    repeats: bool
    """Is it one of a series?"""

    before: datetime | None
    """Where it stood before somebody moved it by hand, on the wall; None: nobody has."""

    back: str
    """What the button says that holds it there again; empty: it cannot be."""

    obstacles: tuple[Obstacle, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """One series, as the page shows it before anybody ends it."""

    id: str
    says: str
    """Which days, at what hour."""

    goes_on: str
    """The same with what it goes on as from a later day on: all that is ended with it."""

    ends_from: datetime | None
    """The first talk of all that; None: none within a year."""

    next: datetime | None
    """Its next talk, local; None: none within a year."""

    first: date
    """The day that a change begins with, where no other is chosen."""

    hour: time
    days: tuple[str, ...]
    """Of the week; none: it is a single talk, or repeats by a rule of its own."""

    by_days: bool
    """Can days of the week be chosen for it?"""

    until: date | None
    """Its last day; None: it has no end."""

    was: str
    """What it was before it was changed within a day; empty: it was not."""

    undo: str
    """Id of the series of which that is taken back."""

    out: tuple[datetime, ...]
    """The next talks that fall out where it is ended, local; without those that were moved by hand."""

    more: str
    """What falls out after these; empty: nothing."""

    by_hand: tuple[ByHand, ...]
    """Its talks to come that somebody moved by hand."""

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
def overview(
    request: Request,
    desk: AtDesk,
    account: Caregiver,
    later: Annotated[int, Query(ge=0, le=LATEST)] = 0,
) -> Response:
    """The calendar, the last talks, the device. `later`: how many stretches of weeks after these it shows the talks of."""
    looked(desk.book, account, "looked at the calendar and the times of your talks", desk.now())
    return _overview(request, desk, later=later)


@router.post("/care/plan")
def plan(
    request: Request,
    desk: AtDesk,
    account: Caregiver,
    at: Annotated[str, Form(max_length=5)],
    first: Day,
    days: Annotated[list[str] | None, Form()] = None,
    weeks: Annotated[int, Form(ge=1, le=4)] = 1,
    until: LastDay = None,
) -> Response:
    """Plan a talk, or a series."""
    try:
        chosen = tuple(days or ())
        made = desk.diary.add(first, clock(at), desk.now(), days=chosen, weeks=weeks, until=until)
    except ScheduleError as error:
        held: dict[str, object] = {"at": at, "first": first, "days": days or [], "until": until}
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
    until: LastDay = None,
    others: Annotated[Others | None, Form()] = None,
) -> Response:
    """Plan a talk or a series otherwise. Until tomorrow it can be planned as it was."""
    try:
        before, chosen, now = desk.diary.of(series), tuple(days or ()), desk.now()
        made = desk.diary.change(
            series, first, clock(at), now, days=chosen, until=until, others=others
        )
    except ScheduleError as error:
        return _overview(request, desk, wrong=Wrong(f"change {series}", error, {}))
    if made == before:
        return then("/care", "stands", of=made.id, day=first.isoformat())
    return then("/care", "changed_plan", of=made.id)


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
        diary, where = desk.diary, datetime.combine(to, clock(at))
        other = diary.move(diary.of(series), day, where, desk.now())
    except ScheduleError as error:
        return _overview(request, desk, wrong=Wrong(f"move {series} {day}", error, {}))
    return then("/care", "moved" if other else "not_moved", of=series, day=to.isoformat())


@router.post("/care/plan/{series}/back")
def back(request: Request, desk: AtDesk, account: Caregiver, series: str, day: Day) -> Response:
    """Hold a talk that was moved where it stood before."""
    try:
        to = desk.diary.move_back(series, day, desk.now())
    except ScheduleError as error:
        return _overview(request, desk, wrong=Wrong("next", error, {}))
    return then("/care", "moved_back", of=series, day=to.date().isoformat())


@router.post("/care/plan/{series}/remove")
def remove(
    desk: AtDesk,
    account: Caregiver,
    series: str,
    moved: Annotated[list[date] | None, Form()] = None,
) -> Response:
    """End a series; what was moved by hand stays, but on the days `moved`. Until tomorrow it can be planned again as it was."""
    desk.diary.end(series, desk.now(), moved or ())
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
def busy(
    request: Request,
    desk: AtDesk,
    account: Caregiver,
    calendar: UploadFile,
    called: Annotated[OneLine, Form(max_length=60)] = "",
    instead: Annotated[str, Form(max_length=4200)] = "",
) -> Response:
    """Read busy times from a calendar file; only times are kept, and how the calendar is called here."""
    try:
        told = busy_files.keep(desk, calendar.file.read(), called, instead)
    except ScheduleError as error:
        return _overview(request, desk, wrong=Wrong("busy", error, {"called": called}))
    return _overview(request, desk, told=told)


@router.post("/care/busy/take-back")
def not_busy(desk: AtDesk, account: Caregiver, of: Kept) -> Response:
    """One calendar is taken back; until tomorrow it can be brought back."""
    return then("/care", "not_busy", **calendar_said.named(busy_files.take_back(desk, of)))


@router.post("/care/busy/undo")
def busy_again(desk: AtDesk, account: Caregiver, of: Kept) -> Response:
    """It was taken back or replaced by mistake."""
    changed = busy_files.bring_back(desk, of)
    if changed is None:
        return then("/care", "busy_gone")
    return then("/care", "busy_again", **calendar_said.named(changed))


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
    later: int = 0,
) -> Response:
    arranged, now = desk.diary.plan(), desk.now()
    begins, until = now + AHEAD * later, now + AHEAD * (later + 1)
    ahead = _ahead(desk, now, until - now)
    shown = [each for each in ahead if each.slot > begins] if later else ahead
    rows, obstacles = _rows(desk, arranged, now, shown)
    asked = next((each.at for each in ahead if each.at is not None), None)
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
        next=asked.astimezone(desk.zone) if asked else None,
        none_held=bool(ahead),
        one_not_held=bool(ahead) and ahead[0].at is None and ahead[0].why is Why.QUIET,
        obstacles=obstacles,
        later=later,
        shown_from=begins.astimezone(desk.zone),
        shown_until=until.astimezone(desk.zone),
        more_later=later < LATEST
        and any(calendar_said.next_of(desk.diary, each, until) for each in arranged.series),
        said=calendar_said.said(desk.diary, request.query_params, now),
        series=_planned(desk, arranged, now),
        ended=[(some[0].id, said_together(some)) for some in desk.diary.ended(now)],
        pauses=[
            (number, stretch(Pause(date.fromisoformat(begin), date.fromisoformat(end))))
            for number, begin, end in plans.pauses(desk.book)
            if end >= today(now, desk.zone).isoformat()
        ],
        sittings=sittings.latest(desk.book, 8),
        missed=sorted(missed)[-6:][::-1],
        health=signs,
        looked_at=now.astimezone(desk.zone),
        ill=any(not each.well for each in signs),
        doing=desk.says(),
        days=DAYS,
        today=today(now, desk.zone),
        quiet=desk.diary.arranged.quiet,
        busy=[
            (each.begins.astimezone(desk.zone), each.ends.astimezone(desk.zone))
            for each in dict.fromkeys(arranged.busy)  # two calendars may say the same
            if each.ends > now
        ],
        calendars=busy_files.now_known(desk),
        before=busy_files.known_before(desk),
        addresses=addresses(desk.book),
        feed_address=feed_address,
        feed_for=feed_for,
        read=told,
        unreached=link(request, desk, "").here_alone,
        backed=there_is_one(desk),
        wrong=wrong,
        held=wrong.held if wrong else {},
    )


def _ahead(desk: Desk, now: datetime, span: timedelta) -> list[Coming]:
    """The talks of `span`, without those of a pause; where there is none the next, however far ahead."""

    def of(span: timedelta) -> list[Coming]:
        return [each for each in desk.diary.coming(now, span) if each.why is not Why.PAUSED]

    return of(span) or of(FAR)[:1]


def _rows(
    desk: Desk, arranged: Plan, now: datetime, ahead: Iterable[Coming]
) -> tuple[list[Row], tuple[Obstacle, ...]]:
    """Planned talks as the page shows them.

    What stands in the way today stands beside the first that it concerns; else it is returned.
    """
    rows, obstacles = list[Row](), tuple(desk.obstacles())
    for each in ahead:
        local = (each.at or each.slot).astimezone(desk.zone)
        series, planned = _series_at(arranged, each.slot), each.slot.astimezone(desk.zone)
        wall = planned.replace(tzinfo=None)
        hands = {one.to: one.planned for one in series.by_hand} if series else {}
        back = desk.diary.way_back(series, planned.date(), now) if series else None
        row = Row(
            local,
            series.id if series else "",
            planned,
            moved(each, desk.zone, desk.who),
            not_asked(each, desk.who),
            each.spare,
            each.why is Why.QUIET and each.at is None,
            series is not None and not series.once,
            hands.get(wall),
            calendar_said.way_back(back, planned) if back and wall in hands else "",
        )
        if each.at is not None and obstacles:
            row, obstacles = replace(row, obstacles=obstacles), ()
        rows.append(row)
    return rows, obstacles


def _planned(desk: Desk, plan: Plan, now: datetime) -> list[Planned]:
    """Every series, by its next talk, with its parts beside it; a single talk that is over is told with the last ones."""
    found, day = list[Planned](), today(now, desk.zone)
    was = desk.diary.changed(now)
    nexts = {each.id: calendar_said.next_of(desk.diary, each, now) for each in plan.series}
    for each in plan.series:
        next, out = nexts[each.id], desk.diary.left_out(each, now)
        over = each.first <= day if each.once else each.until is not None
        if next is None and not out and over:
            continue
        pause = desk.diary.paused_on(next.date()) if next else None
        parts = desk.diary.parts(each, now)
        found.append(
            Planned(
                each.id,
                each.says,
                said_together(parts),
                min((at for part in parts if (at := nexts.get(part.id))), default=None),
                next,
                next.date() if next else max(each.first, day),
                each.hour,
                each.days,
                each.by_days,
                each.until,
                _said_of(was[each.id], each) if each.id in was else "",
                was[each.id].id if each.id in was else "",
                *_falls_out(plan, parts, now),
                tuple(one for part in parts for one in desk.diary.moved_ahead(part, now)),
                each.once,
                each.first if not each.once and each.first > day else None,
                stretch(pause) if pause else "",
                out,
            )
        )
    last = datetime.max.replace(tzinfo=UTC)
    of, began = _roots(plan), dict[str, datetime]()
    for each in found:
        root = of[each.id]
        began[root] = min(began.get(root, last), each.next or last)
    return sorted(found, key=lambda each: (began[of[each.id]], of[each.id], each.next or last))


def _roots(plan: Plan) -> dict[str, str]:
    """Of each series the one that it goes on from, and that one from, at the last; its own where there is none."""
    found = dict[str, str]()
    for each in sorted(plan.series, key=lambda each: each.first):  # what goes on begins later
        found[each.id] = found.get(each.goes_on_from, each.id)
    return found


def _said_of(was: Series, now: Series) -> str:
    """What it was before it was changed, in other words than what it is."""
    return was.says if was.says != now.says else f"{was.says}, from {on(was.first)} on"


def _falls_out(
    plan: Plan, parts: Sequence[Series], now: datetime
) -> tuple[tuple[datetime, ...], str]:
    """The next talks that fall out where a series is ended with all its parts, local, and in words what follows them."""
    day = today(now, plan.zone)
    found = sorted(
        at
        for each in parts
        for at in _starts(plan, each, day)
        if at > now and not any(pause.covers(at.date()) for pause in plan.pauses)
    )
    if any(each.until is None and not each.once for each in parts):
        return tuple(found[:NAMED]), "and every later one"
    left = len(found[NAMED:])
    return tuple(
        found[:NAMED]
    ), f"and {left} more, the last on {on(found[-1].date())}" if left else ""


def _starts(plan: Plan, series: Series, day: date) -> list[datetime]:
    """The beginnings from `day` on that are named where it is ended, local: without those that were moved by hand."""
    last = min(series.until, day + FAR) if series.until else day + SOON
    walls = {each.to for each in series.by_hand} if not series.once else set[datetime]()
    starts = [each.astimezone(plan.zone) for each in series.starts(plan.zone, day, last)]
    return [each for each in starts if each.replace(tzinfo=None) not in walls]


def _series_at(plan: Plan, slot: datetime) -> Series | None:
    day = slot.astimezone(plan.zone).date()
    return next((each for each in plan.series if slot in each.starts(plan.zone, day, day)), None)
