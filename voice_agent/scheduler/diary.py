"""The calendar as it is kept: rows of the record into a Plan, and what happens back into rows."""

import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from threading import Lock
from zoneinfo import ZoneInfo

from voice_agent.archive import busy_times, ended_plans, plans
from voice_agent.archive.book import Keeper
from voice_agent.errors import ScheduleError
from voice_agent.scheduler import series as rules
from voice_agent.scheduler.answers import InvitationAnswer
from voice_agent.scheduler.invitation import (
    AHEAD,
    BEHIND,
    WINDOW,
    Coming,
    Outlook,
    Stretch,
    coming,
    may_ask,
    outlook,
    slots,
)
from voice_agent.scheduler.plan import Busy, Happening, Kind, Pause, Plan, Quiet, Wanted, Why, Wish
from voice_agent.scheduler.saying import aloud
from voice_agent.scheduler.series import ByHand, Others, Series, on_days
from voice_agent.scheduler.whose_time import narrators_time
from voice_agent.settings import Settings
from voice_agent.settings_sections import Schedule

SAME = timedelta(minutes=10)
"""A session that begins so soon after an answered invitation is the one that was answered."""

FAR = timedelta(days=366)
"""So far ahead the calendar shows talks; from its first day on a new series is compared with what is planned as far."""

AS_IT_WAS = "The calendar is as it was."


@dataclass(frozen=True, slots=True)
class Arranged:
    """What the house's settings say about being invited."""

    zone: ZoneInfo
    quiet: Quiet
    daily: int
    length: timedelta
    who: str = "the narrator"
    """What whoever plans calls the narrator."""

    doubt: str = ""
    """Which time is meant, where nobody knows the narrator's zone; one or two sentences."""


def arranged(settings: Settings) -> Arranged:
    """Read the settings. Raises ScheduleError."""
    schedule, time_ = settings.schedule, narrators_time(settings.narrator.time_zone)
    return Arranged(
        time_.zone,
        quiet(schedule),
        schedule.daily,
        timedelta(minutes=settings.interview.length),
        settings.narrator.name or "the narrator",
        time_.doubt,
    )


def quiet(schedule: Schedule) -> Quiet:
    """The hours in which nobody is invited. Raises ScheduleError."""
    begins, ends = schedule.nap_from, schedule.nap_until
    nap = Quiet(clock(begins), clock(ends)) if begins or ends else None
    return Quiet(clock(schedule.quiet_from), clock(schedule.quiet_until), nap)


def clock(text: str) -> time:
    """Read "20:00". Raises ScheduleError."""
    try:
        return time.fromisoformat(text)
    except ValueError:
        raise ScheduleError(
            f"“{text}” is not a time of day.", mend="Write it as hours and minutes: 20:00."
        ) from None


def newest(keeper: Keeper) -> datetime | None:
    """The latest moment that a calendar, or a talk, speaks of; None: nothing has happened yet."""
    at = plans.newest(keeper)
    return datetime.fromisoformat(at) if at else None


