"""When to knock: once at the planned time, once more ten minutes later, then never again for that session.

Hard rules: never in quiet hours, never in a pause, never over something else the narrator has to do, never a
second session on a day that had its one, never while nobody knows what time it is. Whatever was planned while
the device was off is missed; if its hour is not over, one offer is made, for the latest of them alone. Whatever
was planned and not held is told with its reason.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from voice_agent.scheduler.plan import Happening, Invitation, Kind, Plan, Wanted, Why, Wish

AGAIN = timedelta(minutes=10)
"""From the first invitation to the second, and from the second to "missed"."""

WINDOW = timedelta(hours=1)
"""How late an invitation may still come."""

AHEAD = timedelta(days=40)
"""How far we look for the next one: further than any monthly rule."""

BEHIND = timedelta(days=14)
"""How far back a session counts as missed; of a longer absence only the end is told."""

Stretch = tuple[datetime, datetime]
"""From, until."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A planned talk that was not held."""

    slot: datetime
    why: Why


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is to be done now."""

    next: Invitation | None
    """The next invitation, at `now` or later; None: none in sight."""

    missed: tuple[Missed, ...] = ()
    """What is over, was not held and is not yet written down."""


@dataclass(frozen=True, slots=True)
class Coming:
    """What will become of a planned talk, as far as one can see."""

    slot: datetime
    """The planned beginning."""

    at: datetime | None
    """When the narrator is first asked; in the past: now. None: nobody will be asked."""

    why: Why = Why.AS_PLANNED
    """Why that is not the planned beginning."""

    spare: bool = False
    """Held only where an earlier one of that day is not."""


@dataclass(frozen=True, slots=True)
class _Due:
    """When the first knock for a planned beginning is due."""

    at: datetime
    why: Why
    since: datetime
    """Invitations from before that moment do not count: the narrator asked for later."""


def next_invitation(
    plan: Plan, history: Sequence[Happening], wishes: Sequence[Wish], now: datetime | None
) -> Invitation | None:
    """The next invitation, at `now` or later. `now` None: the clock is not right yet, so nobody is asked."""
    return outlook(plan, history, wishes, now).next


def outlook(
    plan: Plan,
    history: Sequence[Happening],
    wishes: Sequence[Wish],
    now: datetime | None,
    doubted: Stretch | None = None,
) -> Outlook:
    """The next invitation, and what has been missed since somebody last looked. Pure.

    `doubted`: when this device ran and did not believe its clock.
    """
    if now is None or not plan.series:
        return Outlook(None)
    begin = max(now - BEHIND, plan.since) if plan.since else now - WINDOW
    settled = _settled(history)
    missed: list[Missed] = []
    overdue: list[Invitation] = []
    ahead: Invitation | None = None
    for slot in slots(plan, begin, now + AHEAD):
        if ahead is not None and slot >= ahead.at:
            break
        if slot in settled:
            continue
        if excuse := _excuse(plan, history, wishes, slot):
            # not before its hour is over: until then a pause may end, or the day's talk be another's
            missed += [Missed(slot, excuse)] if now > slot + WINDOW else []
            continue
        knock = _knock(plan, history, wishes, slot, now)
        if knock is None:
            asked = any(each.kind is Kind.INVITED and each.slot == slot for each in history)
            if asked or now > slot + WINDOW:
                missed.append(Missed(slot, _why(plan, history, wishes, slot, doubted)))
        elif isinstance(knock, datetime):
            continue  # both invitations are out; there is still time to answer
        elif knock.at <= now:
            overdue.append(knock)
        elif ahead is None or knock.at < ahead.at:
            ahead = knock
    missed += [
        Missed(each.slot, _why(plan, history, wishes, each.slot, doubted)) for each in overdue[:-1]
    ]
    return Outlook(
        overdue[-1] if overdue else ahead, tuple(sorted(missed, key=lambda each: each.slot))
    )


def coming(
    plan: Plan,
    history: Sequence[Happening],
    wishes: Sequence[Wish],
    now: datetime,
    until: datetime,
) -> tuple[Coming, ...]:
    """What will become of every planned talk up to `until`, in the order planned. Pure.

    What knocks decides it here too, so that no page can say another hour than the one at which somebody is asked.
    """
    settled, found, asked = _settled(history), list[Coming](), Counter[date]()
    # one of this morning may have been put off until later
    for slot in slots(plan, max(now - timedelta(days=1), plan.since or now), until):
        if slot in settled:
            continue
        if excuse := _excuse(plan, history, wishes, slot):
            found += [Coming(slot, None, excuse)] if slot >= now else []
            continue
        if _knock(plan, history, wishes, slot, now) is None:
            found += [Coming(slot, None, Why.BUSY)] if slot >= now else []
            continue
        due = _due(plan, wishes, slot)
        day = due.at.astimezone(plan.zone).date()
        found.append(Coming(slot, due.at, due.why, spare=asked[day] >= plan.daily))
        asked[day] += 1
    return tuple(found)


def may_ask(
    plan: Plan, history: Sequence[Happening], wishes: Sequence[Wish], now: datetime
) -> bool:
    """May the narrator be invited `now` because somebody wishes it, though no talk is planned? Pure.

    What forbids a planned talk forbids this one. Whoever did not come is left alone for ten minutes, and after two
    invitations, planned or not, for the hour.
    """
    if _excuse(plan, history, wishes, now) or _due(plan, wishes, now).at > now:
        return False
    asked = [each.at for each in history if each.kind is Kind.INVITED and each.at > now - WINDOW]
    return len(asked) < 2 and all(now - at >= AGAIN for at in asked)


def by_plan(plan: Plan, slot: datetime) -> Coming:
    """What becomes of a planned beginning by the plan alone, whatever happened and was wished."""
    if excuse := _excuse(plan, (), (), slot):
        return Coming(slot, None, excuse)
    due = _due(plan, (), slot)
    return Coming(slot, due.at if _fits(plan, slot, due.at) else None, due.why)


def slots(plan: Plan, begin: datetime, end: datetime) -> tuple[datetime, ...]:
    """Planned beginnings in [begin, end]; two within one WINDOW are one. UTC, in order."""
    first, last = begin.astimezone(plan.zone).date(), end.astimezone(plan.zone).date()
    every = sorted({at for series in plan.series for at in series.starts(plan.zone, first, last)})
    kept: list[datetime] = []
    for at in every:
        if not kept or at - kept[-1] >= WINDOW:
            kept.append(at)
    return tuple(at for at in kept if begin <= at <= end)


def _settled(history: Sequence[Happening]) -> set[datetime]:
    """What needs no invitation any more. Whoever begins a talk while they are invited has come, however they began."""
    told = {each.slot for each in history if each.slot and each.kind in (Kind.HELD, Kind.MISSED)}
    asked: dict[datetime, list[datetime]] = {}
    for each in history:
        if each.kind is Kind.INVITED and each.slot:
            asked.setdefault(each.slot, []).append(each.at)
    begun = [each.at for each in history if each.kind is Kind.HELD and each.slot is None]
    return told | {
        slot
        for slot, times in asked.items()
        if any(min(times) <= at <= max(times) + AGAIN for at in begun)
    }


def _excuse(
    plan: Plan, history: Sequence[Happening], wishes: Sequence[Wish], slot: datetime
) -> Why:
    """Why nobody is to be asked for `slot`, where it is nobody's fault; else AS_PLANNED."""
    local = slot.astimezone(plan.zone)
    day = local.date()

    def that_day(at: datetime) -> bool:
        return at.astimezone(plan.zone).date() == day

    held = sum(each.kind is Kind.HELD and that_day(each.at) for each in history)
    reasons = {
        # first: a day of a pause is shown as that, whatever else would forbid it
        Why.PAUSED: any(pause.covers(day) for pause in plan.pauses),
        Why.QUIET: plan.quiet.covers(local.time()),
        Why.HELD: held >= plan.daily,
        Why.NOT_TODAY: any(w.wanted is Wanted.NOT_TODAY and that_day(w.at) for w in wishes),
    }
    return next((why for why, holds in reasons.items() if holds), Why.AS_PLANNED)


