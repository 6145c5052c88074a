"""When to knock: once at the planned time, once more ten minutes later, then never again for that session.

Hard rules: never in quiet hours, never in a pause, never over something else the narrator has to do, never a
second session on a day that had its one, never while nobody knows what time it is. Whatever was planned while
the device was off is missed; if its hour is not over, one offer is made, for the latest of them alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from voice_agent.scheduler.plan import Happening, Invitation, Kind, Plan, Wanted, Wish

AGAIN = timedelta(minutes=10)
"""From the first invitation to the second, and from the second to "missed"."""

WINDOW = timedelta(hours=1)
"""How late an invitation may still come."""

AHEAD = timedelta(days=40)
"""How far we look for the next one: further than any monthly rule."""

BEHIND = timedelta(days=14)
"""How far back a session counts as missed; of a longer absence only the end is told."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is to be done now."""

    next: Invitation | None
    """The next invitation, at `now` or later; None: none in sight."""

    missed: tuple[datetime, ...] = ()
    """Planned beginnings that are over, unanswered and not yet written down as missed."""


def next_invitation(
    plan: Plan, history: Sequence[Happening], wishes: Sequence[Wish], now: datetime | None
) -> Invitation | None:
    """The next invitation, at `now` or later. `now` None: the clock is not right yet, so nobody is asked."""
    return outlook(plan, history, wishes, now).next


def outlook(
    plan: Plan, history: Sequence[Happening], wishes: Sequence[Wish], now: datetime | None
) -> Outlook:
    """The next invitation, and what has been missed since somebody last looked. Pure."""
    if now is None or not plan.series:
        return Outlook(None)
    begin = max(now - BEHIND, plan.since) if plan.since else now - WINDOW
    settled = {each.slot for each in history if each.slot and each.kind in (Kind.HELD, Kind.MISSED)}
    missed: list[datetime] = []
    overdue: list[Invitation] = []
    ahead: Invitation | None = None
    for slot in slots(plan, begin, now + AHEAD):
        if ahead is not None and slot >= ahead.at:
            break
        if slot in settled or _excused(plan, history, wishes, slot):
            continue
        knock = _knock(plan, history, wishes, slot, now)
        if knock is None:
            missed.append(slot)
        elif isinstance(knock, datetime):
            continue  # both invitations are out; there is still time to answer
        elif knock.at <= now:
            overdue.append(knock)
        elif ahead is None or knock.at < ahead.at:
            ahead = knock
    missed += [each.slot for each in overdue[:-1]]
    return Outlook(overdue[-1] if overdue else ahead, tuple(sorted(missed)))


def slots(plan: Plan, begin: datetime, end: datetime) -> tuple[datetime, ...]:
    """Planned beginnings in [begin, end]; two within one WINDOW are one. UTC, in order."""
    first, last = begin.astimezone(plan.zone).date(), end.astimezone(plan.zone).date()
    every = sorted({at for series in plan.series for at in series.starts(plan.zone, first, last)})
    kept: list[datetime] = []
    for at in every:
        if not kept or at - kept[-1] >= WINDOW:
            kept.append(at)
    return tuple(at for at in kept if begin <= at <= end)


def _excused(
    plan: Plan, history: Sequence[Happening], wishes: Sequence[Wish], slot: datetime
) -> bool:
    """Is nobody to be asked for `slot`, for a reason that is nobody's fault?"""
    local = slot.astimezone(plan.zone)
    day = local.date()

    def that_day(at: datetime) -> bool:
        return at.astimezone(plan.zone).date() == day

    return (
        plan.quiet.covers(local.time())
        or any(pause.covers(day) for pause in plan.pauses)
        or sum(each.kind is Kind.HELD and that_day(each.at) for each in history) >= plan.daily
        or any(wish.wanted is Wanted.NOT_TODAY and that_day(wish.at) for wish in wishes)
    )


def _knock(
    plan: Plan,
    history: Sequence[Happening],
    wishes: Sequence[Wish],
    slot: datetime,
    now: datetime,
) -> Invitation | datetime | None:
    """The next invitation for `slot`; the moment until which an answer may come; None: it is missed."""
    day = slot.astimezone(plan.zone).date()
    due, asked_since = slot, slot - WINDOW
    for wish in wishes:
        if (
            wish.wanted is Wanted.LATER
            and wish.until
            and wish.at.astimezone(plan.zone).date() == day
        ):
            due, asked_since = max(due, wish.until), wish.at
    due = _free(plan, due)
    asked = [
        each.at
        for each in history
        if each.kind is Kind.INVITED and each.slot == slot and each.at >= asked_since
    ]
    if len(asked) >= 2:
        over = asked[-1] + AGAIN
        return over if now < over else None
    at = max(asked[-1] + AGAIN, now) if asked else max(due, now)
    latest = (asked[-1] + AGAIN if asked else due) + WINDOW
    local = at.astimezone(plan.zone)
    if at > latest or local.date() != day or plan.quiet.covers(local.time()):
        return None
    if _free(plan, at) != at:  # somebody is at the door already
        return None
    return Invitation(at, slot, len(asked) + 1)


def _free(plan: Plan, at: datetime) -> datetime:
    """The first moment from `at` on at which a whole session fits between two busy stretches."""
    for busy in sorted(plan.busy, key=lambda each: each.begins):
        if busy.begins < at + plan.length and at < busy.ends:
            at = busy.ends
    return at