class Diary:
    """Reads and writes the calendar of one house."""

    def __init__(self, keeper: Keeper, arranged: Arranged) -> None:
        self.arranged = arranged
        self._keeper = keeper
        # guards the look before a change: of two forms sent at once, the second must find the first
        self._one = Lock()

    def plan(self) -> Plan:
        """Everything arranged, as it is now."""
        rows = plans.series(self._keeper)
        return Plan(
            tuple(Series(id, event) for id, event, _ in rows),
            self.arranged.zone,
            tuple(
                Pause(date.fromisoformat(first), date.fromisoformat(last))
                for _, first, last in plans.pauses(self._keeper)
            ),
            tuple(
                Busy(datetime.fromisoformat(begins), datetime.fromisoformat(ends))
                for begins, ends in busy_times.busy(self._keeper)
            ),
            self.arranged.quiet,
            self.arranged.daily,
            self.arranged.length,
            min((datetime.fromisoformat(made) for _, _, made in rows), default=None),
        )

    def history(self, now: datetime) -> tuple[Happening, ...]:
        """What happened lately, further back than anybody looks. A session nobody was invited to counts."""
        told = tuple(
            Happening(
                Kind(kind),
                datetime.fromisoformat(at),
                (slot and datetime.fromisoformat(slot)) or None,
                Why(why),
            )
            for kind, at, slot, why in plans.happenings(self._keeper, now - 2 * BEHIND)
        )
        begun = (datetime.fromisoformat(at) for at in plans.sessions_begun(self._keeper))
        asked = tuple(
            Happening(Kind.HELD, at)
            for at in begun
            if at >= now - 2 * BEHIND
            and not any(e.kind is Kind.HELD and timedelta() <= at - e.at < SAME for e in told)
        )
        return tuple(sorted((*told, *asked), key=lambda each: each.at))

    def wishes(self, now: datetime) -> tuple[Wish, ...]:
        """What the narrator lately wished."""
        return tuple(
            Wish(
                Wanted(wanted),
                datetime.fromisoformat(at),
                (until and datetime.fromisoformat(until)) or None,
            )
            for wanted, at, until in plans.wishes(self._keeper, now - 2 * BEHIND)
        )

    def outlook(self, now: datetime | None, doubted: Stretch | None = None) -> Outlook:
        """What is to be done; what has been missed is written down in the same breath."""
        if now is None:
            return Outlook(None)
        seen = outlook(self.plan(), self.history(now), self.wishes(now), now, doubted)
        for each in seen.missed:
            self.happened(Happening(Kind.MISSED, now, each.slot, each.why))
        return seen

    def coming(self, now: datetime, ahead: timedelta = AHEAD) -> tuple[Coming, ...]:
        """What will become of every planned talk from `now` on."""
        return coming(self.plan(), self.history(now), self.wishes(now), now, now + ahead)

    def may_ask(self, now: datetime) -> bool:
        """May the narrator be invited `now`, though no talk is planned?"""
        return may_ask(self.plan(), self.history(now), self.wishes(now), now)

    def due(self, now: datetime) -> Coming | None:
        """The planned talk to which somebody is invited just now."""
        soon = self.coming(now, timedelta())
        return next((each for each in soon if each.at is not None and each.at <= now), None)

    def happened(self, happening: Happening) -> None:
        """Write down that something happened."""
        slot = happening.slot.astimezone(UTC).isoformat() if happening.slot else None
        at = happening.at.astimezone(UTC).isoformat()
        plans.note_happening(self._keeper, happening.kind, at, slot, happening.why)

    def could_not_ask(self, slot: datetime) -> None:
        """The invitation that was written down last for `slot` reached nobody: something is missing here."""
        plans.note_why(
            self._keeper, Kind.INVITED, slot.astimezone(UTC).isoformat(), str(Why.BROKEN)
        )

    def wished(self, wish: Wish) -> None:
        """Write down what the narrator wished."""
        until = wish.until.astimezone(UTC).isoformat() if wish.until else None
        plans.note_wish(self._keeper, wish.wanted, wish.at.astimezone(UTC).isoformat(), until)

    def answered(self, answer: InvitationAnswer, now: datetime) -> None:
        """Write down an answer other than yes, however it was given."""
        if answer.wanted is not None:
            until = now + answer.wait if answer.wanted is Wanted.LATER else None
            self.wished(Wish(answer.wanted, now, until))

    def can_wait(self, wait: timedelta, now: datetime) -> bool:
        """Would somebody who asks for later `now` be invited again after `wait`?"""
        wish = Wish(Wanted.LATER, now, now + wait)
        wishes = (*self.wishes(now), wish)
        ahead = coming(self.plan(), self.history(now), wishes, now, now)
        return any(each.at is not None and each.at > now for each in ahead)

    def newest(self) -> datetime | None:
        """The latest moment that anything in the calendar speaks of."""
        return newest(self._keeper)

    def add(
        self,
        first: date,
        at: time,
        now: datetime,
        *,
        days: tuple[str, ...] = (),
        weeks: int = 1,
        until: date | None = None,
        rule: str = "",
    ) -> Series:
        """Plan a new series. A talk on certain days of the week whose hour is over today begins the next time.

        Raises ScheduleError, also for the quiet hours, the past, what is further ahead than the calendar shows, and what
        is planned already.
        """
        self._refuse_quiet(at)
        self._refuse_day(first, at, now)
        _refuse_end_of_one(until, repeats=bool(days or rule))
        if days and not rule:
            first = self._not_over(first, at, now)
        made = rules.planned(
            _new_id(),
            first,
            at,
            minutes=max(1, round(self.arranged.length.total_seconds() / 60)),
            days=days,
            weeks=weeks,
            until=until,
            rule=rule,
        )
        with self._one:
            self._refuse(made, first, self.plan(), now)
            self.keep(made, now)
        return made

    def change(
        self,
        id: str,
        first: date,
        at: time,
        now: datetime,
        *,
        days: tuple[str, ...] = (),
        until: date | None = None,
        others: Others | None = None,
    ) -> Series:
        """Plan a series otherwise from `first` on (`Series.changed`); `take_back` plans it as it was.

        Until the day before it goes on as it was: where there are talks until then, what is returned is a series of its own.
        `others`: what becomes of its days that are not among `days`; those that go on are a series of their own, too.
        A talk that was moved by hand stays, be it by itself. Where nothing is altered it is returned as it is.
        Raises ScheduleError as `add` does, also where no day of the week is left, or nobody says what becomes of one.
        """
        self._refuse_quiet(at)
        self._refuse_day(first, at, now)
        with self._one:
            before = self.of(id)
            _refuse_no_day(before, days)
            days, rest = _chosen(before, at, days, others)
            _refuse_end_of_one(until, repeats=bool(days or not before.by_days))
            if days or not before.by_days:
                first = self._not_over(first, at, now)
            changed = before.changed(first, at, days, until)
            if self._stands(before, changed, first):
                return before
            goes_on = None if before.once else self._until(before, first, now)
            stays = self._stays(before, first, rest, until, beside=goes_on is not None)
            # what is left of it keeps its id
            left = goes_on or stays
            if left:
                own = replace(before, id=_new_id())
                own = own.going_on_from(before.id) if goes_on else own
                changed = own.changed(first, at, days, until)
            parts = [each for each in (goes_on, changed, stays) if each]
            there = {each.to for part in parts for each in part.by_hand}
            lost = [each for each in self.moved_ahead(before, now) if each.to not in there]
            all_of_it = [*parts, *_by_themselves(before, lost)]
            self._refuse(changed, first, self._with(before, all_of_it, but=changed), now)
            if stays:
                starts = stays.starts(self.arranged.zone, first, first + FAR)
                self._refuse_double(starts, self._with(before, all_of_it, but=stays))
            also = {each.id: each.event for each in all_of_it if each.id != id}
            ended_plans.change(self._keeper, id, (left or changed).event, now, also)
        return changed

    def _stays(
        self,
        before: Series,
        first: date,
        days: tuple[str, ...],
        until: date | None,
        *,
        beside: bool,
    ) -> Series | None:
        """What goes on on `days` as it was, from `first` on; None: there is no talk of it. `beside`: the rest until then."""
        if not days:
            return None
        own = replace(before, id=_new_id()).going_on_from(before.id) if beside else before
        stays = own.changed(first, before.hour, days, until)
        return stays if stays.starts(self.arranged.zone, first, first + FAR) else None

    def _with(self, before: Series, instead: Sequence[Series], *, but: Series) -> Plan:
        """The plan with these instead of `before`, without one of them."""
        rest = (each for each in instead if each != but)
        return replace(self.plan(), series=(*self._but(before), *rest))

    def _stands(self, before: Series, changed: Series, first: date) -> bool:
        """Is it planned from `first` on as it was before?"""
        spans = [each.starts(self.arranged.zone, first, first + FAR) for each in (before, changed)]
        kinds = [(each.once, each.until) for each in (before, changed)]
        return spans[0] == spans[1] and kinds[0] == kinds[1]

    def _until(self, series: Series, day: date, now: datetime) -> Series | None:
        """What is left of a series where it ends before `day`; None: no talk from today on."""
        left, begin = series.ended_before(day), today(now, self.arranged.zone)
        held = left.starts(self.arranged.zone, begin, begin + FAR)
        return left if held else None

    def moved_ahead(self, series: Series, now: datetime) -> tuple[ByHand, ...]:
        """The talks of one that repeats which somebody moved by hand, and that are still to come."""
        here = now.astimezone(self.arranged.zone).replace(tzinfo=None)
        return () if series.once else tuple(each for each in series.by_hand if each.to > here)

    def parts(self, series: Series, now: datetime) -> tuple[Series, ...]:
        """A series and what it goes on as, because it was changed from a later day on: what lies ahead, in order."""
        day, found = today(now, self.arranged.zone), {series.id: series}
        for each in sorted(self._but(series), key=lambda each: (each.first, each.hour)):
            if each.goes_on_from in found:  # which begins before it
                found[each.id] = each
        _, *later = found.values()
        ahead = (
            each
            for each in later
            if each.until is None or each.until >= day or self.moved_ahead(each, now)
        )
        return (series, *ahead)

    def end(self, id: str, now: datetime, moved: Collection[date] = ()) -> None:
        """End a series with all its `parts`; `take_back` plans it as it was. A talk that was moved by hand stays by itself, but
        on the days `moved`.

        Raises DiskFull. One that was ended before stays ended.
        """
        with self._one:
            found = next((each for each in self.plan().series if each.id == id), None)
            if found is None:
                return
            parts = self.parts(found, now)
            also = [
                single
                for part in parts
                for single in _by_themselves(
                    part,
                    [each for each in self.moved_ahead(part, now) if each.to.date() not in moved],
                )
            ]
            first, *others = [each.id for each in parts]
            stay = {each.id: each.event for each in also}
            ended_plans.end(self._keeper, first, now, stay, others)

    def _not_over(self, first: date, at: time, now: datetime) -> date:
        here = now.astimezone(self.arranged.zone)
        over = first == here.date() and at <= here.time()
        return first + timedelta(days=1) if over else first

    def _refuse(self, made: Series, first: date, others: Plan, now: datetime) -> None:
        starts = made.starts(self.arranged.zone, first, first + FAR)
        if not starts:
            raise ScheduleError(
                "Nothing would ever take place: it ends before it has begun.",
                safe=AS_IT_WAS,
                mend="Choose a later last day.",
            )
        self._refuse_past(starts[0], now)
        self._refuse_double(starts, others)

    def move(self, series: Series, day: date, to: datetime, now: datetime) -> bool:
        """Hold `day`'s talk of a series at `to`, local and without a zone; `move_back` takes that back. False: it stands there.

        Raises ScheduleError as `add` does.
        """
        if to in self._walls(series, day):
            return False
        self._refuse_quiet(to.time())
        self._refuse_day(to.date(), to.time(), now)
        with self._one:
            self._refuse_at(to, series.without(day), now)
            self._alter(series.id, lambda each: each.moved(day, to), now)
        return True

    def move_back(self, id: str, day: date, now: datetime) -> datetime:
        """Hold the talk that was moved to `day` where it stood before: local, without a zone. Raises ScheduleError as `add` does."""
        with self._one:
            series = self.of(id)
            series.moved_back(day)
            to = next(each.planned for each in series.by_hand if each.to.date() == day)
            self._refuse_quiet(to.time())
            self._refuse_at(to, series.without(day), now)
            self._alter(id, lambda each: each.moved_back(day), now)
        return to

    def way_back(self, series: Series, day: date, now: datetime) -> datetime | None:
        """Where the talk stood that was moved to `day`, as long as it can be held there; local, without a zone."""
        here = now.astimezone(self.arranged.zone).replace(tzinfo=None)
        was = next((each.planned for each in series.by_hand if each.to.date() == day), None)
        can = was is not None and was > here and not self.arranged.quiet.covers(was.time())
        return was if can else None

    def _walls(self, series: Series, day: date) -> set[datetime]:
        """Where its talks of a day stand, on the wall."""
        zone = self.arranged.zone
        starts = series.starts(zone, day, day)
        return {each.astimezone(zone).replace(tzinfo=None) for each in starts}

    def _refuse_at(self, to: datetime, rest: Series, now: datetime) -> None:
        """`rest`: its series without the talk, which may be moved by half an hour."""
        start = to.replace(tzinfo=self.arranged.zone).astimezone(UTC)
        self._refuse_past(start, now)
        self._refuse_double((start,), replace(self.plan(), series=(rest, *self._but(rest))))

    def _alter(self, id: str, alter: Callable[[Series], Series], now: datetime) -> None:
        """Keep a series with one talk altered. What it was before a change is altered with it, so that the change can still
        be taken back, and this is not taken back with it.
        """
        kept = alter(self.of(id))
        changed = self._changed(now)
        self.keep(kept, now)
        for each in changed:
            if id in (each.id, *each.also):
                before = Series(each.id, each.event)
                with suppress(ScheduleError):  # it has no talk on that day
                    before = alter(before)
                after = kept.event if id == each.id else each.after
                ended_plans.follow(self._keeper, each.id, before.event, after)

    def ended(self, now: datetime) -> tuple[tuple[Series, ...], ...]:
        """What was ended within a day and can be planned again as it was, the latest first: each with all its parts.

        It is taken back by the id of the first.
        """
        found = ended_plans.ended(self._keeper, now)
        return tuple(
            tuple(Series(*part) for part in ((each.id, each.event), *each.others))
            for each in found
            if not each.after
        )

    def changed(self, now: datetime) -> dict[str, Series]:
        """What was changed within a day, as it was before; by the id of what is planned in its place, which may be another."""
        goes_on = {each.id for each in self.plan().series if not each.once}
        return {
            next((id for id in each.also if id in goes_on), each.id): Series(each.id, each.event)
            for each in self._changed(now)
        }

    def _changed(self, now: datetime) -> tuple[ended_plans.Ended, ...]:
        stands = {each.id: each.event for each in self.plan().series}
        found = ended_plans.ended(self._keeper, now)
        return tuple(e for e in found if e.after and stands.get(e.id) == e.after)

    def take_back(self, id: str, now: datetime) -> None:
        """Plan again as it was what was ended or changed. Raises ScheduleError, also where another talk has its hour now."""
        ended = [each for each in ended_plans.ended(self._keeper, now) if not each.after]
        kept = next((each for each in (*ended, *self._changed(now)) if each.id == id), None)
        if kept is None:
            raise ScheduleError(
                "That was ended or changed more than a day ago, or it has been changed since.",
                safe=AS_IT_WAS,
                mend="If it is missing, please plan it once more.",
            )
        day = today(now, self.arranged.zone)
        again = [Series(id, kept.event), *(Series(*each) for each in kept.others)]
        zone = self.arranged.zone
        starts = sorted(at for each in again for at in each.starts(zone, day, day + FAR))
        with self._one:
            goes = {*kept.also}
            for each in sorted(self.plan().series, key=lambda each: each.first):
                if each.goes_on_from in goes:  # what was changed once more goes with it
                    goes.add(each.id)
            if starts:
                others = tuple(e for e in self.plan().series if e.id != id and e.id not in goes)
                self._refuse_double(starts, replace(self.plan(), series=others))
            ended_plans.take_back(self._keeper, id, now)

    def leave_out(self, id: str, day: date, now: datetime) -> None:
        """Hold no talk of that series on `day`; `put_in` takes that back. Raises ScheduleError."""
        with self._one:
            self._alter(id, lambda each: each.without(day), now)

    def put_in(self, id: str, day: date, now: datetime) -> None:
        """Plan `day`'s talk again, which was left out. Raises ScheduleError as `add` does."""
        with self._one:
            before = self.of(id)
            changed = before.with_again(day)
            zone = self.arranged.zone
            for start in {*changed.starts(zone, day, day)} - {*before.starts(zone, day, day)}:
                self._refuse_past(start, now)
                self._refuse_double((start,), self.plan())
            self._alter(id, lambda each: each.with_again(day), now)

    def left_out(self, series: Series, now: datetime) -> tuple[date, ...]:
        """The days ahead on which a talk of that series was left out."""
        day = today(now, self.arranged.zone)
        return tuple(each for each in series.left_out if each >= day)

    def of(self, id: str) -> Series:
        """The series of that id. Raises ScheduleError where it is planned no more."""
        found = next((each for each in self.plan().series if each.id == id), None)
        if found is None:
            raise ScheduleError(
                "That is not planned any more.",
                safe=AS_IT_WAS,
                mend="Please open the page again: it shows what is planned.",
            )
        return found

    def keep(self, series: Series, now: datetime) -> None:
        """Keep a new or changed series."""
        plans.keep_series(self._keeper, series.id, series.event, now)

    def pause(self, first: date, last: date, now: datetime) -> Pause:
        """No invitations from `first` to `last`, both included; with pauses that share a day with it, it is one.

        Returned as it is then. Raises ScheduleError.
        """
        if last < first:
            raise ScheduleError(
                f"A pause cannot end on {_said(last)}, before it begins on {_said(first)}.",
                safe=AS_IT_WAS,
            )
        if last < today(now, self.arranged.zone):
            raise ScheduleError(
                f"{_said(last)} is over, so there is nothing left to pause.",
                safe=AS_IT_WAS,
                mend="Choose days that are still to come.",
            )
        with self._one:
            if any(p.covers(first) and p.covers(last) for p in self.plan().pauses):
                raise ScheduleError(
                    "Talks are paused on all of those days already.",
                    safe=AS_IT_WAS,
                    mend="Nothing needs to be done.",
                )
            kept = plans.keep_pause(self._keeper, first.isoformat(), last.isoformat())
        return Pause(*(date.fromisoformat(each) for each in kept))

    def _but(self, series: Series) -> tuple[Series, ...]:
        return tuple(each for each in self.plan().series if each.id != series.id)

    def _refuse_quiet(self, at: time) -> None:
        quiet = self.arranged.quiet
        if quiet.covers(at):
            raise ScheduleError(
                f"{at:%H:%M} lies in the quiet hours: nobody is invited between {quiet.says}.",
                safe=AS_IT_WAS,
                mend="Please choose another time.",
            )

    def _refuse_past(self, start: datetime, now: datetime) -> None:
        if start <= now:
            raise _over(self._says(start))

    def _refuse_day(self, day: date, at: time, now: datetime) -> None:
        """What the calendar does not show could be neither seen nor ended."""
        here = today(now, self.arranged.zone)
        what = f"{_said(day)} at {at:%H:%M}"
        if day > here + FAR:
            raise ScheduleError(
                f"{what} is further ahead than the calendar shows, which is a year.",
                safe=AS_IT_WAS,
                mend=f"Choose a day until {_said(here + FAR)}.",
            )
        if day < here - FAR:  # so long ago that no zone need be asked
            raise _over(what)

    def _refuse_double(self, starts: Sequence[datetime], plan: Plan) -> None:
        """Two within an hour are one invitation: the second would never be held, and nobody would know."""
        near = slots(plan, starts[0] - WINDOW, starts[-1] + WINDOW)
        clash = next(
            ((new, old) for new in starts for old in near if abs(new - old) < WINDOW), None
        )
        if clash is None:
            return
        new, old = clash
        what = (
            f"A talk is planned already for {self._says(old)}."
            if new == old
            else f"{self._says(new)} is less than an hour from the talk that is planned for "
            f"{self._says(old)}."
        )
        day = old.astimezone(self.arranged.zone).date()
        paused = self.paused_on(day)
        of = next(
            (e for e in plan.series if not e.once and old in e.starts(plan.zone, day, day)), None
        )
        what += f" It is one of those planned so far: {of.says}." if of else ""
        raise ScheduleError(
            f"{what} {_resting(paused, self.arranged.who)}" if paused else what,
            safe=AS_IT_WAS,
            mend="Choose another time, or end the pause or the other talk first."
            if paused
            else f"Choose another time, or change or end {'those' if of else 'the other talk'} first.",
        )

    def paused_on(self, day: date) -> Pause | None:
        """The pause that `day` lies in; of several, the one that ends last."""
        over = [each for each in self.plan().pauses if each.covers(day)]
        return max(over, key=lambda each: each.last, default=None)

    def _says(self, at: datetime) -> str:
        local = at.astimezone(self.arranged.zone)
        return f"{local:%A}, {local.day} {local:%B} {local:%Y} at {local:%H:%M}"