def _due(plan: Plan, wishes: Sequence[Wish], slot: datetime) -> _Due:
    day = slot.astimezone(plan.zone).date()
    due, why, since = slot, Why.AS_PLANNED, slot - WINDOW
    for wish in wishes:
        if (
            wish.wanted is Wanted.LATER
            and wish.until
            and wish.at.astimezone(plan.zone).date() == day
        ):
            due, since = max(due, wish.until), wish.at
            why = Why.LATER if due > slot else why
    free = _free(plan, due)
    why = Why.BUSY if free != due else why
    if (awake := _after_the_nap(plan, free)) != free:
        free, why = _free(plan, awake), Why.QUIET
    return _Due(free, why, since)


def _after_the_nap(plan: Plan, at: datetime) -> datetime:
    """A talk that was put off into a rest by day is held after it: the day is not over."""
    nap, local = plan.quiet.also, at.astimezone(plan.zone)
    if nap is None or nap.ends < nap.begins or not nap.covers(local.time()):
        return at
    return datetime.combine(local.date(), nap.ends, plan.zone).astimezone(UTC)


def _fits(plan: Plan, slot: datetime, at: datetime) -> bool:
    """May somebody be asked for `slot` at `at`: on its day, outside the quiet hours?"""
    local = at.astimezone(plan.zone)
    return local.date() == slot.astimezone(plan.zone).date() and not plan.quiet.covers(local.time())


def _asked(history: Sequence[Happening], slot: datetime, since: datetime) -> list[Happening]:
    return [
        each
        for each in history
        if each.kind is Kind.INVITED and each.slot == slot and each.at > since
    ]


def _knock(
    plan: Plan,
    history: Sequence[Happening],
    wishes: Sequence[Wish],
    slot: datetime,
    now: datetime,
) -> Invitation | datetime | None:
    """The next invitation for `slot`; the moment until which an answer may come; None: it is missed."""
    due = _due(plan, wishes, slot)
    asked = [each.at for each in _asked(history, slot, due.since)]
    if len(asked) >= 2:
        over = asked[-1] + AGAIN
        return over if now < over else None
    at = max(asked[-1] + AGAIN, now) if asked else max(due.at, now)
    latest = (asked[-1] + AGAIN if asked else due.at) + WINDOW
    if at > latest or not _fits(plan, slot, at):
        return None
    if _free(plan, at) != at:  # somebody is at the door already
        return None
    return Invitation(at, slot, len(asked) + 1)


def _why(
    plan: Plan,
    history: Sequence[Happening],
    wishes: Sequence[Wish],
    slot: datetime,
    doubted: Stretch | None,
) -> Why:
    """Why `slot`, which is over, was not held."""
    due = _due(plan, wishes, slot)
    asked = _asked(history, slot, due.since)
    if asked:
        return Why.BROKEN if all(each.why is Why.BROKEN for each in asked) else Why.NOBODY
    if not _fits(plan, slot, due.at):
        return due.why
    if doubted and doubted[0] <= due.at + WINDOW and due.at <= doubted[1]:
        return Why.CLOCK
    return Why.OFF


def _free(plan: Plan, at: datetime) -> datetime:
    """The first moment from `at` on at which a whole session fits between two busy stretches."""
    for busy in sorted(plan.busy, key=lambda each: each.begins):
        if busy.begins < at + plan.length and at < busy.ends:
            at = busy.ends
    return at