def next_talk(diary: Diary, now: datetime) -> str:
    """What may be said at the end of a talk that takes place `now`: "We talk again on Tuesday at ten o'clock."

    Empty where nothing is planned within a week: a far promise is soon forgotten.
    """
    held, here = (*diary.history(now), Happening(Kind.HELD, now)), diary.arranged.zone
    ahead = coming(diary.plan(), held, diary.wishes(now), now, now + AHEAD)
    at = next((each.at for each in ahead if each.at is not None and each.at > now), None)
    if at is None:
        return ""
    days, local = (today(at, here) - today(now, here)).days, at.astimezone(here)
    when = {0: "later today", 1: "tomorrow"}.get(days, f"on {local:%A}")
    return f"We talk again {when} at {aloud(local)}, if you like." if days < 7 else ""


def _new_id() -> str:
    return f"{secrets.token_hex(4)}@{rules.OURS}"


def _by_themselves(series: Series, moved: Iterable[ByHand]) -> tuple[Series, ...]:
    return tuple(series.single(_new_id(), each) for each in moved)


def _chosen(
    before: Series, at: time, days: tuple[str, ...], others: Others | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The days of a series that are changed, and those that go on as they are. Raises ScheduleError.

    A day that is not chosen any more may be meant to end, or to stay beside another hour of the rest. The only one is another now.
    """
    rest = tuple(day for day in before.days if day not in days)
    if len(before.days) < 2 or not rest or others is Others.END:
        return days, ()
    if others is None:
        named = on_days(rest)
        raise ScheduleError(
            f"{named} {'is' if len(rest) == 1 else 'are'} not chosen any more.",
            safe=AS_IT_WAS,
            mend=f"Please say below the days what becomes of {named}, and press it again.",
        )
    if at == before.hour:
        return tuple(day for day in rules.DAYS if day in {*days, *rest}), ()
    return days, rest


def _refuse_no_day(before: Series, days: tuple[str, ...]) -> None:
    """What repeats goes on on some day: with none it would be one talk, and all others would be gone."""
    if before.days and not days:
        raise ScheduleError(
            "No day of the week is chosen.",
            safe=AS_IT_WAS,
            mend="Choose the days on which there should be talks. To have none any more, end it.",
        )


def _refuse_end_of_one(until: date | None, *, repeats: bool) -> None:
    if until is not None and not repeats:
        raise ScheduleError(
            "A last day is given, but no day of the week.",
            safe=AS_IT_WAS,
            mend="Choose the days on which it should be, or leave the last day empty to plan one talk.",
        )


def _resting(pause: Pause, who: str) -> str:
    """What becomes of a talk that is planned in a pause."""
    return (
        f"That day lies in a pause, {' to '.join(map(_said, pause.ends))}: {who} is not invited then, "
        "and talks that are planned for a later day are held."
    )


def _over(what: str) -> ScheduleError:
    return ScheduleError(
        f"{what} is over.",
        safe=AS_IT_WAS,
        mend="Choose a day and an hour that are still to come.",
    )


def _said(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B %Y}"


def today(now: datetime, where: tzinfo) -> date:
    """The narrator's day."""
    return now.astimezone(where).date()
